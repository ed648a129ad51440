import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { type EmbeddedTexts, embedTexts } from '@lectern/contracts/understanding';
import { Controller } from '@nestjs/common';
import { PredictionModels } from '../prediction/prediction-models';
import { EmbeddingUse } from '../prediction/embedding-use';
import { ModelLoading } from './model-loading';

@Controller()
export class EmbeddingHandlers {
  constructor(
    private readonly models: PredictionModels,
    private readonly loading: ModelLoading,
    private readonly use: EmbeddingUse,
  ) {}

  @Handles(embedTexts)
  async embed({ body: { texts, purpose, ...named }, signal }: Request<typeof embedTexts>): Promise<EmbeddedTexts> {
    const embedder = await this.models.embedderOf(named);
    const vectors = await embedder.embed(texts, purpose, { signal });
    if (purpose === 'passage') await this.use.countContent(texts, embedder, named.kbid);
    const [query] = purpose === 'query' ? vectors : [];
    const background = query && this.loading.backgroundOf(embedder, query);
    return { model: embedder.description.id, vectors, ...(background && { background }) };
  }
}
