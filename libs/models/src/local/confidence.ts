import { featureNames, type Evidence, type FeatureName } from './evidence';
import { isNegation } from '../negation';
import type { Terms } from './terms';

/** A unit with how likely it is the answer, on the scale of the weights, and the terms it was judged by. */
export interface Judged {
  readonly evidence: Evidence;
  readonly score: number;
  readonly terms: Terms;
}

export const signNames = [
  ...(['score', 'margin', 'said', 'own', 'missing'] as const),
  ...(['nameMissing', 'numberMissing', 'terms', 'negation'] as const),
] as const;

export type SignName = (typeof signNames)[number];

const MARGIN_MAX = 3;
const SCORE_SCALE = 10;
const MANY_TERMS = 8;
/** The most telling word is often a name, and often is not. */
const GUESSED_NAME = 0.3;

/** What speaks for and against the best unit being an answer at all. */
export function signsOf(best: Judged, second: Judged | undefined): Readonly<Record<SignName, number>> {
  const { evidence, terms, score } = best;
  const feature = (name: FeatureName) => evidence.features[featureNames.indexOf(name)] ?? 0;
  const { question } = terms;
  const isNegated = (folded: string) => isNegation(folded, 'en');
  return {
    score: score / SCORE_SCALE,
    margin: Math.min(MARGIN_MAX, score - (second?.score ?? 0)) / MARGIN_MAX,
    said: terms.share(evidence.said),
    own: feature('own'),
    missing: feature('missing'),
    nameMissing: lacks(evidence, terms, 'name') ? (question.tellsNames ? 1 : GUESSED_NAME) : 0,
    numberMissing: lacks(evidence, terms, 'number') ? 1 : 0,
    terms: Math.min(1, question.terms.length / MANY_TERMS),
    negation: question.words.some(isNegated) === evidence.unit.words.some(({ folded }) => isNegated(folded)) ? 0 : 1,
  };
}

/** Whether the passage says nothing of the question's most telling term: then it is likely about something else. */
export function missesMostTelling({ evidence, terms }: Judged): boolean {
  const most = Math.max(...terms.weights);
  return evidence.whole.every((share, term) => share === 0 || terms.weights[term] !== most);
}

/** Whether the passage lacks a name or number of the question; where capitals tell no names, the most telling word. */
function lacks({ whole }: Evidence, { question, weights }: Terms, what: 'name' | 'number'): boolean {
  const most = Math.max(...weights);
  return question.terms.some(({ isName, folded }, term) => {
    if (whole[term] !== 0) return false;
    if (/\p{Nd}/u.test(folded)) return what === 'number';
    return what === 'name' && (question.tellsNames ? isName : weights[term] === most);
  });
}
