import { type ApproximateWord, APPROXIMATE_WORDS_MAX } from '@lectern/keyword-index';

/** Shorter words are nearly the same as too many others. */
const MISSPELT_LETTERS_MIN = 3;
const UNFINISHED_LETTERS_MIN = 4;

/** Words as they may have been meant: one letter wrong, and the last one perhaps unfinished. */
export function approximateWords(
  words: readonly string[],
  unfinishedLettersMin = UNFINISHED_LETTERS_MIN,
): ApproximateWord[] {
  const last = words.length - 1;
  const approximate = words.flatMap((word, i): ApproximateWord[] => {
    const letters = [...word].length;
    const prefix = i === last && letters >= unfinishedLettersMin;
    const edits = letters >= MISSPELT_LETTERS_MIN ? 1 : 0;
    return prefix || edits > 0 ? [{ word, edits, prefix }] : [];
  });
  return approximate.slice(-APPROXIMATE_WORDS_MAX);
}
