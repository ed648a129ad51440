import { ArrayMaxSize, IsBoolean, IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { type FieldType, fieldTypes } from '../../knowledge-box/identifiers';
import { MODEL_NAME_CHARS_MAX } from '../../knowledge-box/learning-configuration/learning-configuration.dto';
import {
  ACCESS_GROUPS_MAX,
  CHOICES_MAX,
  CONFIGURATION_NAME_CHARS_MAX,
  GROUP_CHARS_MAX,
  SECURITY_LIKE,
  VECTORSET_CHARS_MAX,
} from '../../knowledge-box/limits';
import {
  type ExtractedPart,
  extractedParts,
  type ResourceShow,
  resourceShows,
} from '../../knowledge-box/read-query/read-query.dto';
import {
  Anything,
  Either,
  ForbidUnknown,
  IsInstant,
  ListOf,
  NotesGiven,
  RefuseLike,
  Satisfies,
  Together,
  Unsupported,
} from '../../validation/decorators';
import { choice, decimal, listOf, mapOf, text, whole } from '../../validation/node';
import { FILTER_CHARS_MAX, FILTER_CONDITIONS_MAX, filterExpressionProblem, filtersProblem } from '../filter-bounds';

/** Code points of a query. */
export const QUERY_CHARS_MAX = 20_000;
/** Results of one request. */
export const TOP_K_MAX = 200;
/** Hits of each index that are fused. */
export const FUSION_WINDOW_MAX = 500;
/** Hits that are reranked. */
export const RERANKER_WINDOW_MAX = 200;
/** Code points of a prompt. */
export const PROMPT_CHARS_MAX = 100_000;
const AUDIT_BYTES_MAX = 10_240;

const filterText = text({ maxLength: FILTER_CHARS_MAX });
const labels = listOf(filterText, { min: 1, max: FILTER_CONDITIONS_MAX });
/** Scores are weights divided by `k` and a rank: within these bounds they are numbers that tell ranks apart. */
const FUSION_K_MIN = 0.001;
const FUSION_K_MAX = 1_000_000;
const WEIGHT_MAX = 1_000_000;
const weight = decimal({ ge: -WEIGHT_MAX, le: WEIGHT_MAX });
const groups = listOf(text({ maxLength: GROUP_CHARS_MAX }), { max: ACCESS_GROUPS_MAX });

/**
 * Ways to search, and `relations`, which adds relations to the results of a find. Deprecated spellings are still
 * accepted: `paragraphs` is `keyword`, `vectors` is `semantic`.
 */
export const featureNames = ['keyword', 'semantic', 'paragraphs', 'vectors', 'relations', 'graph'] as const;
/** A way to search. */
export type FeatureName = (typeof featureNames)[number];

/** Scores below which hits are left out. */
export class MinScore {
  /** Least cosine similarity of a hit by meaning; that of the embedding model when absent. */
  @IsOptional() @Either(decimal()) semantic?: number | null;
  /** Another name of `semantic`. */
  @IsOptional() @Either(decimal()) vector?: number | null;
  /** Least BM25 score of a hit by words. */
  @Either(decimal({ ge: 0 })) bm25: number = 0;
}

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

/** The reranker of the deployment with its parameters. */
export class PredictReranker {
  /** Always `predict`. */
  @Either(choice('predict')) name!: 'predict';
  /** Hits that are reranked, never fewer than `top_k`; twice `top_k` when absent or 0. */
  @IsOptional() @Either(whole({ le: RERANKER_WINDOW_MAX, ge: 0 })) window?: number | null;
}

/** Several labels under one condition; exactly one member is present. */
@Together<LabelFilter>((filter) => {
  const given = [filter.all, filter.any, filter.none, filter.not_all].filter(
    (labels) => labels !== undefined && labels !== null,
  );
  return given.length === 1 ? undefined : "Only one of 'all', 'any', 'none' or 'not_all' can be set";
})
export class LabelFilter {
  /** Label paths, each of which a paragraph must carry. */
  @IsOptional() @Either(labels) all?: string[] | null;
  /** Label paths, one of which a paragraph must carry. */
  @IsOptional() @Either(labels) any?: string[] | null;
  /** Label paths, none of which a paragraph may carry. */
  @IsOptional() @Either(labels) none?: string[] | null;
  /** Label paths, one of which a paragraph must lack. */
  @IsOptional() @Either(labels) not_all?: string[] | null;
}

/** The groups of the caller. Unknown members are refused. */
@ForbidUnknown()
@Together<RequestSecurity>(({ groups: given, access_groups: other }) =>
  given && other ? '`groups` and `access_groups` are the same, please, use the former' : undefined,
)
export class RequestSecurity {
  /**
   * Public resources are found, and those of one of these groups; a leading slash does not count. The groups of a
   * temporal key replace them, and guests of a published box choose none.
   */
  @IsOptional() @Either(groups) groups?: string[];
  /** Another name of `groups`. */
  @IsOptional() @Either(groups) access_groups?: string[];
}

/** What find and ask share: what is looked for, where, and how it is ranked. */
@RefuseLike(SECURITY_LIKE, 'security.groups')
@NotesGiven('search_configuration')
export class RetrievalRequest {
  /** Names of the members that the caller sent; with `search_configuration` only. Callers cannot set it. */
  declare given?: readonly string[];
  /**
   * How to search: by words (`keyword`), by meaning (`semantic`), or both. `paragraphs` and `vectors` are deprecated
   * names of the same. A find may also search by the knowledge graph (`graph`), or return relations of the entities in
   * the query (`relations`), but not both.
   */
  @ListOf(choice(...featureNames), { max: CHOICES_MAX }) features: FeatureName[] = ['keyword', 'semantic'];
  /**
   * A tree of conditions on fields (`field`) and paragraphs (`paragraph`), joined by `operator` (`and` unless it says
   * `or`). Not together with `fields`, `filters`, `resource_filters` and the date ranges. At most 500 conditions.
   */
  @IsOptional() @Anything() @Satisfies(filterExpressionProblem) filter_expression?: unknown;
  /** Only these fields, as `{letter}/{id}` such as `t/body`, or all fields of a type by its letter; of any resource. */
  @ListOf(filterText, { max: FILTER_CONDITIONS_MAX }) fields: string[] = [];
  /**
   * Label paths such as `/l/topics/finance` or `/classification.labels/topics`, which also stand for what lies below
   * them; or conditions on several labels, not mixed with paths. All of them must hold. A label of a labelset whose
   * kinds include `PARAGRAPHS` is one of the paragraph, or of either if they also include `RESOURCES`; every other
   * label is one of the resource or field. The former cannot be in `any` and `not_all`.
   */
  @Either(listOf(filterText), listOf(() => LabelFilter))
  @Satisfies(filtersProblem)
  filters: readonly (string | LabelFilter)[] = [];
  /**
   * Only these resources: `{rid}`, one type of their fields (`{rid}/{letter}`) or one field (`{rid}/{letter}/{id}`).
   */
  @ListOf(filterText, { max: FILTER_CONDITIONS_MAX }) resource_filters: string[] = [];
  /**
   * Only resources created at or after this instant (ISO 8601, UTC without offset), inclusive. The date of the origin
   * counts where there is one.
   */
  @IsOptional() @IsInstant() range_creation_start?: string | null;
  /**
   * Only resources created at or before this instant (ISO 8601, UTC without offset), inclusive. The date of the origin
   * counts where there is one.
   */
  @IsOptional() @IsInstant() range_creation_end?: string | null;
  /**
   * Only resources modified at or after this instant (ISO 8601, UTC without offset), inclusive. The date of the origin
   * counts where there is one.
   */
  @IsOptional() @IsInstant() range_modification_start?: string | null;
  /**
   * Only resources modified at or before this instant (ISO 8601, UTC without offset), inclusive. The date of the origin
   * counts where there is one.
   */
  @IsOptional() @IsInstant() range_modification_end?: string | null;
  /** Vectorset that is searched by meaning; the first one of the box when absent. */
  @IsOptional() @IsString() @MaxLength(VECTORSET_CHARS_MAX) vectorset?: string | null;
  /** Scores below which hits are left out; a number stands for `semantic`. */
  @IsOptional() @Either(decimal(), () => MinScore) min_score?: number | MinScore | null;
  /**
   * How rankings by words and by meaning become one: by reciprocal ranks (`rrf`, `legacy` or an object with its
   * parameters), or by normalised scores when absent.
   */
  @IsOptional() @Either(choice('rrf', 'legacy'), () => ReciprocalRankFusion) rank_fusion?:
    'rrf' | 'legacy' | ReciprocalRankFusion | null;
  /**
   * Whether the best hits are ordered again by a reranker (`predict`, or an object with its window), or not (`noop`).
   */
  @Either(choice('predict', 'noop'), () => PredictReranker) reranker: 'predict' | 'noop' | PredictReranker = 'predict';
  /**
   * Whether words and phrases of the query are put between `<mark>` and `</mark>` in the texts of results. Nothing else
   * in them is escaped.
   */
  @IsBoolean() highlight: boolean = false;
  /** Whether paragraphs of one field with the same text are all returned. */
  @IsBoolean() with_duplicates: boolean = false;
  /**
   * Whether the custom synonyms of the box are looked for, too. By words only: a query that is not empty needs
   * `features` without `semantic`.
   */
  @IsBoolean() with_synonyms: boolean = false;
  /** Whether hidden resources are found, too. Guests of a published box never find them. */
  @IsBoolean() show_hidden: boolean = false;
  /** Whether timings are returned; an answer also says what the model was asked. */
  @IsBoolean() debug: boolean = false;
  /**
   * Groups of the caller. Without it everything is found, unless the box enforces security: then public resources only.
   */
  @IsOptional() @Either(() => RequestSecurity) security?: RequestSecurity | null;
  /** Parts of each resource that are returned with its results. */
  @ArrayMaxSize(CHOICES_MAX) @IsIn(resourceShows, { each: true }) show: ResourceShow[] = ['basic'];
  /** Types of the fields that are returned in `data` of resources. It does not filter results. */
  @ArrayMaxSize(CHOICES_MAX) @IsIn(fieldTypes, { each: true }) field_type_filter: FieldType[] = [...fieldTypes];
  /** Parts of what processing found that are returned, with `show=extracted`. */
  @ArrayMaxSize(CHOICES_MAX) @IsIn(extractedParts, { each: true }) extracted: ExtractedPart[] = [];
  /** Texts that the activity log keeps with the request, at most 10,240 bytes of JSON. */
  @IsOptional() @Either(mapOf(text())) @Satisfies(auditSize) audit_metadata?: Record<string, string> | null;
  /**
   * Name of a search configuration of the box. Members that the request has take precedence over those of the
   * configuration, each as a whole.
   */
  @IsOptional() @IsString() @MaxLength(CONFIGURATION_NAME_CHARS_MAX) search_configuration?: string | null;
  /**
   * Model that answers and rewrites questions; that of the deployment when absent. A name that it does not know is
   * refused. A find does not use it.
   */
  @IsOptional() @IsString() @MaxLength(MODEL_NAME_CHARS_MAX) generative_model?: string | null;
  @Unsupported() keyword_filters?: unknown;
  @Unsupported() query_image?: unknown;
}

function auditSize(metadata: unknown): string | undefined {
  const bytes = Buffer.byteLength(JSON.stringify(metadata ?? null));
  return bytes > AUDIT_BYTES_MAX ? `Audit metadata is larger than ${AUDIT_BYTES_MAX} bytes` : undefined;
}
