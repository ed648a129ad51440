import { IsBoolean, IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min, MinLength } from 'class-validator';
import type { Integer } from '../../core/integer';
import { CHOICES_MAX } from '../../knowledge-box/limits';
import type { EntityRelations } from '../../knowledge-box/graph/graph.dto';
import type { Resource } from '../../knowledge-box/resource/resource.dto';
import { Either, ListOf, Nested, Satisfies, Together } from '../../validation/decorators';
import { choice, decimal, text } from '../../validation/node';
import { FACETS_MAX, facetsProblem } from '../../index/facets';
import { FILTER_CHARS_MAX } from '../../index/filter-bounds';
import { FilteredQuery, RephrasedQuery } from '../filtered-query/filtered-query.dto';
import { FilteredRequest } from '../filtered-request/filtered-request.dto';
import { QueryImage, rephrasePlaceholder } from '../query-image/query-image.dto';
import { QUERY_CHARS_MAX, TOP_K_MAX, VECTOR_DIMENSIONS_MAX } from '../retrieval-request/retrieval-request.dto';

/** Results that can be skipped. */
export const OFFSET_MAX = 1_000;

/** Lists of a search, and `relations`. `paragraphs` and `vectors` are deprecated names of `keyword` and `semantic`. */
export const searchFeatureNames = ['keyword', 'fulltext', 'semantic', 'relations', 'paragraphs', 'vectors'] as const;
/** A list of a search. */
export type SearchFeatureName = (typeof searchFeatureNames)[number];

/** Key that orders lists by words. */
export const searchSortFields = ['score', 'created', 'modified', 'title'] as const;
/** Key that orders lists by words. */
export type SearchSortField = (typeof searchSortFields)[number];

const facets = { max: FACETS_MAX };
const facet = text({ maxLength: FILTER_CHARS_MAX });
const defaultFeatures: readonly SearchFeatureName[] = ['keyword', 'fulltext', 'semantic'];

interface Paged {
  readonly features: readonly SearchFeatureName[];
  readonly offset: number;
}

/** How lists by words are ordered. */
export class SearchSort {
  /** `score`, or the date at which the resource was `created` or `modified`. */
  @IsIn(searchSortFields) field!: SearchSortField;
  /**
   * Largest first (`desc`) or smallest first (`asc`). Of more than 5,000 paragraphs, the best 5,000 are put in the
   * order of least scores first.
   */
  @IsIn(['asc', 'desc']) order: 'asc' | 'desc' = 'desc';
}

/** A query of each index, answered with a list of each. Unknown members are ignored. */
@Together<SearchRequest>((request) => sortProblem(request, request.sort?.field) ?? offsetProblem(request))
export class SearchRequest extends FilteredRequest {
  /**
   * Words, phrases in quotation marks, and words and phrases after `-` that results must not have; words not in the
   * title of their resource either. Empty: everything that the filters leave.
   */
  @IsString() @MaxLength(QUERY_CHARS_MAX) query: string = '';
  /** Most results of each list. */
  @IsInt() @Min(0) @Max(TOP_K_MAX) top_k: number = 20;
  /** Results of the lists by words that are skipped. Not together with `semantic` and `relations`. */
  @IsInt() @Min(0) @Max(OFFSET_MAX) offset: number = 0;
  /**
   * Lists to return: paragraphs with any word of the query (`keyword`), fields with all of its words (`fulltext`),
   * paragraphs by meaning (`semantic`), relations of the entities in the query (`relations`). `paragraphs` and
   * `vectors` are deprecated names of `keyword` and `semantic`.
   */
  @ListOf(choice(...searchFeatureNames), { max: CHOICES_MAX }) features: SearchFeatureName[] = [...defaultFeatures];
  /**
   * Label paths such as `/l/topics` or `/classification.labels/topics`, below which the results by words are counted;
   * none twice and none below another.
   */
  @ListOf(facet, facets) @Satisfies(facetsProblem) faceted: string[] = [];
  /** Order of the lists by words: by score when absent, and newest first where the query is empty. */
  @IsOptional() @Either(() => SearchSort) sort?: SearchSort | null;
  /** Used instead of embedding the query; of the dimensions of the vectorset. */
  @IsOptional() @ListOf(decimal(), { max: VECTOR_DIMENSIONS_MAX }) vector?: number[] | null;
  /**
   * Whether the generative model rewrites the query before it is embedded. The keyword search uses
   * `query` as it is. Where the model fails, the query is searched as it is, with a warning.
   */
  @IsOptional() @IsBoolean() rephrase?: boolean | null;
  /** How the query is rewritten, with the placeholder `{question}`. */
  @IsOptional() @IsString() @MinLength(1) @MaxLength(QUERY_CHARS_MAX) @Satisfies(rephrasePlaceholder) rephrase_prompt?:
    | string
    | null;
  /**
   * An image that belongs to the query, which a generative model that reads images rewrites into words; these are also
   * searched. Refused where no model of the deployment reads images.
   */
  @IsOptional() @Nested(() => QueryImage) query_image?: QueryImage | null;
}

/** A search as query parameters. */
@Together<SearchQuery>((query) => sortProblem(query, query.sort_field) ?? offsetProblem(query))
export class SearchQuery extends RephrasedQuery {
  /** Results of the lists by words that are skipped. Not together with `semantic` and `relations`. */
  @IsInt() @Min(0) @Max(OFFSET_MAX) offset: number = 0;
  /**
   * Lists to return: paragraphs with any word of the query (`keyword`), fields with all of its words (`fulltext`),
   * paragraphs by meaning (`semantic`), relations of the entities in the query (`relations`). `paragraphs` and
   * `vectors` are deprecated names of `keyword` and `semantic`.
   */
  @ListOf(choice(...searchFeatureNames), { max: CHOICES_MAX }) features: SearchFeatureName[] = [...defaultFeatures];
  /** Label paths such as `/l/topics`, below which the results by words are counted; none twice, none below another. */
  @ListOf(facet, facets) @Satisfies(facetsProblem) faceted: string[] = [];
  /** Order of the lists by words: by score when absent, and newest first where the query is empty. */
  @IsOptional() @IsIn(searchSortFields) sort_field?: SearchSortField;
  /**
   * Largest first (`desc`) or smallest first (`asc`). Of more than 5,000 paragraphs, the best 5,000 are put in the
   * order of least scores first.
   */
  @IsIn(['asc', 'desc']) sort_order: 'asc' | 'desc' = 'desc';
}

/** Results of paragraphs by their direct child labels, by label path: both in readable form where there is one. */
export type Facets = Readonly<Record<string, Readonly<Record<string, Integer>>>>;

/** Where a paragraph stands. */
export interface ParagraphPosition {
  /** Page, from 0; 0 where there are no pages. */
  readonly page_number: Integer;
  /** Place among the paragraphs of its field, from 0. */
  readonly index: Integer;
  /** First code point of the paragraph in the extracted text, from 0. */
  readonly start: Integer;
  /** First code point after the paragraph. */
  readonly end: Integer;
}

/** A paragraph that was found by words. */
export interface SearchParagraph {
  /** BM25 score. */
  readonly score: number;
  /** Id of its resource. */
  readonly rid: string;
  /** Letter of its field's type. */
  readonly field_type: string;
  /** Id of its field. */
  readonly field: string;
  /** Text of the paragraph, with marks when `highlight` is true. */
  readonly text: string;
  /** Labels of resource and paragraph, as `{labelset}/{label}`. */
  readonly labels: readonly string[];
  /** Seconds at which what the paragraph says begins, of subtitles; else absent. */
  readonly start_seconds?: readonly Integer[];
  /** Seconds at which it ends, one for each entry of `start_seconds`. */
  readonly end_seconds?: readonly Integer[];
  /** Where the paragraph stands. */
  readonly position: ParagraphPosition;
  /** Whether it was found by words that are nearly the same as those of the query. */
  readonly fuzzy_result: boolean;
}

/** Members of lists by words other than their results. */
export interface WordList {
  /** Results by label, for each label path of `faceted` that has some, counted as `total` counts. */
  readonly facets: Facets;
  /** The query as it was sent. */
  readonly query: string;
  /**
   * Number of results. Of paragraphs exact up to 10,000, a lower bound beyond. Of fields exact where the rarest word is
   * in at most 5,000 paragraphs. Where at most 200 paragraphs match, those that match only by words of the title of
   * their resource are among the results, but are not counted. Fields are, wherever their words are.
   */
  readonly total: Integer;
  /** Always 0: pages are skipped with `offset`. */
  readonly page_number: Integer;
  /** `top_k` and `offset` of the request together. */
  readonly page_size: Integer;
  /** Whether more results follow. */
  readonly next_page: boolean;
  /** Least BM25 score. */
  readonly min_score: number;
}

/** Paragraphs that have words of the query. */
export interface SearchParagraphs extends WordList {
  /** In their order. */
  readonly results: readonly SearchParagraph[];
}

/** A field that has all words of the query. */
export interface SearchField {
  /** Sum of the best BM25 scores of its words. */
  readonly score: number;
  /** Id of its resource. */
  readonly rid: string;
  /** Letter of its type. */
  readonly field_type: string;
  /** Id of the field. */
  readonly field: string;
  /** Labels of its resource, as `{labelset}/{label}`. */
  readonly labels: readonly string[];
}

/** Fields that have all words of the query. `facets` count fields. */
export interface SearchFields extends WordList {
  /** In their order. */
  readonly results: readonly SearchField[];
}

/** A paragraph that was found by meaning. */
export interface SearchSentence {
  /** Cosine similarity. */
  readonly score: number;
  /** Id of its resource. */
  readonly rid: string;
  /** Text of the paragraph. */
  readonly text: string;
  /** Letter of its field's type. */
  readonly field_type: string;
  /** Id of its field. */
  readonly field: string;
  /** Id of the paragraph. */
  readonly index: string;
  /** Where the paragraph stands. */
  readonly position: ParagraphPosition;
}

/** Paragraphs by meaning. */
export interface SearchSentences {
  /** Best first. */
  readonly results: readonly SearchSentence[];
  /** Always empty. */
  readonly facets: Readonly<Record<string, never>>;
  /** Always 0. */
  readonly page_number: Integer;
  /** `top_k` of the request. */
  readonly page_size: Integer;
  /** Least cosine similarity. */
  readonly min_score: number;
}

/** A list for each feature of the request, and the resources of all their results. */
export class SearchResults {
  /** Resources of the results, by id, with the parts that `show` selects. */
  resources!: Readonly<Record<string, Resource>>;
  /** Paragraphs by meaning, with `semantic`; absent where there is no meaning to search by. */
  sentences?: SearchSentences;
  /** Paragraphs by words, with `keyword`. */
  paragraphs?: SearchParagraphs;
  /** Fields by words, with `fulltext`. */
  fulltext?: SearchFields;
  /** Relations of the entities in the query, with `relations`. */
  relations?: EntityRelations;
  /** Id of the knowledge box. */
  shards!: readonly string[];
  /** Always empty. */
  autofilters!: readonly string[];
  /** Warnings about skipped stages or results; absent without any. */
  warnings?: readonly string[];
}

/** Results, and whether they are complete. */
export class SearchAnswer {
  /** The results. */
  results!: SearchResults;
  /** Whether an index could not be searched or does not hold everything. */
  incomplete!: boolean;
}

/** A query of one resource, as query parameters. */
@Together<ResourceSearchQuery>(({ sort_field: field }) => titleProblem(field))
export class ResourceSearchQuery extends FilteredQuery {
  /**
   * Words, phrases in quotation marks, and words after `-` that results must not have. Empty: everything that the
   * filters leave.
   */
  @IsString() @MaxLength(QUERY_CHARS_MAX) query!: string;
  /** Label paths such as `/l/topics`, below which the results are counted; none twice, none below another. */
  @ListOf(facet, facets) @Satisfies(facetsProblem) faceted: string[] = [];
  /** Order of the results: by score when absent. All of them are of one resource, so dates make no difference. */
  @IsOptional() @IsIn(searchSortFields) sort_field?: SearchSortField;
  /** Best first (`desc`) or worst first (`asc`), where results are ordered by score. */
  @IsIn(['asc', 'desc']) sort_order: 'asc' | 'desc' = 'desc';
}

/** Paragraphs of one resource. */
export class ResourceSearchResults {
  /** Paragraphs by words. */
  paragraphs!: SearchParagraphs;
  /** Id of the knowledge box. */
  shards!: readonly string[];
}

function titleProblem(field: SearchSortField | undefined): string | undefined {
  return field === 'title' ? 'sorting by title not supported in /search' : undefined;
}

function sortProblem({ features }: Paged, field: SearchSortField | undefined): string | undefined {
  const isByDate = field === 'created' || field === 'modified';
  if (isByDate && hasMeaning(features)) return 'sort by date cannot be used with the semantic or relations index';
  return titleProblem(field);
}

function offsetProblem({ features, offset }: Paged): string | undefined {
  const isWrong = offset > 0 && hasMeaning(features);
  return isWrong ? 'offset cannot be used with the semantic or relations index' : undefined;
}

function hasMeaning(features: readonly SearchFeatureName[]): boolean {
  return features.some((feature) => ['semantic', 'vectors', 'relations'].includes(feature));
}
