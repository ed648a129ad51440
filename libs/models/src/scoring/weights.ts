import { SCORE_MAX } from '../answer-scorer';
import type { AnswerSignName } from './answer-signs';
import type { ContextSignName, ContextSigns } from './context-signs';
import type { SupportSigns } from './support';

interface Weights<Name extends string> {
  readonly bias: number;
  readonly signs: Readonly<Record<Name, number>>;
}

/**
 * Logistic regressions on right and wrong contexts and answers that are made from public questions with answers, in
 * six languages; fitted on one half of the articles (`e2e/quality/answer-cases.ts`, `docs/benchmarks.md`).
 */
const contextWeights: { readonly words: Weights<ContextSignName>; readonly meaning: Weights<ContextSignName> } = {
  words: {
    bias: -4.2,
    signs: {
      ...{ score: 4.4, said: 2.7, whole: 4.1, phrase: 1.8, ordered: 1 },
      ...{ nameMissing: -0.85, numberMissing: -1.8, similar: 0 },
    },
  },
  meaning: {
    bias: -5.4,
    signs: {
      ...{ score: 3, said: 2, whole: 2.7, phrase: 1.4, ordered: 1.2 },
      ...{ nameMissing: -1, numberMissing: -1.2, similar: 4.9 },
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
 * The same for support, with statement pairs of which one entails the other or not. Contexts of the fit are single
 * paragraphs: what stands close together has more of the weight here, so that long contexts do not support everything.
 */
const supportWeights = {
  sentence: {
    bias: -1.6,
    signs: {
      ...{ own: 0, near: 2, whole: 1.75, asked: 0, askedNear: 0 },
      ...{ numberMissing: -4, nameMissing: -2.55, negation: -3 },
    },
  },
  fragment: {
    bias: -7.9,
    signs: {
      ...{ own: 0, near: 6, whole: 4, asked: 0.4, askedNear: 1.1 },
      ...{ numberMissing: -1.6, nameMissing: -2, negation: 0 },
    },
  },
} as const satisfies Readonly<Record<string, Weights<keyof SupportSigns>>>;

/** What embedding says is used where there is an embedder that reads the language. */
export type Basis = 'words' | 'meaning';

/** How likely a context answers a question, 0..1. */
export function contextRelevance(signs: ContextSigns, basis: Basis): number {
  return likelihood(signs, contextWeights[basis]);
}

/** How likely an answer is one to its question, 0..1. */
export function answerRelevance(signs: Readonly<Record<AnswerSignName, number>>, basis: Basis): number {
  return likelihood(signs, answerWeights[basis]);
}

/** How much of a statement a unit of a context supports, 0..1: 0 is as good as unrelated, 1 is all of it. */
export function supportOf(signs: SupportSigns, isFragment: boolean): number {
  const weights = supportWeights[isFragment ? 'fragment' : 'sentence'];
  const least = likelihood({ ...nothing, asked: 1, askedNear: 1 }, weights);
  const most = likelihood({ ...nothing, own: 1, near: 1, whole: 1, asked: 1, askedNear: 1 }, weights);
  const stretched = (likelihood(signs, weights) - least) / (most - least);
  return Math.min(1, Math.max(0, stretched));
}

/** The integer for a likelihood. */
export function levelOf(likely: number): number {
  return Math.round(likely * SCORE_MAX);
}

const nothing: SupportSigns = {
  ...{ own: 0, near: 0, whole: 0, numberMissing: 0, nameMissing: 0, negation: 0, asked: 0, askedNear: 0 },
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
