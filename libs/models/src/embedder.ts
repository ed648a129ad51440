import type { ModelDescription } from './model';

/** An embedding model and the interpretation of its scores. */
export interface EmbedderDescription extends ModelDescription {
  /** Values per vector. */
  readonly dimensions: number;
  /** Longer texts are truncated at this length; absent when none are. */
  readonly tokensMax?: number;
  /** Cosine above which two texts are about the same thing, for `min_score` when a request names none. */
  readonly defaultMinScore: number;
  /** Weight of vector search in the fused score, 0..1, when the model speaks the query's language. */
  readonly fusionWeight: number;
  /** The same when it does not, or when the language is unknown. */
  readonly fusionWeightElsewhere: number;
}

/** Converts texts into unit vectors. */
export abstract class Embedder {
  /** The model that embeds. */
  abstract readonly description: EmbedderDescription;

  /** Whether it runs locally, so that it costs nothing but time. */
  readonly isLocal: boolean = false;

  /**
   * One unit vector per text, in order; an empty text has a vector, too. Longer texts are truncated at the model's
   * limit. Queries overtake passages. At most `textsMax` (10,000) texts per call. The same text gives the same vector
   * regardless of other calls: these share batches only if the model's arithmetic does not depend on the batch. With
   * models that are quantised dynamically, it depends slightly on the other texts in the call (cosine of .97).
   *
   * @throws AppError `rate_limited` when the queue is full, `invalid_request` for too many texts, `unavailable` when
   *   the model cannot be run, `cancelled`
   */
  abstract embed(
    texts: readonly string[],
    purpose: 'query' | 'passage',
    options?: { readonly signal?: AbortSignal },
  ): Promise<readonly Float32Array[]>;

  /** Decodes tokens; undefined if they are from another tokenizer, or the model has none here. */
  textOf(_tokens: readonly number[]): Promise<string | undefined> {
    return Promise.resolve(undefined);
  }

  /** Frees the resources of the model; waiting calls fail with `unavailable`. Idempotent. */
  abstract close(): Promise<void>;
}
