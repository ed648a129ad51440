import type { ModelDescription } from './model';

/** One entry of the context. */
export interface ContextEntry {
  /** Paragraph id, field id, `USER_CONTEXT_n`. Unique within a request. */
  readonly key: string;
  readonly text: string;
  readonly title?: string;
  /** ISO 639-1. */
  readonly language?: string;
}

export interface Turn {
  readonly author: 'USER' | 'ASSISTANT';
  readonly text: string;
}

export interface ImageInput {
  /** Media type, such as `image/png`. */
  readonly contentType: string;
  readonly base64: string;
}

export interface ToolDefinition {
  readonly name: string;
  readonly description?: string;
  /** JSON Schema of its arguments. */
  readonly parameters: object;
}

export interface GenerationRequest {
  readonly question: string;
  /** What was retrieved, best first. What does not fit the model is cut from the end. */
  readonly context: readonly ContextEntry[];
  readonly history: readonly Turn[];
  /**
   * False: plain chat, not bound to the context. Default true: answer from the context only, or say that it does not
   * answer.
   */
  readonly grounded?: boolean;
  readonly system?: string;
  /** User prompt with placeholders `{context}` and `{question}`. */
  readonly user?: string;
  /** False: `user` is sent as it is, placeholders included. Default true. */
  readonly formatPrompt?: boolean;
  /** `none` is implied by `jsonSchema` and `tools`. */
  readonly citations: 'none' | 'default' | 'llm_footnotes';
  /** 0..1; lower gives more citations. The generator's tuned value when absent. */
  readonly citationThreshold?: number;
  readonly answerTokensMax?: number;
  /** Bounds the context below the model's own limit. */
  readonly contextTokensMax?: number;
  readonly seed?: number;
  /** Function style `{name, description?, parameters}` or a plain JSON Schema: the answer is one `object` chunk. */
  readonly jsonSchema?: object;
  readonly preferMarkdown?: boolean;
  readonly reasoning?: 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh';
  /** Ignored by models without vision. */
  readonly images?: readonly ImageInput[];
  readonly tools?: readonly ToolDefinition[];
  /** Default `required` when there are tools; `{ name }` forces one. */
  readonly toolChoice?: 'auto' | 'none' | 'required' | { readonly name: string };
  /** Provider model; the default of the generator when absent. */
  readonly model?: string;
}

/** One value of a generation, in order of arrival. */
export type GenerationChunk =
  | { readonly type: 'reasoning'; readonly text: string }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'object'; readonly object: object }
  | { readonly type: 'tool_call'; readonly id: string; readonly name: string; readonly arguments: string }
  /** Context key → code-point ranges `[start, end)` of the answer that it supports. */
  | { readonly type: 'citations'; readonly citations: Readonly<Record<string, readonly (readonly [number, number])[]>> }
  /** Block id in the answer's footnotes (`block-AA`) → context key. */
  | { readonly type: 'footnote_citations'; readonly footnoteToContext: Readonly<Record<string, string>> }
  | {
      readonly type: 'meta';
      readonly inputTokens: number;
      readonly outputTokens: number;
      readonly firstChunkS: number;
      readonly totalS: number;
    }
  /** Always the last value: 0 answered, −1 failed midway, −2 the context does not answer (the text is a refusal). */
  | { readonly type: 'status'; readonly code: '0' | '-1' | '-2'; readonly details?: string };

export interface GeneratorDescription extends ModelDescription {
  readonly contextTokensMax: number;
  readonly vision: boolean;
  /** Whether `model` of a request is honoured: the provider knows others than this one. */
  readonly takesOtherModels: boolean;
}

export interface RephraseRequest {
  readonly question: string;
  /** Earlier turns, oldest first. */
  readonly history: readonly Turn[];
  readonly extraContext: readonly string[];
  /** With the placeholder `{question}`. */
  readonly prompt?: string;
  readonly model?: string;
  /** 0 always uses the history, 1 never. The generator's own value when absent. */
  readonly relevanceThreshold?: number;
}

export interface Rephrased {
  readonly question: string;
  /** False when the question stands alone and the history should be left out of what follows. */
  readonly usedHistory: boolean;
}

/** Answers questions from context. */
export abstract class Generator {
  abstract readonly description: GeneratorDescription;

  /**
   * Streams an answer; order of values: reasoning and text (or one object, or tool calls), citations, meta, status.
   * Leaving the loop or aborting stops the work upstream.
   *
   * @throws AppError before the first value: `provider_failed` (refused, unreachable, garbage), `rate_limited`,
   * `deadline_exceeded`, `invalid_request`, `cancelled`. After it a failure is the last value, a `status` with code −1;
   * an abort throws `cancelled` at any time
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
