import { AppError } from '@lectern/contracts/core';
import type { ChatRequest, ChatValue } from '@lectern/contracts/understanding';
import type { ContextEntry, GeneratorDescription } from '@lectern/models';
import { Injectable } from '@nestjs/common';
import { chosenRequest } from '../configuration/chosen-request';
import type { ConfiguredBox } from '../configuration/learning-configurations';
import { chatChunks } from './chat-chunks';
import { contextOf, reranked } from './chat-context';
import { generationOf, showsReasoning } from './chat-request';
import { PredictionModels } from './prediction-models';
import { originOf } from './prediction-origin';

/** What a chat is answered with. */
export interface ChatCircumstances {
  /** Names of the model that generates, in order of precedence. */
  readonly models: readonly (string | null | undefined)[];
  /** Knowledge box whose models are used where none is named; otherwise those of the deployment. */
  readonly box?: ConfiguredBox;
  readonly showsConsumption: boolean;
  readonly requestId: string;
  readonly signal: AbortSignal;
}

type RerankedContext = ReturnType<typeof reranked>;

/** Asks generative models, as NUA keys do. */
@Injectable()
export class ChatService {
  constructor(private readonly models: PredictionModels) {}

  /**
   * The answer, of which the first value says where it comes from.
   *
   * @throws AppError before the first value as `Generator.generate` does; `invalid_request` for an unknown model
   */
  async *answer(request: ChatRequest, circumstances: ChatCircumstances): AsyncGenerator<ChatValue> {
    const { models, box, requestId, signal, showsConsumption } = circumstances;
    const { generator, id, model, chosen } = await this.models.generatorFor(models, box);
    refusePrompts(request, generator.description);
    const given = contextOf(request);
    const ordered = request.rerank_context ? await this.reranked(request.question, given, circumstances) : undefined;
    const asked = generationOf(request, ordered?.context ?? given, model);
    const generation = chosen ? chosenRequest(asked, chosen, generator.description) : asked;
    const customerKey = generation.apiKey !== undefined;
    const options = { showsReasoning: showsReasoning(request), showsConsumption, customerKey };
    let isNamed = false;
    // Inside the loop, so that whoever leaves early ends the generation.
    for await (const chunk of chatChunks(generator.generate(generation, { signal }), options)) {
      if (!isNamed) yield { origin: originOf(id, requestId) };
      if (!isNamed && ordered) yield { chunk: { type: 'rerank', context_scores: ordered.scores } };
      isNamed = true;
      yield { chunk };
    }
  }

  private async reranked(
    question: string,
    context: readonly ContextEntry[],
    { box, signal }: Pick<ChatCircumstances, 'box' | 'signal'>,
  ): Promise<RerankedContext> {
    const candidates = context.map(({ text, language }) => ({ text, language, score: 0 }));
    const reranker = await this.models.rerankerFor(box);
    return reranked(context, await reranker.rerank(question, candidates, { signal }));
  }
}

/** @throws AppError `invalid_request` when there is a prompt that the model would not follow */
function refusePrompts(
  { system, user_prompt: user }: ChatRequest,
  { id, followsPrompts }: Pick<GeneratorDescription, 'id' | 'followsPrompts'>,
): void {
  if (followsPrompts || (!system && !user?.prompt)) return;
  throw new AppError('invalid_request', `The model ${id} follows no prompts: leave out system and user_prompt`);
}
