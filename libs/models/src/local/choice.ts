import type { Judged } from './confidence';
import type { Passage, Unit } from './passage';

/** A unit of the context that is part of the answer. */
export interface Chosen {
  readonly key: string;
  readonly text: string;
  readonly kind: Unit['kind'];
}

const UNITS_MAX = 4;
/** How much less likely than the best a further unit may be, in log-odds. */
const FURTHER_WITHIN = 2;
const ITEMS_MAX = 12;
const leadsIn = /[:：]$/;

/** Words that begin a sentence which cannot be understood without the one before. */
const pointers = new Set(
  (
    'it its this these those they their he she his her such both another others ' +
    'esto esta este estos estas ese esa ello ellos ellas dicha dicho ' +
    'cela ceci celui celle ceux il elle ils elles ces cette ' +
    'dies diese dieser dieses er sie es deren dessen dort'
  ).split(' '),
);

/** The best units, what they cannot do without, in the order in which they are to be read. */
export function chooseUnits(judged: readonly Judged[]): Chosen[] {
  const most = judged[0]?.score ?? 0;
  const kept = judged.slice(0, UNITS_MAX).filter(({ score }) => score >= most - FURTHER_WITHIN);
  const passages = [...new Set(kept.map(({ evidence }) => evidence.passage))];
  const chosen = passages.flatMap((passage) => {
    const units = kept.filter(({ evidence }) => evidence.passage === passage).map(({ evidence }) => evidence.unit);
    const whole = new Set(units.flatMap((unit) => withCompanions(unit, passage)));
    const inOrder = [...whole].sort((a, b) => a.position - b.position);
    return inOrder.map(({ shown: text, kind }) => ({ key: passage.key, text, kind }));
  });
  return [...new Map(chosen.map((one) => [one.text, one] as const).reverse()).values()].reverse();
}

/** With the sentence that says what "it" is, and with the list that a sentence announces. */
function withCompanions(unit: Unit, { units }: Passage): readonly Unit[] {
  const before = units[unit.position - 1];
  const pointsBack = unit.kind === 'sentence' && pointers.has(unit.words[0]?.folded ?? '');
  const explained = pointsBack && before?.kind === 'sentence' ? [before, unit] : [unit];
  if (!leadsIn.test(unit.shown)) return explained;
  const rest = units.slice(unit.position + 1, unit.position + 1 + ITEMS_MAX);
  const end = rest.findIndex(({ kind }) => kind !== 'item' && kind !== 'row');
  return [...explained, ...(end < 0 ? rest : rest.slice(0, end))];
}
