import { ArrayMaxSize, IsBoolean, IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { type FieldType, fieldTypes } from '../../core/identifiers';
import {
  ACCESS_GROUPS_MAX,
  CHOICES_MAX,
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
import { Either, IsInstant, ListOf, RefuseLike, Satisfies } from '../../validation/decorators';
import { decimal, text } from '../../validation/node';
import {
  FILTER_CHARS_MAX,
  FILTER_CONDITIONS_MAX,
  FILTER_JSON_CHARS_MAX,
  filterJsonProblem,
} from '../../index/filter-bounds';
import { rephrasePlaceholder } from '../query-image/query-image.dto';
import { QUERY_CHARS_MAX, TOP_K_MAX, VECTOR_DIMENSIONS_MAX } from '../retrieval-request/retrieval-request.dto';

const filterText = text({ maxLength: FILTER_CHARS_MAX });

/** Members that searches by query parameters share. */
@RefuseLike(SECURITY_LIKE, 'security_groups')
export class FilteredQuery {
  /** JSON of a tree of conditions, as `filter_expression` of a find by body. */
  @IsOptional()
  @IsString()
  @MaxLength(FILTER_JSON_CHARS_MAX)
  @Satisfies(filterJsonProblem)
  filter_expression?: string;
  /** Only these fields, as `{letter}/{id}` such as `t/body`, or all fields of a type by its letter; of any resource. */
  @ListOf(filterText, { max: FILTER_CONDITIONS_MAX }) fields: string[] = [];
  /** Label paths such as `/l/topics/finance`, which include all labels below them. All of them must match. */
  @ListOf(filterText, { max: FILTER_CONDITIONS_MAX }) filters: string[] = [];
  /** Most paragraphs to return. */
  @IsInt() @Min(0) @Max(TOP_K_MAX) top_k: number = 20;
  /** Another name of `min_score_semantic`, which takes precedence. */
  @IsOptional() @Either(decimal()) min_score?: number;
  /** Least cosine similarity of a hit by meaning; that of the embedding model when absent. */
  @IsOptional() @Either(decimal()) min_score_semantic?: number;
  /** Least BM25 score of a hit by words; 0 when absent. */
  @IsOptional() @Either(decimal({ ge: 0 })) min_score_bm25?: number;
  /** Vectorset that is searched by meaning; the first one of the box when absent. */
  @IsOptional() @IsString() @MaxLength(VECTORSET_CHARS_MAX) vectorset?: string;
  /**
   * Only resources created at or after this instant (ISO 8601, UTC without offset), inclusive. The date of the origin
   * counts where there is one.
   */
  @IsOptional() @IsInstant() range_creation_start?: string;
  /**
   * Only resources created at or before this instant (ISO 8601, UTC without offset), inclusive. The date of the origin
   * counts where there is one.
   */
  @IsOptional() @IsInstant() range_creation_end?: string;
  /**
   * Only resources modified at or after this instant (ISO 8601, UTC without offset), inclusive. The date of the origin
   * counts where there is one.
   */
  @IsOptional() @IsInstant() range_modification_start?: string;
  /**
   * Only resources modified at or before this instant (ISO 8601, UTC without offset), inclusive. The date of the origin
   * counts where there is one.
   */
  @IsOptional() @IsInstant() range_modification_end?: string;
  /** Whether a find returns timings, and how each result came to its score. A search returns nothing more. */
  @IsBoolean() debug: boolean = false;
  /**
   * Whether words and phrases of the query are put between `<mark>` and `</mark>` in the texts of results. Nothing else
   * in them is escaped.
   */
  @IsBoolean() highlight: boolean = false;
  /** Parts of each resource that are returned with its results. */
  @ArrayMaxSize(CHOICES_MAX) @IsIn(resourceShows, { each: true }) show: ResourceShow[] = ['basic'];
  /** Types of the fields that are returned in `data` of resources. It does not filter results. */
  @ArrayMaxSize(CHOICES_MAX) @IsIn(fieldTypes, { each: true }) field_type: FieldType[] = [...fieldTypes];
  /** Parts of what processing found that are returned, with `show=extracted`. */
  @ArrayMaxSize(CHOICES_MAX) @IsIn(extractedParts, { each: true }) extracted: ExtractedPart[] = [];
  /** Whether paragraphs of one field with the same text are all returned. */
  @IsBoolean() with_duplicates: boolean = false;
  /**
   * Whether the custom synonyms of the box are searched, too. By words only: a query that is not empty needs
   * `features` without `semantic`.
   */
  @IsBoolean() with_synonyms: boolean = false;
  /** Groups of the caller: public resources are found, and those of one of these groups. */
  @IsOptional()
  @ListOf(text({ maxLength: GROUP_CHARS_MAX }), { max: ACCESS_GROUPS_MAX })
  security_groups?: string[];
  /** Whether hidden resources are found, too. Guests of a published box never find them. */
  @IsBoolean() show_hidden: boolean = false;
}

/** Further members that searches by words and by meaning share. */
export class RephrasedQuery extends FilteredQuery {
  /**
   * Words, phrases in quotation marks, and words after `-` that results must not have. Empty: everything that the
   * filters leave.
   */
  @IsString() @MaxLength(QUERY_CHARS_MAX) query: string = '';
  /**
   * Only these resources: `{rid}`, one type of their fields (`{rid}/{letter}`) or one field (`{rid}/{letter}/{id}`).
   */
  @ListOf(filterText, { max: FILTER_CONDITIONS_MAX }) resource_filters: string[] = [];
  /** Used instead of embedding the query: one number for each dimension of the vectorset, in their order. */
  @IsOptional() @ListOf(decimal(), { max: VECTOR_DIMENSIONS_MAX }) vector?: number[];
  /**
   * Whether the generative model rewrites the query before it is embedded. The keyword search uses `query` as it is.
   * Where the model fails, the query is searched as it is, with a warning.
   */
  @IsBoolean() rephrase: boolean = false;
  /** How the query is rewritten, with the placeholder `{question}`. */
  @IsOptional() @IsString() @MaxLength(QUERY_CHARS_MAX) @Satisfies(rephrasePlaceholder) rephrase_prompt?: string;
}
