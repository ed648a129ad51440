import type { CheckedSentence } from '../../core/checked-sentence';
import type { Consumption } from '../../core/consumption';
import type { Integer } from '../../core/integer';
import type { PredictionOrigin } from '../../prediction/prediction.dto';

/** How the reranker ordered the context; the first chunk, with `rerank_context`. */
export interface RerankChunk {
  /** Kind of the chunk. */
  readonly type: 'rerank';
  /** Score by key of the context, 0..1, higher is better. */
  readonly context_scores: Readonly<Record<string, number>>;
}

/** The reasoning of the model, piece by piece, before its answer. */
export interface ReasoningChunk {
  /** Kind of the chunk. */
  readonly type: 'reasoning';
  /** Follows the piece before. */
  readonly text: string;
}

/** A piece of the answer. */
export interface TextChunk {
  /** Kind of the chunk. */
  readonly type: 'text';
  /** Follows the piece before. */
  readonly text: string;
}

/** The answer to a question with `json_schema`; one, instead of text. */
export interface ObjectChunk {
  /** Kind of the chunk. */
  readonly type: 'object';
  /** The object that the model made by the schema. */
  readonly object: object;
}

/** An image that the model drew; follows the piece before. */
export interface ImageChunk {
  /** Kind of the chunk. */
  readonly type: 'image';
  /** Media type, such as `image/png`. */
  readonly content_type: string;
  /** The bytes of the image. */
  readonly b64encoded: string;
}

/** A call of a function. */
export interface CalledTool {
  /** Names the call; its result refers to it. */
  readonly id: string;
  /** The function to call. */
  readonly function: {
    /** Name of the function. */
    readonly name: string;
    /** JSON text of the arguments, as the model wrote it. */
    readonly arguments: string;
  };
}

/** The functions that the model asks for; one, when it does. */
export interface ToolsChunk {
  /** Kind of the chunk. */
  readonly type: 'tools';
  /** Calls by name of the function. */
  readonly tools: Readonly<Record<string, readonly CalledTool[]>>;
}

/** Sources of the answer; one such item, with `citations` true or `default`. */
export interface CitationsChunk {
  /** Kind of the chunk. */
  readonly type: 'citations';
  /** Ranges of code points of the answer, `[start, end]`, by key of the context. */
  readonly citations: Readonly<Record<string, readonly (readonly [Integer, Integer])[]>>;
  /**
   * The sentences of the answer that state something, compared with the context. Those that are `unsupported` are in
   * no range of `citations`.
   */
  readonly sentences: readonly CheckedSentence[];
}

/** The sources of the footnotes in the answer; one such item, with `citations` `llm_footnotes`. */
export interface FootnoteCitationsChunk {
  /** Kind of the chunk. */
  readonly type: 'footnote_citations';
  /**
   * Key of the context by block id of a footnote, such as `block-AA`. Where the named block supports none of the
   * sentences marked with it and another entry does, the key is that of the other entry.
   */
  readonly footnote_to_context: Readonly<Record<string, string>>;
  /** The sentences of the answer that state something, compared with the context. */
  readonly sentences: readonly CheckedSentence[];
}

/** Tokens that the model used, and its times; one such item, unless it failed. */
export interface MetaChunk {
  /** Kind of the chunk. */
  readonly type: 'meta';
  /** Tokens that the model read, as it counts them. */
  readonly input_tokens: Integer;
  /** Tokens that the model wrote, as it counts them. */
  readonly output_tokens: Integer;
  /** Seconds: `generative` until the end, `generative_first_chunk` until the first piece. */
  readonly timings: Readonly<Record<string, number>>;
  /** Thousands of tokens that the model read. */
  readonly input_svc_tokens: number;
  /** Thousands of tokens that the model wrote. */
  readonly output_svc_tokens: number;
}

/** Consumption of the answer; one such item, with the header `x-show-consumption: true`. */
export interface ConsumptionChunk extends Consumption {
  /** Kind of the chunk. */
  readonly type: 'consumption';
}

/** How the answer ended; the last chunk. */
export interface StatusChunk {
  /** Kind of the chunk. */
  readonly type: 'status';
  /** `0` success, `-1` the model failed midway, `-2` the context does not answer. */
  readonly code: '0' | '-1' | '-2';
  /** The failure. */
  readonly details: string | null;
}

/** A part of an answer. */
export type ChatChunk =
  | RerankChunk
  | ReasoningChunk
  | TextChunk
  | ObjectChunk
  | ImageChunk
  | ToolsChunk
  | CitationsChunk
  | FootnoteCitationsChunk
  | MetaChunk
  | ConsumptionChunk
  | StatusChunk;

/** One value of an answer: where it comes from, or a part of it. */
export class ChatValue {
  /** In the first value: the model that answers; in the response headers for clients. */
  origin?: PredictionOrigin;
  /** A part of the answer. */
  chunk?: ChatChunk;
}
