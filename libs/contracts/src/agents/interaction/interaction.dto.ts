import { IsBoolean, IsObject, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { JSON_DEPTH_MAX } from '../../knowledge-box/limits';
import { CHAT_TEXT_CHARS_MAX } from '../../search/ask/ask.dto';
import { QUERY_CHARS_MAX } from '../../search/retrieval-request/retrieval-request.dto';
import { Either, ListOf, MapOf, Satisfies } from '../../validation/decorators';
import { jsonWithin, keyWithin } from '../../validation/json-bounds';
import { choice, text } from '../../validation/node';
import { WORKFLOW_ID } from '../params';

const TURNS_MAX = 200;
const HEADERS_MAX = 100;
const HEADER_CHARS_MAX = 8_192;
/** Characters of JSON of the arguments of a workflow. */
export const ARGUMENTS_CHARS_MAX = 200_000;

/** A question of the chat history, with its answer. */
export class AnsweredQuestion {
  /** The question. */
  @IsString() @MaxLength(CHAT_TEXT_CHARS_MAX) question!: string;
  /** Its answer. */
  @IsString() @MaxLength(CHAT_TEXT_CHARS_MAX) answer!: string;
}

/** A question to an agent. */
export class InteractionRequest {
  /** The question. */
  @IsString() @MaxLength(QUERY_CHARS_MAX) question!: string;
  /** Headers for tools: a module gets those that its `valid_headers` name. */
  @MapOf(text({ maxLength: HEADER_CHARS_MAX }), { sizeMax: HEADERS_MAX, keyRules: [keyWithin(256)] })
  headers: Record<string, string> = {};
  /** Values for the parameters of the workflow; prompts may use them. */
  @IsObject()
  @Satisfies(jsonWithin({ depthMax: JSON_DEPTH_MAX, charsMax: ARGUMENTS_CHARS_MAX }))
  arguments: Record<string, unknown> = {};
  /** Replaces the history that the server has, even when it is empty. */
  @IsOptional() @ListOf(() => AnsweredQuestion, { max: TURNS_MAX }) chat_history?: AnsweredQuestion[] | null;
  /** 0 asks, 1 ends what runs. */
  @Either(choice(0, 1)) operation: 0 | 1 = 0;
  /** Whether pieces of the answer come as they are made, as frames of their own. */
  @IsBoolean() streaming: boolean = false;
}

/** Which workflow answers. */
export class InteractionQuery {
  /** Id of the workflow; the one in the path counts first. */
  @IsOptional() @IsString() @Matches(WORKFLOW_ID) workflow_id?: string;
}

/** Kinds of frames. */
export const frameOperations = {
  answer: 0,
  quit: 1,
  start: 2,
  done: 3,
  error: 4,
  agent_request: 5,
  answer_chunk: 6,
  reasoning: 7,
} as const;
/** Kind of a frame, as a number. */
export type FrameOperation = (typeof frameOperations)[keyof typeof frameOperations];

/** How a module worked. */
export interface FrameStep {
  /** Id of the question that was asked. */
  readonly original_question_uuid: string;
  /** Id of the question that the module worked on. */
  readonly actual_question_uuid: string;
  /** Name of the module. */
  readonly module: string;
  /** Title of the module. */
  readonly title: string;
  /** What it did. */
  readonly value: string | null;
  /** Which module, such as `/context/{id}`. */
  readonly agent_path: string;
  /** Why. */
  readonly reason: string | null;
  /** Seconds that it took. */
  readonly timeit: number;
  /** Thousands of tokens that models read. */
  readonly input_svc_tokens: number;
  /** Thousands of tokens that models wrote. */
  readonly output_svc_tokens: number;
  /** Why it failed; null when it did not. */
  readonly error: string | null;
  /** Further data of the module. */
  readonly metadata: Readonly<Record<string, unknown>> | null;
}

/** A text that was found. */
export interface FrameChunk {
  /** Id of the text at its source, such as the id of a paragraph. */
  readonly chunk_id: string;
  /** Title of the document. */
  readonly title: string | null;
  /** Where it comes from. */
  readonly source: string | null;
  /** The text. */
  readonly text: string;
  /** Labels of the document, as `labelset/label`. */
  readonly labels: readonly string[];
  /** Addresses of the document. */
  readonly url: readonly string[];
  /** Further data of the source: `kbid` where it is a knowledge box that is asked with the rights of the caller. */
  readonly metadata: Readonly<Record<string, unknown>> | null;
  /** What a client may do with it. */
  readonly action: string | null;
  /** Address where the document came from. */
  readonly origin_url: string | null;
  /** Id of the module that found it. */
  readonly origin_agent: string | null;
}

/** An image that was found. */
export interface FrameImage {
  /** The bytes. */
  readonly b64encoded: string;
  /** Media type. */
  readonly content_type: string;
}

/** What a context module found. */
export interface FrameContext {
  /** Id of the context. */
  readonly id: string;
  /** Id of the question that was asked. */
  readonly original_question_uuid: string;
  /** Id of the question that the module worked on. */
  readonly actual_question_uuid: string;
  /** That question. */
  readonly question: string;
  /** Texts, best first. */
  readonly chunks: readonly FrameChunk[];
  /** Images by id. */
  readonly images: Readonly<Record<string, FrameImage>>;
  /** Addresses of images. */
  readonly image_urls: readonly string[];
  /** Prompts that the source gave. */
  readonly prompts: readonly unknown[];
  /** Structured data as texts. */
  readonly structured: readonly string[];
  /** Structured data as objects. */
  readonly json_objects: readonly unknown[];
  /** Identifier of the driver, or `/context/{id}`. */
  readonly source: string;
  /** Name of the module. */
  readonly agent: string;
  /** Id of the module. */
  readonly agent_id: string;
  /** The answer of the source, where it has one. */
  readonly summary: string | null;
  /** Title. */
  readonly title: string | null;
  /** What is still unknown; null when nothing is. */
  readonly missing: string | null;
  /** Ids of the chunks that the summary cites. */
  readonly citations: readonly string[] | null;
  /** Names this context in citations. */
  readonly citations_id: string | null;
}

/** A chart. */
export interface DataVisualization {
  /** Kind of chart. */
  readonly type: 'vega_lite';
  /** A valid Vega-Lite specification. */
  readonly vega_lite_obj: Readonly<Record<string, unknown>>;
}

/** An answer of one module, before the final one. */
export interface PossibleAnswer {
  /** The answer. */
  readonly answer: string;
  /** Id of the question that was asked. */
  readonly original_question_uuid: string;
  /** Id of the question that it answers. */
  readonly actual_question_uuid: string;
  /** Name of the module. */
  readonly module: string;
  /** Which module. */
  readonly agent_path: string;
  /** Charts. */
  readonly data_visualizations: readonly DataVisualization[] | null;
  /** Ids of chunks that it cites. */
  readonly citations: readonly string[] | null;
  /** Texts that it was made from. */
  readonly chunks: readonly FrameChunk[] | null;
  /** Structured data that it was made from. */
  readonly structured: readonly string[] | null;
  /** Images that belong to it. */
  readonly images: Readonly<Record<string, FrameImage>> | null;
  /** Addresses of images that belong to it. */
  readonly image_urls: readonly string[] | null;
}

/** What a block of the answer cites. */
export interface CitedContext {
  /** Id of a context. */
  readonly context_id: string;
  /** Place of the chunk in it, from 0; null for the whole context. */
  readonly chunk_index: number | null;
  /** Addresses where the document came from. */
  readonly origin_urls: readonly string[];
}

/** Sources of the answer, by the id of the block that its footnotes name, such as `block-AA`. */
export interface AnswerCitations {
  /** By id of the block. */
  readonly metadata: Readonly<Record<string, CitedContext>>;
}

/** Why an interaction failed. */
export interface FrameException {
  /** For people. */
  readonly detail: string;
  /** Further data. */
  readonly extra: Readonly<Record<string, unknown>> | null;
}

/** A piece of a text that is being written. */
export interface TextPiece {
  /** Follows the piece before. */
  readonly text: string;
  /** Whether it is the last one; pieces after it begin the text again, after a failure or a restart. */
  readonly last: boolean;
}

/** The agent asks its user. */
export interface FeedbackRequest {
  /** The answer names it. */
  readonly request_id: string;
  /** Id of the question to the user. */
  readonly feedback_id: string;
  /** The question. */
  readonly question: string;
  /** Name of the module that asks. */
  readonly module: string;
  /** Id of that module. */
  readonly agent_id: string;
  /** What can be chosen. */
  readonly data: unknown;
  /** Milliseconds after which the interaction continues without an answer. */
  readonly timeout_ms: number;
  /** JSON Schema of the answer. */
  readonly response_schema: Readonly<Record<string, unknown>> | null;
  /** Credentials that are wanted. */
  readonly get_credentials: Readonly<Record<string, string>> | null;
  /** Credentials for the client to keep. */
  readonly credentials: Readonly<Record<string, unknown>> | null;
}

/** The user is to sign in somewhere. */
export interface SignInRequest {
  /** Where; the interaction continues when the user has done so. */
  readonly oauth_url: string;
}

/** One event of an interaction. Every member is present; those without a value are null. */
export class InteractionFrame {
  /** Why the interaction failed. */
  exception!: FrameException | null;
  /** The answer. */
  answer!: string | null;
  /** Sources of the answer. */
  answer_citations!: AnswerCitations | null;
  /** Addresses of the sources. */
  answer_urls!: readonly string[] | null;
  /** Id of a request to the user. */
  agent_request!: string | null;
  /** A text that a module wrote. */
  generated_text!: string | null;
  /** How a module worked. */
  step!: FrameStep | null;
  /** An answer of one module. */
  possible_answer!: PossibleAnswer | null;
  /** What a context module found. */
  context!: FrameContext | null;
  /** Kind: 0 answer, 2 start, 3 done, 4 error, 5 request to the user, 6 piece of the answer, 7 reasoning. */
  operation!: FrameOperation;
  /** Number of the frame in its interaction, rising from 0. */
  seqid!: number;
  /** Id of the question that was asked. */
  original_question_uuid!: string | null;
  /** Id of the question that this frame is about. */
  actual_question_uuid!: string | null;
  /** The agent asks its user. */
  feedback!: FeedbackRequest | null;
  /** Where the user is to sign in. */
  oauth!: SignInRequest | null;
  /** Charts of the answer. */
  data_visualizations!: readonly DataVisualization[] | null;
  /** A piece of the answer. */
  streaming_response_chunk!: TextPiece | null;
  /** A piece of what the model thinks. */
  reasoning!: TextPiece | null;
}

/** Members of a frame that say something. */
export type FrameContent = Partial<Omit<InteractionFrame, 'seqid' | 'operation'>>;

const silent: Omit<InteractionFrame, 'seqid' | 'operation'> = {
  exception: null,
  answer: null,
  answer_citations: null,
  answer_urls: null,
  agent_request: null,
  generated_text: null,
  step: null,
  possible_answer: null,
  context: null,
  original_question_uuid: null,
  actual_question_uuid: null,
  feedback: null,
  oauth: null,
  data_visualizations: null,
  streaming_response_chunk: null,
  reasoning: null,
};

/** A frame with all its members: those without a value are null. */
export function frameOf(
  operation: keyof typeof frameOperations,
  seqid: number,
  content: FrameContent = {},
): InteractionFrame {
  return { ...silent, ...content, operation: frameOperations[operation], seqid };
}
