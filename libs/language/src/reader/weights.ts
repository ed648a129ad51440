import { signNames, type SignName } from './confidence';
import { featureNames, type FeatureName } from './evidence';

/**
 * Weight of each piece of evidence: multinomial logistic regression (which unit of the context answers?) fitted to a
 * public set of 5,779 questions about 24 articles, each with ten paragraphs, tested on the half of the articles that
 * was not used for fitting. Those of `question` and `row`, which do not occur there, are set by hand.
 */
const unitWeights: Readonly<Record<FeatureName, number>> = {
  own: 5,
  count: 2.9,
  before: 3.5,
  setting: 6.5,
  passage: -1.2,
  rank: 2.3,
  first: 0.2,
  phrase: 3.5,
  ordered: 0.7,
  candidate: 0.6,
  near: 0.5,
  missing: -1.7,
  length: -0.5,
  short: -0.6,
  question: -2,
  row: 0.3,
  novel: -0.4,
  definition: 0.5,
  names: 0,
  similar: 2.4,
};

/** Weights of the signs, and the minimum probability that an answer is right. */
interface Judgement {
  readonly weights: Readonly<Record<SignName, number>>;
  readonly bias: number;
  readonly confidenceMin: number;
}

/**
 * Logistic regression (does the answer contain the right one?) on the same questions, and 1,200 in six languages, with
 * and without the answering article, and on 3,114 questions that only seem to be answered. One for passages with known
 * similarity to the question, one for words alone.
 */
const judgements: Readonly<Record<'english' | 'words', Judgement>> = {
  english: {
    weights: {
      score: 1.67,
      margin: 0.39,
      missing: -0.17,
      nameMissing: -1.38,
      numberMissing: -0.81,
      nameAbsent: -0.1,
      terms: 0.44,
      absent: -1.07,
      unitAbsent: -1.19,
      phrase: -0.78,
      ordered: -0.42,
      near: 0.2,
      negation: -0.64,
      opposite: -1.5,
      similarity: 3.86,
    },
    bias: -2.07,
    confidenceMin: 0.26,
  },
  words: {
    weights: {
      score: 4.14,
      margin: 0.13,
      missing: 0.52,
      nameMissing: -1.13,
      numberMissing: -0.8,
      nameAbsent: -0.41,
      terms: 2.12,
      absent: -2.82,
      unitAbsent: -0.41,
      phrase: -0.55,
      ordered: -1.45,
      near: 0.23,
      negation: -1.05,
      opposite: -1.72,
      similarity: 0,
    },
    bias: -2.75,
    confidenceMin: 0.3,
  },
};

/** The basis for judging an answer: words alone, or also the similarity of its passage, in English or elsewhere. */
export type Basis = keyof typeof judgements | 'elsewhere';

/** Similarities in other languages come from multilingual embedders, whose unrelated texts are nearer to each other. */
const CONFIDENCE_MIN_ELSEWHERE = 0.3;

const weightsInOrder = featureNames.map((name) => unitWeights[name]);

/** How likely a unit answers, relative to the others: log-odds up to a constant. */
export function unitScore(features: readonly number[]): number {
  return features.reduce((sum, value, index) => sum + value * (weightsInOrder[index] ?? 0), 0);
}

/** Probability that the best unit answers at all, 0..1, and whether that is enough. */
export function unitConfidence(
  signs: Readonly<Record<SignName, number>>,
  basis: Basis,
): { readonly confidence: number; readonly isEnough: boolean } {
  const { weights, bias, confidenceMin } = judgementFor(basis);
  const sum = signNames.reduce((total, name) => total + signs[name] * weights[name], bias);
  const confidence = 1 / (1 + Math.exp(-sum));
  return { confidence, isEnough: confidence >= confidenceMin };
}

function judgementFor(basis: Basis): Judgement {
  if (basis !== 'elsewhere') return judgements[basis];
  return { ...judgements.english, confidenceMin: CONFIDENCE_MIN_ELSEWHERE };
}
