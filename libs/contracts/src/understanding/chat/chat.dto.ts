import { IsBoolean, IsIn, IsInt, IsNumber, IsObject, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { TEXT_CHARS_MAX } from '../../core/identifiers';
import { MODEL_NAME_CHARS_MAX } from '../../knowledge-box/learning-configuration/learning-configuration.dto';
import { JSON_DEPTH_MAX } from '../../knowledge-box/limits';
import { CHAT_TEXT_CHARS_MAX, type CitationKind, citationKinds } from '../../search/ask/ask.dto';
import { CLIENT_CHARS_MAX } from '../../search/client-headers/client-headers.dto';
import { auditSize } from '../../search/filtered-request/filtered-request.dto';
import { QueryImage } from '../../search/query-image/query-image.dto';
import { Reasoning } from '../../search/reasoning/reasoning.dto';
import { PROMPT_CHARS_MAX } from '../../search/retrieval-request/retrieval-request.dto';
import { Either, ListOf, MapOf, Nested, Satisfies, Together } from '../../validation/decorators';
import { jsonWithin, keyWithin } from '../../validation/json-bounds';
import { choice, flag, listOf, mapOf, text, whole } from '../../validation/node';
import {
  ChatTool,
  RichMessage,
  SCHEMA_CHARS_MAX,
  TOOL_NAME_CHARS_MAX,
  TOOLS_MAX,
} from '../chat-message/chat-message.dto';
import { PredictionHeaders } from '../../prediction/prediction.dto';

const ENTRIES_MAX = 1_000;
const IMAGES_MAX = 20;
const ACCEPT_CHARS_MAX = 1_024;
const USER_ID_CHARS_MAX = 1_024;
const keys = { sizeMax: ENTRIES_MAX, keyRules: [keyWithin(1_024)] };
const entry = text({ maxLength: TEXT_CHARS_MAX });

/** A prompt that replaces that of the product. */
export class ChatPrompt {
  /** The prompt, with the placeholders `{context}` and `{question}` unless `format_prompt` is false. */
  @IsString() @MaxLength(PROMPT_CHARS_MAX) prompt!: string;
}

/** Which functions the model calls. */
export class ChatToolChoice {
  /** `auto` leaves it to the model, `required` demands a call, `forced` demands the named one, `none` allows none. */
  @IsIn(['auto', 'none', 'required', 'forced']) type: 'auto' | 'none' | 'required' | 'forced' = 'required';
  /** Of `forced`: name of the function. */
  @IsOptional() @IsString() @MaxLength(TOOL_NAME_CHARS_MAX) name?: string | null;
}

/** A question with all that a model needs to answer it. Unknown members are ignored. */
@Together<ChatRequest>(({ prefer_markdown: markdown, json_schema: schema }) =>
  markdown && schema ? 'prefer_markdown and json_schema exclude each other' : undefined,
)
@Together<ChatRequest>(({ citations, json_schema: schema }) =>
  citations === true && schema ? 'citations and json_schema exclude each other' : undefined,
)
@Together<ChatRequest>(({ citations, tools }) =>
  citations === true && tools.length > 0 ? 'citations and tools exclude each other' : undefined,
)
@Together<ChatRequest>(({ image_generation: draws, json_schema: schema }) =>
  draws && schema ? 'image_generation and json_schema exclude each other' : undefined,
)
@Together<ChatRequest>(({ tools, json_schema: schema }) =>
  tools.length > 0 && schema ? 'tools and json_schema exclude each other' : undefined,
)
@Together<ChatRequest>(({ tools, tool_choice: { type, name } }) =>
  type === 'forced' && !tools.some((tool) => tool.name === name) ? 'tool_choice must name one of tools' : undefined,
)
export class ChatRequest {
  /** The question; may be empty where `user_prompt` or the history asks. */
  @IsString() @MaxLength(CHAT_TEXT_CHARS_MAX) question!: string;
  /** True: answer from the context only, or say that it does not answer. False: plain chat. */
  @IsBoolean() retrieval: boolean = true;
  /** Who asks. */
  @IsString() @MaxLength(USER_ID_CHARS_MAX) user_id: string = 'system';
  /** System prompt that replaces that of the product. A model that follows no prompts refuses it. */
  @IsOptional() @IsString() @MaxLength(PROMPT_CHARS_MAX) system?: string | null;
  /** Chat history, oldest first. */
  @ListOf(() => RichMessage, { max: ENTRIES_MAX }) chat_history: RichMessage[] = [];
  /** Older name of `chat_history`; where both have messages, these come first. */
  @ListOf(() => RichMessage, { max: ENTRIES_MAX }) context: RichMessage[] = [];
  /** Texts to answer from, best first: by key, or as a list, whose keys are `1`, `2`, … */
  @Either(listOf(entry, { max: ENTRIES_MAX }), mapOf(entry, keys)) query_context: string[] | Record<string, string> =
    {};
  /** Places of the texts by key, in ascending order. Texts without a place come last. */
  @MapOf(whole(), keys) query_context_order: Record<string, number> = {};
  /** True: text that does not fit the model is cut, from the end of the context and the beginning of the history. */
  @IsBoolean() truncate: boolean = true;
  /** User prompt that replaces that of the product. A model that follows no prompts refuses it. */
  @IsOptional() @Nested(() => ChatPrompt) user_prompt?: ChatPrompt | null;
  /**
   * How the answer says what supports it: `default` (true) by ranges of its text, `llm_footnotes` by footnotes that the
   * model writes, `none` (false) not at all.
   */
  @IsOptional() @Either(choice(true, false, ...citationKinds)) citations?: boolean | CitationKind | null;
  /** How much of a sentence its source must support, 0..1; lower gives more citations. A tuned value when absent. */
  @IsOptional() @IsNumber() @Min(0) @Max(1) citation_threshold?: number | null;
  /** Name of the model; that of the knowledge box, or the default, when absent. */
  @IsOptional() @IsString() @MaxLength(MODEL_NAME_CHARS_MAX) generative_model?: string | null;
  /** Tokens of the answer; the limit of the model when absent. */
  @IsOptional() @IsInt() @Min(1) max_tokens?: number | null;
  /** Images that belong to the context, at most 20; ignored by models without vision. */
  @Either(listOf(() => QueryImage, { max: IMAGES_MAX }), mapOf(() => QueryImage, { ...keys, sizeMax: IMAGES_MAX }))
  query_context_images: QueryImage[] | Record<string, QueryImage> = {};
  /** Whether the answer is to be formatted as Markdown. */
  @IsBoolean() prefer_markdown: boolean = false;
  /**
   * JSON Schema of the answer, as `{name, description, parameters}` or plain: the answer is then an object. At most
   * 100,000 characters of JSON, 64 levels deep.
   */
  @IsOptional()
  @IsObject()
  @Satisfies(jsonWithin({ depthMax: JSON_DEPTH_MAX, charsMax: SCHEMA_CHARS_MAX }))
  json_schema?: Record<string, unknown> | null;
  /** False: `user_prompt` is sent as it is, placeholders included. */
  @IsBoolean() format_prompt: boolean = true;
  /** Whether the reranker orders the context; the first chunk then says how. */
  @IsBoolean() rerank_context: boolean = false;
  /** Functions that the model may ask for. A model that follows no prompts refuses them. */
  @ListOf(() => ChatTool, { max: TOOLS_MAX }) tools: ChatTool[] = [];
  /** Which of them it calls. */
  @Nested(() => ChatToolChoice) tool_choice: ChatToolChoice = { type: 'required' };
  /** The same seed makes answers repeatable, where the model supports it. */
  @IsOptional() @IsInt() seed?: number | null;
  /** Whether and how the model thinks before it answers; true means the defaults. */
  @Either(flag, () => Reasoning) reasoning: boolean | Reasoning = false;
  /** Texts that the activity of a knowledge box keeps with the chat of a reader, at most 10,240 bytes of JSON. */
  @IsOptional() @Either(mapOf(text())) @Satisfies(auditSize) audit_metadata?: Record<string, string> | null;
  /**
   * Whether images may be part of the answer, each an `image` chunk. The answer then always comes as lines. A model
   * without the feature `image_generation` refuses it.
   */
  @IsBoolean() image_generation: boolean = false;
}

/** How an answer is returned. */
export class ChatHeaders extends PredictionHeaders {
  /** `application/x-ndjson` for chunks; else the answer is text. */
  @IsOptional() @IsString() @MaxLength(ACCEPT_CHARS_MAX) accept?: string;
}

/** The same for readers of a knowledge box. */
export class ReaderChatHeaders extends ChatHeaders {
  /** Kind of the client, for the activity log: any word, such as `widget` or `web`. An empty one counts as `api`. */
  @IsString() @MaxLength(CLIENT_CHARS_MAX) 'x-kbdb-client': string = 'api';
}
