import { operation, streamOperation } from '../core/operation';

export class TextsToEmbed {
  /** The zone's default when absent. */
  model?: string;
  texts!: readonly string[];
  purpose!: 'query' | 'passage';
}

export class EmbeddedTexts {
  model!: string;
  vectors!: readonly Float32Array[];
}

/** @throws AppError `rate_limited`, `unavailable`, `not_found` for an unknown model */
export const embedTexts = operation({
  name: 'understanding.texts.embed',
  summary: 'Turn texts into vectors',
  body: TextsToEmbed,
  answer: EmbeddedTexts,
  deadlineMs: 5 * 60_000,
});

export interface EmbedderInUse {
  readonly id: string;
  readonly dimensions: number;
  readonly languages: readonly string[];
  readonly defaultMinScore: number;
  readonly fusionWeight: number;
  readonly fusionWeightElsewhere: number;
}

export class ModelsInUse {
  /** Of new knowledge boxes. */
  embedder!: EmbedderInUse;
  /** All that are installed: a knowledge box keeps the one it began with. */
  embedders!: readonly EmbedderInUse[];
  generator!: {
    readonly id: string;
    readonly contextTokensMax: number;
    /** Whether a request may name another model, which its provider then accepts or refuses. */
    readonly takesOtherModels: boolean;
  };
  reranker!: { readonly id: string };
}

export const describeModels = operation({
  name: 'understanding.models.describe',
  summary: 'Tell which models are used',
  answer: ModelsInUse,
  deadlineMs: 10_000,
});

export class TextsToRerank {
  query!: string;
  texts!: readonly {
    readonly text: string;
    readonly title?: string;
    readonly score: number;
    readonly language?: string;
  }[];
}

export class RerankedTexts {
  /** One per text, in order, 0..1. */
  scores!: readonly number[];
}

export const rerankTexts = operation({
  name: 'understanding.texts.rerank',
  summary: 'Score texts against a query',
  body: TextsToRerank,
  answer: RerankedTexts,
  deadlineMs: 10_000,
});

export interface ChatTurn {
  readonly author: 'USER' | 'ASSISTANT';
  readonly text: string;
}

export class QuestionToRephrase {
  question!: string;
  history!: readonly ChatTurn[];
  extraContext!: readonly string[];
  prompt?: string;
  model?: string;
  /** 0 always uses the history, 1 never. */
  relevanceThreshold?: number;
}

export class RephrasedQuestion {
  question!: string;
  /** False when the question stands alone: the history is left out of what follows. */
  usedHistory!: boolean;
}

export const rephraseQuestion = operation({
  name: 'understanding.question.rephrase',
  summary: 'Rewrite a question to stand alone',
  body: QuestionToRephrase,
  answer: RephrasedQuestion,
  deadlineMs: 30_000,
});

/** A question with what was retrieved for it. */
export class AnswerToGenerate {
  question!: string;
  context!: readonly {
    readonly key: string;
    readonly text: string;
    readonly title?: string;
    readonly language?: string;
  }[];
  history!: readonly ChatTurn[];
  system?: string;
  user?: string;
  citations!: 'none' | 'default' | 'llm_footnotes';
  citationThreshold?: number;
  answerTokensMax?: number;
  seed?: number;
  jsonSchema?: object;
  preferMarkdown?: boolean;
  model?: string;
}

/** One value of a generation; see `GenerationChunk` of the model ports for the meaning of each type. */
export class GeneratedValue {
  type!: 'text' | 'reasoning' | 'object' | 'citations' | 'footnote_citations' | 'status' | 'meta';
  text?: string;
  object?: object;
  citations?: Readonly<Record<string, readonly (readonly [number, number])[]>>;
  footnoteToContext?: Readonly<Record<string, string>>;
  code?: '0' | '-1' | '-2';
  details?: string;
  inputTokens?: number;
  outputTokens?: number;
  firstChunkS?: number;
  totalS?: number;
}

/** @throws AppError `provider_failed`, `deadline_exceeded` before the first value */
export const generateAnswer = streamOperation({
  name: 'understanding.answer.generate',
  summary: 'Answer a question from context',
  body: AnswerToGenerate,
  answer: GeneratedValue,
  deadlineMs: 120_000,
});
