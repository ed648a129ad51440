import { Handles } from '@lectern/bus';
import { AppError, type Principal, type Request } from '@lectern/contracts/core';
import {
  describeGenerator,
  describeModels,
  type EmbeddedTexts,
  embedTexts,
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
import { type Asker, GenerativeModels } from '../configuration/generative-models';
import { LearningConfigurations } from '../configuration/learning-configurations';
import { configuredAnswer, configuredQuestion, usedOf } from './configured-request';
import { generatedValue } from './generated-value';

/** The only way to the models. */
@Controller()
export class PredictHandlers {
  constructor(
    private readonly embedders: Embedders,
    private readonly generators: Generators,
    private readonly rerankers: Rerankers,
    private readonly generative: GenerativeModels,
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
  async *generate({ body, principal, signal }: Request<typeof generateAnswer>) {
    const { named, chosen } = await this.namedBy(body, principal);
    const request = configuredAnswer(body, chosen, named);
    for await (const chunk of named.generator.generate(request, { signal })) {
      const value = generatedValue(chunk, usedOf(named));
      if (value) yield value;
    }
  }

  private async namedBy({ kbid, model }: { readonly kbid: string; readonly model?: string }, { account }: Principal) {
    const asker: Asker = { account, kbid };
    const chosen = await this.configurations.generationOf({ kbid, account });
    const name = model || chosen.generativeModel;
    const named = await this.generative.find(name, asker, chosen);
    if (!named) {
      const present = this.generators.list().map(({ id }) => id);
      const text = `unknown generative model ${name}; this deployment has ${present.join(', ')}`;
      throw new AppError('invalid_request', text);
    }
    return { named, chosen };
  }
}
