import { readConfig } from '@lectern/config';
import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Embedders } from './embedders';
import { Generator } from './generator';
import { LexicalReranker } from './lexical/lexical-reranker';
import { LocalGenerator } from './local/local-generator';
import { modelsConfig, type ModelsConfig } from './models.config';
import { Reranker } from './reranker';
import { defaultModelsFolder, ModelStore } from './store/model-store';

/** Gives `Embedders`, `Reranker`, `Generator`, `Recognizer` and `ModelStore` to the module that imports it. */
@Module({
  providers: [
    { provide: modelsConfig.token, useFactory: () => readConfig(modelsConfig) },
    {
      provide: ModelStore,
      inject: [modelsConfig.token],
      useFactory: (config: ModelsConfig) => new ModelStore(config.MODELS_DIR ?? defaultModelsFolder()),
    },
    {
      provide: Embedders,
      inject: [modelsConfig.token, ModelStore],
      useFactory: (config: ModelsConfig, store: ModelStore) =>
        Embedders.open({
          store,
          preferred: config.EMBEDDER,
          workers: config.EMBEDDER_WORKERS,
          threads: config.EMBEDDER_THREADS,
        }),
    },
    { provide: Reranker, useClass: LexicalReranker },
    { provide: Generator, useClass: LocalGenerator },
  ],
  exports: [ModelStore, Embedders, Reranker, Generator],
})
export class ModelsModule implements OnApplicationShutdown {
  constructor(
    @Inject(Embedders) private readonly embedders: Embedders,
    @Inject(Reranker) private readonly reranker: Reranker,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.embedders.close(), this.reranker.close()]);
  }
}
