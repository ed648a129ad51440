/** Between words: white space and the punctuation of ASCII, in a regular expression of Postgres. */
const BOUNDARY = '[ -/:-@\\[-`{-~]';
/** Shorter words are like too many others. */
export const FUZZY_CHARS_MIN = 3;

/** A regular expression of Postgres for texts that begin with `text`, of which one letter may differ, lack or be added. */
export function fuzzyPattern(text: string): string {
  return `^${nearly([...text])}`;
}

/** The same for texts with a word that begins so. */
export function fuzzyWordPattern(word: string): string {
  return `(?:^|${BOUNDARY})${nearly([...word])}`;
}

/** For texts with a word that begins so exactly, or that is this one. */
export function wordPattern(word: string, { isWhole }: { readonly isWhole: boolean }): string {
  return `(?:^|${BOUNDARY})${escaped([...word])}${isWhole ? `(?:$|${BOUNDARY})` : ''}`;
}

/** Words of a folded text, at most 20, as the patterns see them. */
export function wordsOf(folded: string): string[] {
  const found = folded.split(/[ -/:-@[-`{-~]+/).filter((word) => word !== '');
  return [...new Set(found)].slice(0, 20);
}

/**
 * What differs is in the first half or in the second one. The length of the pattern grows with n log n, and not with
 * the square as that of all edits.
 */
function nearly(letters: readonly string[]): string {
  const [only] = letters;
  if (only === undefined) return '.?';
  if (letters.length === 1) {
    const letter = escaped([only]);
    return `(?:${letter}.|.${letter}|.?)`;
  }
  const middle = letters.length >> 1;
  const [left, right] = [letters.slice(0, middle), letters.slice(middle)];
  return `(?:${escaped(left)}${nearly(right)}|${nearly(left)}${escaped(right)})`;
}

function escaped(letters: readonly string[]): string {
  return letters
    .map((letter) => (/[\x00-\x7f]/.test(letter) && !/[a-z0-9 ]/i.test(letter) ? `\\${letter}` : letter))
    .join('');
}
