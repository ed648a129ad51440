import { IsBoolean, IsOptional, IsString, MaxLength } from 'class-validator';
import type { Consumption } from '../../core/consumption';
import type { Integer } from '../../core/integer';
import { MODEL_NAME_CHARS_MAX } from '../../knowledge-box/learning-configuration/learning-configuration.dto';
import { QueryImage, rephrasePlaceholder } from '../../search/query-image/query-image.dto';
import { PROMPT_CHARS_MAX, QUERY_CHARS_MAX } from '../../search/retrieval-request/retrieval-request.dto';
import { ListOf, Nested, Satisfies, Together } from '../../validation/decorators';
import { text } from '../../validation/node';
import type { PredictionOrigin } from '../../prediction/prediction.dto';
import { SEMANTIC_MODELS_MAX, type SentenceVector, type SentenceVectors } from '../sentence/sentence.dto';
import type { RecognizedTokens } from '../tokens/tokens.dto';

/** Names of nodes or edges of one request. */
export const GRAPH_NAMES_MAX = 500;
const modelNames = { item: text({ maxLength: MODEL_NAME_CHARS_MAX }), limits: { max: SEMANTIC_MODELS_MAX } };
const graphNames = { item: text({ maxLength: 2_000 }), limits: { max: GRAPH_NAMES_MAX } };

/** Members that a query by GET and by POST share. */
class QueryOptions {
  /** Whether the query is rewritten before it becomes a vector. An image has it rewritten anyway. */
  @IsBoolean() rephrase: boolean = false;
  /** How it is rewritten, with the placeholder `{question}`. A model that follows no prompts refuses it. */
  @IsOptional() @IsString() @MaxLength(PROMPT_CHARS_MAX) @Satisfies(rephrasePlaceholder) rephrase_prompt?:
    | string
    | null;
  /** Name of the model that rewrites it, of which `max_context` and `visual_llm` tell; the default when absent. */
  @IsOptional() @IsString() @MaxLength(MODEL_NAME_CHARS_MAX) generative_model?: string | null;
  /** Names of embedding models, at most 10; the default only when absent. */
  @IsOptional() @ListOf(modelNames.item, modelNames.limits) semantic_models?: string[] | null;
  /** Older form of `semantic_models`, for one model; ignored where a knowledge box is named. */
  @IsOptional() @IsString() @MaxLength(MODEL_NAME_CHARS_MAX) semantic_model?: string | null;
  /** The only recogniser is `multilingual`; ignored where a knowledge box is named. */
  @IsOptional() @IsString() @MaxLength(MODEL_NAME_CHARS_MAX) token_model?: string | null;
  /** Names of nodes of a graph to turn into vectors, at most 500. */
  @IsOptional() @ListOf(graphNames.item, graphNames.limits) graph_nodes?: string[] | null;
  /** Names of embedding models for nodes; the default when absent. */
  @IsOptional() @ListOf(modelNames.item, modelNames.limits) semantic_graph_node_models?: string[] | null;
  /** Names of edges of a graph to turn into vectors, at most 500. */
  @IsOptional() @ListOf(graphNames.item, graphNames.limits) graph_edges?: string[] | null;
  /** Names of embedding models for edges; the default when absent. */
  @IsOptional() @ListOf(modelNames.item, modelNames.limits) semantic_graph_edge_models?: string[] | null;
  /**
   * Whether names are found as the graph agents of the knowledge box define them (tasks `llm-graph` for new resources):
   * a language model reads the query. Refused without a knowledge box that has such agents.
   */
  @IsOptional() @IsBoolean() agentic_entities?: boolean | null;
}

/** A query to prepare for retrieval. */
export class QueryByQuery extends QueryOptions {
  /** The query. URL and headers hold 16 KiB together. */
  @IsString() @MaxLength(QUERY_CHARS_MAX) text!: string;
}

/** A query, with or without an image, to prepare for retrieval. */
@Together<QueryPayload>(({ text: query, image, query_image: other }) =>
  query || image || other ? undefined : '`text` or `image` is needed',
)
@Together<QueryPayload>(({ image, query_image: other }) =>
  image && other ? '`image` and `query_image` are the same, please, use the former' : undefined,
)
export class QueryPayload extends QueryOptions {
  /** The query. */
  @IsOptional() @IsString() @MaxLength(QUERY_CHARS_MAX) text?: string | null;
  /** An image that belongs to the query, for a model that reads images. */
  @IsOptional() @Nested(() => QueryImage) image?: QueryImage | null;
  /** Another name of `image`. */
  @IsOptional() @Nested(() => QueryImage) query_image?: QueryImage | null;
}

/** Vectors of names. */
export interface GraphVectors {
  /** Vectors of unit length, by name of the model and name. */
  readonly vectors: Readonly<Record<string, Readonly<Record<string, SentenceVector>>>>;
  /** Seconds, by name of the model. */
  readonly timings: Readonly<Record<string, number>>;
  /** Consumption, with the header `x-show-consumption: true`; else null. Tokens are estimated by length. */
  readonly consumption: Consumption | null;
}

/** A query prepared for retrieval. */
export class PreparedQuery {
  /** Its language (ISO 639-1), as far as the text tells; else empty. */
  language!: string;
  /** Stop words of that language in the text, in lower case, once each. */
  stop_words!: readonly string[];
  /** Deprecated: that of the first model. */
  semantic_threshold!: number;
  /** Cosine above which two texts are about the same thing, by name of the model. */
  semantic_thresholds!: Readonly<Record<string, number>>;
  /** Whether the generative model reads images. */
  visual_llm!: boolean;
  /** Tokens of context that the generative model takes. */
  max_context!: Integer;
  /** Names in the text. */
  entities!: RecognizedTokens;
  /** Vectors of the query, of the rewritten one where there is one. */
  sentence!: SentenceVectors;
  /** Vectors of `graph_nodes`; null without any. */
  graph_nodes!: GraphVectors | null;
  /** Vectors of `graph_edges`; null without any. */
  graph_edges!: GraphVectors | null;
  /** The query as it was sent. */
  query!: string;
  /** The rewritten query; empty when it was not to be rewritten. */
  rephrased_query!: string;
}

/** A query prepared for retrieval, and where it comes from. */
export class PredictedQuery {
  /** Model that prepared it; absent for clients, which read the headers. */
  origin?: PredictionOrigin;
  /** The prepared query. */
  answer!: PreparedQuery;
}
