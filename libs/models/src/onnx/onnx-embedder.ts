import { AppError } from '@lectern/contracts/core';
import { LRUCache } from 'lru-cache';
import { Embedder, type EmbedderDescription } from '../embedder';
import { LazyPool, type OnnxOptions } from './lazy-pool';
import { SharedRuns } from './shared-runs';
import { TokenReader } from './token-reader';

const CACHED_QUERIES_MAX = 1_000;
const CACHED_QUERY_CHARS_MAX = 500;

/** A sentence-embedding model of the store, run in worker threads. Loaded on first use. */
export class OnnxEmbedder extends Embedder {
  readonly description: EmbedderDescription;
  override readonly isLocal = true;
  private readonly pool: LazyPool;
  private readonly queries = new LRUCache<string, Float32Array>({ max: CACHED_QUERIES_MAX });
  private readonly questions = new SharedRuns<readonly Float32Array[]>();
  private reader: Promise<TokenReader> | undefined;

  constructor(private readonly options: OnnxOptions) {
    super();
    const { id, languages, dimensions, tokensMax, defaultMinScore, fusionWeight, fusionWeightElsewhere } =
      options.manifest;
    this.description = { id, languages, dimensions, tokensMax, defaultMinScore, fusionWeight, fusionWeightElsewhere };
    this.pool = new LazyPool(options);
  }

  async embed(
    texts: readonly string[],
    purpose: 'query' | 'passage',
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<readonly Float32Array[]> {
    if (purpose === 'passage') return this.pool.run({ texts, purpose, signal });
    if (signal?.aborted) throw new AppError('cancelled', 'Cancelled');
    const known = texts.map((text) => this.queries.get(text));
    const missing = [...new Set(texts.filter((_, index) => known[index] === undefined))];
    if (missing.length === 0) return known.filter((vector) => vector !== undefined);
    // By all texts of the call: with some models a vector depends on the texts beside it.
    const vectors = await this.questions.run(
      JSON.stringify(missing),
      (shared) => this.pool.run({ texts: missing, purpose, signal: shared }),
      { signal },
    );
    const found = new Map(missing.map((text, index) => [text, vectors[index]]));
    this.cache(found);
    return texts.flatMap((text, index) => known[index] ?? found.get(text) ?? []);
  }

  override async textOf(tokens: readonly number[]): Promise<string | undefined> {
    this.reader ??= this.openReader();
    return (await this.reader).textOf(tokens);
  }

  async close(): Promise<void> {
    this.queries.clear();
    await this.pool.close();
  }

  private async openReader(): Promise<TokenReader> {
    const { store, manifest } = this.options;
    try {
      return new TokenReader((await store.get(manifest.id)).folder, manifest);
    } catch (error) {
      this.reader = undefined;
      throw new AppError(
        'unavailable',
        `The tokenizer of the model ${manifest.id} cannot be read`,
        {},
        { cause: error },
      );
    }
  }

  private cache(found: ReadonlyMap<string, Float32Array | undefined>): void {
    for (const [text, vector] of found) {
      if (vector && text.length <= CACHED_QUERY_CHARS_MAX) this.queries.set(text, vector);
    }
  }
}
