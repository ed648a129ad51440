/** Word boundary: white space and ASCII punctuation, in a Postgres regular expression. */
const BOUNDARY = '[ -/:-@\\[-`{-~]';
/** Shorter words match too many others. */
export const FUZZY_CHARS_MIN = 3;

/** A Postgres regular expression for texts that begin with `text`, up to one letter changed, removed or added. */
export function fuzzyPattern(text: string): string {
  return `^${nearly([...text])}`;
}

/** The same for texts that contain a word with this beginning. */
export function fuzzyWordPattern(word: string): string {
  return `(?:^|${BOUNDARY})${nearly([...word])}`;
}

/** For texts that contain a word with exactly this beginning, or exactly this word. */
export function wordPattern(word: string, { isWhole }: { readonly isWhole: boolean }): string {
  return `(?:^|${BOUNDARY})${escaped([...word])}${isWhole ? `(?:$|${BOUNDARY})` : ''}`;
}

/** Words of a folded text, at most 20, split as in the patterns. */
export function wordsOf(folded: string): string[] {
  const found = folded.split(/[ -/:-@[-`{-~]+/).filter((word) => word !== '');
  return [...new Set(found)].slice(0, 20);
}

/**
 * The difference is in either the first or the second half, so the pattern grows with n log n instead of the square, as
 * with all edits listed.
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
