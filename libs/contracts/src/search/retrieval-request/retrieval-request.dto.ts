import { IsOptional, IsString, MaxLength } from 'class-validator';
import { MODEL_NAME_CHARS_MAX } from '../../knowledge-box/learning-configuration/learning-configuration.dto';
import { CHOICES_MAX, CONFIGURATION_NAME_CHARS_MAX } from '../../knowledge-box/limits';
import { Either, ListOf, NotesGiven, Satisfies } from '../../validation/decorators';
import { choice, decimal, listOf, text, whole } from '../../validation/node';
import { FILTER_CHARS_MAX, filtersProblem } from '../../index/filter-bounds';
import { FilteredRequest, LabelFilter } from '../filtered-request/filtered-request.dto';

/** Code points of a query. */
export const QUERY_CHARS_MAX = 20_000;
/** Numbers of a vector. */
export const VECTOR_DIMENSIONS_MAX = 8_192;
/** Results of one request. */
export const TOP_K_MAX = 200;
/** Hits of each index that are fused. */
export const FUSION_WINDOW_MAX = 500;
/** Hits that are reranked. */
export const RERANKER_WINDOW_MAX = 200;
/** Code points of a prompt. */
export const PROMPT_CHARS_MAX = 100_000;
/** Scores are weights divided by `k` and a rank: within these bounds they are numbers that tell ranks apart. */
export const FUSION_K_MIN = 0.001;
/** See `FUSION_K_MIN`. */
export const FUSION_K_MAX = 1_000_000;
const WEIGHT_MAX = 1_000_000;
const keyword = text({ maxLength: FILTER_CHARS_MAX });
const weight = decimal({ ge: -WEIGHT_MAX, le: WEIGHT_MAX });

/**
 * Ways to search, and `relations`, which adds relations to the results of a find. Deprecated spellings are still
 * accepted: `paragraphs` is `keyword`, `vectors` is `semantic`.
 */
export const featureNames = ['keyword', 'semantic', 'paragraphs', 'vectors', 'relations', 'graph'] as const;
/** A way to search. */
export type FeatureName = (typeof featureNames)[number];

/** Weights of the rankings. */
export class RankFusionBoosting {
  /** Weight of the ranking by words, which may be negative. */
  @Either(weight) keyword: number = 1;
  /** Weight of the ranking by meaning, which may be negative. */
  @Either(weight) semantic: number = 1;
  /** Weight of the ranking by the knowledge graph, which may be negative. */
  @Either(weight) graph: number = 1;
}

/** Reciprocal rank fusion with its parameters. */
export class ReciprocalRankFusion {
  /** Always `rrf`. */
  @Either(choice('rrf')) name!: 'rrf';
  /** Damping, from 0.001 to 1,000,000: the larger, the less the first ranks count. */
  @Either(decimal({ ge: FUSION_K_MIN, le: FUSION_K_MAX })) k: number = 60;
  /** Hits of each ranking that are fused; never fewer than `top_k` and the window of the reranker. */
  @IsOptional() @Either(whole({ le: FUSION_WINDOW_MAX, ge: 0 })) window?: number | null;
  /** Weights of the rankings. */
  @Either(() => RankFusionBoosting) boosting: RankFusionBoosting = new RankFusionBoosting();
}

/** The weighted sum of normalised scores, which a request gets that names no fusion, with its parameters. */
export class WeightedScores {
  /** Always `wCombSUM`. */
  @Either(choice('wCombSUM')) name!: 'wCombSUM';
  /**
   * Share of the ranking by meaning in the sum, from 0 to 1. When absent, what the embedding model deserves for the
   * language of the query and the box.
   */
  @IsOptional() @Either(decimal({ ge: 0, le: 1 })) semantic_weight?: number | null;
  /** Hits of each ranking that are fused, 200 by default; never fewer than `top_k` and the window of the reranker. */
  @IsOptional() @Either(whole({ le: FUSION_WINDOW_MAX, ge: 0 })) window?: number | null;
}

/** The reranker of the deployment with its parameters. */
export class PredictReranker {
  /** Always `predict`. */
  @Either(choice('predict')) name!: 'predict';
  /** Hits that are reranked, never fewer than `top_k`; twice `top_k` when absent or 0. */
  @IsOptional() @Either(whole({ le: RERANKER_WINDOW_MAX, ge: 0 })) window?: number | null;
}

/** Members that find and ask share: where to search, and how to rank. */
@NotesGiven('search_configuration')
export class RetrievalRequest extends FilteredRequest {
  /** Names of the members that the caller sent; with `search_configuration` only. Callers cannot set it. */
  declare given?: readonly string[];
  /**
   * How to search: by words (`keyword`), by meaning (`semantic`), or both. `paragraphs` and `vectors` are deprecated
   * names of the same. It may also search by the knowledge graph (`graph`), and return relations of the entities in the
   * query (`relations`); a find does not take both.
   */
  @ListOf(choice(...featureNames), { max: CHOICES_MAX }) features: FeatureName[] = ['keyword', 'semantic'];
  /**
   * How rankings by words and by meaning become one: by reciprocal ranks (`rrf`, `legacy` or an object with its
   * parameters), or by normalised scores when absent.
   */
  @IsOptional() @Either(choice('rrf', 'legacy'), () => ReciprocalRankFusion, () => WeightedScores) rank_fusion?:
    | 'rrf'
    | 'legacy'
    | ReciprocalRankFusion
    | WeightedScores
    | null;
  /**
   * Whether the best hits are ordered again by a reranker (`predict`, or an object with its window), or not (`noop`).
   */
  @Either(choice('predict', 'noop'), () => PredictReranker) reranker: 'predict' | 'noop' | PredictReranker = 'predict';
  /**
   * Name of a search configuration of the box. Members that the request has take precedence over those of the
   * configuration, each as a whole.
   */
  @IsOptional() @IsString() @MaxLength(CONFIGURATION_NAME_CHARS_MAX) search_configuration?: string | null;
  /**
   * Model that answers and rewrites questions; that of the deployment when absent. A name that it does not know is
   * refused.
   */
  @IsOptional() @IsString() @MaxLength(MODEL_NAME_CHARS_MAX) generative_model?: string | null;
  /**
   * Words or phrases that the text of a field must have, or conditions on several, not mixed. All of them must hold. At
   * most 10 different ones, each in 5,000 paragraphs at most. Not together with `filter_expression`.
   */
  @IsOptional()
  @Either(listOf(keyword), listOf(() => LabelFilter))
  @Satisfies(filtersProblem)
  keyword_filters?: readonly (string | LabelFilter)[] | null;
}
