import type { Integer } from '../../core/integer';

/** Resources of one request whose absence is explained. */
export const MISSING_RESOURCES_MAX = 10;

/** Stages at which a resource may drop out, in their order. */
export const missingStages = [
  'unknown',
  'failed',
  'index',
  'filters',
  'retrieval',
  'fusion',
  'texts',
  'order',
  'none',
] as const;
/**
 * Where a resource dropped out:
 *
 * - `unknown`: it does not exist, or the caller may not see it.
 * - `failed`: no ranking has it, and the index could not be asked why.
 * - `index`: its words are not in the index yet.
 * - `filters`: the filters of the request leave none of its paragraphs.
 * - `retrieval`: no ranking has it; `legs` says why.
 * - `fusion`: the best of its paragraphs came too late in the fused ranking to be read; `rank` says where.
 * - `texts`: its paragraphs have changed since the search, or are gone.
 * - `order`: the best of its paragraphs came after the first `top_k`; `rank` says where.
 * - `none`: it is in the results; `rank` says where.
 */
export type MissingStage = (typeof missingStages)[number];

/** Why a ranking does not have a resource. */
export const missingReasons = [
  'no_word',
  'no_phrase',
  'excluded_word',
  'not_embedded',
  'no_path',
  'min_score',
  'window',
  'empty_query',
  'quotation',
  'no_weight',
  'failed',
] as const;
/**
 * Why a ranking does not have a resource:
 *
 * - `no_word`: none of its paragraphs has a word or phrase of the query; `absent_words` says which words it lacks.
 * - `no_phrase`: the query is all quotation, and none of its paragraphs has any of it; `absent_phrases` says which
 *   phrases it lacks.
 * - `excluded_word`: those of its paragraphs that would be found have a word or phrase that the query excludes.
 * - `not_embedded`: none of its paragraphs that the filters leave is in the vector index yet.
 * - `no_path`: no path that the query of the graph finds is stated in its paragraphs.
 * - `min_score`: its best score is below the least one.
 * - `window`: the ranking was full of better paragraphs.
 * - `empty_query`: the query contains nothing that the ranking can search.
 * - `quotation`: the query is all quotation, which is searched by words only.
 * - `no_weight`: the ranking has no share in the results: the request says so, or its model reads other languages.
 * - `failed`: the index could not be asked.
 */
export type MissingReason = (typeof missingReasons)[number];

/** Why a ranking does not have a resource. */
export interface MissingLeg {
  /** The ranking. */
  readonly leg: 'keyword' | 'semantic' | 'graph';
  /** Why it does not have the resource. */
  readonly reason: MissingReason;
  /** The best score of its paragraphs, for `min_score` and `window`. */
  readonly score?: number;
  /** The least score of the ranking, for `min_score`. */
  readonly min_score?: number;
  /** Of the first 16 words of the query, those that no paragraph of the resource has; by words only. */
  readonly absent_words?: readonly string[];
  /** Phrases of the query that no paragraph of the resource has, letters in lower case; absent without phrases. */
  readonly absent_phrases?: readonly string[];
}

/** Why a resource is not among the results. */
export interface MissingResource {
  /** Where it dropped out. */
  readonly stage: MissingStage;
  /** The best of its paragraphs at `fusion`, `order` and `none`. */
  readonly paragraph?: string;
  /** Place of this paragraph there, from 0. */
  readonly rank?: Integer;
  /** How many paragraphs the stage lets through, at `fusion` and `order`. */
  readonly limit?: Integer;
  /** Each ranking of the request, at `retrieval`. */
  readonly legs?: readonly MissingLeg[];
}
