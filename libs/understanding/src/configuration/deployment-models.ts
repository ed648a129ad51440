import { readConfig } from '@lectern/config';
import { Embedders, Generators, modelsConfig, ProviderEmbedders, ProviderGenerators, Rerankers } from '@lectern/models';
import { Injectable } from '@nestjs/common';
import type { AvailableModels } from './available-models';

/** Models of this deployment. */
@Injectable()
export class DeploymentModels {
  readonly available: AvailableModels;
  /** Id of the reranking model. */
  readonly reranker: string;

  constructor(
    embedders: Embedders,
    ownEmbedders: ProviderEmbedders,
    generators: Generators,
    rerankers: Rerankers,
    providers: ProviderGenerators,
  ) {
    this.reranker = rerankers.defaultId;
    this.available = {
      embedders: embedders.list(),
      defaultEmbedder: embedders.defaultId,
      ownEmbedders,
      externalEmbedder: readConfig(modelsConfig).OPENAI_EMBEDDING_MODEL,
      generators: generators.list(),
      defaultGenerator: generators.defaultId,
      catalogue: providers.catalogue,
    };
  }
}
