import type { RerankCandidate } from '@lectern/ranking';
import type { ModelDescription } from './model';

/** Scores texts by how well they answer a query. */
export abstract class Reranker {
  /** The model that reranks. */
  abstract readonly description: ModelDescription;

  /**
   * One score per candidate, in the candidates' order, 0..1, higher is better. Comparable within one call only.
   *
   * @throws AppError `rate_limited`, `unavailable`, `cancelled`
   */
  abstract rerank(
    query: string,
    candidates: readonly RerankCandidate[],
    options?: { readonly signal?: AbortSignal },
  ): Promise<readonly number[]>;

  /** Idempotent. */
  abstract close(): Promise<void>;
}
