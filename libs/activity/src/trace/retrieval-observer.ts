import type { IndexFilter } from '@lectern/contracts/core';
import type { FusedHit, FusionSettings } from '@lectern/ranking';

export type Leg = 'keyword' | 'semantic';

/** What a trace keeps of a query. */
export interface TracedQuery {
  readonly query: string;
  readonly legs: ReadonlySet<Leg>;
  readonly filter?: IndexFilter;
  readonly topK: number;
  readonly vectorset?: string;
  /** The ids of the box's vectorsets, the default one first. */
  readonly vectorsets: readonly string[];
  readonly fusion: FusionSettings;
  /** How many of the best are reranked; 0 for none. */
  readonly rerankerWindow: number;
  readonly withDuplicates: boolean;
}

/** What a retrieval found, stage by stage. */
export interface RetrievalStages {
  readonly query: TracedQuery;
  readonly language: string;
  /** Share of the semantic leg in a sum of normalised scores. */
  readonly weight: number;
  readonly minScore: { readonly semantic: number; readonly bm25: number };
  /** The best of the fused ranking, with what each leg says of them. */
  readonly hits: readonly FusedHit[];
  /** As they are shown: reranked, without those that are gone. */
  readonly ranked: readonly { readonly id: string; readonly score: number }[];
  readonly warnings: readonly string[];
}

/** Is shown what a retrieval does. It must not change it, and returns at once. */
export interface RetrievalObserver {
  retrieved(stages: RetrievalStages): void;
}
