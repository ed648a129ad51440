import { type Background, type Embedder, Embedders, ModelBackgrounds, Rerankers } from '@lectern/models';
import { Readiness } from '@lectern/runtime';
import { Injectable, Logger, type OnApplicationBootstrap, Optional } from '@nestjs/common';

/** An arbitrary query that triggers loading the models. */
const FIRST_QUERY = 'warm up';
/** After this time, the process is ready without them. */
const LOADING_TIMEOUT_MS = 120_000;

/**
 * Loads the default models before the process is ready, so that the first query is as fast as the next. A model that
 * cannot be loaded does not prevent the start; its features degrade.
 */
@Injectable()
export class ModelLoading implements OnApplicationBootstrap {
  private readonly logger = new Logger(ModelLoading.name);
  private readonly backgrounds = new ModelBackgrounds();
  private isDone = false;
  private readonly loaded = Promise.withResolvers<void>();
  /** Resolves when the default models are loaded or have failed. */
  readonly done = this.loaded.promise;

  constructor(
    private readonly embedders: Embedders,
    private readonly rerankers: Rerankers,
    @Optional() private readonly readiness?: Readiness,
  ) {
    readiness?.register('model-loading', () => {
      if (!this.isDone) throw new Error('The default models are being loaded');
    });
  }

  onApplicationBootstrap(): void {
    void this.load();
  }

  /** Similarity of a query to unrelated texts by a model; undefined if not yet known. */
  backgroundOf(embedder: Embedder, query: Float32Array): Background | undefined {
    return this.backgrounds.of(embedder, query);
  }

  /** Loads a model and measures its background. @throws AppError the errors of the model */
  async loadEmbedder(embedder: Embedder, signal: AbortSignal): Promise<void> {
    await embedder.embed([FIRST_QUERY], 'query', { signal });
    await this.backgrounds.measure(embedder, { signal });
  }

  private async load(): Promise<void> {
    const startedMs = performance.now();
    const embedder = this.embedders.default;
    const signal = AbortSignal.timeout(LOADING_TIMEOUT_MS);
    const loaded = await Promise.allSettled([
      ...(embedder.isLocal ? [this.loadEmbedder(embedder, signal)] : []),
      this.rerankers.default.rerank(FIRST_QUERY, [{ text: FIRST_QUERY, score: 0 }], { signal }),
    ]);
    for (const one of loaded)
      if (one.status === 'rejected') this.logger.warn(`A default model could not be loaded: ${String(one.reason)}`);
    this.isDone = true;
    this.loaded.resolve();
    this.readiness?.recheck('model-loading');
    this.logger.log(`Default models are loaded, after ${Math.round(performance.now() - startedMs)} ms`);
  }
}
