import { Handles } from '@lectern/bus';
import type { Principal, Request } from '@lectern/contracts/core';
import {
  type BoxEmbedders,
  describeBoxEmbedders,
  describeGenerator,
  describeModels,
  generateAnswer,
  type GenerativeModelInUse,
  type ModelsInUse,
  type RephrasedQuestion,
  rephraseQuestion,
  type RerankedTexts,
  rerankTexts,
} from '@lectern/contracts/understanding';
import { Embedders, Generators, Rerankers } from '@lectern/models';
import { Controller } from '@nestjs/common';
import { PredictionModels } from '../prediction/prediction-models';
import { AnswerGeneration } from './answer-generation';
import { configuredQuestion } from './configured-request';

/** The only access to the models. */
@Controller()
export class PredictHandlers {
  constructor(
    private readonly embedders: Embedders,
    private readonly generators: Generators,
    private readonly rerankers: Rerankers,
    private readonly models: PredictionModels,
    private readonly answers: AnswerGeneration,
  ) {}

  @Handles(rerankTexts)
  async rerank({ body: { query, texts }, signal }: Request<typeof rerankTexts>): Promise<RerankedTexts> {
    return { scores: await this.rerankers.default.rerank(query, texts, { signal }) };
  }

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

  @Handles(describeBoxEmbedders)
  async describeOwn({ body }: Request<typeof describeBoxEmbedders>): Promise<BoxEmbedders> {
    return { embedders: await this.models.ownEmbedders(body) };
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

  @Handles(generateAnswer)
  generate({ body, ...call }: Request<typeof generateAnswer>) {
    return this.answers.generate(body, call);
  }

  private namedBy({ kbid, model }: { readonly kbid: string; readonly model?: string }, { account }: Principal) {
    return this.models.generationFor([model], { account, kbid });
  }
}
