import type { Word } from '@lectern/text';
import { excludeEachOther, isOfKind } from '../qualifiers/kinds';
import type { Evidence } from './evidence';
import type { Terms } from './terms';

export const gapNames = [
  ...(['words', 'names', 'elsewhere', 'weight', 'replaced', 'excluded', 'first', 'last'] as const),
  ...(['namesElsewhere', 'passage', 'none', 'things', 'thingsElsewhere'] as const),
] as const;

/** What of a question the best evidence leaves unsaid, counted. */
export interface Gaps extends Readonly<Record<(typeof gapNames)[number], number>> {
  /** Words that neither the unit, what it stands under nor its passage say. */
  readonly words: number;
  readonly names: number;
  /** Words that only the rest of the passage says. */
  readonly elsewhere: number;
  /** Of the words that are not said anywhere, the share of the most telling one in the weight of all. */
  readonly weight: number;
  /** Unsaid words beside which the unit has another word than the question. */
  readonly replaced: number;
  /** As `excludedIn`. */
  readonly excluded: number;
  /** The first term is not said: what a question wants to know often stands first. */
  readonly first: number;
  readonly last: number;
  /** Names and numbers that only the rest of the passage says. */
  readonly namesElsewhere: number;
  /** How long the passage is: what a short one does not say is not there. */
  readonly passage: number;
  /** Nothing is unsaid. */
  readonly none: number;
  /** Words that are not said and name things. */
  readonly things: number;
  /** Words that only the rest of the passage says and that name things. */
  readonly thingsElsewhere: number;
}

/** Words beside a place that may stand there instead. */
const BESIDE_WORDS = 2;
const PASSAGE_WORDS = 150;
const digits = /\p{Nd}/u;

export function gapsIn({ unit, passage, said, whole }: Evidence, terms: Terms): Gaps {
  const all = terms.question.terms;
  const unsaid = [...all.keys()].filter((term) => said[term] === 0);
  const absent = unsaid.filter((term) => whole[term] === 0);
  const total = terms.weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const free = unit.words.map((word) => isFree(word, terms));
  const places = all.map((_, term) => placeOf(unit.words, terms, term));
  const isReplaced = (term: number) =>
    [places[term - 1], places[term + 1]].some((at) => at !== undefined && at >= 0 && hasFree(free, at));
  return {
    words: absent.filter((term) => !all[term]?.isName).length,
    names: absent.filter((term) => all[term]?.isName).length,
    elsewhere: unsaid.length - absent.length,
    weight: Math.max(0, ...absent.map((term) => terms.weights[term] ?? 0)) / total,
    replaced: absent.filter(isReplaced).length,
    excluded: excludedIn({ unit, said }, terms),
    first: absent.includes(0) ? 1 : 0,
    last: absent.includes(all.length - 1) ? 1 : 0,
    namesElsewhere: unsaid.filter((term) => all[term]?.isName && whole[term] !== 0).length,
    passage: Math.min(1, passage.units.reduce((sum, one) => sum + one.words.length, 0) / PASSAGE_WORDS),
    none: unsaid.length === 0 ? 1 : 0,
    things: absent.filter((term) => all[term]?.isThing).length,
    thingsElsewhere: unsaid.filter((term) => all[term]?.isThing && whole[term] !== 0).length,
  };
}

/** Unsaid words in whose place the unit has one that excludes them: `paid` where `sick` is asked. */
export function excludedIn({ unit, said }: Pick<Evidence, 'unit' | 'said'>, terms: Terms): number {
  const { language } = terms.question;
  const isExcluded = (stem: string) =>
    unit.words.some((word) => excludeEachOther(stem, word.stem, language) && isFree(word, terms));
  return terms.question.terms.filter(({ stem }, at) => said[at] === 0 && isOfKind(stem, language) && isExcluded(stem))
    .length;
}

/** Says nothing of the question. */
function isFree(word: Word, terms: Terms): boolean {
  return word.stem !== '' && !digits.test(word.text) && terms.of(word).length === 0;
}

/** Where a term stands in a unit; −1 where it does not. */
function placeOf(said: readonly Word[], terms: Terms, wanted: number): number {
  return said.findIndex((word) => terms.of(word).some(([term]) => term === wanted));
}

function hasFree(free: readonly boolean[], at: number): boolean {
  for (let near = Math.max(0, at - BESIDE_WORDS); near <= at + BESIDE_WORDS; near += 1) if (free[near]) return true;
  return false;
}
