import type { IndexFilter } from '@lectern/contracts/core';
import type { FusedHit, FusionSettings } from '@lectern/ranking';

export type Leg = 'keyword' | 'semantic';

/** The part of a query that a trace keeps. */
export interface TracedQuery {
  readonly query: string;
  readonly legs: ReadonlySet<Leg>;
  readonly filter?: IndexFilter;
  readonly topK: number;
  readonly vectorset?: string;
  /** The ids of the box's vectorsets, the default one first. */
  readonly vectorsets: readonly string[];
  readonly fusion: FusionSettings;
  /** Number of top hits to rerank; 0 for none. */
  readonly rerankerWindow: number;
  readonly withDuplicates: boolean;
}

/** The results of a retrieval, stage by stage. */
export interface RetrievalStages {
  readonly query: TracedQuery;
  readonly language: string;
  /** Weight of the semantic leg in a sum of normalised scores. */
  readonly weight: number;
  readonly minScore: { readonly semantic: number; readonly bm25: number };
  /** The best hits of the fused ranking, with the scores of each leg. */
  readonly hits: readonly FusedHit[];
  /** In the order shown: reranked, without deleted ones. */
  readonly ranked: readonly { readonly id: string; readonly score: number }[];
  readonly warnings: readonly string[];
}

/** Observes a retrieval. It must not modify its arguments, and must return immediately. */
export interface RetrievalObserver {
  retrieved(stages: RetrievalStages): void;
}
