import { IsBoolean, IsIn, IsObject, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { JSON_DEPTH_MAX } from '../../knowledge-box/limits';
import { CHAT_TEXT_CHARS_MAX } from '../../search/ask/ask.dto';
import { webAddressProblem } from '../../knowledge-box/http-request';
import { Either, ListOf, Literal, Nested, Satisfies, Together, Unsupported } from '../../validation/decorators';
import { jsonWithin } from '../../validation/json-bounds';
import { listOf, tagged, text } from '../../validation/node';
import { SCHEMA_CHARS_MAX, TOOL_NAME_CHARS_MAX, TOOLS_MAX } from '../chat-message/chat-message.dto';

const PARTS_MAX = 256;
const DATA_URL_CHARS_MAX = 4_000_000;
const FILE_NAME_CHARS_MAX = 250;
const BASE64 = /^[\w+/-]+={0,2}$/;
const schemaBounds = jsonWithin({ depthMax: JSON_DEPTH_MAX, charsMax: SCHEMA_CHARS_MAX });

/** A part of a message that is text. */
export class TextPart {
  /** The text. */
  @IsString() @MaxLength(CHAT_TEXT_CHARS_MAX) text!: string;
}

/** A part of an earlier answer that refused. */
export class RefusalPart {
  /** The text of the refusal. */
  @IsString() @MaxLength(CHAT_TEXT_CHARS_MAX) refusal!: string;
}

/** Where an image is. */
export class ImageUrl {
  /**
   * The image itself as a data URL (`data:image/png;base64,…`), or where it is: an http or https URL of at most 2,048
   * characters. It is fetched once, without following it to private addresses: a PNG, JPEG, GIF or WebP of at most 3 MB
   * within 10 s. A request has at most 8 such URLs.
   */
  @IsString() @MaxLength(DATA_URL_CHARS_MAX) @Satisfies(imageUrl) url!: string;
}

/** A part of a message that is an image. */
export class ImagePart {
  /** The image. */
  @Nested(() => ImageUrl) image_url!: ImageUrl;
}

/** Sound. */
export class AudioData {
  /** The sound in Base64. */
  @IsString() @MaxLength(DATA_URL_CHARS_MAX) @Matches(BASE64) data!: string;
  /** How it is encoded. */
  @IsIn(['wav', 'mp3']) format!: 'wav' | 'mp3';
}

/** A part of a message that is sound. */
export class AudioPart {
  /** The sound. */
  @Nested(() => AudioData) input_audio!: AudioData;
}

/** A file. */
export class FileData {
  /** The file as a data URL: `data:application/pdf;base64,…`. */
  @IsString() @MaxLength(DATA_URL_CHARS_MAX) @Satisfies(pdfUrl) file_data!: string;
  /** Its name. */
  @IsOptional() @IsString() @MaxLength(FILE_NAME_CHARS_MAX) filename?: string | null;
  @Unsupported() file_id?: unknown;
}

/** A part of a message that is a PDF file. */
export class FilePart {
  /** The file. */
  @Nested(() => FileData) file!: FileData;
}

const contentPart = tagged('type', {
  text: () => TextPart,
  image_url: () => ImagePart,
  input_audio: () => AudioPart,
  file: () => FilePart,
  refusal: () => RefusalPart,
});

/** Name and arguments of a function call that a model requests. */
export class CompletionCall {
  /** Name of the function. */
  @IsString() @MaxLength(TOOL_NAME_CHARS_MAX) name!: string;
  /** JSON text of the arguments. */
  @IsString() @MaxLength(CHAT_TEXT_CHARS_MAX) arguments: string = '{}';
}

/** A function call that a model requests. */
export class CompletionToolCall {
  /** Names the call; its result refers to it. */
  @IsString() @MaxLength(TOOL_NAME_CHARS_MAX) id!: string;
  /** Kind of the call. */
  @Literal('function') type: string = 'function';
  /** The function to call. */
  @Nested(() => CompletionCall) function!: CompletionCall;
}

/** One message of a conversation. */
@Together<CompletionMessage>(({ role, tool_call_id: id }) =>
  role === 'tool' && !id ? 'what a tool returned needs its tool_call_id' : undefined,
)
@Together<CompletionMessage>(({ role, name }) =>
  role === 'function' && !name ? 'what a function returned needs its name' : undefined,
)
@Together<CompletionMessage>(({ role, content }) =>
  role !== 'user' && Array.isArray(content) && content.some(({ type }) => type !== 'text' && type !== 'refusal')
    ? 'only messages of users may have images, sound and files'
    : undefined,
)
export class CompletionMessage {
  /** Who speaks; `tool` and the older `function` are what functions returned. */
  @IsIn(['developer', 'system', 'user', 'assistant', 'tool', 'function']) role!:
    | 'developer'
    | 'system'
    | 'user'
    | 'assistant'
    | 'tool'
    | 'function';
  /**
   * Content: a text, or parts of the types `text` and `refusal`, and of users `image_url`, `input_audio` and
   * `file`. A model refuses types that it cannot read.
   */
  @IsOptional()
  @Either(text({ maxLength: CHAT_TEXT_CHARS_MAX }), listOf(contentPart, { max: PARTS_MAX }))
  content?: string | CompletionPart[] | null;
  /** Of `assistant`: the functions that it called. */
  @ListOf(() => CompletionToolCall, { max: TOOLS_MAX }) tool_calls: CompletionToolCall[] = [];
  /** Of `assistant`: older form of one call. */
  @IsOptional() @Nested(() => CompletionCall) function_call?: CompletionCall | null;
  /** Of `tool`: the call that this is the result of. */
  @IsOptional() @IsString() @MaxLength(TOOL_NAME_CHARS_MAX) tool_call_id?: string | null;
  /** Of `function`: its name. */
  @IsOptional() @IsString() @MaxLength(TOOL_NAME_CHARS_MAX) name?: string | null;
  @Unsupported() audio?: unknown;
}

/** A part of a message. */
export type CompletionPart =
  | ({ type: 'text' } & TextPart)
  | ({ type: 'image_url' } & ImagePart)
  | ({ type: 'input_audio' } & AudioPart)
  | ({ type: 'file' } & FilePart)
  | ({ type: 'refusal' } & RefusalPart);

/** A function that the model may ask the caller to run. */
export class CompletionFunction {
  /** Name by which the model asks for it. */
  @IsString() @MaxLength(TOOL_NAME_CHARS_MAX) name!: string;
  /** Its purpose, for the model. */
  @IsOptional() @IsString() @MaxLength(SCHEMA_CHARS_MAX) description?: string | null;
  /** JSON Schema of its arguments. At most 100,000 characters of JSON, 64 levels deep. */
  @IsObject() @Satisfies(schemaBounds) parameters: Record<string, unknown> = {};
  /** Whether its arguments must match the schema exactly, where the model can promise that. */
  @IsOptional() @IsBoolean() strict?: boolean | null;
}

/** A tool that is a function. */
export class CompletionTool {
  /** Kind of the tool. */
  @Literal('function') type!: string;
  /** The function. */
  @Nested(() => CompletionFunction) function!: CompletionFunction;
}

/** The name of a function. */
export class NamedFunction {
  /** Its name. */
  @IsString() @MaxLength(TOOL_NAME_CHARS_MAX) name!: string;
}

/** A choice of one function. */
export class NamedTool {
  /** Kind of the tool. */
  @Literal('function') type: string = 'function';
  /** The function. */
  @Nested(() => NamedFunction) function!: NamedFunction;
}

/** Some of the tools, and whether one of them must be called. */
export class AllowedTools {
  /** Whether one of them must be called. */
  @IsIn(['auto', 'required']) mode!: 'auto' | 'required';
  /** The tools. */
  @ListOf(() => NamedTool, { min: 1, max: TOOLS_MAX }) tools!: NamedTool[];
}

/** A choice of some of the tools. */
export class AllowedToolsChoice {
  /** The choice. */
  @Nested(() => AllowedTools) allowed_tools!: AllowedTools;
}

/** The schema of an answer. */
export class CompletionSchema {
  /** Its name, for the model. */
  @IsString() @MaxLength(TOOL_NAME_CHARS_MAX) name!: string;
  /** Meaning of the answer, for the model. */
  @IsOptional() @IsString() @MaxLength(SCHEMA_CHARS_MAX) description?: string | null;
  /** JSON Schema of an object. At most 100,000 characters of JSON, 64 levels deep. */
  @IsOptional() @IsObject() @Satisfies(schemaBounds) schema?: Record<string, unknown> | null;
}

/** The answer is text. */
export class TextFormat {}

/** The answer is any JSON object. */
export class JsonObjectFormat {}

/** The answer is a JSON object after a schema. */
export class JsonSchemaFormat {
  /** The schema. */
  @Nested(() => CompletionSchema) json_schema!: CompletionSchema;
}

function pdfUrl(url: string): string | undefined {
  if (/^data:application\/pdf;base64,[\w+/-]+={0,2}$/.test(url)) return undefined;
  return 'a file is a data URL of a PDF (data:application/pdf;base64,…)';
}

function imageUrl(url: string): string | undefined {
  if (webAddressProblem(url) === undefined || /^data:image\/[\w.+-]+;base64,[\w+/-]+={0,2}$/.test(url))
    return undefined;
  return 'an image is a data URL (data:image/png;base64,…) or an http or https URL';
}
