import type { CheckedSentence } from '@lectern/contracts/core';
import type { ContextEntry, Rephrased } from '@lectern/language';
import type { ModelDescription } from './model';

/** A function call that a model requests. */
export interface ToolCall {
  /** Identifies the call; its result refers to it. */
  readonly id: string;
  /** Name of the function. */
  readonly name: string;
  /** JSON text of the arguments. */
  readonly arguments: string;
}

/** An earlier turn of a conversation. */
export type Turn =
  /** Instructions; those at the beginning of a conversation are in `system` of the request. */
  | { readonly author: 'SYSTEM'; readonly text: string }
  | { readonly author: 'USER'; readonly text: string; readonly images?: readonly ImageInput[] }
  | { readonly author: 'ASSISTANT'; readonly text: string; readonly toolCalls?: readonly ToolCall[] }
  /** The result of a function that the model called. */
  | { readonly author: 'TOOL'; readonly text: string; readonly callId: string; readonly name?: string };

/** An image that belongs to the question; for models that support them also audio, or a PDF file. */
export interface ImageInput {
  /** Its name in the context, so that footnotes can cite it; absent for an image of the question. */
  readonly key?: string;
  /** Media type, such as `image/png`. */
  readonly contentType: string;
  /** The content in Base64. */
  readonly base64: string;
  /** Name of the file. */
  readonly filename?: string;
}

/** A function that the model may ask the caller to run. */
export interface ToolDefinition {
  /** Name by which the model calls it. */
  readonly name: string;
  /** Description for the model. */
  readonly description?: string;
  /** JSON Schema of its arguments. */
  readonly parameters: object;
  /** Whether its arguments must match the schema exactly, if the provider can guarantee that. */
  readonly strict?: boolean;
}

/** How a model chooses its words; absent members use the provider's defaults. */
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

/** The input for an answer of a model. */
export interface GenerationRequest {
  /** The question. Empty without `user` and context: the last turn of `history` is answered. */
  readonly question: string;
  /** Retrieved entries, best first. Entries that do not fit into the model's context are dropped from the end. */
  readonly context: readonly ContextEntry[];
  /** Earlier turns, oldest first. The oldest are omitted when they do not fit. */
  readonly history: readonly Turn[];
  /** False: a prompt that does not fit is refused (`context_too_long`) instead of being cut. Default true. */
  readonly truncate?: boolean;
  /**
   * False: plain chat, not bound to the context. Default true: answer from the context only, or say that it has no
   * answer.
   */
  readonly grounded?: boolean;
  /** System prompt; the generator has its own when absent, and none when this is empty. */
  readonly system?: string;
  /** User prompt with placeholders `{context}` and `{question}`. */
  readonly user?: string;
  /** False: `user` is sent unchanged, including placeholders. Default true. */
  readonly formatPrompt?: boolean;
  /** `none` is implied by `jsonSchema` and `tools`. */
  readonly citations: 'none' | 'default' | 'llm_footnotes';
  /** 0..1; lower gives more citations. The generator's tuned value when absent. */
  readonly citationThreshold?: number;
  /** Maximum length of the answer; the limit of the model when absent. */
  readonly answerTokensMax?: number;
  /** Limits the context below the model's own limit. */
  readonly contextTokensMax?: number;
  /** The same seed makes answers repeatable, where the provider supports it. */
  readonly seed?: number;
  /**
   * Function style `{name, description?, parameters}` or a plain JSON Schema: the answer is one `object` chunk. Without
   * members it allows any object.
   */
  readonly jsonSchema?: object;
  /** Asks the model for Markdown. */
  readonly preferMarkdown?: boolean;
  /** How much the model should think first; ignored by models that do not reason. */
  readonly reasoning?: 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh';
  /** Ignored by models without vision. */
  readonly images?: readonly ImageInput[];
  /** Functions that the model may call. */
  readonly tools?: readonly ToolDefinition[];
  /** Default `required` when there are tools; `{ name }` forces one. */
  readonly toolChoice?: 'auto' | 'none' | 'required' | { readonly name: string };
  /** False: one call at a time. The provider's default when absent. */
  readonly parallelToolCalls?: boolean;
  /** How the words are chosen. Ignored by generators that do not follow prompts. */
  readonly sampling?: Sampling;
  /** Number of the most likely tokens returned per position, 0..20; none when absent. */
  readonly likeliestTokens?: number;
  /** Whether the answer may contain images. Ignored by models that generate none. Default false. */
  readonly draws?: boolean;
  /** Provider model; the default of the generator when absent. */
  readonly model?: string;
  /** Sent to the provider instead of the generator's key. Ignored by models that need none. */
  readonly apiKey?: string;
}

/** The probability of a token. */
export interface LikelyToken {
  /** The token. */
  readonly token: string;
  /** Natural logarithm of its probability. */
  readonly logprob: number;
  /** In UTF-8. */
  readonly bytes: readonly number[] | null;
}

/** Why a model stopped: finished, reached its limit of tokens, waits for the results of functions, or was filtered. */
export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter';

/** One value of a generation, in order of arrival. */
export type GenerationChunk =
  | { readonly type: 'reasoning'; readonly text: string }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'object'; readonly object: object }
  /** One image, between the pieces of the text; only with `draws`. At most 16 per answer, 20 MB each. */
  | { readonly type: 'image'; readonly contentType: string; readonly base64: string }
  /** Tokens of the following text, with `likeliestTokens`. */
  | {
      readonly type: 'probabilities';
      readonly tokens: readonly (LikelyToken & { readonly likeliest: readonly LikelyToken[] })[];
    }
  | { readonly type: 'tool_call'; readonly id: string; readonly name: string; readonly arguments: string }
  /** Context key → code-point ranges `[start, end)` of the answer that it supports; and the check of every sentence. */
  | {
      readonly type: 'citations';
      readonly citations: Readonly<Record<string, readonly (readonly [number, number])[]>>;
      readonly sentences: readonly CheckedSentence[];
    }
  /** Block id in the answer's footnotes (`block-AA`) → context key; and the check of every sentence. */
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
      /** Why the model stopped; `stop` when it finished. */
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
  /**
   * The operator of the model, by its name in configurations of keys and prompts: `local`, `openai_compat`,
   * `anthropic`.
   */
  readonly provider: string;
  /** Limit for prompt and answer together. */
  readonly contextTokensMax: number;
  /** Whether it reads images. */
  readonly vision: boolean;
  /** Other inputs it reads besides text; none when absent. */
  readonly reads?: readonly ReadableKind[];
  /**
   * Whether it follows prompts, chats without context and calls functions. Otherwise it answers questions from context,
   * and refuses free chat and functions.
   */
  readonly followsPrompts: boolean;
  /** Whether it thinks before it answers; undefined when that is not known. */
  readonly reasons?: boolean;
  /** Whether `model` of a request is honoured: the provider has other models than this one. */
  readonly takesOtherModels: boolean;
  /** Whether it returns probabilities of its tokens (`likeliestTokens`); otherwise it refuses such requests. */
  readonly saysProbabilities?: boolean;
  /** Whether it can generate images in its answers on request. */
  readonly draws?: boolean;
}

/** A question that may refer to earlier turns. */
export interface RephraseRequest {
  /** The original question. */
  readonly question: string;
  /** Earlier turns, oldest first. */
  readonly history: readonly Turn[];
  /** Texts that may explain what the question refers to. */
  readonly extraContext: readonly string[];
  /**
   * Whether to rewrite a question without earlier turns, too, as a search query. A generator without a model removes
   * polite phrases.
   */
  readonly standsAlone?: boolean;
  /** Images that belong to the question. Ignored by models without vision. */
  readonly images?: readonly ImageInput[];
  /** May contain the placeholder `{question}`. */
  readonly prompt?: string;
  /** Provider model; the default of the generator when absent. */
  readonly model?: string;
  /** Sent to the provider instead of the generator's key. Ignored by models that need none. */
  readonly apiKey?: string;
  /** 0 always uses the history, 1 never. The generator's own value when absent. */
  readonly relevanceThreshold?: number;
}

/** Answers questions from context. */
export abstract class Generator {
  /** The model used. */
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
   * Rewrites a question so that it stands alone, given the earlier turns.
   *
   * @throws AppError `provider_failed`, `rate_limited`, `deadline_exceeded`, `cancelled`
   */
  abstract rephrase(request: RephraseRequest, options: { readonly signal: AbortSignal }): Promise<Rephrased>;
}
