import { words } from '@lectern/text';
import type { Judged } from './confidence';
import type { Passage, Unit } from './passage';
import { type Cell, shownCell } from './table';
import type { Terms } from './terms';

/** A unit of the context that becomes part of the answer. */
export interface Chosen {
  readonly key: string;
  readonly text: string;
  readonly kind: Unit['kind'];
}

const UNITS_MAX = 4;
/** Maximum difference in log-odds between the best unit and a further one. */
const FURTHER_WITHIN = { usual: 2, row: 0.5, coordinated: 4 };
/** Units that are examined for the second of two things. */
const COORDINATED_MAX = 8;
/** Folded. */
const conjunctions = new Set('and or und oder y o e et ou en of 和 与 及 و او'.split(' '));
const ITEMS_MAX = 12;
const leadsIn = /[:：]$/;

/** Words at the start of a sentence that cannot be understood without the previous one. */
const pointers = new Set(
  (
    'it its this these those they their he she his her such both another others ' +
    'esto esta este estos estas ese esa ello ellos ellas dicha dicho ' +
    'cela ceci celui celle ceux il elle ils elles ces cette ' +
    'dies diese dieser dieses er sie es deren dessen dort'
  ).split(' '),
);

/** The best units with the units they depend on, in reading order. */
export function chooseUnits(judged: readonly Judged[]): Chosen[] {
  const [best] = judged;
  if (!best) return [];
  const { terms, score: most } = best;
  const likely = judged.slice(0, UNITS_MAX).filter((one) => one.score >= most - widthFor(one));
  const kept = [...likely, ...coordinated(judged, likely)];
  const passages = [...new Set(kept.map(({ evidence }) => evidence.passage))];
  const chosen = passages.flatMap((passage) => {
    const whole = new Set(
      kept
        .filter(({ evidence }) => evidence.passage === passage)
        .flatMap(({ evidence: { unit }, terms }) => [
          ...withCompanions(unit, passage),
          ...namedBy(unit, passage, terms),
          ...listItems(unit, passage, terms),
        ]),
    );
    const inOrder = [...whole].sort((a, b) => a.position - b.position);
    return inOrder.map((unit) => ({ key: passage.key, text: shownFor(unit, terms), kind: unit.kind }));
  });
  return [...new Map(chosen.map((one) => [one.text, one] as const).reverse()).values()].reverse();
}

/** Units that say of the second of two things what the best unit says of the first: "the Basic and the Pro plan". */
function coordinated(judged: readonly Judged[], likely: readonly Judged[]): Judged[] {
  const [best] = likely;
  if (!best?.terms.question.words.some((word) => conjunctions.has(word))) return [];
  const added: Judged[] = [];
  for (const one of judged.slice(0, COORDINATED_MAX)) {
    const known = [...likely, ...added];
    const isNew = (share: number, term: number) =>
      share > 0 && known.every(({ evidence, terms }) => terms === one.terms && evidence.said[term] === 0);
    if (known.length >= UNITS_MAX || one.score < best.score - FURTHER_WITHIN.coordinated) break;
    if (!known.includes(one) && one.evidence.unit.kind === best.evidence.unit.kind && one.evidence.said.some(isNew)) {
      added.push(one);
    }
  }
  return added;
}

/** Rows of a table differ in the essential: a second one is an answer only if it is as good. */
function widthFor({ evidence }: Judged): number {
  return evidence.unit.kind === 'row' ? FURTHER_WITHIN.row : FURTHER_WITHIN.usual;
}

/** For a row, its first cell and the cells that the question names; the whole row if it names none. */
function shownFor({ shown, cells = [] }: Unit, terms: Terms): string {
  const language = terms.question.language;
  const isAsked = ({ name, text }: Cell) =>
    [name, text].some((one) => terms.presence(words(one, language)).some(Boolean));
  const asked = cells.filter((cell, column) => column === 0 || isAsked(cell));
  const namesColumn = cells.some(
    ({ name }, column) => column > 0 && terms.presence(words(name, language)).some(Boolean),
  );
  return namesColumn ? asked.map(shownCell).join('; ') : shown;
}

/** Adds the previous sentence that explains "it", and the list that a sentence announces. */
function withCompanions(unit: Unit, { units }: Passage): readonly Unit[] {
  const before = units[unit.position - 1];
  const pointsBack = unit.kind === 'sentence' && pointers.has(unit.words[0]?.folded ?? '');
  const explained = pointsBack && before?.kind === 'sentence' ? [before, unit] : [unit];
  if (!leadsIn.test(unit.shown)) return explained;
  const rest = units.slice(unit.position + 1, unit.position + 1 + ITEMS_MAX);
  const end = rest.findIndex(({ kind }) => kind !== 'item' && kind !== 'row');
  return [...explained, ...(end < 0 ? rest : rest.slice(0, end))];
}

/** For a list whose items share no word with the question, but whose heading does: all items. */
function listItems(unit: Unit, { units }: Passage, terms: Terms): readonly Unit[] {
  if (unit.kind !== 'item' || unit.words.some((word) => terms.of(word).length > 0)) return [];
  const isItem = ({ kind }: Unit) => kind === 'item';
  const before = units.slice(0, unit.position).toReversed().slice(0, ITEMS_MAX);
  const after = units.slice(unit.position + 1, unit.position + 1 + ITEMS_MAX);
  return [before, after].flatMap((side) => {
    const end = side.findIndex((other) => !isItem(other));
    return end < 0 ? side : side.slice(0, end);
  });
}

/** For a line that only repeats the question, such as a role: its heading, such as a name. */
function namedBy(unit: Unit, { units }: Passage, terms: Terms): readonly Unit[] {
  if (unit.words.some((word) => word.stem !== '' && terms.of(word).length === 0)) return [];
  const before = units[unit.position - 1];
  return before?.kind === 'heading' ? [before] : [];
}
