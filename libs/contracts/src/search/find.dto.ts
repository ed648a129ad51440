import { ArrayMaxSize, IsBoolean, IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { fieldTypes, type FieldType } from '../knowledge-box/identifiers';
import {
  ACCESS_GROUPS_MAX,
  CHOICES_MAX,
  CONFIGURATION_NAME_CHARS_MAX,
  GROUP_CHARS_MAX,
  SECURITY_LIKE,
  VECTORSET_CHARS_MAX,
} from '../knowledge-box/limits';
import type { Resource } from '../knowledge-box/resource.dto';
import { extractedParts, resourceShows, type ExtractedPart, type ResourceShow } from '../knowledge-box/read-query.dto';
import { Either, IsInstant, ListOf, RefuseLike, Satisfies, Unsupported } from '../validation/decorators';
import { choice, decimal, text } from '../validation/node';
import { isOff } from '../validation/nothing';
import { FILTER_CHARS_MAX, FILTER_CONDITIONS_MAX, FILTER_JSON_CHARS_MAX, filterJsonProblem } from './filter-bounds';
import { featureNames, QUERY_CHARS_MAX, RetrievalRequest, TOP_K_MAX, type FeatureName } from './retrieval-request.dto';

const filterText = text({ maxLength: FILTER_CHARS_MAX });

/** What is looked for. */
export class FindRequest extends RetrievalRequest {
  @IsString() @MaxLength(QUERY_CHARS_MAX) query: string = '';
  @IsInt() @Min(0) @Max(TOP_K_MAX) top_k: number = 20;
  /** Used instead of embedding the query. */
  @IsOptional() @ListOf(decimal(), { max: 8_192 }) vector?: number[] | null;
  /** Rewriting needs something said before, which only ask has. */
  @Unsupported(isOff) rephrase?: unknown;
  @Unsupported() graph_query?: unknown;
  @Unsupported() query_entities?: unknown;
  @Unsupported() search_after?: unknown;
}

/** The same as query parameters. */
@RefuseLike(SECURITY_LIKE, 'security_groups')
export class FindQuery {
  @IsString() @MaxLength(QUERY_CHARS_MAX) query: string = '';
  /** JSON. */
  @IsOptional()
  @IsString()
  @MaxLength(FILTER_JSON_CHARS_MAX)
  @Satisfies(filterJsonProblem)
  filter_expression?: string;
  @ListOf(filterText, { max: FILTER_CONDITIONS_MAX }) fields: string[] = [];
  @ListOf(filterText, { max: FILTER_CONDITIONS_MAX }) filters: string[] = [];
  @IsInt() @Min(0) @Max(TOP_K_MAX) top_k: number = 20;
  @IsOptional() @Either(decimal()) min_score?: number;
  @IsOptional() @Either(decimal()) min_score_semantic?: number;
  @IsOptional() @Either(decimal({ ge: 0 })) min_score_bm25?: number;
  @IsOptional() @IsString() @MaxLength(VECTORSET_CHARS_MAX) vectorset?: string;
  @IsOptional() @IsInstant() range_creation_start?: string;
  @IsOptional() @IsInstant() range_creation_end?: string;
  @IsOptional() @IsInstant() range_modification_start?: string;
  @IsOptional() @IsInstant() range_modification_end?: string;
  @ListOf(choice(...featureNames), { max: CHOICES_MAX }) features: FeatureName[] = ['keyword', 'semantic'];
  @IsBoolean() debug: boolean = false;
  @IsBoolean() highlight: boolean = false;
  @ArrayMaxSize(CHOICES_MAX) @IsIn(resourceShows, { each: true }) show: ResourceShow[] = ['basic'];
  @ArrayMaxSize(CHOICES_MAX) @IsIn(fieldTypes, { each: true }) field_type: FieldType[] = [...fieldTypes];
  @ArrayMaxSize(CHOICES_MAX) @IsIn(extractedParts, { each: true }) extracted: ExtractedPart[] = [];
  @IsBoolean() with_duplicates: boolean = false;
  @IsOptional()
  @ListOf(text({ maxLength: GROUP_CHARS_MAX }), { max: ACCESS_GROUPS_MAX })
  security_groups?: string[];
  @IsBoolean() show_hidden: boolean = false;
  @IsOptional() @IsIn(['rrf', 'legacy']) rank_fusion?: 'rrf' | 'legacy';
  @IsIn(['predict', 'noop']) reranker: 'predict' | 'noop' = 'predict';
  /** There are none to name yet. */
  @IsOptional() @IsString() @MaxLength(CONFIGURATION_NAME_CHARS_MAX) search_configuration?: string;
  @Unsupported(isOff) with_synonyms?: unknown;
  @Unsupported(isOff) rephrase?: unknown;
  @Unsupported() resource_filters?: unknown;
  @Unsupported() keyword_filters?: unknown;
  @Unsupported() vector?: unknown;
  @Unsupported() graph_query?: unknown;
  @Unsupported() search_after?: unknown;
}

export const scoreTypes = ['VECTOR', 'BM25', 'BOTH', 'RERANKER'] as const;
export type ScoreType = (typeof scoreTypes)[number];

/** A paragraph that was found. */
export interface FindParagraph {
  readonly id: string;
  readonly score: number;
  readonly score_type: ScoreType;
  /** 0 is the best. */
  readonly order: number;
  readonly text: string;
  readonly labels: readonly string[];
  readonly position: {
    readonly page_number: number;
    readonly index: number;
    readonly start: number;
    readonly end: number;
    readonly start_seconds: readonly number[];
    readonly end_seconds: readonly number[];
  };
  readonly fuzzy_result: boolean;
  readonly page_with_visual: boolean;
  readonly reference: string | null;
  readonly is_a_table: boolean;
  readonly relevant_relations: null;
}

export interface FindField {
  readonly paragraphs: Readonly<Record<string, FindParagraph>>;
}

export type FindResource = Resource & { readonly fields: Readonly<Record<string, FindField>> };

/** Paragraphs by resource and field; `best_matches` tells their order. */
export class FindResults {
  resources!: Readonly<Record<string, FindResource>>;
  relations!: { readonly entities: Readonly<Record<string, never>> };
  query!: string;
  rephrased_query?: string;
  /** Paragraphs that matched by words. */
  total!: number;
  page_number!: number;
  page_size!: number;
  next_page!: boolean;
  shards!: readonly string[];
  autofilters!: readonly string[];
  min_score!: { readonly semantic: number; readonly bm25: number };
  best_matches!: readonly string[];
  /** What was left out on the way, in words; absent when nothing was. */
  warnings?: readonly string[];
  /** Milliseconds by stage, with `debug`. */
  metrics?: Readonly<Record<string, number>>;
}

/** A find and whether a leg of it is missing. */
export class FindAnswer {
  results!: FindResults;
  incomplete!: boolean;
}
