import { readConfig } from '@lectern/config';
import { AppError } from '@lectern/contracts';
import { Readiness } from '@lectern/runtime';
import { Inject, Logger, Module, type OnApplicationShutdown, Optional } from '@nestjs/common';
import { configuredGenerator, configuredServerEmbedders } from './configured';
import { Embedders } from './embedders';
import { Generator } from './generator';
import { modelsConfig, type ModelsConfig } from './models.config';
import { Recognizer } from './recognizer';
import { Reranker } from './reranker';
import { openReranker } from './rerankers';
import { defaultModelsFolder, ModelStore } from './store/model-store';
import { TesseractRecognizer } from './tesseract/tesseract-recognizer';

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
          others: configuredServerEmbedders(config),
        }),
    },
    {
      provide: Reranker,
      inject: [modelsConfig.token, ModelStore],
      useFactory: (config: ModelsConfig, store: ModelStore) =>
        openReranker(config.RERANKER, { store, workers: config.EMBEDDER_WORKERS, threads: config.EMBEDDER_THREADS }),
    },
    { provide: Generator, inject: [modelsConfig.token], useFactory: configuredGenerator },
    {
      provide: Recognizer,
      inject: [modelsConfig.token],
      useFactory: ({ TESSERACT_PATH: program, TESSERACT_TIMEOUT_MS: timeoutMs }: ModelsConfig) =>
        new TesseractRecognizer({ program, timeoutMs }),
    },
  ],
  exports: [ModelStore, Embedders, Reranker, Generator, Recognizer],
})
export class ModelsModule implements OnApplicationShutdown {
  constructor(
    @Inject(Embedders) private readonly embedders: Embedders,
    @Inject(Reranker) private readonly reranker: Reranker,
    @Inject(ModelStore) store: ModelStore,
    @Optional() readiness?: Readiness,
  ) {
    for (const fault of store.faults) new Logger(ModelsModule.name).error(fault);
    readiness?.register('models', () => refuseFaults(store), { otherwise: 'degraded' });
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.embedders.close(), this.reranker.close()]);
  }
}

function refuseFaults({ faults }: ModelStore): void {
  if (faults.length > 0) throw new AppError('unavailable', faults.join('; '));
}
