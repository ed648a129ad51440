import { IsIn, IsObject, IsOptional, IsString, MaxLength } from 'class-validator';
import { JSON_DEPTH_MAX } from '../../knowledge-box/limits';
import { CHAT_TEXT_CHARS_MAX } from '../../search/ask/ask.dto';
import { Anything, ListOf, Literal, Nested, Satisfies, Together } from '../../validation/decorators';
import { jsonWithin } from '../../validation/json-bounds';

/** Functions of one request, and calls of one message. */
export const TOOLS_MAX = 128;
/** Code points of the name of a function, or of a call. */
export const TOOL_NAME_CHARS_MAX = 256;
/** Characters of a description in JSON. */
export const SCHEMA_CHARS_MAX = 100_000;
const contentBounds = jsonWithin({ depthMax: JSON_DEPTH_MAX, charsMax: CHAT_TEXT_CHARS_MAX });

/** Name and arguments of a call. */
export class CalledFunction {
  /** Name of the function. */
  @IsString() @MaxLength(TOOL_NAME_CHARS_MAX) name!: string;
  /** Arguments, as an object or as its JSON text. */
  @IsOptional() @Anything() @Satisfies(contentBounds) arguments?: unknown;
}

/** A function call that a model requests. */
export class ChatToolCall {
  /** Names the call; its result refers to it. */
  @IsString() @MaxLength(TOOL_NAME_CHARS_MAX) id!: string;
  /** Kind of the call. */
  @Literal('function') type: string = 'function';
  /** The function to call. */
  @Nested(() => CalledFunction) function!: CalledFunction;
}

/** An earlier message: of a person, of a model that calls functions, or of a function. */
@Together<RichMessage>(({ type, author }) => (type === 'message' && !author ? 'a message needs its author' : undefined))
@Together<RichMessage>(({ type, tool_call_id: id }) =>
  type === 'tool' && !id ? 'what a function returned needs its tool_call_id' : undefined,
)
export class RichMessage {
  /** `message` of a person or a model, `assistant` with calls of functions, or `tool`: the result of a function. */
  @IsIn(['message', 'assistant', 'tool']) type: 'message' | 'assistant' | 'tool' = 'message';
  /** `USER` asked, `SVC` answered. */
  @IsOptional() @IsIn(['USER', 'SVC']) author?: 'USER' | 'SVC' | null;
  /** The text of the message. */
  @IsString() @MaxLength(CHAT_TEXT_CHARS_MAX) text: string = '';
  /** The same as a value of any kind, used when `text` is empty. At most 200,000 characters of JSON. */
  @IsOptional() @Anything() @Satisfies(contentBounds) content?: unknown;
  /** Of `assistant`: the functions that it called. */
  @ListOf(() => ChatToolCall, { max: TOOLS_MAX }) tool_calls: ChatToolCall[] = [];
  /** Of `tool`: the call that this is the result of. */
  @IsOptional() @IsString() @MaxLength(TOOL_NAME_CHARS_MAX) tool_call_id?: string | null;
  /** Of `tool`: name of the function. */
  @IsOptional() @IsString() @MaxLength(TOOL_NAME_CHARS_MAX) name?: string | null;
}

/** A function that the model may ask the caller to run. */
export class ChatTool {
  /** Name by which the model asks for it. */
  @IsString() @MaxLength(TOOL_NAME_CHARS_MAX) name!: string;
  /** Its purpose, for the model. */
  @IsOptional() @IsString() @MaxLength(SCHEMA_CHARS_MAX) description?: string | null;
  /** JSON Schema of its arguments. At most 100,000 characters of JSON, 64 levels deep. */
  @IsObject()
  @Satisfies(jsonWithin({ depthMax: JSON_DEPTH_MAX, charsMax: SCHEMA_CHARS_MAX }))
  parameters: Record<string, unknown> = {};
}
