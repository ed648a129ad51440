import { TITLE_TERMS_MAX } from './keyword-index';

/** Longer words are cut when indexed and when searched, in UTF-16 units; engines would drop or split them. */
export const WORD_LENGTH_MAX = 128;
const longWord = new RegExp(`[^ ]{${WORD_LENGTH_MAX + 1},}`, 'g');

/** Words separated by single spaces. */
export function clipWords(words: string): string {
  return hasLongWord(words) ? words.replaceAll(longWord, (word) => word.slice(0, WORD_LENGTH_MAX)) : words;
}

/** The expression above is several times slower when nothing matches, which is the usual case. */
function hasLongWord(words: string): boolean {
  for (let start = 0; words.length - start > WORD_LENGTH_MAX;) {
    const space = words.lastIndexOf(' ', start + WORD_LENGTH_MAX);
    if (space < start) return true;
    start = space + 1;
  }
  return false;
}

/** A term with white space inside counts as several words, as the index would see it. */
export function wordsOfTerms(terms: readonly string[]): string[] {
  return terms.flatMap((term) => clipWords(term).split(/\s+/)).filter((word) => word !== '');
}

/** The same, evaluated once per list. */
export function wordsOfLists(): (terms: readonly string[]) => readonly string[] {
  const known = new WeakMap<readonly string[], readonly string[]>();
  return (terms) => {
    const words = known.get(terms) ?? wordsOfTerms(terms);
    known.set(terms, words);
    return words;
  };
}

/** Splits the distinct terms of a query into the first ones, which are distinguished from title terms, and the rest. */
export function splitTerms(terms: readonly string[]): { readonly distinct: string[]; readonly rest: string[] } {
  const all = [...new Set(wordsOfTerms(terms))];
  return { distinct: all.slice(0, TITLE_TERMS_MAX), rest: all.slice(TITLE_TERMS_MAX) };
}

/** Number of occurrences of each word, in the order of their first occurrences. */
export function timesSaid(words: readonly string[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const word of words) times.set(word, (times.get(word) ?? 0) + 1);
  return times;
}
