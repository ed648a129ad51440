import { ArrayMaxSize, IsBoolean, IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import type { Integer } from '../../core/integer';
import {
  FILTER_CHARS_MAX,
  FILTER_CONDITIONS_MAX,
  FILTER_JSON_CHARS_MAX,
  filterExpressionProblem,
  filterJsonProblem,
  filtersProblem,
} from '../../index/filter-bounds';
import { Anything, Either, IsInstant, ListOf, Satisfies, Together } from '../../validation/decorators';
import { choice, listOf, text, whole } from '../../validation/node';
import { type FieldType, fieldTypes, type ResourceStatus, resourceStatuses } from '../../core/identifiers';
import { CHOICES_MAX } from '../limits';
import { type ResourceShow, resourceShows } from '../read-query/read-query.dto';
import type { Resource } from '../resource/resource.dto';
import { FACETS_MAX, facetsProblem } from '../../index/facets';

/** Resources on one page. */
export const CATALOG_PAGE_MAX = 200;
/** Code points of the text to look for in titles and slugs. */
export const CATALOG_QUERY_CHARS_MAX = 20_000;
const PREFIXES_MAX = 50;
const LABEL_PATH = /^((\/[^/]+)*)$/;

const filterText = text({ maxLength: FILTER_CHARS_MAX });
const labels = listOf(filterText, { min: 1, max: FILTER_CONDITIONS_MAX });

/** Keys to order resources by. `score` is `created`, since a list has no scores. */
export const catalogSortFields = ['created', 'modified', 'title', 'score'] as const;
/** Key that orders the resources. */
export type CatalogSortField = (typeof catalogSortFields)[number];
/** Ascending or descending. */
export const sortOrders = ['asc', 'desc'] as const;
/** Ascending or descending. */
export type SortOrder = (typeof sortOrders)[number];

/** Ways to compare a title or slug with a query. */
export const catalogMatches = ['exact', 'words', 'fuzzy', 'starts_with', 'ends_with', 'contains'] as const;
/** How a title or slug is compared with a query. */
export type CatalogMatch = (typeof catalogMatches)[number];
const slugMatches: readonly CatalogMatch[] = ['exact', 'starts_with'];

/** Condition on the title or the slug. */
@Together<CatalogTextQuery>(({ field, match }) =>
  field === 'slug' && !slugMatches.includes(match)
    ? `A slug can be matched only with ${slugMatches.join(' or ')}, not with ${match}`
    : undefined,
)
export class CatalogTextQuery {
  /** The member to compare. */
  @Either(choice('title', 'slug')) field: 'title' | 'slug' = 'title';
  /**
   * How. `exact` and everything about slugs compares each character; the others ignore case and accents. `words` wants
   * all words of the query in the title, in any order; `fuzzy` also takes words that differ by one letter.
   */
  @Either(choice(...catalogMatches)) match: CatalogMatch = 'exact';
  /** Value to compare it with. */
  @Either(text({ minLength: 1, maxLength: CATALOG_QUERY_CHARS_MAX })) query!: string;
}

/** Order of the resources: key and direction. */
export class CatalogSort {
  /** Key to order them by. */
  @Either(choice(...catalogSortFields)) field!: CatalogSortField;
  /** The direction. */
  @Either(choice(...sortOrders)) order: SortOrder = 'desc';
}

/** Several labels under one condition; exactly one member is present. */
@Together<CatalogLabelFilter>((filter) => {
  const given = [filter.all, filter.any, filter.none, filter.not_all].filter(
    (members) => members !== undefined && members !== null,
  );
  return given.length === 1 ? undefined : "Only one of 'all', 'any', 'none' or 'not_all' can be set";
})
export class CatalogLabelFilter {
  /** Label paths, each of which a resource must carry. */
  @IsOptional() @Either(labels) all?: string[] | null;
  /** Label paths, one of which a resource must carry. */
  @IsOptional() @Either(labels) any?: string[] | null;
  /** Label paths, none of which a resource may carry. */
  @IsOptional() @Either(labels) none?: string[] | null;
  /** Label paths, one of which a resource must lack. */
  @IsOptional() @Either(labels) not_all?: string[] | null;
}

/** Which resources are listed and counted, and in which order. */
export class CatalogRequest {
  /**
   * Words that the title must have, all of them, in any order; case and accents do not count. Or how the title or the
   * slug is compared with a text. Empty: all.
   */
  @IsOptional()
  @Either(text({ maxLength: CATALOG_QUERY_CHARS_MAX }), () => CatalogTextQuery)
  query?: string | CatalogTextQuery | null;
  /**
   * Conditions on resources: `{"resource": …}` with `and`, `or`, `not` and leaves that have a `prop`, at most 50 deep.
   * Dates are those of the resource, not of its origin. Not together with `filters`, `with_status` and the date ranges.
   */
  @IsOptional()
  @Anything()
  @Satisfies(filterExpressionProblem)
  filter_expression?: unknown;
  /** Label paths, or their readable names, whose children are counted; at most 50, none below another one. */
  @ListOf(filterText, { max: FACETS_MAX }) @Satisfies(facetsProblem) faceted: string[] = [];
  /** By date of creation, newest first, when absent. Resources that are alike are ordered by id. */
  @IsOptional() @Either(() => CatalogSort) sort?: CatalogSort | null;
  /** Number of the page, from 0. */
  @IsInt() @Min(0) page_number: number = 0;
  /** Most resources on a page; 0 for facets and `total` alone. */
  @IsInt() @Min(0) @Max(CATALOG_PAGE_MAX) page_size: number = 20;
  /** Hidden resources only (true), visible ones only (false), or both. */
  @IsOptional() @IsBoolean() hidden?: boolean | null;
  /** Parts of each resource to return. */
  @ArrayMaxSize(CHOICES_MAX) @IsIn(resourceShows, { each: true }) show: ResourceShow[] = ['basic', 'errors'];
  /** Only fields of these types are returned. */
  @ArrayMaxSize(CHOICES_MAX) @IsIn(fieldTypes, { each: true }) field_type_filter: FieldType[] = [...fieldTypes];
  /** Deprecated. Label paths, or conditions on several labels, not mixed with paths. All of them must hold. */
  @Either(listOf(filterText), listOf(() => CatalogLabelFilter))
  @Satisfies(filtersProblem)
  filters: readonly (string | CatalogLabelFilter)[] = [];
  /** Deprecated. `PROCESSED` means PROCESSED and ERROR, any other status for PENDING. */
  @IsOptional() @IsIn(resourceStatuses) with_status?: ResourceStatus | null;
  /** Deprecated. Only resources created at or after this instant. */
  @IsOptional() @IsInstant() range_creation_start?: string | null;
  /** Deprecated. Only resources created at or before this instant. */
  @IsOptional() @IsInstant() range_creation_end?: string | null;
  /** Deprecated. Only resources modified at or after this instant. */
  @IsOptional() @IsInstant() range_modification_start?: string | null;
  /** Deprecated. Only resources modified at or before this instant. */
  @IsOptional() @IsInstant() range_modification_end?: string | null;
}

/** A catalog request as query parameters. */
export class CatalogQuery {
  /** Words that the title must have, all of them, in any order; case and accents do not count. Empty: all. */
  @IsOptional() @IsString() @MaxLength(CATALOG_QUERY_CHARS_MAX) query?: string;
  /** JSON of the conditions, as `filter_expression` of a request by body. */
  @IsOptional()
  @IsString()
  @MaxLength(FILTER_JSON_CHARS_MAX)
  @Satisfies(filterJsonProblem)
  filter_expression?: string;
  /** Label paths, or their readable names, whose children are counted; at most 50, none below another one. */
  @ListOf(filterText, { max: FACETS_MAX }) @Satisfies(facetsProblem) faceted: string[] = [];
  /** Key that orders the resources. `score` is `created`. */
  @IsOptional() @IsIn(catalogSortFields) sort_field?: CatalogSortField;
  /** Ascending or descending. */
  @IsIn(sortOrders) sort_order: SortOrder = 'desc';
  /** Number of the page, from 0. */
  @IsInt() @Min(0) page_number: number = 0;
  /** Most resources on a page; 0 for facets and `total` alone. */
  @IsInt() @Min(0) @Max(CATALOG_PAGE_MAX) page_size: number = 20;
  /** Hidden resources only (true), visible ones only (false), or both. */
  @IsOptional() @IsBoolean() hidden?: boolean;
  /** Parts of each resource to return. */
  @ArrayMaxSize(CHOICES_MAX) @IsIn(resourceShows, { each: true }) show: ResourceShow[] = ['basic', 'errors'];
  /** Only fields of these types are returned. */
  @ArrayMaxSize(CHOICES_MAX) @IsIn(fieldTypes, { each: true }) field_type: FieldType[] = [...fieldTypes];
  /** Deprecated. Label paths, all of which a resource must carry. */
  @ListOf(filterText, { max: FILTER_CONDITIONS_MAX }) filters: string[] = [];
  /** Deprecated. `PROCESSED` means PROCESSED and ERROR, any other status for PENDING. */
  @IsOptional() @IsIn(resourceStatuses) with_status?: ResourceStatus;
  /** Deprecated. Only resources created at or after this instant. */
  @IsOptional() @IsInstant() range_creation_start?: string;
  /** Deprecated. Only resources created at or before this instant. */
  @IsOptional() @IsInstant() range_creation_end?: string;
  /** Deprecated. Only resources modified at or after this instant. */
  @IsOptional() @IsInstant() range_modification_start?: string;
  /** Deprecated. Only resources modified at or before this instant. */
  @IsOptional() @IsInstant() range_modification_end?: string;
}

/** A resource of the page. */
export interface CatalogResult {
  /** Its id. */
  readonly rid: string;
  /** Always `title`. */
  readonly field: 'title';
  /** Always `a`, the letter of generic fields. */
  readonly field_type: 'a';
  /** Its classifications, as `/l/{labelset}/{label}`. */
  readonly labels: readonly string[];
  /** Always 0: a list has no scores. */
  readonly score: Integer;
}

/** The order of the page, and what was counted. */
export interface CatalogResults {
  /** The resources of the page in their order. */
  readonly results: readonly CatalogResult[];
  /** By requested facet: how many of all matching resources carry each of its children. Paths have readable names. */
  readonly facets: Readonly<Record<string, Readonly<Record<string, Integer>>>>;
  /** The query as it was sent. */
  readonly query: string | CatalogTextQuery;
  /** How many resources match, on all pages. */
  readonly total: Integer;
  /** Number of the page. */
  readonly page_number: Integer;
  /** Most resources on a page. */
  readonly page_size: Integer;
  /** Whether more pages follow. */
  readonly next_page: boolean;
  /** Always 0. */
  readonly min_score: Integer;
}

/** A page of resources. */
export class Catalog {
  /** Resources of the page by id. */
  resources!: Readonly<Record<string, Resource>>;
  /** The order of the page, and what was counted. */
  fulltext!: CatalogResults;
}

/** Below which path labels are counted. */
export class FacetPrefix {
  /** A label path; the empty path means all labels. */
  @Either(text({ patterns: [LABEL_PATH], maxLength: FILTER_CHARS_MAX })) prefix!: string;
  /** How many levels below the path are counted; all of them when absent. */
  @IsOptional() @Either(whole({ ge: 0 })) depth?: number | null;
}

/** Which labels are counted. */
export class CatalogFacetsRequest {
  /** Label paths, or paths with a depth. Without any, all labels are counted. */
  @ListOf(
    { kind: 'union', branches: [text({ maxLength: FILTER_CHARS_MAX }), { kind: 'object', type: () => FacetPrefix }] },
    { max: PREFIXES_MAX },
  )
  prefixes: (string | FacetPrefix)[] = [];
}

/** How many resources carry each label. */
export class CatalogFacets {
  /** Resources by label path. */
  facets!: Readonly<Record<string, Integer>>;
}
