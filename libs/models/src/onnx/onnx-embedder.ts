import { AppError } from '@lectern/contracts';
import QuickLRU from 'quick-lru';
import { Embedder, type EmbedderDescription } from '../embedder';
import type { ModelStore } from '../store/model-store';
import type { ModelManifest } from '../store/manifest';
import { OnnxPool } from './onnx-pool';

const cachedQueries = 1_000;
const cachedQueryCharactersMax = 500;

export interface OnnxOptions {
  readonly store: ModelStore;
  readonly manifest: ModelManifest;
  readonly workers: number;
  readonly threads: number;
}

/** A sentence-embedding model of the store, run in worker threads. Loaded at first use. */
export class OnnxEmbedder extends Embedder {
  readonly description: EmbedderDescription;
  private pool: Promise<OnnxPool> | undefined;
  private closed = false;
  private readonly queries = new QuickLRU<string, Float32Array>({ maxSize: cachedQueries });

  constructor(private readonly options: OnnxOptions) {
    super();
    const { id, languages, dimensions, tokensMax, defaultMinScore, fusionWeight, fusionWeightElsewhere } = options.manifest;
    this.description = { id, languages, dimensions, tokensMax, defaultMinScore, fusionWeight, fusionWeightElsewhere };
  }

  async embed(
    texts: readonly string[],
    purpose: 'query' | 'passage',
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<readonly Float32Array[]> {
    if (purpose === 'passage') return (await this.load()).run({ texts, purpose, signal });
    if (signal?.aborted) throw new AppError('cancelled', 'Cancelled');
    const known = texts.map((text) => this.queries.get(text));
    const missing = [...new Set(texts.filter((_, index) => known[index] === undefined))];
    const vectors = missing.length === 0 ? [] : await (await this.load()).run({ texts: missing, purpose, signal });
    const found = new Map(missing.map((text, index) => [text, vectors[index]]));
    this.remember(found);
    return texts.map((text, index) => known[index] ?? found.get(text) ?? new Float32Array(this.description.dimensions));
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.pool?.then((pool) => pool.close()).catch(() => undefined);
  }

  private remember(found: ReadonlyMap<string, Float32Array | undefined>): void {
    for (const [text, vector] of found) {
      if (vector && text.length <= cachedQueryCharactersMax) this.queries.set(text, vector);
    }
  }

  private load(): Promise<OnnxPool> {
    if (this.closed) throw new AppError('unavailable', 'The model is closed');
    this.pool ??= this.start().catch((error: unknown) => {
      this.pool = undefined;
      throw error;
    });
    return this.pool;
  }

  private async start(): Promise<OnnxPool> {
    const { store, manifest, workers, threads } = this.options;
    const { folder } = await store.get(manifest.id);
    return new OnnxPool({ setup: { folder, manifest, threads }, workers });
  }
}
