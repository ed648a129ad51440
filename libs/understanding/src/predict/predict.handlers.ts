import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import {
  describeModels,
  type EmbeddedTexts,
  embedTexts,
  generateAnswer,
  type ModelsInUse,
  type RephrasedQuestion,
  rephraseQuestion,
  type RerankedTexts,
  rerankTexts,
} from '@lectern/contracts/understanding';
import { Embedders, Generators, Rerankers } from '@lectern/models';
import { Controller } from '@nestjs/common';
import { LearningConfigurations } from '../configuration/learning-configurations';
import { configuredAnswer, configuredQuestion } from './configured-request';
import { generatedValue } from './generated-value';

/** The only way to the models. */
@Controller()
export class PredictHandlers {
  constructor(
    private readonly embedders: Embedders,
    private readonly generators: Generators,
    private readonly rerankers: Rerankers,
    private readonly configurations: LearningConfigurations,
  ) {}

  @Handles(embedTexts)
  async embed({ body: { model, texts, purpose }, signal }: Request<typeof embedTexts>): Promise<EmbeddedTexts> {
    const embedder = model === undefined ? this.embedders.default : this.embedders.get(model);
    return { model: embedder.description.id, vectors: await embedder.embed(texts, purpose, { signal }) };
  }

  @Handles(rerankTexts)
  async rerank({ body: { query, texts }, signal }: Request<typeof rerankTexts>): Promise<RerankedTexts> {
    return { scores: await this.rerankers.default.rerank(query, texts, { signal }) };
  }

  @Handles(describeModels)
  async describe(): Promise<ModelsInUse> {
    return {
      embedder: this.embedders.default.description,
      embedders: this.embedders.list(),
      generator: this.generators.default.description,
      generators: this.generators.list(),
      reranker: { id: this.rerankers.defaultId },
    };
  }

  @Handles(rephraseQuestion)
  async rephrase({ body, principal, signal }: Request<typeof rephraseQuestion>): Promise<RephrasedQuestion> {
    const chosen = await this.configurations.generationOf({ kbid: body.kbid, account: principal.account });
    const { generator, request } = configuredQuestion(body, chosen, this.generators);
    return generator.rephrase(request, { signal });
  }

  @Handles(generateAnswer)
  async *generate({ body, principal, signal }: Request<typeof generateAnswer>) {
    const chosen = await this.configurations.generationOf({ kbid: body.kbid, account: principal.account });
    const { generator, request, used } = configuredAnswer(body, chosen, this.generators);
    for await (const chunk of generator.generate(request, { signal })) {
      const value = generatedValue(chunk, used);
      if (value) yield value;
    }
  }
}
