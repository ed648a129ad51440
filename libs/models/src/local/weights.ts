import { signNames, type SignName } from './confidence';
import { featureNames, type FeatureName } from './evidence';

/**
 * What each piece of evidence is worth: multinomial logistic regression (which unit of the context answers?) fitted on
 * a public set of 5,779 questions about 24 articles, each with ten paragraphs, checked on the half of the articles that
 * was not fitted. Those of `question` and `row`, which do not occur there, are set by hand.
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
  similar: 3,
};

/** Logistic regression (is the best unit right?) on the same questions, with and without the paragraph that answers. */
const signWeights: Readonly<Record<SignName, number>> = {
  score: 0.45,
  margin: 1.4,
  said: 0.8,
  own: 0.6,
  missing: -1,
  nameMissing: -1.35,
  numberMissing: -1.4,
  terms: 0.65,
  negation: -0.65,
  ...{ whole: 0, absent: 0, nameAbsent: 0, phrase: 0, ordered: 0, near: 0, rank: 0, certain: 0, first: 0 },
  ...{ elsewhere: 0, nowhere: 0, candidate: 0, opposite: 0, unitAbsent: 0, similarity: 0, ahead: 0 },
};
const BIAS = -2.5;

const weightsInOrder = featureNames.map((name) => unitWeights[name]);

/** How likely a unit answers, compared with the others: log-odds up to a constant. */
export function scoreOf(features: readonly number[]): number {
  return features.reduce((sum, value, index) => sum + value * (weightsInOrder[index] ?? 0), 0);
}

/** How likely the best unit answers at all, 0..1. */
export function confidenceOf(signs: Readonly<Record<SignName, number>>): number {
  const sum = signNames.reduce((total, name) => total + signs[name] * signWeights[name], BIAS);
  return 1 / (1 + Math.exp(-sum));
}
