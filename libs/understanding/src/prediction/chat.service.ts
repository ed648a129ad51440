import { AppError } from '@lectern/contracts/core';
import type { ChatRequest, ChatValue } from '@lectern/contracts/understanding';
import { type ContextEntry, type GeneratorDescription, Generators, Rerankers } from '@lectern/models';
import { Injectable } from '@nestjs/common';
import { chosenRequest } from '../configuration/chosen-request';
import type { ChosenGeneration } from '../configuration/learning-configurations';
import { chatChunks } from './chat-chunks';
import { contextOf, reranked } from './chat-context';
import { generationOf, showsReasoning } from './chat-request';
import { originOf } from './prediction-origin';
import { requestedGenerator } from './requested-generator';

/** What a chat is answered with. */
export interface ChatCircumstances {
  /** Name of the model that generates; the default when absent. */
  readonly model?: string;
  /** What the knowledge box has chosen, if it is for one. */
  readonly chosen?: ChosenGeneration;
  /** Name of the model that orders the context. */
  readonly reranker: string;
  readonly showsConsumption: boolean;
  readonly requestId: string;
  readonly signal: AbortSignal;
}

type RerankedContext = ReturnType<typeof reranked>;

/** Asks generative models, as NUA keys do. */
@Injectable()
export class ChatService {
  constructor(
    private readonly generators: Generators,
    private readonly rerankers: Rerankers,
  ) {}

  /**
   * The answer, of which the first value says where it comes from.
   *
   * @throws AppError before the first value as `Generator.generate` does; `invalid_request` for an unknown model
   */
  async *answer(request: ChatRequest, circumstances: ChatCircumstances): AsyncGenerator<ChatValue> {
    const { model, chosen, requestId, signal, showsConsumption } = circumstances;
    const generator = requestedGenerator(this.generators, model);
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
      if (!isNamed) yield { origin: originOf(model ?? generator.description.id, requestId) };
      if (!isNamed && ordered) yield { chunk: { type: 'rerank', context_scores: ordered.scores } };
      isNamed = true;
      yield { chunk };
    }
  }

  private async reranked(
    question: string,
    context: readonly ContextEntry[],
    { reranker, signal }: Pick<ChatCircumstances, 'reranker' | 'signal'>,
  ): Promise<RerankedContext> {
    const candidates = context.map(({ text, language }) => ({ text, language, score: 0 }));
    return reranked(context, await this.rerankers.get(reranker).rerank(question, candidates, { signal }));
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
