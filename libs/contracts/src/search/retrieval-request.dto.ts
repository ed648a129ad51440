import { ArrayMaxSize, IsBoolean, IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { fieldTypes, type FieldType } from '../knowledge-box/identifiers';
import { MODEL_NAME_CHARS_MAX } from '../knowledge-box/learning-configuration.dto';
import {
  ACCESS_GROUPS_MAX,
  CHOICES_MAX,
  CONFIGURATION_NAME_CHARS_MAX,
  GROUP_CHARS_MAX,
  SECURITY_LIKE,
  VECTORSET_CHARS_MAX,
} from '../knowledge-box/limits';
import { extractedParts, resourceShows, type ExtractedPart, type ResourceShow } from '../knowledge-box/read-query.dto';
import {
  Anything,
  Either,
  ForbidUnknown,
  IsInstant,
  ListOf,
  RefuseLike,
  Satisfies,
  Together,
  Unsupported,
} from '../validation/decorators';
import { choice, decimal, listOf, mapOf, text, whole } from '../validation/node';
import { isOff } from '../validation/nothing';
import { FILTER_CHARS_MAX, FILTER_CONDITIONS_MAX, filterExpressionProblem, filtersProblem } from './filter-bounds';

export const QUERY_CHARS_MAX = 20_000;
export const TOP_K_MAX = 200;
export const FUSION_WINDOW_MAX = 500;
export const RERANKER_WINDOW_MAX = 200;
export const PROMPT_CHARS_MAX = 100_000;
const AUDIT_BYTES_MAX = 10_240;

const filterText = text({ maxLength: FILTER_CHARS_MAX });
const labels = listOf(filterText, { min: 1, max: FILTER_CONDITIONS_MAX });
const groups = listOf(text({ maxLength: GROUP_CHARS_MAX }), { max: ACCESS_GROUPS_MAX });

/** Deprecated spellings are still understood: `paragraphs` is `keyword`, `vectors` is `semantic`. */
export const featureNames = ['keyword', 'semantic', 'paragraphs', 'vectors'] as const;
export type FeatureName = (typeof featureNames)[number];

export class MinScore {
  @IsOptional() @Either(decimal()) semantic?: number | null;
  /** Another name of `semantic`. */
  @IsOptional() @Either(decimal()) vector?: number | null;
  @Either(decimal({ ge: 0 })) bm25: number = 0;
}

export class RankFusionBoosting {
  @Either(decimal()) keyword: number = 1;
  @Either(decimal()) semantic: number = 1;
}

/** Reciprocal rank fusion with its parameters. */
export class ReciprocalRankFusion {
  @Either(choice('rrf')) name!: 'rrf';
  @Either(decimal({ gt: 0 })) k: number = 60;
  @IsOptional() @Either(whole({ le: FUSION_WINDOW_MAX, ge: 0 })) window?: number | null;
  @Either(() => RankFusionBoosting) boosting: RankFusionBoosting = new RankFusionBoosting();
}

export class PredictReranker {
  @Either(choice('predict')) name!: 'predict';
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
  @IsOptional() @Either(labels) all?: string[] | null;
  @IsOptional() @Either(labels) any?: string[] | null;
  @IsOptional() @Either(labels) none?: string[] | null;
  @IsOptional() @Either(labels) not_all?: string[] | null;
}

/** The groups of the caller. */
@ForbidUnknown()
@Together<RequestSecurity>(({ groups: given, access_groups: other }) =>
  given && other ? '`groups` and `access_groups` are the same, please, use the former' : undefined,
)
export class RequestSecurity {
  @IsOptional() @Either(groups) groups?: string[];
  /** Another name of `groups`. */
  @IsOptional() @Either(groups) access_groups?: string[];
}

/** What find and ask share: what is looked for, where, and how it is ranked. */
@RefuseLike(SECURITY_LIKE, 'security.groups')
export class RetrievalRequest {
  @ListOf(choice(...featureNames), { max: CHOICES_MAX }) features: FeatureName[] = ['keyword', 'semantic'];
  /** A tree of conditions; not together with the older filters. */
  @IsOptional() @Anything() @Satisfies(filterExpressionProblem) filter_expression?: unknown;
  @ListOf(filterText, { max: FILTER_CONDITIONS_MAX }) fields: string[] = [];
  @Either(listOf(filterText), listOf(() => LabelFilter))
  @Satisfies(filtersProblem)
  filters: readonly (string | LabelFilter)[] = [];
  @ListOf(filterText, { max: FILTER_CONDITIONS_MAX }) resource_filters: string[] = [];
  @IsOptional() @IsInstant() range_creation_start?: string | null;
  @IsOptional() @IsInstant() range_creation_end?: string | null;
  @IsOptional() @IsInstant() range_modification_start?: string | null;
  @IsOptional() @IsInstant() range_modification_end?: string | null;
  @IsOptional() @IsString() @MaxLength(VECTORSET_CHARS_MAX) vectorset?: string | null;
  @IsOptional() @Either(decimal(), () => MinScore) min_score?: number | MinScore | null;
  @IsOptional() @Either(choice('rrf', 'legacy'), () => ReciprocalRankFusion) rank_fusion?:
    'rrf' | 'legacy' | ReciprocalRankFusion | null;
  @Either(choice('predict', 'noop'), () => PredictReranker) reranker: 'predict' | 'noop' | PredictReranker = 'predict';
  @IsBoolean() highlight: boolean = false;
  @IsBoolean() with_duplicates: boolean = false;
  @IsBoolean() show_hidden: boolean = false;
  @IsBoolean() debug: boolean = false;
  @IsOptional() @Either(() => RequestSecurity) security?: RequestSecurity | null;
  @ArrayMaxSize(CHOICES_MAX) @IsIn(resourceShows, { each: true }) show: ResourceShow[] = ['basic'];
  @ArrayMaxSize(CHOICES_MAX) @IsIn(fieldTypes, { each: true }) field_type_filter: FieldType[] = [...fieldTypes];
  @ArrayMaxSize(CHOICES_MAX) @IsIn(extractedParts, { each: true }) extracted: ExtractedPart[] = [];
  @IsOptional() @Either(mapOf(text())) @Satisfies(auditSize) audit_metadata?: Record<string, string> | null;
  /** There are none to name yet. */
  @IsOptional() @IsString() @MaxLength(CONFIGURATION_NAME_CHARS_MAX) search_configuration?: string | null;
  @IsOptional() @IsString() @MaxLength(MODEL_NAME_CHARS_MAX) generative_model?: string | null;
  @Unsupported() keyword_filters?: unknown;
  @Unsupported() query_image?: unknown;
  @Unsupported(isOff) with_synonyms?: unknown;
}

function auditSize(metadata: unknown): string | undefined {
  const bytes = Buffer.byteLength(JSON.stringify(metadata ?? null));
  return bytes > AUDIT_BYTES_MAX ? `Audit metadata is larger than ${AUDIT_BYTES_MAX} bytes` : undefined;
}
