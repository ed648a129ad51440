import {
  IsBoolean,
  IsIn,
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
import { isGiven } from '../../core/foreign-value';
import { TEXT_CHARS_MAX } from '../../core/identifiers';
import { CHOICES_MAX, JSON_DEPTH_MAX } from '../../knowledge-box/limits';
import { Anything, Either, ListOf, Nested, Satisfies, Together } from '../../validation/decorators';
import { jsonWithin } from '../../validation/json-bounds';
import { choice, flag, text, whole } from '../../validation/node';
import { filterExpressionProblem } from '../../index/filter-bounds';
import { QueryImage, rephrasePlaceholder } from '../query-image/query-image.dto';
import { ClientHeaders } from '../client-headers/client-headers.dto';
import { Reasoning } from '../reasoning/reasoning.dto';
import {
  ragImageStrategy,
  type RagImageStrategy,
  ragStrategy,
  type RagStrategy,
} from '../rag-strategies/rag-strategies.dto';
import { imageStrategiesProblem, strategiesProblem } from '../rag-strategy-rules';
import {
  PROMPT_CHARS_MAX,
  QUERY_CHARS_MAX,
  RetrievalRequest,
  TOP_K_MAX,
} from '../retrieval-request/retrieval-request.dto';

/** Code points of one turn of a conversation. */
export const CHAT_TEXT_CHARS_MAX = 200_000;
const SCHEMA_CHARS_MAX = 100_000;
const EXTRA_IMAGES_MAX = 20;
const EXTRA_IMAGES_CHARS_MAX = 6_000_000;
const prompt = text({ minLength: 1, maxLength: PROMPT_CHARS_MAX });

/** One turn of a conversation. */
export class ChatMessage {
  /** `USER` asked, `SVC` answered. */
  @IsIn(['USER', 'SVC']) author!: 'USER' | 'SVC';
  /** The text of the turn. */
  @IsString() @MaxLength(CHAT_TEXT_CHARS_MAX) text!: string;
}

/** Prompts that replace those of the product. */
export class CustomPrompt {
  /** Role of the model and instructions for its answers. */
  @IsOptional() @Either(prompt) system?: string | null;
  /** The question with its context, with the placeholders `{context}` and `{question}`. */
  @IsOptional() @Either(prompt) user?: string | null;
  /** How a question is rewritten to stand alone, with the placeholder `{question}`. */
  @IsOptional() @Either(prompt) @Satisfies(rephrasePlaceholder) rephrase?: string | null;
}

/** Bounds of what the model reads and writes. */
export class MaxTokens {
  /** Tokens of the context, at most and by default as many as the model takes. The lowest results are cut first. */
  @IsOptional() @Either(whole({ ge: 1 })) context?: number | null;
  /** Tokens of the answer; the limit of the model when absent. */
  @IsOptional() @Either(whole({ ge: 1 })) answer?: number | null;
}

/** Ways to cite. */
export const citationKinds = ['none', 'default', 'llm_footnotes'] as const;
/**
 * How the answer says what supports it: not at all, by ranges of its text (`default`), or by footnotes that the model
 * writes (`llm_footnotes`).
 */
export type CitationKind = (typeof citationKinds)[number];

/**
 * A question, what may be used to answer it, and how. Unknown members are ignored, except those that look like a
 * misspelt restriction.
 */
@Together<AskRequest>((request) => {
  const both = isGiven(request.context) && isGiven(request.chat_history);
  return both ? '`context` and `chat_history` are the same, please, use the latter' : undefined;
})
export class AskRequest extends RetrievalRequest {
  /** The question. */
  @IsString() @MaxLength(QUERY_CHARS_MAX) query!: string;
  /** Most paragraphs to answer from. */
  @IsInt() @Min(1) @Max(TOP_K_MAX) top_k: number = 20;
  /** Deprecated name of `chat_history`. */
  @IsOptional() @ListOf(() => ChatMessage, { max: 1_000 }) context?: ChatMessage[] | null;
  /**
   * Chat history, oldest first. With a history, the search uses the question rewritten to stand alone; the model
   * gets the question as it was asked.
   */
  @IsOptional() @ListOf(() => ChatMessage, { max: 1_000 }) chat_history?: ChatMessage[] | null;
  /** How little the history must matter to be ignored: 0 always uses it, 1 never. */
  @IsOptional() @IsNumber() @Min(0) @Max(1) chat_history_relevance_threshold?: number | null;
  /** Texts that the model gets before the results, as `USER_CONTEXT_0`, `USER_CONTEXT_1`, … */
  @IsOptional() @ListOf(text({ maxLength: TEXT_CHARS_MAX }), { max: 1_000 }) extra_context?: string[] | null;
  /** Prompts that replace those of the product; a text is taken as `user`. */
  @IsOptional() @Either(text({ maxLength: PROMPT_CHARS_MAX }), () => CustomPrompt) prompt?:
    | string
    | CustomPrompt
    | null;
  /**
   * Whether the question is rewritten before it is looked up although nothing was said before it; by `chat_history` and
   * `extra_context` it always is. The answer is to the question as it was asked.
   */
  @IsBoolean() rephrase: boolean = false;
  /**
   * How a question is rewritten to stand alone, with the placeholder `{question}`; `prompt.rephrase` takes precedence.
   */
  @IsOptional() @IsString() @MinLength(1) @MaxLength(QUERY_CHARS_MAX) @Satisfies(rephrasePlaceholder) rephrase_prompt?:
    | string
    | null;
  /**
   * How the answer says what supports it; true is `default`, false and null are `none`. Always `none` with
   * `answer_json_schema`.
   */
  @IsOptional() @Either(choice(true, false, ...citationKinds)) citations?: boolean | CitationKind | null;
  /** How much of a sentence its source must support, 0..1; lower gives more citations. A tuned value when absent. */
  @IsOptional() @IsNumber() @Min(0) @Max(1) citation_threshold?: number | null;
  /** Seed of the model, where it takes one. */
  @IsOptional() @IsInt() generative_model_seed?: number | null;
  /** Limits on the tokens that the model reads and writes; a number is taken as `answer`. */
  @IsOptional() @Either(whole({ ge: 1 }), () => MaxTokens) max_tokens?: number | MaxTokens | null;
  /** Whether the answer is to be formatted as Markdown. */
  @IsBoolean() prefer_markdown: boolean = false;
  /**
   * JSON Schema of the answer, plain or as `{name, description, parameters}`: the answer is then an object instead of a
   * text. At most 100,000 characters of JSON, 64 levels deep.
   */
  @IsOptional()
  @IsObject()
  @Satisfies(jsonWithin({ depthMax: JSON_DEPTH_MAX, charsMax: SCHEMA_CHARS_MAX }))
  answer_json_schema?: Record<string, unknown> | null;
  /**
   * With the feature `graph`: a query of the paths of the knowledge graph, as that of `POST /kb/{kbid}/graph`.
   * Paragraphs that state one of the best 500 paths are found. When absent, the feature means the strategy
   * `graph_beta` with its defaults; where one resource is asked, it then has no effect, with a warning.
   */
  @IsOptional() @Anything() @Satisfies(filterExpressionProblem) graph_query?: unknown;
  /** False: the model is not called; the results are returned without an answer. */
  @IsBoolean() generate_answer: boolean = true;
  /** Texts that the model gets in addition to the results, or instead of them; one of each name. */
  @ListOf(ragStrategy, { max: CHOICES_MAX }) @Satisfies(strategiesProblem) rag_strategies: RagStrategy[] = [];
  /** Pictures that the model is given, if it reads them; one of each name. */
  @ListOf(ragImageStrategy, { max: CHOICES_MAX })
  @Satisfies(imageStrategiesProblem)
  rag_images_strategies: RagImageStrategy[] = [];
  /**
   * An image that belongs to the question. The model, which must read images, rewrites both into the question that is
   * looked up, and is shown the image when it answers; `extra_context_images` and `rag_images_strategies` are then left
   * out.
   */
  @IsOptional() @Nested(() => QueryImage) query_image?: QueryImage | null;
  /**
   * Images that the model gets, if it reads them, as `USER_IMAGE_CONTEXT_0`, `USER_IMAGE_CONTEXT_1`, … At most 20, and
   * 6,000,000 characters of base64 together.
   */
  @IsOptional()
  @ListOf(() => QueryImage, { max: EXTRA_IMAGES_MAX })
  @Satisfies(imagesProblem)
  extra_context_images?: QueryImage[] | null;
  /**
   * Whether and how the model thinks before it answers; true means the defaults. Refused for a model that cannot.
   */
  @Either(flag, () => Reasoning) reasoning: boolean | Reasoning = false;
}

/** How an answer is returned. */
export class AskHeaders extends ClientHeaders {
  /** Whether the answer comes as one JSON document when it is complete, instead of a stream. */
  @IsBoolean() 'x-synchronous': boolean = false;
  /** Whether the answer says how many tokens it consumed. */
  @IsBoolean() 'x-show-consumption': boolean = false;
}

function imagesProblem(images: readonly QueryImage[]): string | undefined {
  const chars = images.reduce((sum, { b64encoded }) => sum + b64encoded.length, 0);
  return chars > EXTRA_IMAGES_CHARS_MAX ? `At most ${EXTRA_IMAGES_CHARS_MAX} characters of images` : undefined;
}
