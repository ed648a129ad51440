import type { Integer } from '../../core/integer';

/** Rankings that retrieval fuses. */
export type LegName = 'keyword' | 'semantic' | 'graph';
/** How rankings become one: by reciprocal ranks (`rrf`), or by the weighted sum of normalised scores (`wCombSUM`). */
export type FusionName = 'rrf' | 'wCombSUM';

/** A score, and where it comes from. */
export interface ScoreStep {
  /** Scores of different types cannot be compared. */
  readonly score: number;
  /** The stage: one of the indexes, the fusion of their rankings, or the reranker. */
  readonly source: 'index' | 'rank_fusion' | 'reranker';
  /** Origin of the score: an index, a fusion of rankings, or the reranker. */
  readonly type: LegName | FusionName | 'reranker';
}

/** Score and rank of a paragraph in one ranking. */
export interface LegExplanation {
  /** The ranking. */
  readonly leg: LegName;
  /** The score that the index gave: BM25, the cosine similarity, or that of a path of the graph. */
  readonly score: number;
  /** Place in this ranking, from 0. */
  readonly rank: Integer;
  /** Its share of the fused score; absent when only one ranking has results, and nothing is fused. */
  readonly term?: number;
  /**
   * Words of the query that the paragraph has itself, in any of their forms, and phrases in it; by words
   * only. Empty where it was found by similar words.
   */
  readonly words?: readonly string[];
  /** Words of the query that the title of its resource has and the paragraph has not; by words only. */
  readonly title_words?: readonly string[];
}

/** Terms of the score of the reranker that reads words. */
export interface RerankerTerms {
  /** The score of retrieval, from the least of the candidates to the best. */
  readonly retrieval: number;
  /** Words of the query in the title of the resource. */
  readonly title: number;
  /** Words of the query close together. */
  readonly close: number;
  /** Words of the query in its order. */
  readonly ordered: number;
  /** The scores of the five candidates that are most like it. */
  readonly nearest: number;
  /** How much it is like all candidates, the good ones above all. */
  readonly centre: number;
  /** The score of another candidate of the same resource, where candidates crowd into few resources. */
  readonly sibling: number;
}

/** How a result came to its score. */
export interface ScoreExplanation {
  /** Of the rankings that have it. */
  readonly legs: readonly LegExplanation[];
  /** The fused score, the sum of the terms; absent when only one ranking has results. */
  readonly fusion?: {
    /** How the rankings became one. */
    readonly type: FusionName;
    /** The fused score. */
    readonly score: number;
    /** Share of the ranking by meaning, from 0 to 1; only with `wCombSUM`. */
    readonly semantic_weight?: number;
  };
  /** The score of the reranker; absent when the result was not reranked. */
  readonly reranker?: {
    /** Its score, by which results are ordered. */
    readonly score: number;
    /** Its terms; absent when a model gave it. */
    readonly terms?: RerankerTerms;
  };
}
