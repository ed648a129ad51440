import { type ApproximateWord, APPROXIMATE_WORDS_MAX } from '@lectern/keyword-index';

/** Shorter words are similar to too many others. */
const MISSPELT_LETTERS_MIN = 3;
const UNFINISHED_LETTERS_MIN = 4;
const BESIDE_OTHERS_LETTERS_MIN = 5;
/** Longest query, in words: longer ones are questions, whose other words find enough. Each word costs a search. */
const BESIDE_OTHERS_MAX = 4;

/** Approximate forms of words: one letter wrong, and the last word possibly unfinished. */
export function approximateWords(
  words: readonly string[],
  unfinishedLettersMin = UNFINISHED_LETTERS_MIN,
): ApproximateWord[] {
  const last = words.length - 1;
  const approximate = words.flatMap((word, i): ApproximateWord[] => {
    const letters = [...word].length;
    const prefix = i === last && letters >= unfinishedLettersMin;
    const edits = letters >= MISSPELT_LETTERS_MIN && !isCode(word) ? 1 : 0;
    return prefix || edits > 0 ? [{ word, edits, prefix }] : [];
  });
  return approximate.slice(-APPROXIMATE_WORDS_MAX);
}

/**
 * Words that may be misspelt although other words of the query match: finished words of a short query that are long
 * enough to be similar to only a few others.
 */
export function perhapsMisspelt(words: readonly string[]): ApproximateWord[] {
  if (words.length > BESIDE_OTHERS_MAX) return [];
  const long = words.filter((word) => [...word].length >= BESIDE_OTHERS_LETTERS_MIN && !isCode(word));
  return long.map((word) => ({ word, edits: 1, prefix: false }));
}

/** A code that differs in a digit is a different code. */
function isCode(word: string): boolean {
  return /\p{N}/u.test(word);
}
