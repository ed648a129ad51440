import { IsBoolean, IsInt, IsOptional, Max, Min } from 'class-validator';
import type { Integer } from '../../core/integer';
import { Anything, Either, ForbidUnknown, Nested, Nullable, Satisfies } from '../../validation/decorators';
import { choice, decimal, whole } from '../../validation/node';
import { filterExpressionProblem } from '../../index/filter-bounds';
import { RequestSecurity } from '../filtered-request/filtered-request.dto';
import {
  FUSION_K_MAX,
  FUSION_K_MIN,
  FUSION_WINDOW_MAX,
  PredictReranker,
  RankFusionBoosting,
} from '../retrieval-request/retrieval-request.dto';
import type { ScoreStep } from '../score/score.dto';
import { QueryParts, TextQuery } from '../retrieve-query/retrieve-query.dto';

/** Matches of one request. */
export const RETRIEVE_TOP_K_MAX = 500;

/** Weights of the rankings. Unknown members are refused. */
@ForbidUnknown()
export class RetrieveBoosting extends RankFusionBoosting {}

/** Reciprocal rank fusion with its parameters. Unknown members are refused. */
@ForbidUnknown()
export class RetrieveFusion {
  /** Always `rrf`. */
  @Either(choice('rrf')) name!: 'rrf';
  /** Damping, from 0.001 to 1,000,000: the larger, the less the first ranks count. */
  @Either(decimal({ ge: FUSION_K_MIN, le: FUSION_K_MAX })) k: number = 60;
  /** Hits of each ranking that are fused; never fewer than `top_k` and the window of the reranker. */
  @IsOptional() @Either(whole({ le: FUSION_WINDOW_MAX, ge: 0 })) window?: number | null;
  /** Weights of the rankings. */
  @Nested(() => RetrieveBoosting) boosting: RetrieveBoosting = new RetrieveBoosting();
}

/** The reranker of the deployment with its parameters. Unknown members are refused. */
@ForbidUnknown()
export class RetrieveReranker extends PredictReranker {}

/** Where a retrieval looks, and what it may see. */
@ForbidUnknown()
export class RetrieveFilters {
  /** A tree of conditions on fields (`field`) and paragraphs (`paragraph`), as in a find. */
  @IsOptional() @Anything() @Satisfies(filterExpressionProblem) filter_expression?: unknown;
  /** Whether hidden resources are found, too. Guests of a published box never find them. */
  @IsBoolean() show_hidden: boolean = false;
  /**
   * Groups of the caller. Without it everything is found, unless the box enforces security: then public resources only.
   */
  @IsOptional() @Either(() => RequestSecurity) security?: RequestSecurity | null;
  /** Whether paragraphs of one field with the same text are all returned. */
  @IsBoolean() with_duplicates: boolean = false;
}

/** A query, where to search, and how to rank. Unknown members are refused. */
@ForbidUnknown()
export class RetrieveRequest {
  /**
   * A text (`query`), searched by words and by meaning, each as `override` says; or one query per index
   * (`keyword`, `semantic`, `graph`).
   */
  @Either(() => TextQuery, () => QueryParts)
  query!: TextQuery | QueryParts;
  /** Most matches to return. */
  @IsInt() @Min(1) @Max(RETRIEVE_TOP_K_MAX) top_k: number = 20;
  /** Where to look, and what the caller may see. */
  @Nested(() => RetrieveFilters) filters: RetrieveFilters = new RetrieveFilters();
  /**
   * How rankings become one: by reciprocal ranks (`rrf`, `legacy` or an object with its parameters), or by normalised
   * scores (null).
   */
  @Nullable() @IsOptional() @Either(choice('rrf', 'legacy'), () => RetrieveFusion) rank_fusion:
    | 'rrf'
    | 'legacy'
    | RetrieveFusion
    | null = 'rrf';
  /**
   * Whether the best hits are ordered again by a reranker (`predict`, or an object with its window), or not (`noop` or
   * null). A reranker reads the words of the query.
   */
  @Nullable() @IsOptional() @Either(choice('predict', 'noop'), () => RetrieveReranker) reranker:
    | 'predict'
    | 'noop'
    | RetrieveReranker
    | null = null;
}

/** Metadata of a matching paragraph. */
export interface MatchMetadata {
  /** Labels of its resource as paths: `/l/{labelset}/{label}`. */
  readonly field_labels: readonly string[];
  /** Labels of the paragraph and its field. */
  readonly paragraph_labels: readonly string[];
  /** Whether it was read from a picture. */
  readonly is_an_image: boolean;
  /** Whether it is a table. */
  readonly is_a_table: boolean;
  /** Always null: pictures of paragraphs are not kept. */
  readonly source_file: string | null;
  /** Page, from 0; 0 where there are no pages. */
  readonly page: Integer;
  /** Always false: it is not known whether a page shows more than its text says. */
  readonly in_page_with_visual: boolean;
}

/** The score that decided the place of a match, and how it came about. */
export interface MatchScore extends Omit<ScoreStep, 'score'> {
  /** The score. */
  readonly value: number;
  /**
   * Of each index that has the match, of the fusion and of the reranker, in this order; without stages that were not
   * run.
   */
  readonly history: readonly ScoreStep[];
}

/** A paragraph that matches. */
export interface RetrieveMatch {
  /** Id of the paragraph: `{rid}/{letter}/{field}/{start}-{end}`. */
  readonly id: string;
  /** Its score, and how it came about. */
  readonly score: MatchScore;
  /** Its metadata. */
  readonly metadata: MatchMetadata;
}

/** Matching paragraphs, best first. */
export class RetrieveResults {
  /** Paragraphs, best first. */
  matches!: readonly RetrieveMatch[];
  /** Warnings about skipped stages or results; absent without any. */
  warnings?: readonly string[];
}

/** Matches, and whether they are complete. */
export class RetrieveAnswer {
  /** Matching paragraphs. */
  results!: RetrieveResults;
  /** Whether an index could not be searched or does not hold everything. */
  incomplete!: boolean;
}
