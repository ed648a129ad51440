import { TITLE_TERMS_MAX } from './keyword-index';

/** Longer words are cut at both ends of the wire, in UTF-16 units; engines would drop or split them. */
export const WORD_LENGTH_MAX = 128;
const longWord = new RegExp(`[^ ]{${WORD_LENGTH_MAX + 1},}`, 'g');

/** Words with one space between two. */
export function clipWords(words: string): string {
  return hasLongWord(words) ? words.replaceAll(longWord, (word) => word.slice(0, WORD_LENGTH_MAX)) : words;
}

/** The expression above takes several times as long to find none, which is nearly always so. */
function hasLongWord(words: string): boolean {
  for (let start = 0; words.length - start > WORD_LENGTH_MAX;) {
    const space = words.lastIndexOf(' ', start + WORD_LENGTH_MAX);
    if (space < start) return true;
    start = space + 1;
  }
  return false;
}

/** A term that came with white space inside is as many words as the index would see. */
export function wordsOf(terms: readonly string[]): string[] {
  return terms.flatMap((term) => clipWords(term).split(/\s+/)).filter((word) => word !== '');
}

/** The same, once for each list. */
export function wordsOfLists(): (terms: readonly string[]) => readonly string[] {
  const known = new WeakMap<readonly string[], readonly string[]>();
  return (terms) => {
    const words = known.get(terms) ?? wordsOf(terms);
    known.set(terms, words);
    return words;
  };
}

/** The first of the terms of a query, which are distinguished from those of titles, and the rest; each once. */
export function splitTerms(terms: readonly string[]): { readonly distinct: string[]; readonly rest: string[] } {
  const all = [...new Set(wordsOf(terms))];
  return { distinct: all.slice(0, TITLE_TERMS_MAX), rest: all.slice(TITLE_TERMS_MAX) };
}

/** How often each word is said, in the order of their first times. */
export function timesSaid(words: readonly string[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const word of words) times.set(word, (times.get(word) ?? 0) + 1);
  return times;
}
