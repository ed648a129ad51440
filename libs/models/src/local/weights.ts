import { featureNames } from './evidence';

/**
 * What each piece of evidence is worth. Fitted on public question-answering sets by multinomial logistic regression over
 * the units of a context (which unit answers?); see the README for what it reaches.
 */
const unitWeights: Readonly<Record<(typeof featureNames)[number], number>> = {
  own: 7.24,
  before: 3.05,
  setting: 6.15,
  passage: -1.8,
  rank: 2.03,
  first: 0.19,
  dense: 0.36,
  ordered: 1.9,
  candidate: 0.15,
  near: 1.26,
  missing: -1.59,
  length: 0.04,
  short: -2.12,
  question: -2,
  heading: -3,
  row: 0.3,
  names: 0.34,
  novel: -0.78,
  definition: 0.6,
  afterQuestion: 0.5,
};

const inOrder = featureNames.map((name) => unitWeights[name]);

export function scoreOf(features: readonly number[]): number {
  return features.reduce((sum, value, index) => sum + value * (inOrder[index] ?? 0), 0);
}
