import { handlersOf, Handles } from '@lectern/bus';
import type { Principal, Request } from '@lectern/contracts/core';
import {
  describeBoxEmbedders,
  describeGenerator,
  describeModels,
  generateAnswer,
  type GenerativeModelInUse,
  type ModelsInUse,
  type RephrasedQuestion,
  rephraseQuestion,
  rerankTexts,
} from '@lectern/contracts/understanding';
import { Embedders, Generators, Rerankers } from '@lectern/models';
import { Controller } from '@nestjs/common';
import { PredictionModels } from '../prediction/prediction-models';
import { AnswerGeneration } from './answer-generation';
import { configuredQuestion } from './configured-request';

export const PredictAnswers = handlersOf(Rerankers)
  .answer(rerankTexts, async (rerankers, { body: { query, texts }, signal }) => ({
    scores: await rerankers.default.rerank(query, texts, { signal }),
  }))
  .of(PredictionModels)
  .answer(describeBoxEmbedders, async (models, { body }) => ({ embedders: await models.ownEmbedders(body) }))
  .of(AnswerGeneration)
  .answer(generateAnswer, (answers, { body, ...call }) => answers.generate(body, call));

/** The only access to the models. */
@Controller()
export class PredictHandlers {
  constructor(
    private readonly embedders: Embedders,
    private readonly generators: Generators,
    private readonly rerankers: Rerankers,
    private readonly models: PredictionModels,
  ) {}

  @Handles(describeModels)
  async describe(): Promise<ModelsInUse> {
    return {
      embedder: this.embedders.default.description,
      candidates: this.embedders.candidates,
      embedders: this.embedders.list(),
      generator: this.generators.default.description,
      generators: this.generators.list(),
      reranker: { id: this.rerankers.defaultId },
    };
  }

  @Handles(describeGenerator)
  async describeOne({ body, principal }: Request<typeof describeGenerator>): Promise<GenerativeModelInUse> {
    const { named } = await this.namedBy(body, principal);
    return { generator: { ...named.generator.description, id: named.id } };
  }

  @Handles(rephraseQuestion)
  async rephrase({ body, principal, signal }: Request<typeof rephraseQuestion>): Promise<RephrasedQuestion> {
    const { named } = await this.namedBy(body, principal);
    return named.generator.rephrase(configuredQuestion(body, named), { signal });
  }

  private namedBy({ kbid, model }: { readonly kbid: string; readonly model?: string }, { account }: Principal) {
    return this.models.generationFor([model], { account, kbid });
  }
}
