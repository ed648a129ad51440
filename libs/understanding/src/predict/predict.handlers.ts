import { Handles } from '@lectern/bus';
import {
  describeModels,
  embedTexts,
  generateAnswer,
  rephraseQuestion,
  rerankTexts,
  type EmbeddedTexts,
  type ModelsInUse,
  type RephrasedQuestion,
  type Request,
  type RerankedTexts,
} from '@lectern/contracts';
import { Embedders, Generator, Reranker } from '@lectern/models';
import { Controller } from '@nestjs/common';
import { generatedValue } from './generated-value';

/** The only way to the models. */
@Controller()
export class PredictHandlers {
  constructor(
    private readonly embedders: Embedders,
    private readonly generator: Generator,
    private readonly reranker: Reranker,
  ) {}

  @Handles(embedTexts)
  async embed({ body: { model, texts, purpose }, signal }: Request<typeof embedTexts>): Promise<EmbeddedTexts> {
    const embedder = model === undefined ? this.embedders.default : this.embedders.get(model);
    return { model: embedder.description.id, vectors: await embedder.embed(texts, purpose, { signal }) };
  }

  @Handles(rerankTexts)
  async rerank({ body: { query, texts }, signal }: Request<typeof rerankTexts>): Promise<RerankedTexts> {
    return { scores: await this.reranker.rerank(query, texts, { signal }) };
  }

  @Handles(describeModels)
  async describe(): Promise<ModelsInUse> {
    const { id, contextTokensMax, takesOtherModels } = this.generator.description;
    return {
      embedder: this.embedders.default.description,
      embedders: this.embedders.list(),
      generator: { id, contextTokensMax, takesOtherModels },
      reranker: { id: this.reranker.description.id },
    };
  }

  @Handles(rephraseQuestion)
  async rephrase({ body, signal }: Request<typeof rephraseQuestion>): Promise<RephrasedQuestion> {
    return this.generator.rephrase(body, { signal });
  }

  @Handles(generateAnswer)
  async *generate({ body, signal }: Request<typeof generateAnswer>) {
    for await (const chunk of this.generator.generate(body, { signal })) {
      const value = generatedValue(chunk);
      if (value) yield value;
    }
  }
}
