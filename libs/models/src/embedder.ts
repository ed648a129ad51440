import type { ModelDescription } from './model';

/** An embedding model and how its scores are to be read. */
export interface EmbedderDescription extends ModelDescription {
  /** Values per vector. */
  readonly dimensions: number;
  /** Longer texts are cut here; absent when nothing is cut. */
  readonly tokensMax?: number;
  /** Cosine above which two texts are about the same thing, for `min_score` when a request names none. */
  readonly defaultMinScore: number;
  /** What of the fused score the semantic leg deserves, 0..1, when the model speaks the query's language. */
  readonly fusionWeight: number;
  /** The same when it does not, or when the language is not known. */
  readonly fusionWeightElsewhere: number;
}

/** Texts to unit vectors. */
export abstract class Embedder {
  /** The model that embeds. */
  abstract readonly description: EmbedderDescription;

  /** Whether it is a model that runs here, whose use costs nothing but time. */
  readonly isLocal: boolean = false;

  /**
   * One unit vector per text, in order; an empty text has a vector, too. Longer texts are cut at the model's limit.
   * Queries overtake passages. At most `textsMax` (10,000) texts a call. The same text gives the same vector up to a
   * cosine of .98, whatever it was embedded together with: quantised models depend a little on their batch.
   *
   * @throws AppError `rate_limited` when the queue is full, `invalid_request` for too many texts, `unavailable` when
   * the model cannot be run, `cancelled`
   */
  abstract embed(
    texts: readonly string[],
    purpose: 'query' | 'passage',
    options?: { readonly signal?: AbortSignal },
  ): Promise<readonly Float32Array[]>;

  /** The text of tokens; undefined where they are of another tokenizer, or the model has none here. */
  textOf(_tokens: readonly number[]): Promise<string | undefined> {
    return Promise.resolve(undefined);
  }

  /** Frees what the model holds; what waits fails with `unavailable`. Idempotent. */
  abstract close(): Promise<void>;
}
