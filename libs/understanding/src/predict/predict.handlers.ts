import { handlersOf, Handles } from '@lectern/bus';
import { readConfig } from '@lectern/config';
import type { Principal, Request } from '@lectern/contracts/core';
import {
  describeBoxEmbedders,
  describeGenerator,
  describeModels,
  generateAnswer,
  type GenerativeModelInUse,
  type GeneratorInUse,
  type ModelsInUse,
  type RephrasedQuestion,
  rephraseQuestion,
  rerankTexts,
} from '@lectern/contracts/understanding';
import { Embedders, type GeneratorDescription, Generators, Rerankers } from '@lectern/models';
import { Controller } from '@nestjs/common';
import { priceOfModel } from '../prediction/model-prices';
import { PredictionModels } from '../prediction/prediction-models';
import { predictionConfig } from '../prediction/prediction.config';
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
  private readonly prices = readConfig(predictionConfig).MODEL_PRICES;

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
      generator: this.priced(this.generators.default.description),
      generators: this.generators.list().map((description) => this.priced(description)),
      reranker: { id: this.rerankers.defaultId },
    };
  }

  @Handles(describeGenerator)
  async describeOne({ body, principal }: Request<typeof describeGenerator>): Promise<GenerativeModelInUse> {
    const { named } = await this.namedBy(body, principal);
    const { id, model, generator } = named;
    return { generator: this.priced({ ...generator.description, id }, { model, own: generator.description }) };
  }

  @Handles(rephraseQuestion)
  async rephrase({ body, principal, signal }: Request<typeof rephraseQuestion>): Promise<RephrasedQuestion> {
    const { named } = await this.namedBy(body, principal);
    return named.generator.rephrase(configuredQuestion(body, named), { signal });
  }

  /** @param named where its name in requests is not that of the model */
  private priced<T extends GeneratorDescription>(
    description: T,
    { model, own = description }: { readonly model?: string | undefined; readonly own?: GeneratorDescription } = {},
  ): T & Pick<GeneratorInUse, 'price'> {
    const price = priceOfModel({ id: description.id, model, description: own }, this.prices);
    return { ...description, ...(price && { price }) };
  }

  private namedBy({ kbid, model }: { readonly kbid: string; readonly model?: string }, { account }: Principal) {
    return this.models.generationFor([model], { account, kbid });
  }
}
