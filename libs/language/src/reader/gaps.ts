import type { Word } from '@lectern/text';
import { excludeEachOther, isOfKind } from '../qualifiers/kinds';
import type { Evidence } from './evidence';
import type { Terms } from './terms';

export const gapNames = [
  ...(['words', 'names', 'elsewhere', 'weight', 'replaced', 'excluded', 'first', 'last'] as const),
  ...(['namesElsewhere', 'passage', 'none', 'things', 'thingsElsewhere'] as const),
] as const;

/** Parts of a question that the best evidence does not say, counted. */
export interface Gaps extends Readonly<Record<(typeof gapNames)[number], number>> {
  /** Words that are in neither the unit, its context nor its passage. */
  readonly words: number;
  readonly names: number;
  /** Words that are only in the rest of the passage. */
  readonly elsewhere: number;
  /** Weight of the most significant missing word, as a share of the weight of all words. */
  readonly weight: number;
  /** Missing words in whose place the unit has a word that is not in the question. */
  readonly replaced: number;
  /** As `excludedIn`. */
  readonly excluded: number;
  /** The first term is missing: the thing that a question asks about is often first. */
  readonly first: number;
  readonly last: number;
  /** Names and numbers that are only in the rest of the passage. */
  readonly namesElsewhere: number;
  /** Length of the passage: a short one does not say it anywhere. */
  readonly passage: number;
  /** Nothing is missing. */
  readonly none: number;
  /** Missing words that name things. */
  readonly things: number;
  /** Words only in the rest of the passage that name things. */
  readonly thingsElsewhere: number;
}

/** Distance within which another word may replace a missing one. */
const BESIDE_WORDS = 2;
const PASSAGE_WORDS = 150;
const digits = /\p{Nd}/u;

export function gapsIn({ unit, passage, said, whole }: Evidence, terms: Terms): Gaps {
  const all = terms.question.terms;
  const unsaid = [...all.keys()].filter((term) => said[term] === 0);
  const absent = unsaid.filter((term) => whole[term] === 0);
  const total = terms.weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const free = unit.words.map((word) => isFree(word, terms));
  const positions = all.map((_, term) => termPosition(unit.words, terms, term));
  const isReplaced = (term: number) =>
    [positions[term - 1], positions[term + 1]].some((at) => at !== undefined && at >= 0 && hasFree(free, at));
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

/** Missing words replaced in the unit by one that excludes them: `paid` instead of `sick`. */
export function excludedIn({ unit, said }: Pick<Evidence, 'unit' | 'said'>, terms: Terms): number {
  const { language } = terms.question;
  const isExcluded = (stem: string) =>
    unit.words.some((word) => excludeEachOther(stem, word.stem, language) && isFree(word, terms));
  return terms.question.terms.filter(({ stem }, at) => said[at] === 0 && isOfKind(stem, language) && isExcluded(stem))
    .length;
}

/** Has nothing to do with the question. */
function isFree(word: Word, terms: Terms): boolean {
  return word.stem !== '' && !digits.test(word.text) && terms.of(word).length === 0;
}

/** Position of a term in a unit; −1 if it is missing. */
function termPosition(said: readonly Word[], terms: Terms, wanted: number): number {
  return said.findIndex((word) => terms.of(word).some(([term]) => term === wanted));
}

function hasFree(free: readonly boolean[], at: number): boolean {
  for (let near = Math.max(0, at - BESIDE_WORDS); near <= at + BESIDE_WORDS; near += 1) if (free[near]) return true;
  return false;
}
