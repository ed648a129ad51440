import { featureNames, type Evidence, type FeatureName } from './evidence';
import { isNegation } from '../negation';
import { saysOpposite } from './opposites';
import type { Presence, Terms } from './terms';

/** A unit with its score on the scale of the weights, and the terms by which it was judged. */
export interface Judged {
  readonly evidence: Evidence;
  readonly score: number;
  readonly terms: Terms;
  /** Share of the names and numbers of the conversation's topic that the unit contains; 0 without a topic. */
  readonly named: number;
}

export const signNames = [
  ...(['score', 'margin', 'missing', 'nameMissing', 'numberMissing', 'nameAbsent', 'terms', 'absent'] as const),
  ...(['unitAbsent', 'phrase', 'ordered', 'near', 'negation', 'opposite', 'similarity'] as const),
] as const;

export type SignName = (typeof signNames)[number];

const MARGIN_MAX = 3;
const SCORE_SCALE = 10;
const MANY_TERMS = 8;
/** Weight of the most significant word as a presumed name: it often is one, but not always. */
const GUESSED_NAME = 0.3;

/**
 * How much nearer unrelated texts of a language are to each other than those of other languages, for multilingual
 * embedders. Measured with multilingual-e5-small: .42 against .25 in Spanish, German and Arabic; part of it is useful.
 */
const nearAnyway: Readonly<Record<string, number>> = { zh: 0.12 };

/** Signs whether the best unit is an answer at all. */
export function signsOf(best: Judged, second: Judged | undefined): Readonly<Record<SignName, number>> {
  const { evidence, terms, score } = best;
  const feature = (name: FeatureName) => evidence.features[featureNames.indexOf(name)] ?? 0;
  const { question } = terms;
  const isNegated = (folded: string) => isNegation(folded, 'en');
  return {
    score: score / SCORE_SCALE,
    margin: Math.min(MARGIN_MAX, score - (second?.score ?? 0)) / MARGIN_MAX,
    missing: feature('missing'),
    nameMissing: lacks(evidence, terms, 'name') ? (question.tellsNames ? 1 : GUESSED_NAME) : 0,
    numberMissing: lacks(evidence, terms, 'number') ? 1 : 0,
    nameAbsent: question.terms.some(({ isName }) => isName) ? 1 - feature('names') : 0,
    terms: Math.min(1, question.terms.length / MANY_TERMS),
    absent: shareAbsent(evidence.whole),
    unitAbsent: shareAbsent(evidence.said),
    phrase: feature('phrase'),
    ordered: feature('ordered'),
    near: feature('near'),
    negation: question.words.some(isNegated) === evidence.unit.words.some(({ folded }) => isNegated(folded)) ? 0 : 1,
    opposite: saysOpposite(question, evidence.unit.words) ? 1 : 0,
    similarity: similarityOf(evidence),
  };
}

function similarityOf({ passage: { similarity = 0, language } }: Evidence): number {
  return Math.max(0, similarity - (nearAnyway[language] ?? 0));
}

function shareAbsent(presence: Presence): number {
  return presence.filter((share) => share === 0).length / Math.max(1, presence.length);
}

/**
 * Whether the passage lacks a name or number of the question; if capitals do not mark names, the most significant word.
 */
function lacks({ whole }: Evidence, { question, weights }: Terms, what: 'name' | 'number'): boolean {
  const most = Math.max(...weights);
  return question.terms.some(({ isName, folded }, term) => {
    if (whole[term] !== 0) return false;
    if (/\p{Nd}/u.test(folded)) return what === 'number';
    return what === 'name' && (question.tellsNames ? isName : weights[term] === most);
  });
}
