import { words } from '@lectern/text';
import { estimatedTokens } from '../tokens';
import type { Chosen } from './choice';
import type { Judged } from './confidence';
import type { Cell } from './table';
import type { Terms } from './terms';
import { type SpanFeatureName, spanFeatureNames, spansOf } from './span';

/**
 * Multinomial logistic regression (which words of the best units answer?), fitted to 800 questions in English and 600
 * in five other languages, tested on other articles.
 */
const weights: Readonly<Record<SpanFeatureName, number>> = {
  unit: 0.92,
  matched: -0.78,
  before: 1.98,
  after: 0.67,
  length: -1.09,
  one: -0.82,
  opens: 0.77,
  closes: 0.82,
  function: -0.3,
  comma: -1.23,
  cutsName: -1.45,
  allNames: 0.96,
  time: 1.87,
  number: 1.72,
  person: 1.82,
  place: 1.62,
  name: 1.13,
  behindBy: 1.04,
  behindIn: 0.61,
  end: 1.27,
  measured: -0.78,
  yearOnly: -1.61,
  first: -0.6,
  bracket: -0.76,
  headAfter: 1.06,
  headBefore: 1,
  tailAfter: 0.85,
  tailBefore: 1.2,
  otherLength: 0.96,
  otherNames: 0.53,
};

const UNITS_MAX = 3;
/** Maximum difference in log-odds between the best unit and a further one. */
const FURTHER_WITHIN = 2;

/** The words that answer by themselves, within the limit of tokens; undefined if the best units have none. */
export function shortAnswer(judged: readonly Judged[], tokensMax: number): Chosen | undefined {
  const most = judged[0]?.score ?? 0;
  const kept = judged.slice(0, UNITS_MAX).filter(({ score }) => score >= most - FURTHER_WITHIN);
  const answers = kept
    .flatMap((one) => answersIn(one, most - one.score))
    .filter(({ text }) => estimatedTokens(text.length) <= tokensMax)
    .sort((a, b) => b.score - a.score);
  return answers[0] && { key: answers[0].key, text: answers[0].text, kind: 'sentence' };
}

interface Answer {
  readonly key: string;
  readonly text: string;
  readonly score: number;
}

function answersIn(judged: Judged, lead: number): Answer[] {
  const { key } = judged.evidence.passage;
  const { cells } = judged.evidence.unit;
  if (cells) return answersInRow(cells, judged.terms).map((text) => ({ key, text, score: -lead }));
  return spansOf(judged, lead).map(({ text, features }) => ({
    key,
    text,
    score: spanFeatureNames.reduce((sum, name) => sum + features[name] * weights[name], 0),
  }));
}

/** The cells in the column that the question names; otherwise those that are not in the question. */
function answersInRow(cells: readonly Cell[], terms: Terms): string[] {
  const isSaid = (text: string) => terms.presence(words(text, terms.question.language)).some(Boolean);
  const other = cells.filter(({ text }) => !isSaid(text));
  const asked = other.filter(({ name }) => isSaid(name));
  return (asked.length > 0 ? asked : other).slice(0, 1).map(({ text }) => text);
}
