import { IsBoolean, IsInt, IsObject, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { SESSION_NAME_CHARS_MAX } from '../../core/identifiers';
import type { Integer } from '../../core/integer';
import { MODEL_NAME_CHARS_MAX } from '../../knowledge-box/learning-configuration/learning-configuration.dto';
import { JSON_DEPTH_MAX } from '../../knowledge-box/limits';
import { StreamOptions } from '../../understanding/chat-completion/chat-completion.dto';
import { CompletionMessage } from '../../understanding/completion-message/completion-message.dto';
import type {
  CompletionDelta,
  CompletionFinish,
  CompletionUsage,
} from '../../understanding/completion-chunk/completion-chunk.dto';
import { ListOf, MapOf, Nested, Satisfies, Unsupported } from '../../validation/decorators';
import { SessionName } from '../../validation/ids';
import { jsonWithin, keyWithin } from '../../validation/json-bounds';
import { text } from '../../validation/node';
import { isOff, nothingOr } from '../../validation/nothing';
import { ClientHeaders } from '../../search/client-headers/client-headers.dto';
import { ARGUMENTS_CHARS_MAX } from '../interaction/interaction.dto';
import { AgentTarget } from '../params';

const MESSAGES_MAX = 2_048;
const METADATA_MAX = 16;
const METADATA_KEY_CHARS_MAX = 64;
const METADATA_CHARS_MAX = 512;
const USER_CHARS_MAX = 256;
const byName = { sizeMax: METADATA_MAX, keyRules: [keyWithin(METADATA_KEY_CHARS_MAX)] };
const isText = (value: unknown): boolean => Object(value)['type'] === 'text' || nothingOr()(value);

/** An agent, and perhaps one of its sessions. */
export class CompletionTarget extends AgentTarget {
  /** Id or slug of the session. */
  @IsOptional() @SessionName() @MaxLength(SESSION_NAME_CHARS_MAX) session?: string;
}

/** Headers of a completion. */
export class AgentCompletionHeaders extends ClientHeaders {
  /** All headers without credentials, where the operation is told them. Callers cannot set it. */
  told?: Readonly<Record<string, string>>;
}

/**
 * A conversation whose last message an agent answers. Sampling parameters and other members are ignored: the modules of
 * the workflow choose their models.
 */
export class AgentCompletionRequest {
  /**
   * The conversation, oldest message first. The last one is the question, of the role `user`, at most 20,000 characters
   * long. Questions and answers before it are its history. Messages of the roles `system` and `developer` become
   * instructions after the rules of the workflow. Messages have text only.
   */
  @ListOf(() => CompletionMessage, { min: 1, max: MESSAGES_MAX }) messages!: CompletionMessage[];
  /** Id of the workflow that answers; `default` when absent. */
  @IsOptional() @IsString() @MaxLength(MODEL_NAME_CHARS_MAX) model?: string | null;
  /** Whether the answer is a stream of server-sent events instead of one JSON document. */
  @IsBoolean() stream: boolean = false;
  /** Options of the stream. */
  @IsOptional() @Nested(() => StreamOptions) stream_options?: StreamOptions | null;
  /** Name of the person who asks, for timelines, where `x-kbdb-user` names none. */
  @IsOptional() @IsString() @MaxLength(USER_CHARS_MAX) user?: string | null;
  /**
   * `session`: id or slug of the session that keeps question and answer, made when it is missing; its history counts
   * where the conversation has only the question. Without it, nothing is kept. Other names are ignored.
   */
  @IsOptional() @MapOf(text({ maxLength: METADATA_CHARS_MAX }), byName) metadata?: Record<string, string> | null;
  /** Values for the parameters of the workflow. */
  @IsOptional()
  @IsObject()
  @Satisfies(jsonWithin({ depthMax: JSON_DEPTH_MAX, charsMax: ARGUMENTS_CHARS_MAX }))
  arguments?: Record<string, unknown> | null;
  /** Answers: one. */
  @IsOptional() @IsInt() @Min(1) @Max(1) n?: number | null;
  /** Not supported: an agent calls its own tools, and not those of its caller. */
  @Unsupported() tools?: unknown;
  @Unsupported() functions?: unknown;
  /** Not supported: an agent answers with text. */
  @Unsupported(isText) response_format?: unknown;
  @Unsupported() audio?: unknown;
  @Unsupported(isOff) logprobs?: unknown;
}

/** A source of the answer. */
export interface UrlCitation {
  /** Kind of the annotation. */
  readonly type: 'url_citation';
  /** The source, and the mark in the answer that names it, such as `[1]`. */
  readonly url_citation: {
    /** Where the mark begins, in UTF-16 code units. */
    readonly start_index: Integer;
    /** Where it ends. */
    readonly end_index: Integer;
    /** Address of the document; where it has none, a name of the text, such as `urn:chunk:…`. */
    readonly url: string;
    /** Title of the document. */
    readonly title: string;
  };
}

/** Addition of a chunk to the message of an agent. */
export interface AgentCompletionDelta extends CompletionDelta {
  /** Sources, after the whole text. */
  readonly annotations?: readonly UrlCitation[];
}

/** One event of a stream. */
export class AgentCompletionChunk {
  /** Names the answer; the same in all of its chunks. */
  id!: string;
  /** Kind of the object. */
  object!: 'chat.completion.chunk';
  /** Unix seconds. */
  created!: Integer;
  /** Id of the workflow. */
  model!: string;
  /** One choice: a piece of the answer. None in the chunk with `usage`. */
  choices!: readonly {
    /** Always 0. */
    readonly index: Integer;
    /** The addition to the message. */
    readonly delta: AgentCompletionDelta;
    /** `stop` in the last chunk of the answer; else null. */
    readonly finish_reason: CompletionFinish | null;
  }[];
  /** Tokens of all models that took part, in a last chunk, with `include_usage`. */
  usage?: CompletionUsage;
}

/** An answer of an agent as one document. */
export class AgentCompletion {
  /** Names the answer. */
  id!: string;
  /** Kind of the object. */
  object!: 'chat.completion';
  /** Unix seconds. */
  created!: Integer;
  /** Id of the workflow. */
  model!: string;
  /** One. */
  choices!: readonly {
    /** Always 0. */
    readonly index: Integer;
    /** Always `stop`. */
    readonly finish_reason: CompletionFinish;
    /** The answer. */
    readonly message: {
      /** Always `assistant`. */
      readonly role: 'assistant';
      /** The text. */
      readonly content: string;
      /** What models thought before it. */
      readonly reasoning_content: string | null;
      /** Always null. */
      readonly refusal: null;
      /** Sources of the answer. */
      readonly annotations: readonly UrlCitation[];
    };
    /** Always null. */
    readonly logprobs: null;
  }[];
  /** Tokens of all models that took part. */
  usage!: CompletionUsage;
}

/** A workflow as a model. */
export class WorkflowModel {
  /** Id of the workflow. */
  id!: string;
  /** Kind of the object. */
  object!: 'model';
  /** Name of the workflow. */
  name!: string;
  /** Unix seconds; always 0, as it does not matter when a workflow was made. */
  created!: Integer;
  /** Id of the agent. */
  owned_by!: string;
  /** What the workflow is for. */
  description!: string;
}

/** Workflows of an agent as models. */
export class WorkflowModelList {
  /** Kind of the object. */
  object!: 'list';
  /** `default` first. */
  data!: readonly WorkflowModel[];
}
