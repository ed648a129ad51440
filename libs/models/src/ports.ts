/** A model as the catalogue names it. */
export interface ModelDescription {
  /** Also the id of its vectorset: `minilm-l6`. */
  readonly id: string;
  /** ISO 639-1 codes it was trained on; `*` when it does not depend on the language. */
  readonly languages: readonly string[];
}

export interface EmbedderDescription extends ModelDescription {
  readonly dimensions: number;
  /** Cosine above which two texts are about the same thing, for `min_score` when a request names none. */
  readonly defaultMinScore: number;
  /** What of the fused score the semantic leg deserves, 0..1, when the model speaks the query's language. */
  readonly fusionWeight: number;
}

/** Texts to unit vectors. */
export abstract class Embedder {
  abstract readonly description: EmbedderDescription;

  /**
   * One vector per text, in order. Longer texts are cut at the model's limit.
   *
   * @throws AppError `rate_limited` when the queue is full, `unavailable` when the model cannot be run, `cancelled`
   */
  abstract embed(
    texts: readonly string[],
    purpose: 'query' | 'passage',
    options?: { readonly signal?: AbortSignal },
  ): Promise<readonly Float32Array[]>;

  abstract close(): Promise<void>;
}

/** Orders texts by how well they answer a query. */
export abstract class Reranker {
  abstract readonly description: ModelDescription;

  /** One score per text, in order, 0..1, higher is better. */
  abstract rerank(
    query: string,
    texts: readonly { readonly text: string; readonly title?: string; readonly score: number; readonly language?: string }[],
    options?: { readonly signal?: AbortSignal },
  ): Promise<readonly number[]>;
}

export interface GenerationRequest {
  readonly question: string;
  /** What was retrieved, by context key, best first. */
  readonly context: readonly { readonly key: string; readonly text: string; readonly title?: string; readonly language?: string }[];
  readonly history: readonly { readonly author: 'USER' | 'ASSISTANT'; readonly text: string }[];
  readonly system?: string;
  /** With placeholders `{context}` and `{question}`. */
  readonly user?: string;
  readonly citations: 'none' | 'default' | 'llm_footnotes';
  readonly citationThreshold?: number;
  readonly answerTokensMax?: number;
  readonly seed?: number;
  readonly jsonSchema?: object;
  readonly preferMarkdown?: boolean;
  /** Provider model; the default of the generator when absent. */
  readonly model?: string;
}

/** One value of a generation, in order of arrival. */
export type GenerationChunk =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  | { readonly type: 'object'; readonly object: object }
  /** Context key → code-point ranges of the answer that it supports. */
  | { readonly type: 'citations'; readonly citations: Readonly<Record<string, readonly (readonly [number, number])[]>> }
  /** Block id in the answer's footnotes → context key. */
  | { readonly type: 'footnote_citations'; readonly footnoteToContext: Readonly<Record<string, string>> }
  | { readonly type: 'status'; readonly code: '0' | '-1' | '-2'; readonly details?: string }
  | {
      readonly type: 'meta';
      readonly inputTokens: number;
      readonly outputTokens: number;
      readonly firstChunkS: number;
      readonly totalS: number;
    };

export interface GeneratorDescription extends ModelDescription {
  readonly contextTokensMax: number;
}

/** Answers questions from context. */
export abstract class Generator {
  abstract readonly description: GeneratorDescription;

  /**
   * @throws AppError `provider_failed` before the first chunk (refused, unreachable, garbage), `deadline_exceeded`,
   * `cancelled`. After the first chunk a failure is a `status` chunk with code −1 and ends the stream.
   */
  abstract generate(request: GenerationRequest, options: { readonly signal: AbortSignal }): AsyncIterable<GenerationChunk>;

  /**
   * The question rewritten to stand alone, given what was said before.
   *
   * @param about earlier turns and extra context, oldest first
   */
  abstract rephrase(
    request: {
      readonly question: string;
      readonly history: GenerationRequest['history'];
      readonly extraContext: readonly string[];
      readonly prompt?: string;
      readonly model?: string;
    },
    options: { readonly signal: AbortSignal },
  ): Promise<string>;
}

/** Text in images. */
export abstract class Recognizer {
  /** Whether it can be used here, and if not, why. */
  abstract available(): Promise<{ readonly available: boolean; readonly reason?: string }>;

  /** Text of one image, lines in reading order. @throws AppError `unavailable`, `deadline_exceeded` */
  abstract recognize(image: Uint8Array, options: { readonly languages: readonly string[]; readonly signal?: AbortSignal }): Promise<string>;
}
