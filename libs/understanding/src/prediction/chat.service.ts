import { AppError } from '@lectern/contracts/core';
import { showsReasoning } from '@lectern/contracts/search';
import type { ChatRequest, ChatValue } from '@lectern/contracts/understanding';
import type { ContextEntry } from '@lectern/language';
import { Injectable } from '@nestjs/common';
import { chosenRequest } from '../configuration/chosen-request';
import type { Asker } from '../configuration/generative-models';
import { Guardrails } from '../guardrail/guardrails';
import { checkedAnswer } from './checked-answer';
import { chatChunks } from './chat-chunks';
import { contextOf, reranked } from './chat-context';
import { generationOf, questionOf } from './chat-request';
import { followedPrompt } from './followed-prompt';
import { boxOfAsker, PredictionModels } from './prediction-models';
import { newPredictionOrigin } from './prediction-origin';
import { rerankedContext } from './reranked-context';

/** Model and settings for a chat. */
export interface ChatCircumstances {
  /** Names of the generative model, in order of precedence. */
  readonly models: readonly (string | null | undefined)[];
  /** Without a name, the knowledge box determines the model; without a knowledge box, the deployment. */
  readonly asker: Asker;
  readonly showsConsumption: boolean;
  readonly requestId: string;
  readonly signal: AbortSignal;
}

type RerankedContext = ReturnType<typeof reranked>;

/** Calls generative models on behalf of NUA keys. */
@Injectable()
export class ChatService {
  constructor(
    private readonly models: PredictionModels,
    private readonly guardrails: Guardrails,
  ) {}

  /**
   * The answer; its first value identifies its origin.
   *
   * @throws AppError before the first value as `Generator.generate` does; `invalid_request` for an unknown model
   */
  async *answer(request: ChatRequest, circumstances: ChatCircumstances): AsyncGenerator<ChatValue> {
    const { models, asker, requestId, signal, showsConsumption } = circumstances;
    const { named, chosen } = await this.models.generationFor(models, asker);
    const { generator } = named;
    for (const prompt of [request.system, request.user_prompt?.prompt]) followedPrompt(prompt, named);
    if (request.image_generation && !generator.description.draws)
      throw new AppError('invalid_request', `The model ${named.id} draws no images: name another one`);
    const { account } = asker;
    await this.guardrails.admit(questionOf(request), { account, named, signal, isGuarded: chosen.isGuarded });
    const given = contextOf(request);
    const ordered = request.rerank_context ? await this.reranked(request.question, given, circumstances) : undefined;
    const asked = generationOf(request, ordered?.context ?? given, named.model);
    const generation = chosenRequest(asked, chosen, named);
    const { customerKey } = named;
    const options = { showsReasoning: showsReasoning(request.reasoning), showsConsumption, customerKey };
    let isNamed = false;
    // Inside the loop, so that a caller who leaves early ends the generation.
    const owner = asker.kbid ?? asker.account ?? '';
    const answer = checkedAnswer(generator, generation, { signal, loc: ['body', 'json_schema'], owner });
    for await (const chunk of chatChunks(answer, options)) {
      if (!isNamed) yield { origin: newPredictionOrigin(named.id, requestId) };
      if (!isNamed && ordered) yield { chunk: { type: 'rerank', context_scores: ordered.scores } };
      isNamed = true;
      yield { chunk };
    }
  }

  private async reranked(
    question: string,
    context: readonly ContextEntry[],
    { asker, signal }: Pick<ChatCircumstances, 'asker' | 'signal'>,
  ): Promise<RerankedContext> {
    const box = boxOfAsker(asker);
    const [reranker, embedder] = await Promise.all([
      this.models.rerankerFor(box),
      this.models.embedderFor(undefined, box),
    ]);
    const texts = context.map(({ text }) => text);
    return reranked(context, (await rerankedContext(question, texts, { reranker, embedder, signal })).scores);
  }
}
