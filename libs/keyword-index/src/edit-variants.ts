/** Longer words have too many variants and are looked up unchanged. */
const WORD_LETTERS_MAX = 32;

/** Lower-case letters of the scripts that are misspelt letter by letter: first and last code point. */
const alphabets: readonly (readonly [first: number, last: number])[] = [
  [0x61, 0x7a], // Latin
  [0x3b1, 0x3c9], // Greek
  [0x430, 0x45f], // Cyrillic
  [0x561, 0x586], // Armenian
  [0x5d0, 0x5ea], // Hebrew
  [0x621, 0x64a], // Arabic
  [0x904, 0x94d], // Devanagari
  [0x985, 0x9cd], // Bengali
  [0xb85, 0xbcd], // Tamil
  [0x10d0, 0x10f0], // Georgian
];
const DIGITS = lettersBetween(0x30, 0x39);

/**
 * All variants of a folded word with at most one letter wrong, missing or extra, or two neighbours swapped, over digits
 * and the letters of its scripts: 2n + 1 positions per letter, about 400 variants for a word of five Latin letters. An
 * engine that looks up many words at once finds misspelt words with them, without an automaton.
 */
export function editVariants(word: string): string[] {
  const letters = [...word];
  if (letters.length > WORD_LETTERS_MAX) return [word];
  const alphabet = alphabetOf(letters);
  const variants = new Set([word]);
  for (let at = 0; at <= letters.length; at += 1) {
    const before = letters.slice(0, at).join('');
    const after = letters.slice(at).join('');
    const behind = letters.slice(at + 1).join('');
    for (const letter of alphabet) {
      variants.add(before + letter + after);
      variants.add(before + letter + behind);
    }
    variants.add(before + behind);
    const [here, next, ...rest] = letters.slice(at);
    if (here !== undefined && next !== undefined) variants.add(before + next + here + rest.join(''));
  }
  variants.delete('');
  return [...variants];
}

function alphabetOf(letters: readonly string[]): ReadonlySet<string> {
  const points = letters.map((letter) => letter.codePointAt(0) ?? 0);
  const used = alphabets.filter(([first, last]) => points.some((point) => point >= first && point <= last));
  return new Set([...letters, ...DIGITS, ...used.flatMap(([first, last]) => lettersBetween(first, last))]);
}

function lettersBetween(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i));
}
