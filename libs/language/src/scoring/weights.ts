import { SCORE_MAX } from './score';
import type { AnswerSignName } from './answer-signs';
import type { ContextSignName, ContextSigns } from './context-signs';
import type { SupportSigns } from './support';

interface Weights<Name extends string> {
  readonly bias: number;
  readonly signs: Readonly<Record<Name, number>>;
}

/**
 * Logistic regressions on right and wrong contexts and answers, derived from public questions with answers in six
 * languages; fitted to one half of the articles (`fixtures/answer-cases.ts`, `docs/benchmarks.md`).
 */
const contextWeights: { readonly words: Weights<ContextSignName>; readonly meaning: Weights<ContextSignName> } = {
  words: {
    bias: -2.1,
    signs: {
      score: 2.5,
      said: 0.4,
      whole: 3.3,
      phrase: 1.6,
      ordered: 0,
      nameMissing: -2.9,
      numberMissing: -3.7,
      similar: 0,
    },
  },
  meaning: {
    bias: -3.1,
    signs: {
      score: 1.5,
      said: 0.4,
      whole: 2.5,
      phrase: 0.5,
      ordered: 0.2,
      nameMissing: -3,
      numberMissing: -3.7,
      similar: 4.2,
    },
  },
};

const answerWeights: { readonly words: Weights<AnswerSignName>; readonly meaning: Weights<AnswerSignName> } = {
  words: {
    bias: -1.1,
    signs: { said: 6, candidate: 0.3, missing: -0.9, novel: -0.5, short: 1.4, phrase: 2.1, similar: 0 },
  },
  meaning: {
    bias: -1.55,
    signs: { said: 3.2, candidate: 0.4, missing: -0.8, novel: -0.75, short: 1.7, phrase: 0.95, similar: 5.4 },
  },
};

/**
 * The same for support, with pairs of statements of which one entails the other or not. Contexts of the fit are single
 * paragraphs: words that are close together have more of the weight here, so that long contexts do not support
 * everything.
 */
const supportWeights = {
  sentence: {
    bias: -1.8,
    signs: {
      own: 0,
      near: 2.1,
      whole: 1.75,
      asked: 0,
      askedNear: 0,
      numberMissing: -3.9,
      nameMissing: -1.9,
      negation: -2.9,
    },
  },
  fragment: {
    bias: -8.7,
    signs: {
      own: 0,
      near: 4.5,
      whole: 3.2,
      asked: 1.1,
      askedNear: 3.5,
      numberMissing: -1.7,
      nameMissing: -2.2,
      negation: 0,
    },
  },
} as const satisfies Readonly<Record<string, Weights<keyof SupportSigns>>>;

/** Embeddings are used if there is an embedder that reads the language. */
export type Basis = 'words' | 'meaning';

/** Probability that a context answers a question, 0..1. */
export function contextRelevance(signs: ContextSigns, basis: Basis): number {
  return likelihood(signs, contextWeights[basis]);
}

/** Probability that an answer addresses its question, 0..1. */
export function answerRelevance(signs: Readonly<Record<AnswerSignName, number>>, basis: Basis): number {
  return likelihood(signs, answerWeights[basis]);
}

/**
 * How much of a statement a unit of a context supports, 0..1: 0 means unrelated, 1 means all of it, and for a fragment
 * all of the question, too. @param isAsked whether there is a question
 */
export function statementSupport(
  signs: SupportSigns,
  { isFragment, isAsked }: { readonly isFragment: boolean; readonly isAsked: boolean },
): number {
  const weights = supportWeights[isFragment ? 'fragment' : 'sentence'];
  const whole = { ...nothing, own: 1, near: 1, whole: 1, asked: 1, askedNear: 1 };
  // Without a question, a fragment is supported by any text that contains it.
  const given = isAsked ? signs : { ...signs, asked: 1, askedNear: 1 };
  const least = likelihood(isFragment ? { ...nothing, asked: 1, askedNear: 1 } : nothing, weights);
  return Math.min(1, Math.max(0, (likelihood(given, weights) - least) / (likelihood(whole, weights) - least)));
}

/** Converts a probability into an integer score. */
export function levelOf(likely: number): number {
  return Math.round(likely * SCORE_MAX);
}

/** Converts a share into an integer score: only a full share has the highest. */
export function levelOfShare(share: number): number {
  return share > 1 - 1e-9 ? SCORE_MAX : Math.min(SCORE_MAX - 1, levelOf(share));
}

const nothing: SupportSigns = {
  own: 0,
  near: 0,
  whole: 0,
  numberMissing: 0,
  nameMissing: 0,
  negation: 0,
  asked: 0,
  askedNear: 0,
};

function likelihood<Name extends string>(
  signs: Readonly<Record<Name, number>>,
  { bias, signs: weights }: Weights<Name>,
): number {
  // The names are the members of the weights.
  const names = Object.keys(weights) as Name[];
  const sum = names.reduce((total, name) => total + signs[name] * weights[name], bias);
  return 1 / (1 + Math.exp(-sum));
}
