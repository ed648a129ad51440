import type { Consumption } from '../core/consumption';
import type { AppError, ErrorCode } from '../core/errors';
import type { Integer } from '../core/integer';
import type { HttpAnswer } from '../core/http-binding';
import type { Input } from '../core/input';
import type {
  CompletionChunk,
  CompletionDelta,
  CompletionFinish,
  CompletionProbabilities,
  CompletionToolCalled,
  CompletionUsage,
  CompletionValue,
} from './completion-chunk/completion-chunk.dto';
import { originHeaders } from '../prediction/prediction-answer';

/** An answer as one document. */
export class Completion {
  /** Names the answer. */
  id!: string;
  /** Kind of the object. */
  object!: 'chat.completion';
  /** Unix seconds. */
  created!: Integer;
  /** Name of the model. */
  model!: string;
  /** As many as `n` says. */
  choices!: readonly {
    /** Its place, from 0. */
    readonly index: Integer;
    /** Why the model stopped. */
    readonly finish_reason: CompletionFinish;
    /** Text of the model. */
    readonly message: {
      /** Always `assistant`. */
      readonly role: 'assistant';
      /** The text; null where there are only calls. */
      readonly content: string | null;
      /** The reasoning of the model before its answer. */
      readonly reasoning_content: string | null;
      /** Always null. */
      readonly refusal: null;
      /** Functions that the model asks for. */
      readonly tool_calls?: readonly CompletionToolCalled[];
    };
    /** How likely its tokens were, with `logprobs`; null where the model did not say it. */
    readonly logprobs?: CompletionProbabilities | null;
  }[];
  /** Tokens as the model counts them. */
  usage!: CompletionUsage;
  /** Consumption of the answer, with the header `x-show-consumption: true`. */
  consumption?: Consumption;
}

/** Why a request of the compatible interface was not carried out. */
export class CompatRefusal {
  /** The problem. */
  error!: {
    /** For people. */
    readonly message: string;
    /** Kind of the error, such as `invalid_request_error`. */
    readonly type: string;
    /** Stable code, such as `rate_limited`. */
    readonly code: string | null;
    /** The member of the request that is wrong. */
    readonly param: string | null;
    /** Which content policies flag the request. */
    readonly details?: readonly string[];
  };
}

const kinds: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  402: 'insufficient_quota',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
};

/** Codes that clients compare with. */
const codes: Readonly<Partial<Record<ErrorCode, string>>> = { context_too_long: 'context_length_exceeded' };

/** A refusal in the envelope that clients of the compatible interface read. */
export function compatRefusal(error: AppError): HttpAnswer {
  const { status, message, code } = error;
  const type = kinds[status] ?? (status < 500 ? 'invalid_request_error' : 'server_error');
  const body: CompatRefusal = {
    error: { message, type, code: codes[code] ?? code, param: wrongMember(error), ...policiesOf(error) },
  };
  return { body };
}

/** One value of an answer as an event. */
export function completionEvent({ origin, chunk }: CompletionValue): HttpAnswer {
  return { headers: origin && originHeaders(origin), body: chunk };
}

/** The last event of an answer that failed midway. */
export function failedEvent({ message }: AppError): object {
  return { type: 'status', code: 'ERROR', details: message };
}

/** Whether the caller gets one document. */
export function wantsCompletion({ body }: Input): boolean {
  return !(body instanceof Object && Reflect.get(body, 'stream') === true);
}

/** A whole answer as one document. */
export function completionDocument(values: readonly CompletionValue[]): HttpAnswer {
  const origin = values.find((value) => value.origin)?.origin;
  const chunks = values.flatMap(({ chunk }) => chunk ?? []);
  const [first] = chunks;
  const last = chunks.findLast(({ usage }) => usage);
  const pieces = chunks.flatMap((chunk) => chunk.choices);
  const indexes = [...new Set([0, ...pieces.map(({ index }) => index)])].sort((a, b) => a - b);
  const none = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
  const body: Completion = {
    id: first?.id ?? '',
    object: 'chat.completion',
    created: first?.created ?? 0,
    model: first?.model ?? '',
    choices: indexes.map((index) => wholeChoice(index, pieces)),
    usage: last?.usage ?? { ...none, prompt_tokens_details: {}, completion_tokens_details: {} },
    ...(last?.consumption && { consumption: last.consumption }),
  };
  return { headers: origin && originHeaders(origin), body };
}

type Pieces = CompletionChunk['choices'];

/** One of the answers. */
function wholeChoice(index: number, all: Pieces): Completion['choices'][number] {
  const pieces = all.filter((piece) => piece.index === index);
  const deltas = pieces.map(({ delta }) => delta);
  const calls = deltas.flatMap((delta) => delta.tool_calls ?? []).map(({ index: _, ...call }) => call);
  const likely = pieces.flatMap(({ logprobs }) => logprobs?.content ?? []);
  return {
    index,
    finish_reason: pieces.findLast((piece) => piece.finish_reason)?.finish_reason ?? 'stop',
    message: {
      role: 'assistant',
      content: joined(deltas, 'content'),
      reasoning_content: joined(deltas, 'reasoning_content'),
      refusal: null,
      ...(calls.length > 0 && { tool_calls: calls }),
    },
    logprobs: likely.length > 0 ? { content: likely } : null,
  };
}

function joined(deltas: readonly CompletionDelta[], member: 'content' | 'reasoning_content'): string | null {
  const pieces = deltas.flatMap((delta) => delta[member] ?? []);
  return pieces.length === 0 ? null : pieces.join('');
}

/** Descriptions of the policies that flag a request. */
function policiesOf({ code, details: { detail } }: AppError): { readonly details?: readonly string[] } {
  const descriptions: unknown = detail instanceof Object ? Reflect.get(detail, 'descriptions') : undefined;
  if (code !== 'guardrail_blocked' || !Array.isArray(descriptions)) return {};
  return { details: descriptions.map(String) };
}

/** The first member of the body or the query that a check found wrong. */
function wrongMember({ details: { detail } }: AppError): string | null {
  const first: unknown = Array.isArray(detail) ? detail[0] : undefined;
  const place: unknown = first instanceof Object ? Reflect.get(first, 'loc') : undefined;
  return Array.isArray(place) && place.length > 1 ? place.slice(1).join('.') : null;
}
