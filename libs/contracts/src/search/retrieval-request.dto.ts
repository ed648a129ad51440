import { IsBoolean, IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { fieldTypes, type FieldType } from '../knowledge-box/identifiers';
import { extractedParts, resourceShows, type ExtractedPart, type ResourceShow } from '../knowledge-box/read-query.dto';
import { Anything, Either, Is, IsInstant, ListOf, Satisfies, Together } from '../validation/decorators';
import { anything, choice, decimal, listOf, mapOf, text, whole } from '../validation/node';

export const QUERY_CHARS_MAX = 20_000;
export const TOP_K_MAX = 200;
export const FUSION_WINDOW_MAX = 500;
export const RERANKER_WINDOW_MAX = 200;
const AUDIT_BYTES_MAX = 10_240;

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
  @IsOptional() @ListOf(text(), { min: 1 }) all?: string[] | null;
  @IsOptional() @ListOf(text(), { min: 1 }) any?: string[] | null;
  @IsOptional() @ListOf(text(), { min: 1 }) none?: string[] | null;
  @IsOptional() @ListOf(text(), { min: 1 }) not_all?: string[] | null;
}

export class RequestSecurity {
  /** Another name of `access_groups`. */
  @IsOptional() @ListOf(text()) groups?: string[];
  @IsOptional() @ListOf(text()) access_groups?: string[];
}

/** What find and ask share: what is looked for, where, and how it is ranked. */
export class RetrievalRequest {
  @ListOf(choice(...featureNames)) features: FeatureName[] = ['keyword', 'semantic'];
  /** A tree of conditions; not together with the older filters. */
  @IsOptional() @Anything() filter_expression?: unknown;
  @ListOf(text()) fields: string[] = [];
  @Either(listOf(text()), listOf(() => LabelFilter)) filters: readonly (string | LabelFilter)[] = [];
  @ListOf(text()) resource_filters: string[] = [];
  @IsOptional() @IsInstant() range_creation_start?: string | null;
  @IsOptional() @IsInstant() range_creation_end?: string | null;
  @IsOptional() @IsInstant() range_modification_start?: string | null;
  @IsOptional() @IsInstant() range_modification_end?: string | null;
  @IsOptional() @IsString() vectorset?: string | null;
  @IsOptional() @Either(decimal(), () => MinScore) min_score?: number | MinScore | null;
  @IsOptional() @Either(choice('rrf', 'legacy'), () => ReciprocalRankFusion) rank_fusion?:
    'rrf' | 'legacy' | ReciprocalRankFusion | null;
  @Either(choice('predict', 'noop'), () => PredictReranker) reranker: 'predict' | 'noop' | PredictReranker = 'predict';
  @IsBoolean() highlight: boolean = false;
  @IsBoolean() with_duplicates: boolean = false;
  @IsBoolean() show_hidden: boolean = false;
  @IsBoolean() debug: boolean = false;
  @IsOptional() @Either(() => RequestSecurity) security?: RequestSecurity | null;
  @IsIn(resourceShows, { each: true }) show: ResourceShow[] = ['basic'];
  @IsIn(fieldTypes, { each: true }) field_type_filter: FieldType[] = [...fieldTypes];
  @IsIn(extractedParts, { each: true }) extracted: ExtractedPart[] = [];
  @IsOptional() @Either(mapOf(text())) @Satisfies(auditSize) audit_metadata?: Record<string, string> | null;
  /** Known, and refused rather than ignored: results would not be what was asked for. */
  @IsOptional() @Is(() => listOf(anything)) @Satisfies(isEmptyList) keyword_filters?: unknown[] | null;
  /** There are none to name yet. */
  @IsOptional() @IsString() search_configuration?: string | null;
  @IsBoolean() rephrase: boolean = false;
  @IsOptional() @IsString() @MaxLength(QUERY_CHARS_MAX) rephrase_prompt?: string | null;
  @IsOptional() @IsString() generative_model?: string | null;
}

/** For lists of what this version cannot do. */
export function isEmptyList(list: unknown): string | undefined {
  return Array.isArray(list) && list.length > 0 ? 'not supported by this version; leave it out or empty' : undefined;
}

function auditSize(metadata: unknown): string | undefined {
  const bytes = Buffer.byteLength(JSON.stringify(metadata ?? null));
  return bytes > AUDIT_BYTES_MAX ? `Audit metadata is larger than ${AUDIT_BYTES_MAX} bytes` : undefined;
}
