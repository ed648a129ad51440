import {
  IsBoolean,
  IsInt,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
  MinLength,
} from 'class-validator';
import type { Integer } from '../../core/integer';
import { TEXT_CHARS_MAX } from '../../core/identifiers';
import { filterExpressionProblem, FILTER_CHARS_MAX, FILTER_CONDITIONS_MAX } from '../../index/filter-bounds';
import {
  ACCESS_GROUPS_MAX,
  CHOICES_MAX,
  CONFIGURATION_NAME_CHARS_MAX,
  GROUP_CHARS_MAX,
  JSON_DEPTH_MAX,
  VECTORSET_CHARS_MAX,
} from '../../knowledge-box/limits';
import { type CitationKind, citationKinds, CustomPrompt, MaxTokens } from '../../search/ask/ask.dto';
import { MinScore, RequestSecurity } from '../../search/filtered-request/filtered-request.dto';
import { QUERY_ENTITIES_MAX, QueryEntity } from '../../search/find/find.dto';
import { QueryImage, rephrasePlaceholder } from '../../search/query-image/query-image.dto';
import {
  PREQUERIES_MAX,
  PreQuery,
  ragImageStrategy,
  type RagImageStrategy,
  ragStrategy,
  type RagStrategy,
} from '../../search/rag-strategies/rag-strategies.dto';
import { fieldsProblem, imageStrategiesProblem, strategiesProblem } from '../../search/rag-strategy-rules';
import {
  type FeatureName,
  featureNames,
  PredictReranker,
  PROMPT_CHARS_MAX,
  QUERY_CHARS_MAX,
  ReciprocalRankFusion,
  TOP_K_MAX,
  WeightedScores,
} from '../../search/retrieval-request/retrieval-request.dto';
import {
  Anything,
  Either,
  Is,
  ListOf,
  Literal,
  Nested,
  Satisfies,
  Together,
  Widget,
} from '../../validation/decorators';
import { jsonWithin } from '../../validation/json-bounds';
import { choice, decimal, text, whole } from '../../validation/node';
import {
  boxFunctions,
  ContextMembers,
  contextTable,
  PublishedFunctions,
  Sources,
} from '../context-members/context-members.dto';
import { type ModelName, TakesModel } from '../module/module.dto';

const NEIGHBOURS_MAX = 50;
const SCHEMA_CHARS_MAX = 100_000;
const EXTRA_TEXTS_MAX = 1_000;
const EXTRA_IMAGES_MAX = 20;
const filter = text({ maxLength: FILTER_CHARS_MAX });

/** A prompt about the question of a search. */
const SearchPrompt = (): PropertyDecorator => (target, name) => {
  IsOptional()(target, name);
  Widget('expandable_textarea')(target, name);
  Satisfies(rephrasePlaceholder)(target, name);
  Is(() => text({ minLength: 1, maxLength: QUERY_CHARS_MAX }))(target, name);
};

/** Further searches, with those that the prompts of the module add. */
function preQueriesProblem(config: AskConfig): string | undefined {
  const { pre_queries: queries, rephrase_lexical_custom_prompt: lexical, keywords_custom_prompt: keywords } = config;
  const prompted = [lexical, keywords].filter(Boolean).length;
  if (queries.length + prompted <= PREQUERIES_MAX) return undefined;
  return `pre_queries may have at most ${PREQUERIES_MAX - prompted} with these prompts, each of which adds a search`;
}

/** Asks knowledge boxes, with what surrounds the paragraphs that are found. */
@Together<AskConfig>(preQueriesProblem)
@contextTable.entry('ask')
export class AskConfig extends ContextMembers {
  /** Name of the module. */
  @Literal('ask') module!: 'ask';
  /** Identifiers of drivers of knowledge boxes, all of which are asked. */
  @Sources(1) sources!: string[];
  /** Further searches whose results count: queries, or whole searches as in the strategy `prequeries` of an ask. */
  @ListOf(
    {
      kind: 'union',
      branches: [text({ minLength: 1, maxLength: QUERY_CHARS_MAX }), { kind: 'object', type: () => PreQuery }],
    },
    { max: PREQUERIES_MAX },
  )
  pre_queries: (string | PreQuery)[] = [];
  /** Label paths such as `/l/topics/finance`, all of which must match. */
  @ListOf(filter, { max: FILTER_CONDITIONS_MAX }) @Widget('array_string_field') filters: string[] = [];
  /** Only what is public, and what one of these groups may see. */
  @ListOf(text({ maxLength: GROUP_CHARS_MAX }), { max: ACCESS_GROUPS_MAX })
  @Widget('array_string_field')
  security_groups: string[] = [];
  /** How a model rewrites the question for the search by meaning, with the placeholder `{question}`. */
  @SearchPrompt() rephrase_semantic_custom_prompt?: string | null;
  /** How a model rewrites the question for the search by words, with the placeholder `{question}`. */
  @SearchPrompt() rephrase_lexical_custom_prompt?: string | null;
  /** How a model writes keywords, which are searched by words as well, with the placeholder `{question}`. */
  @SearchPrompt() keywords_custom_prompt?: string | null;
  /**
   * How a model decides whether models that read images are shown those of paragraphs, with the placeholder
   * `{question}`; only with `vllm`.
   */
  @SearchPrompt() visual_enable_prompt?: string | null;
  /** Whether a model may read from the question when documents were made, and only those are searched. */
  @IsBoolean() date_range_enabled: boolean = false;
  /** Paragraphs before each one that is found. */
  @IsInt() @Min(0) @Max(NEIGHBOURS_MAX) before: Integer = 2;
  /** Paragraphs after each one that is found. */
  @IsInt() @Min(0) @Max(NEIGHBOURS_MAX) after: Integer = 2;
  /** Most paragraphs to answer from. */
  @IsInt() @Min(1) @Max(TOP_K_MAX) top_k: Integer = 20;
  /** Fields of the documents that are found, as `{letter}/{id}` such as `t/body`, which are given whole. */
  @ListOf(filter, { max: FILTER_CONDITIONS_MAX })
  @Satisfies(fieldsProblem)
  @Widget('array_string_field')
  extra_fields: string[] = [];
  /** Whether whole documents are given instead of paragraphs. */
  @IsBoolean() full_resource: boolean = false;
  /** Whether models that read images are shown those of paragraphs that are found. */
  @IsBoolean() vllm: boolean = true;
  /** Entities whose relations are searched, too. */
  @ListOf(() => QueryEntity, { max: QUERY_ENTITIES_MAX }) @Widget('code_editor') query_entities: QueryEntity[] = [];
  /** Whether paragraphs are given that state relations of the entities in the question. */
  @IsOptional() @IsBoolean() retrieve_related?: boolean | null;
  /** Model that reads parameters of the search from the question. */
  @TakesModel() configuration_model?: ModelName | null;
  /** Older name of `configuration_model`. */
  @TakesModel() configuration_json_model?: ModelName | null;
  /** Whether the question is first asked as it is, and parameters are read from it only when that finds nothing. */
  @IsBoolean() fast_answer: boolean = true;
  /** Whether a language model may read parameters of the search from the question. */
  @IsBoolean() ai_parameter_search: boolean = true;
  /** Model that answers from what a box has. */
  @TakesModel() generative_model?: ModelName | null;
  /** Functions that `smart` may call. */
  @PublishedFunctions(boxFunctions) published_functions: string[] = [...boxFunctions];
}

/** Asks knowledge boxes with the members of an ask. Those that are null are left to the box. */
@contextTable.entry('advanced_ask')
export class AdvancedAskConfig extends ContextMembers {
  /** Name of the module. */
  @Literal('advanced_ask') module!: 'advanced_ask';
  /** Identifiers of drivers of knowledge boxes, all of which are asked. */
  @Sources() sources: string[] = [];
  /** Model that answers from what a box has. */
  @TakesModel() generative_model?: ModelName | null;
  /** How to search. */
  @IsOptional() @ListOf(choice(...featureNames), { max: CHOICES_MAX }) features?: FeatureName[] | null;
  /** Most paragraphs to answer from. */
  @IsOptional() @IsInt() @Min(1) @Max(TOP_K_MAX) top_k?: Integer | null;
  /** What is searched, together with the condition of the driver. */
  @IsOptional() @Anything() @Satisfies(filterExpressionProblem) @Widget('code_editor') filter_expression?: unknown;
  /** Whether the question is rewritten before it is searched. */
  @IsOptional() @IsBoolean() rephrase?: boolean | null;
  /** How it is rewritten, with the placeholder `{question}`. */
  @IsOptional() @IsString() @MinLength(1) @MaxLength(QUERY_CHARS_MAX) @Satisfies(rephrasePlaceholder) rephrase_prompt?:
    | string
    | null;
  /** Whether the best hits are ordered again. */
  @IsOptional() @Either(choice('predict', 'noop'), () => PredictReranker) reranker?:
    | 'predict'
    | 'noop'
    | PredictReranker
    | null;
  /** Only what is public, and what one of these groups may see. */
  @IsOptional() @Either(() => RequestSecurity) security?: RequestSecurity | null;
  /** Prompts that replace those of the product; a text is taken as `user`. */
  @IsOptional() @Either(text({ maxLength: PROMPT_CHARS_MAX }), () => CustomPrompt) prompt?:
    | string
    | CustomPrompt
    | null;
  /** Limits on the tokens that the model reads and writes; a number is taken as `answer`. */
  @IsOptional() @Either(whole({ ge: 1 }), () => MaxTokens) max_tokens?: number | MaxTokens | null;
  /** Whether hidden resources are found, too. */
  @IsOptional() @IsBoolean() show_hidden?: boolean | null;
  /** Texts that the model gets in addition to the results, or instead of them. */
  @IsOptional() @ListOf(ragStrategy, { max: CHOICES_MAX }) @Satisfies(strategiesProblem) rag_strategies?:
    | RagStrategy[]
    | null;
  /** Pictures that the model is given, if it reads them. */
  @IsOptional()
  @ListOf(ragImageStrategy, { max: CHOICES_MAX })
  @Satisfies(imageStrategiesProblem)
  rag_images_strategies?: RagImageStrategy[] | null;
  /** How the answer of a box says what supports it. */
  @IsOptional() @Either(choice(true, false, ...citationKinds)) citations?: boolean | CitationKind | null;
  /** How much of a sentence its source must support, 0..1. */
  @IsOptional() @IsNumber() @Min(0) @Max(1) citation_threshold?: number | null;
  /** JSON Schema of the answer of a box, which is then an object. */
  @IsOptional()
  @IsObject()
  @Satisfies(jsonWithin({ depthMax: JSON_DEPTH_MAX, charsMax: SCHEMA_CHARS_MAX }))
  @Widget('code_editor')
  answer_json_schema?: Record<string, unknown> | null;
  /** Whether each box answers; otherwise it only searches. */
  @IsOptional() @IsBoolean() generate_answer?: boolean | null;
  /** Scores below which hits are left out; a number is taken as `semantic`. */
  @IsOptional() @Either(decimal(), () => MinScore) min_score?: number | MinScore | null;
  /** Texts that the model gets before the results. */
  @IsOptional() @ListOf(text({ maxLength: TEXT_CHARS_MAX }), { max: EXTRA_TEXTS_MAX }) extra_context?: string[] | null;
  /** Images that the model gets, if it reads them. */
  @IsOptional() @ListOf(() => QueryImage, { max: EXTRA_IMAGES_MAX }) extra_context_images?: QueryImage[] | null;
  /** An image that belongs to each question. */
  @IsOptional() @Nested(() => QueryImage) query_image?: QueryImage | null;
  /** How rankings by words and by meaning become one. */
  @IsOptional() @Either(choice('rrf', 'legacy'), () => ReciprocalRankFusion, () => WeightedScores) rank_fusion?:
    | 'rrf'
    | 'legacy'
    | ReciprocalRankFusion
    | WeightedScores
    | null;
  /** Only these resources. */
  @IsOptional() @ListOf(filter, { max: FILTER_CONDITIONS_MAX }) resource_filters?: string[] | null;
  /** Vectorset that is searched by meaning. */
  @IsOptional() @IsString() @MaxLength(VECTORSET_CHARS_MAX) vectorset?: string | null;
  /** Name of a search configuration of the boxes. */
  @IsOptional() @IsString() @MaxLength(CONFIGURATION_NAME_CHARS_MAX) search_configuration?: string | null;
  /** Functions that `smart` may call. */
  @PublishedFunctions(boxFunctions) published_functions: string[] = [...boxFunctions];
}
