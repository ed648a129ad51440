import type { CheckedSentence } from '@lectern/contracts/core';
import type { ContextEntry, Rephrased } from '@lectern/language';
import type { ModelDescription } from './model';

/** A call of a function that a model asked for. */
export interface ToolCall {
  /** Names the call; its result refers to it. */
  readonly id: string;
  /** Name of the function. */
  readonly name: string;
  /** JSON text of the arguments. */
  readonly arguments: string;
}

/** What was said earlier in a conversation. */
export type Turn =
  /** Instructions; those that begin a conversation are `system` of the request. */
  | { readonly author: 'SYSTEM'; readonly text: string }
  | { readonly author: 'USER'; readonly text: string; readonly images?: readonly ImageInput[] }
  | { readonly author: 'ASSISTANT'; readonly text: string; readonly toolCalls?: readonly ToolCall[] }
  /** What a function returned that the model asked for. */
  | { readonly author: 'TOOL'; readonly text: string; readonly callId: string; readonly name?: string };

/** An image that belongs to the question; for models that read them also sound, or a PDF file. */
export interface ImageInput {
  /** Names it among the context, so that footnotes can cite it; absent for one of the question. */
  readonly key?: string;
  /** Media type, such as `image/png`. */
  readonly contentType: string;
  /** Bytes of the image. */
  readonly base64: string;
  /** Of a file. */
  readonly filename?: string;
}

/** A function that the model may ask the caller to run. */
export interface ToolDefinition {
  /** Name by which the model asks for it. */
  readonly name: string;
  /** What it does, for the model. */
  readonly description?: string;
  /** JSON Schema of its arguments. */
  readonly parameters: object;
  /** Whether its arguments must match the schema exactly, where the provider can promise that. */
  readonly strict?: boolean;
}

/** How a model picks its words; the provider's defaults where absent. */
export interface Sampling {
  /** 0..2; higher is more random. */
  readonly temperature?: number;
  /** 0..1; only the most likely tokens with this mass are considered. */
  readonly topP?: number;
  /** −2..2; positive values make repetition of tokens less likely. */
  readonly frequencyPenalty?: number;
  /** −2..2; positive values make new topics more likely. */
  readonly presencePenalty?: number;
  /** The answer ends before any of these. */
  readonly stop?: readonly string[];
}

/** What a model is to answer, and from what. */
export interface GenerationRequest {
  /** What is asked. Empty without `user` and context: the last turn of `history` is what is answered. */
  readonly question: string;
  /** What was retrieved, best first. What does not fit the model is cut from the end. */
  readonly context: readonly ContextEntry[];
  /** Earlier turns, oldest first. The oldest are left out when they do not fit the model. */
  readonly history: readonly Turn[];
  /** False: what does not fit the model is refused (`context_too_long`) instead of being cut. Default true. */
  readonly truncate?: boolean;
  /**
   * False: plain chat, not bound to the context. Default true: answer from the context only, or say that it does not
   * answer.
   */
  readonly grounded?: boolean;
  /** System prompt; the generator has its own when absent, and none when this is empty. */
  readonly system?: string;
  /** User prompt with placeholders `{context}` and `{question}`. */
  readonly user?: string;
  /** False: `user` is sent as it is, placeholders included. Default true. */
  readonly formatPrompt?: boolean;
  /** `none` is implied by `jsonSchema` and `tools`. */
  readonly citations: 'none' | 'default' | 'llm_footnotes';
  /** 0..1; lower gives more citations. The generator's tuned value when absent. */
  readonly citationThreshold?: number;
  /** Longest answer; the limit of the model when absent. */
  readonly answerTokensMax?: number;
  /** Bounds the context below the model's own limit. */
  readonly contextTokensMax?: number;
  /** The same seed makes answers repeatable, where the provider supports it. */
  readonly seed?: number;
  /**
   * Function style `{name, description?, parameters}` or a plain JSON Schema: the answer is one `object` chunk. Without
   * members it stands for any object.
   */
  readonly jsonSchema?: object;
  /** Asks the model for Markdown. */
  readonly preferMarkdown?: boolean;
  /** How much the model is to think first; ignored by models that do not reason. */
  readonly reasoning?: 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh';
  /** Ignored by models without vision. */
  readonly images?: readonly ImageInput[];
  /** Functions that the model may ask for. */
  readonly tools?: readonly ToolDefinition[];
  /** Default `required` when there are tools; `{ name }` forces one. */
  readonly toolChoice?: 'auto' | 'none' | 'required' | { readonly name: string };
  /** False: one call at a time. The provider's default when absent. */
  readonly parallelToolCalls?: boolean;
  /** How the words are picked. Ignored by generators that do not follow prompts. */
  readonly sampling?: Sampling;
  /** How many of the likeliest tokens are returned for each place, 0..20; none when absent. */
  readonly likeliestTokens?: number;
  /** Whether images may be part of the answer. Ignored by models that draw none. Default false. */
  readonly draws?: boolean;
  /** Provider model; the default of the generator when absent. */
  readonly model?: string;
  /** Sent to the provider instead of the key of the generator. Ignored by models that need none. */
  readonly apiKey?: string;
}

/** How likely a token was. */
export interface LikelyToken {
  /** The token. */
  readonly token: string;
  /** Natural logarithm of its probability. */
  readonly logprob: number;
  /** In UTF-8. */
  readonly bytes: readonly number[] | null;
}

/** Why a model stopped: it was done, at its limit of tokens, waits for the results of functions, or was filtered. */
export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter';

/** One value of a generation, in order of arrival. */
export type GenerationChunk =
  | { readonly type: 'reasoning'; readonly text: string }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'object'; readonly object: object }
  /** One image, between the pieces of the text; only with `draws`. At most 16 an answer, 20 MB each. */
  | { readonly type: 'image'; readonly contentType: string; readonly base64: string }
  /** Of the text, with `likeliestTokens`. Precedes the text. */
  | {
      readonly type: 'probabilities';
      readonly tokens: readonly (LikelyToken & { readonly likeliest: readonly LikelyToken[] })[];
    }
  | { readonly type: 'tool_call'; readonly id: string; readonly name: string; readonly arguments: string }
  /** Context key → code-point ranges `[start, end)` of the answer that it supports; and every sentence, compared. */
  | {
      readonly type: 'citations';
      readonly citations: Readonly<Record<string, readonly (readonly [number, number])[]>>;
      readonly sentences: readonly CheckedSentence[];
    }
  /** Block id in the answer's footnotes (`block-AA`) → context key; and every sentence, compared. */
  | {
      readonly type: 'footnote_citations';
      readonly footnoteToContext: Readonly<Record<string, string>>;
      readonly sentences: readonly CheckedSentence[];
    }
  | {
      readonly type: 'meta';
      readonly inputTokens: number;
      readonly outputTokens: number;
      readonly firstChunkS: number;
      readonly totalS: number;
      /** Why the model stopped; `stop` when it was done. */
      readonly finish: FinishReason;
    }
  /** Always the last value: 0 answered, −1 failed midway, −2 the context does not answer (the text is a refusal). */
  | { readonly type: 'status'; readonly code: '0' | '-1' | '-2'; readonly details?: string };

/** Kinds of attachments besides images. */
export const readableKinds = ['audio', 'pdf'] as const;
/** `audio`: WAV and MP3; `pdf`: PDF files. */
export type ReadableKind = (typeof readableKinds)[number];

/** Whether a model reads attachments of a media type. */
export function reads({ vision, reads: kinds = [] }: GeneratorDescription, contentType: string): boolean {
  if (contentType.startsWith('audio/')) return kinds.includes('audio');
  return contentType === 'application/pdf' ? kinds.includes('pdf') : vision;
}

/** A generative model and its limits. */
export interface GeneratorDescription extends ModelDescription {
  /** Who runs it, as configurations name their keys and prompts: `local`, `openai_compat`, `anthropic`. */
  readonly provider: string;
  /** Tokens of prompt and answer together. */
  readonly contextTokensMax: number;
  /** Whether it reads images. */
  readonly vision: boolean;
  /** What else it reads besides text; nothing when absent. */
  readonly reads?: readonly ReadableKind[];
  /**
   * Whether it follows prompts, talks without context and calls functions. Otherwise it answers questions from context,
   * and refuses free chat and functions.
   */
  readonly followsPrompts: boolean;
  /** Whether `model` of a request is honoured: the provider knows others than this one. */
  readonly takesOtherModels: boolean;
  /** Whether it says how likely its tokens are (`likeliestTokens`); otherwise it refuses to. */
  readonly saysProbabilities?: boolean;
  /** Whether it draws images into its answers where a request wants them. */
  readonly draws?: boolean;
}

/** A question that may refer to what was said before. */
export interface RephraseRequest {
  /** The question as it was asked. */
  readonly question: string;
  /** Earlier turns, oldest first. */
  readonly history: readonly Turn[];
  /** Texts that may explain what the question refers to. */
  readonly extraContext: readonly string[];
  /**
   * Whether the question is rewritten although nothing was said before it, as a query that is searched. A generator
   * without a model leaves out what is only polite.
   */
  readonly standsAlone?: boolean;
  /** Belong to the question. Ignored by models without vision. */
  readonly images?: readonly ImageInput[];
  /** With the placeholder `{question}`. */
  readonly prompt?: string;
  /** Provider model; the default of the generator when absent. */
  readonly model?: string;
  /** Sent to the provider instead of the key of the generator. Ignored by models that need none. */
  readonly apiKey?: string;
  /** 0 always uses the history, 1 never. The generator's own value when absent. */
  readonly relevanceThreshold?: number;
}

/** Answers questions from context. */
export abstract class Generator {
  /** The model that answers. */
  abstract readonly description: GeneratorDescription;

  /**
   * Streams an answer; order of values: reasoning and text (or one object, or tool calls), citations, meta, status.
   * Leaving the loop or aborting stops the work upstream.
   *
   * @throws AppError before the first value: `provider_failed` (refused, unreachable, garbage), `rate_limited`,
   * `deadline_exceeded`, `invalid_request` (what it cannot do), `context_too_long` (what does not fit), `cancelled`.
   * After it a failure is the last value, a `status` with code −1; an abort throws `cancelled` at any time
   */
  abstract generate(
    request: GenerationRequest,
    options: { readonly signal: AbortSignal },
  ): AsyncIterable<GenerationChunk>;

  /**
   * The question rewritten to stand alone, given what was said before.
   *
   * @throws AppError `provider_failed`, `rate_limited`, `deadline_exceeded`, `cancelled`
   */
  abstract rephrase(request: RephraseRequest, options: { readonly signal: AbortSignal }): Promise<Rephrased>;
}
