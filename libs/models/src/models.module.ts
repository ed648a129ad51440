import { readConfig } from '@lectern/config';
import { AppError } from '@lectern/contracts/core';
import { Readiness } from '@lectern/runtime';
import { Inject, Logger, Module, type OnApplicationShutdown, Optional } from '@nestjs/common';
import { AnswerScorers } from './answer-scorers';
import { Egress, EgressModule } from '@lectern/egress';
import { configuredEmbedders, configuredGenerators, timeoutsOf } from './configured';
import { Embedders } from './embedders';
import { Generators } from './generators';
import { modelsConfig, type ModelsConfig } from './models.config';
import { configuredCatalogue } from './providers/configured-providers';
import { egressFetch } from './providers/egress-fetch';
import { ProviderCatalogue } from './providers/provider-catalogue';
import { ProviderEmbedders } from './providers/provider-embedders';
import { ProviderGenerators } from './providers/provider-generators';
import { Recognizer } from './recognizer';
import { Rerankers } from './rerankers';
import { LocalSpeechRecognizer } from './speech/local-speech-recognizer';
import { SpeechRecognizer } from './speech-recognizer';
import { defaultModelsFolder, ModelStore } from './store/model-store';
import { TesseractRecognizer } from './tesseract/tesseract-recognizer';

/** Provides registries of models, `AnswerScorers`, recognisers and `ModelStore` to the importing module. */
@Module({
  imports: [EgressModule],
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
      useFactory: configuredEmbedders,
    },
    {
      provide: Rerankers,
      inject: [modelsConfig.token, ModelStore],
      useFactory: (config: ModelsConfig, store: ModelStore) =>
        Rerankers.open(config.RERANKER, { store, workers: config.EMBEDDER_WORKERS, threads: config.EMBEDDER_THREADS }),
    },
    { provide: ProviderCatalogue, inject: [modelsConfig.token], useFactory: configuredCatalogue },
    { provide: Generators, inject: [modelsConfig.token, ProviderCatalogue], useFactory: configuredGenerators },
    {
      provide: ProviderGenerators,
      inject: [modelsConfig.token, ProviderCatalogue, Egress],
      useFactory: (config: ModelsConfig, catalogue: ProviderCatalogue, egress: Egress) => {
        const timeouts = timeoutsOf(config);
        const fetch = egressFetch(egress, timeouts.totalMs);
        return new ProviderGenerators(catalogue, { timeouts, fetch });
      },
    },
    {
      provide: ProviderEmbedders,
      inject: [modelsConfig.token, Egress],
      useFactory: ({ OPENAI_FIRST_CHUNK_TIMEOUT_MS: timeoutMs }: ModelsConfig, egress: Egress) =>
        new ProviderEmbedders({ timeoutMs, fetch: egressFetch(egress, timeoutMs) }),
    },
    {
      provide: AnswerScorers,
      inject: [modelsConfig.token, Embedders, Generators],
      useFactory: ({ ANSWER_SCORER: scorer, OPENAI_MODEL: model }: ModelsConfig, ...models: [Embedders, Generators]) =>
        AnswerScorers.of(scorer, { model, embedders: models[0], generators: models[1] }),
    },
    {
      provide: Recognizer,
      inject: [modelsConfig.token],
      useFactory: ({ TESSERACT_PATH: program, TESSERACT_TIMEOUT_MS: timeoutMs }: ModelsConfig) =>
        new TesseractRecognizer({ program, timeoutMs }),
    },
    {
      provide: SpeechRecognizer,
      inject: [modelsConfig.token, ModelStore],
      useFactory: (config: ModelsConfig, store: ModelStore) =>
        new LocalSpeechRecognizer({
          store,
          ffmpeg: config.FFMPEG_PATH,
          hoursMax: config.SPEECH_HOURS_MAX,
          threads: config.EMBEDDER_THREADS,
        }),
    },
  ],
  exports: [
    ModelStore,
    Embedders,
    Rerankers,
    Generators,
    ProviderEmbedders,
    ProviderGenerators,
    AnswerScorers,
    Recognizer,
    SpeechRecognizer,
  ],
})
export class ModelsModule implements OnApplicationShutdown {
  constructor(
    @Inject(Embedders) private readonly embedders: Embedders,
    @Inject(Rerankers) private readonly rerankers: Rerankers,
    @Inject(Generators) private readonly generators: Generators,
    @Inject(ModelStore) store: ModelStore,
    @Optional() readiness?: Readiness,
  ) {
    for (const fault of store.faults) new Logger(ModelsModule.name).error(fault);
    readiness?.register('models', () => refuseFaults(store), { otherwise: 'degraded' });
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.embedders, this.rerankers, this.generators].map((registry) => registry.close()));
  }
}

async function refuseFaults(store: ModelStore): Promise<void> {
  const faults = await store.look();
  if (faults.length > 0) throw new AppError('unavailable', faults.join('; '));
}
