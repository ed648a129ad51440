import { IsBoolean, IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min, MinLength } from 'class-validator';
import type { Integer } from '../../core/integer';
import { CHOICES_MAX, CONFIGURATION_NAME_CHARS_MAX, NODE_VALUE_CHARS_MAX } from '../../knowledge-box/limits';
import type { EntityRelations } from '../../knowledge-box/graph/graph.dto';
import { type RelationNodeType, relationNodeTypes } from '../../knowledge-box/relation/relation.dto';
import type { Resource } from '../../knowledge-box/resource/resource.dto';
import { Anything, ListOf, Nested, NotesGiven, Satisfies, Together } from '../../validation/decorators';
import { choice, decimal, text } from '../../validation/node';
import {
  FILTER_CHARS_MAX,
  FILTER_CONDITIONS_MAX,
  FILTER_JSON_CHARS_MAX,
  filterExpressionProblem,
  filterJsonProblem,
} from '../../index/filter-bounds';
import { MODEL_NAME_CHARS_MAX } from '../../knowledge-box/learning-configuration/learning-configuration.dto';
import { RephrasedQuery } from '../filtered-query/filtered-query.dto';
import { MISSING_RESOURCES_MAX, type MissingResource } from '../missing-resource/missing-resource.dto';
import { QueryImage, rephrasePlaceholder } from '../query-image/query-image.dto';
import type { ScoreExplanation } from '../score/score.dto';
import {
  type FeatureName,
  featureNames,
  QUERY_CHARS_MAX,
  RetrievalRequest,
  TOP_K_MAX,
  VECTOR_DIMENSIONS_MAX,
} from '../retrieval-request/retrieval-request.dto';

/** Entities of one request. */
export const QUERY_ENTITIES_MAX = 20;

/** Characters of a token. */
export const SEARCH_AFTER_CHARS_MAX = 500_000;

const rid = text({ patterns: [/^[0-9a-f]{32}$/] });
const filterText = text({ maxLength: FILTER_CHARS_MAX });

/** An entity whose relations are requested. */
export class QueryEntity {
  /** Name of the entity. */
  @IsString() @MaxLength(NODE_VALUE_CHARS_MAX) name!: string;
  /** Kind of the node; `entity` when absent. */
  @IsOptional() @IsIn(relationNodeTypes) type?: RelationNodeType | null;
  /** Family of the entity, such as `PERSON`; any when absent. */
  @IsOptional() @IsString() @MaxLength(NODE_VALUE_CHARS_MAX) subtype?: string | null;
}

/**
 * A query, where to search, and how to rank. Unknown members are ignored, except those that look like a misspelt
 * restriction.
 */
@Together<FindRequest>(({ search_after: token, query_image: image }) =>
  token && image ? 'search_after continues by the words of the query: leave query_image out' : undefined,
)
@Together(explainsWithDebug)
export class FindRequest extends RetrievalRequest {
  /**
   * Words, phrases in quotation marks, and words and phrases after `-` that results must not have; words not in the
   * title of their resource either. Empty: everything that the filters leave.
   */
  @IsString() @MaxLength(QUERY_CHARS_MAX) query: string = '';
  /** Most paragraphs to return. */
  @IsInt() @Min(0) @Max(TOP_K_MAX) top_k: number = 20;
  /** Used instead of embedding the query; of the dimensions of the vectorset. */
  @IsOptional() @ListOf(decimal(), { max: VECTOR_DIMENSIONS_MAX }) vector?: number[] | null;
  /**
   * Whether the generative model rewrites the query before it is embedded and reranked. The keyword search uses
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
  /**
   * A query of the paths of the knowledge graph, as that of `POST /kb/{kbid}/graph`; with feature `graph`, which needs
   * it. Paragraphs that state one of the best 500 paths are found.
   */
  @IsOptional() @Anything() @Satisfies(filterExpressionProblem) graph_query?: unknown;
  /** Entities whose relations are returned, instead of those in the query; with feature `relations`. */
  @IsOptional() @ListOf(() => QueryEntity, { max: QUERY_ENTITIES_MAX }) query_entities?: QueryEntity[] | null;
  /**
   * The token of the answer to the same query: returns the results after it. They are searched by words alone and not
   * reranked, regardless of the request; earlier results are left out. Up to the best 5,000 paragraphs are found in
   * this way.
   */
  @IsOptional() @IsString() @MaxLength(SEARCH_AFTER_CHARS_MAX) search_after?: string | null;
  /**
   * Ids of resources, at most 10, of which `missing` says why they are not in the results. Only with `debug`: for each
   * of them it takes a search for every word of the query.
   */
  @IsOptional() @ListOf(rid, { max: MISSING_RESOURCES_MAX }) explain_missing?: string[] | null;
}

function explainsWithDebug({
  explain_missing: rids,
  debug,
}: Pick<FindRequest, 'explain_missing' | 'debug'>): string | undefined {
  return rids?.length && !debug ? '`explain_missing` needs `debug`' : undefined;
}

/** A find as query parameters. */
@Together(explainsWithDebug)
@NotesGiven('search_configuration')
export class FindQuery extends RephrasedQuery {
  /** Names of the members that the caller sent; with `search_configuration` only. Callers cannot set it. */
  declare given?: readonly string[];
  /**
   * How to search: by words (`keyword`), by meaning (`semantic`), or both. `paragraphs` and `vectors` are deprecated
   * names of the same. `relations` adds the relations of the entities in the query.
   */
  @ListOf(choice(...featureNames), { max: CHOICES_MAX }) features: FeatureName[] = ['keyword', 'semantic'];
  /**
   * How rankings by words and by meaning become one: by reciprocal ranks (`rrf`, `legacy`), or by normalised scores
   * when absent.
   */
  @IsOptional() @IsIn(['rrf', 'legacy']) rank_fusion?: 'rrf' | 'legacy';
  /** Whether the best hits are ordered again by a reranker (`predict`) or not (`noop`). */
  @IsIn(['predict', 'noop']) reranker: 'predict' | 'noop' = 'predict';
  /** Name of a search configuration of the box. Parameters that are in the address take precedence over its members. */
  @IsOptional() @IsString() @MaxLength(CONFIGURATION_NAME_CHARS_MAX) search_configuration?: string;
  /**
   * Model that rewrites the query; that of the deployment when absent. A name that it does not know is refused.
   */
  @IsOptional() @IsString() @MaxLength(MODEL_NAME_CHARS_MAX) generative_model?: string;
  /**
   * Words or phrases that the text of a field must have; all of them must hold. At most 10 different ones, each in
   * 5,000 paragraphs at most. Not together with `filter_expression`.
   */
  @IsOptional() @ListOf(filterText, { max: FILTER_CONDITIONS_MAX }) keyword_filters?: string[];
  /**
   * JSON of a query of the paths of the knowledge graph, as `graph_query` of a find by body; with feature `graph`,
   * which needs it.
   */
  @IsOptional()
  @IsString()
  @MaxLength(FILTER_JSON_CHARS_MAX)
  @Satisfies(filterJsonProblem)
  graph_query?: string;
  /**
   * The token of the answer to the same query: what follows there, by words alone. A token grows with every page; one
   * that no longer fits into an address can be sent in a body.
   */
  @IsOptional() @IsString() @MaxLength(SEARCH_AFTER_CHARS_MAX) search_after?: string;
  /**
   * Ids of resources, at most 10, of which `missing` says why they are not in the results. Only with `debug`: for each
   * of them it takes a search for every word of the query.
   */
  @IsOptional() @ListOf(rid, { max: MISSING_RESOURCES_MAX }) explain_missing?: string[];
}

/** Kinds of scores. */
export const scoreTypes = ['VECTOR', 'BM25', 'BOTH', 'RERANKER', 'RELATION_RELEVANCE'] as const;
/**
 * Origin of a score: of the reranker (`RERANKER`), or of retrieval: by words (`BM25`), by meaning (`VECTOR`), of both
 * fused (`BOTH`), or by the knowledge graph alone (`RELATION_RELEVANCE`).
 */
export type ScoreType = (typeof scoreTypes)[number];

/** A paragraph that was found. */
export interface FindParagraph {
  /** Id of the paragraph: `{rid}/{letter}/{field}/{start}-{end}`. */
  readonly id: string;
  /** Score of the kind that `score_type` says; scores of different kinds cannot be compared. */
  readonly score: number;
  /** Kind of the score. */
  readonly score_type: ScoreType;
  /** True: it is near to the query in meaning, but shares no word with it; absent otherwise. */
  readonly meaning_only?: boolean;
  /** Place among all results, from 0; 0 is the best. */
  readonly order: Integer;
  /** Text of the paragraph, with marks when `highlight` is true. */
  readonly text: string;
  /** Labels of the resource and the paragraph as paths: `/l/{labelset}/{label}`. */
  readonly labels: readonly string[];
  /** Where the paragraph stands. */
  readonly position: {
    /** Page, from 0; 0 where there are no pages. */
    readonly page_number: Integer;
    /** Place among the paragraphs of its field, from 0. */
    readonly index: Integer;
    /** First code point of the paragraph in the extracted text, from 0. */
    readonly start: Integer;
    /** First code point after the paragraph. */
    readonly end: Integer;
    /** Seconds at which what the paragraph says begins, of subtitles; else empty. */
    readonly start_seconds: readonly Integer[];
    /** Seconds at which it ends, one for each entry of `start_seconds`. */
    readonly end_seconds: readonly Integer[];
  };
  /** Whether it was found by words that are nearly the same as those of the query. */
  readonly fuzzy_result: boolean;
  /** Always false: it is not known whether a page shows more than its text says. */
  readonly page_with_visual: boolean;
  /** Always null: tables are not kept as pictures. */
  readonly reference: string | null;
  /** Whether the paragraph is a table. */
  readonly is_a_table: boolean;
  /** Relations that the paragraph states and was found by, in what `graph_beta` found of a question; else null. */
  readonly relevant_relations: EntityRelations | null;
}

/** Paragraphs of one field that were found. */
export interface FindField {
  /** Paragraphs by id. */
  readonly paragraphs: Readonly<Record<string, FindParagraph>>;
}

/** A resource of which paragraphs were found, with the parts that `show` selects. */
export type FindResource = Resource & {
  /** Fields with results, by `/{letter}/{id}` such as `/t/body`. */
  readonly fields: Readonly<Record<string, FindField>>;
};

/** Paragraphs by resource and field; `best_matches` has their order. */
export class FindResults {
  /** Resources with results, by id. */
  resources!: Readonly<Record<string, FindResource>>;
  /** Relations of the entities in the query, with feature `relations`; else empty. */
  relations!: EntityRelations;
  /** The query as it was sent. */
  query!: string;
  /** The query as the generative model rewrote it; absent when it did not. */
  rephrased_query?: string;
  /**
   * Paragraphs that match by words, exact up to 10,000, a lower bound beyond. Where at most 200 match, those that match
   * only by words of the title of their resource are among the results, but are not counted.
   */
  total!: Integer;
  /** Always 0: `search_after` requests further pages. */
  page_number!: Integer;
  /** `top_k` of the request. */
  page_size!: Integer;
  /** Whether a larger `top_k` would return more; after a token, whether more follows. */
  next_page!: boolean;
  /** Id of the knowledge box. */
  shards!: readonly string[];
  /** Always empty. */
  autofilters!: readonly string[];
  /** Scores below which hits were left out. */
  min_score!: {
    /** Least cosine similarity, rounded to three decimals. */
    readonly semantic: number;
    /** Least BM25 score, rounded to three decimals. */
    readonly bm25: number;
  };
  /** Ids of all paragraphs in the results, best first. */
  best_matches!: readonly string[];
  /** Token for `search_after` of a find that continues by words; null when nothing more follows. */
  search_after?: string | null;
  /** Warnings about skipped stages or results; absent without any. */
  warnings?: readonly string[];
  /** Milliseconds of each stage, with `debug`. */
  metrics?: Readonly<Record<string, number>>;
  /** How each result came to its score, by id of the paragraph, with `debug`. */
  explanations?: Readonly<Record<string, ScoreExplanation>>;
  /** Where the resources of `explain_missing` dropped out, by id. */
  missing?: Readonly<Record<string, MissingResource>>;
}

/** Results, and whether they are complete. */
export class FindAnswer {
  /** The results. */
  results!: FindResults;
  /** Whether an index could not be searched or does not hold everything. */
  incomplete!: boolean;
}
