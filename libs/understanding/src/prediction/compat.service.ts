import { AppError } from '@lectern/contracts/core';
import {
  type CompletionRequest,
  type CompletionValue,
  type EmbeddingsRequest,
  encodedVector,
  type PredictedEmbeddings,
} from '@lectern/contracts/understanding';
import { type GenerationRequest, type Generator, reads } from '@lectern/models';
import { estimatedTokens } from '@lectern/language';
import { Injectable } from '@nestjs/common';
import { completionChunks } from './completion-chunks';
import { conversationQuestion } from './conversation-context';
import { embeddedInputs } from './embedded-inputs';
import { generationOfCompletion, attachedTypes, questionIn } from './completion-request';
import { Guardrails } from '../guardrail/guardrails';
import type { Asker } from '../configuration/generative-models';
import { ImageFetching } from './image-fetching';
import { PredictionModels } from './prediction-models';
import { newPredictionOrigin } from './prediction-origin';

/** The context of a call. */
export interface CompatCircumstances {
  readonly asker: Asker;
  readonly showsConsumption: boolean;
  readonly requestId: string;
  readonly signal: AbortSignal;
}

/** Numbers in all vectors of one response, which is sent as a single message: 1,280 vectors of 1,024 dimensions. */
const NUMBERS_MAX = 1_310_720;

/** Answers clients of the OpenAI API. */
@Injectable()
export class CompatService {
  constructor(
    private readonly models: PredictionModels,
    private readonly guardrails: Guardrails,
    private readonly images: ImageFetching,
  ) {}

  /**
   * Continues a conversation; the first value identifies the answering model.
   *
   * @param tokensMax of the answer, regardless of the request
   * @throws AppError before the first value as `Generator.generate` does, `provider_failed` at any time
   */
  async *complete(
    request: CompletionRequest,
    { asker, requestId, signal, showsConsumption, tokensMax }: CompatCircumstances & { readonly tokensMax?: number },
  ): AsyncGenerator<CompletionValue> {
    const named = await this.models.generatorFor([request.model], asker);
    const { generator, id: model, model: providerModel, apiKey } = named;
    if (request.logprobs && !generator.description.saysProbabilities)
      throw new AppError('invalid_request', `The model ${model} says no probabilities of tokens: leave logprobs out`);
    const unread = attachedTypes(request).find((type) => !reads(generator.description, type));
    if (unread !== undefined)
      throw new AppError('invalid_request', `The model ${model} reads no ${unread.replace(/^image\/.*/, 'images')}`);
    await this.guardrails.admit(questionIn(generationOfCompletion(request)), {
      account: asker.account,
      named,
      signal,
    });
    const said = generationOfCompletion(await this.images.withImages(request, signal), tokensMax);
    const asked = generator.description.followsPrompts ? said : await readableBy(generator, said, signal);
    const ending = new AbortController();
    const until = { signal: AbortSignal.any([signal, ending.signal]) };
    const generations = Array.from({ length: request.n ?? 1 }, (_, index) => {
      const seed = asked.seed === undefined ? undefined : asked.seed + index;
      return generator.generate({ ...asked, seed, model: providerModel, apiKey }, until);
    });
    const origin = newPredictionOrigin(model, requestId);
    const chunks = completionChunks(generations, {
      id: `chatcmpl-${origin.learningId}`,
      created: Math.floor(Date.now() / 1_000),
      model,
      showsUsage: !request.stream || (request.stream_options?.include_usage ?? false),
      showsConsumption,
    });
    let isNamed = false;
    try {
      for await (const chunk of chunks) {
        if (!isNamed) yield { origin };
        isNamed = true;
        yield { chunk };
      }
    } finally {
      // Answers that are no longer needed: the caller has gone, or another one has failed.
      ending.abort(new AppError('cancelled', 'Nobody waits for the answer'));
    }
  }

  /** @throws AppError `invalid_request` for an unknown model or other dimensions; as `Embedder.embed` does */
  async embed(
    { input, model, encoding_format: format, dimensions }: EmbeddingsRequest,
    { requestId, signal, showsConsumption }: Omit<CompatCircumstances, 'asker'>,
  ): Promise<PredictedEmbeddings> {
    const embedder = await this.models.embedderFor(model);
    const { id, dimensions: own } = embedder.description;
    if ((dimensions ?? own) !== own)
      throw new AppError('invalid_request', `Vectors of the model ${id} have ${own} dimensions`);
    const texts = await embeddedInputs(embedder, input);
    const textsMax = Math.floor(NUMBERS_MAX / own);
    if (texts.length > textsMax)
      throw new AppError('invalid_request', `The model ${id} embeds at most ${textsMax} texts at once`);
    const vectors = await embedder.embed(texts, 'passage', { signal });
    return {
      origin: newPredictionOrigin(id, requestId),
      model: id,
      vectors: vectors.map(encodedVector),
      format,
      tokens: estimatedTokens(texts.reduce((sum, text) => sum + text.length, 0)),
      showsConsumption,
    };
  }
}

/** Converts a conversation to a question, with earlier messages as its context. */
async function readableBy(
  generator: Generator,
  said: GenerationRequest,
  signal: AbortSignal,
): Promise<GenerationRequest> {
  const { question: asked, context, history } = conversationQuestion(said);
  const { question } = await generator.rephrase({ question: asked, history, extraContext: [] }, { signal });
  return { ...said, question, context, history: [], grounded: true };
}
