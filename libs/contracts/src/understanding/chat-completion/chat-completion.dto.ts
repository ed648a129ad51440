import { IsBoolean, IsIn, IsInt, IsNumber, IsObject, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { MODEL_NAME_CHARS_MAX } from '../../knowledge-box/learning-configuration/learning-configuration.dto';
import { JSON_DEPTH_MAX } from '../../knowledge-box/limits';
import { Either, ListOf, Nested, Satisfies, Tagged, Together, Unsupported } from '../../validation/decorators';
import { jsonWithin } from '../../validation/json-bounds';
import { choice, listOf, tagged, text } from '../../validation/node';
import { SCHEMA_CHARS_MAX, TOOLS_MAX } from '../chat-message/chat-message.dto';
import { type ReasoningEffort, reasoningEfforts } from '../../search/reasoning/reasoning.dto';
import {
  AllowedToolsChoice,
  CompletionMessage,
  CompletionTool,
  JsonObjectFormat,
  JsonSchemaFormat,
  NamedTool,
  TextFormat,
} from '../completion-message/completion-message.dto';
import { PredictionHeaders } from '../../prediction/prediction.dto';

const MESSAGES_MAX = 2_048;
const STOPS_MAX = 16;
const ANSWERS_MAX = 8;
const stop = text({ minLength: 1, maxLength: 1_024 });

/** Options of a stream of chunks. */
export class StreamOptions {
  /** Whether a last chunk says how many tokens were used. */
  @IsBoolean() include_usage: boolean = false;
}

/** A conversation that a model continues. Unknown members are ignored. */
@Together<CompletionRequest>((request) => {
  const isForced = request.tool_choice !== undefined && request.tool_choice !== null && request.tool_choice !== 'none';
  return isForced && request.tools.length === 0 ? 'tool_choice is only allowed with tools' : undefined;
})
@Together<CompletionRequest>(({ json_schema: schema, response_format: format }) =>
  schema && format && format.type !== 'text' ? 'json_schema and response_format exclude each other' : undefined,
)
@Together<CompletionRequest>(({ logprobs, top_logprobs: top }) =>
  top && !logprobs ? 'top_logprobs is only allowed with logprobs' : undefined,
)
export class CompletionRequest {
  /** The conversation, oldest message first. */
  @ListOf(() => CompletionMessage, { min: 1, max: MESSAGES_MAX }) messages!: CompletionMessage[];
  /** Name of the model; the default when absent. */
  @IsOptional() @IsString() @MaxLength(MODEL_NAME_CHARS_MAX) model?: string | null;
  /** Whether the answer is a stream of server-sent events instead of one JSON document. */
  @IsBoolean() stream: boolean = false;
  /** Options of the stream. */
  @IsOptional() @Nested(() => StreamOptions) stream_options?: StreamOptions | null;
  /** Older name of `max_completion_tokens`, which takes precedence. */
  @IsOptional() @IsInt() @Min(1) max_tokens?: number | null;
  /** Tokens of the answer; the limit of the model when absent. */
  @IsOptional() @IsInt() @Min(1) max_completion_tokens?: number | null;
  /** The same seed makes answers repeatable, where the model supports it. */
  @IsOptional() @IsInt() seed?: number | null;
  /** Higher is more random. */
  @IsOptional() @IsNumber() @Min(0) @Max(2) temperature?: number | null;
  /** Only the most likely tokens with this mass are considered. */
  @IsOptional() @IsNumber() @Min(0) @Max(1) top_p?: number | null;
  /** Positive values make repetition of tokens less likely. */
  @IsOptional() @IsNumber() @Min(-2) @Max(2) frequency_penalty?: number | null;
  /** Positive values make new topics more likely. */
  @IsOptional() @IsNumber() @Min(-2) @Max(2) presence_penalty?: number | null;
  /** The answer ends before any of these; one text, or at most 16. */
  @IsOptional() @Either(stop, listOf(stop, { max: STOPS_MAX })) stop?: string | string[] | null;
  /** Functions that the model may ask for. */
  @ListOf(() => CompletionTool, { max: TOOLS_MAX }) tools: CompletionTool[] = [];
  /** `auto` leaves calls to the model, `required` demands one, `none` allows none; or one function, or some of them. */
  @IsOptional()
  @Either(
    choice('none', 'auto', 'required'),
    tagged('type', { function: () => NamedTool, allowed_tools: () => AllowedToolsChoice }),
  )
  tool_choice?: CompletionToolChoice | null;
  /** Whether several functions may be called at once. */
  @IsOptional() @IsBoolean() parallel_tool_calls?: boolean | null;
  /** `text`, any JSON object (`json_object`), or one after a schema (`json_schema`). */
  @IsOptional()
  @Tagged('type', { text: () => TextFormat, json_object: () => JsonObjectFormat, json_schema: () => JsonSchemaFormat })
  response_format?: CompletionFormat | null;
  /**
   * JSON Schema of the answer, as `{name, description, parameters}` or plain; short for `response_format`. At most
   * 100,000 characters of JSON, 64 levels deep.
   */
  @IsOptional()
  @IsObject()
  @Satisfies(jsonWithin({ depthMax: JSON_DEPTH_MAX, charsMax: SCHEMA_CHARS_MAX }))
  json_schema?: Record<string, unknown> | null;
  /** How much the model thinks before it answers. */
  @IsOptional() @IsIn(reasoningEfforts) reasoning_effort?: ReasoningEffort | null;
  /** True: the oldest messages are left out when the conversation does not fit the model; system messages stay. */
  @IsBoolean() truncate: boolean = true;
  /** Answers, at most 8: each is generated apart, and all of their tokens count. */
  @IsOptional() @IsInt() @Min(1) @Max(ANSWERS_MAX) n?: number | null;
  /** Whether the answer says how likely its tokens are. A model that cannot say it is refused. */
  @IsOptional() @IsBoolean() logprobs?: boolean | null;
  /** Of `logprobs`: how many of the likeliest tokens are returned for each position, at most 20. */
  @IsOptional() @IsInt() @Min(0) @Max(20) top_logprobs?: number | null;
  @Unsupported() image_generation?: unknown;
  @Unsupported() functions?: unknown;
  @Unsupported() function_call?: unknown;
  @Unsupported() audio?: unknown;
}

/** Which functions the model calls. */
export type CompletionToolChoice =
  | 'none'
  | 'auto'
  | 'required'
  | ({ type: 'function' } & NamedTool)
  | ({ type: 'allowed_tools' } & AllowedToolsChoice);

/** Form of the answer. */
export type CompletionFormat =
  | { type: 'text' }
  | { type: 'json_object' }
  | ({ type: 'json_schema' } & JsonSchemaFormat);

/** How an answer is returned. */
export class CompletionHeaders extends PredictionHeaders {
  /** Token limit of the answer, regardless of the body. */
  @IsOptional() @IsInt() @Min(1) 'x-nua-max-output-tokens'?: number;
}
