import type { Consumption } from '../../core/consumption';
import type { Integer } from '../../core/integer';
import type { PredictionOrigin } from '../../prediction/prediction.dto';

/** Why a model stopped: it was done, at its limit of tokens, asks for functions, or was filtered. */
export type CompletionFinish = 'stop' | 'length' | 'tool_calls' | 'content_filter';

/** Name and arguments of a call. */
export interface CompletionCalled {
  /** Name of the function. */
  readonly name: string;
  /** JSON text of the arguments. */
  readonly arguments: string;
}

/** A call of a function. */
export interface CompletionToolCalled {
  /** Names the call; its result refers to it. */
  readonly id: string;
  /** Always `function`. */
  readonly type: 'function';
  /** The function to call. */
  readonly function: CompletionCalled;
}

/** A call in a chunk, always whole. */
export interface CompletionToolDelta extends CompletionToolCalled {
  /** Its place among the calls of the answer, from 0. */
  readonly index: Integer;
}

/** Addition of a chunk to the message. */
export interface CompletionDelta {
  /** In the first chunk. */
  readonly role?: 'assistant';
  /** Follows the piece before. */
  readonly content?: string;
  /** Reasoning of the model; continues the piece before. */
  readonly reasoning_content?: string;
  /** A function that the model asks for. */
  readonly tool_calls?: readonly CompletionToolDelta[];
}

/** Tokens as the model counts them. */
export interface CompletionUsage {
  /** Tokens that the model read. */
  readonly prompt_tokens: Integer;
  /** Tokens that the model wrote. */
  readonly completion_tokens: Integer;
  /** Both. */
  readonly total_tokens: Integer;
  /** Always empty. */
  readonly prompt_tokens_details: Readonly<Record<string, never>>;
  /** Always empty. */
  readonly completion_tokens_details: Readonly<Record<string, never>>;
}

/** How likely a token was. */
export interface TokenProbability {
  /** The token. */
  readonly token: string;
  /** Natural logarithm of its probability. */
  readonly logprob: number;
  /** Its bytes in UTF-8, where the provider says them. */
  readonly bytes: readonly Integer[] | null;
}

/** How likely the tokens of an answer were. */
export interface CompletionProbabilities {
  /** Of the text, token by token. */
  readonly content: readonly (TokenProbability & {
    /** The likeliest tokens at this place, as many as `top_logprobs` says. */
    readonly top_logprobs: readonly TokenProbability[];
  })[];
}

/** One event of a stream. */
export interface CompletionChunk {
  /** Names the answer; the same in all of its chunks. */
  readonly id: string;
  /** Kind of the object. */
  readonly object: 'chat.completion.chunk';
  /** Unix seconds. */
  readonly created: Integer;
  /** Name of the model. */
  readonly model: string;
  /** One choice: a piece of one of the answers. None in the chunk with `usage`. */
  readonly choices: readonly {
    /** Which of the `n` answers it belongs to, from 0. */
    readonly index: Integer;
    /** The addition to the message. */
    readonly delta: CompletionDelta;
    /** Why the model stopped, in the last chunk of the answer; else null. */
    readonly finish_reason: CompletionFinish | null;
    /** Follow those before, with `logprobs`. */
    readonly logprobs?: CompletionProbabilities;
  }[];
  /** Tokens, in a last chunk, with `include_usage`. */
  readonly usage?: CompletionUsage;
  /** Consumption of the answer, in the same chunk, with the header `x-show-consumption: true`. */
  readonly consumption?: Consumption;
}

/** One value of an answer: where it comes from, or a chunk of it. */
export class CompletionValue {
  /** In the first value: the model that answers; in the response headers for clients. */
  origin?: PredictionOrigin;
  /** A chunk of the answer. */
  chunk?: CompletionChunk;
}
