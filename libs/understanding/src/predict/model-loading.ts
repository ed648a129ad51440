import { type Background, type Embedder, Embedders, ModelBackgrounds, Rerankers } from '@lectern/models';
import { Readiness } from '@lectern/runtime';
import { Injectable, Logger, type OnApplicationBootstrap, Optional } from '@nestjs/common';

/** Of a query without meaning, which makes the models load. */
const FIRST_QUERY = 'warm up';
/** After this, the process is ready without them. */
const LOADING_TIMEOUT_MS = 120_000;

/**
 * Loads the default models before the process is ready, so that the first query takes no longer than the next. A model
 * that cannot be loaded keeps nothing from starting: what it would have done is done without it.
 */
@Injectable()
export class ModelLoading implements OnApplicationBootstrap {
  private readonly logger = new Logger(ModelLoading.name);
  private readonly backgrounds = new ModelBackgrounds();
  private isDone = false;
  private readonly loaded = Promise.withResolvers<void>();
  /** When the default models are loaded, or cannot be. */
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

  /** How alike a model finds a query and texts that have nothing to do with it; undefined where nobody can say yet. */
  backgroundOf(embedder: Embedder, query: Float32Array): Background | undefined {
    return this.backgrounds.of(embedder, query);
  }

  /** Loads a model and measures its background. @throws AppError as the model does */
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
