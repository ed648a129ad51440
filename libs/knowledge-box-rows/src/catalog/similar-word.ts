const LETTERS_MIN = 3;
const LETTERS_MAX = 32;

/**
 * A regular expression for the words that differ from a folded one by at most one letter that is added, missing or
 * another. Undefined for words so short that everything would be similar, and for those so long that none is a word.
 */
export function similarWordPattern(word: string): string | undefined {
  const letters = [...word];
  if (letters.length < LETTERS_MIN || letters.length > LETTERS_MAX) return undefined;
  const alternatives = new Set<string>([word]);
  for (let at = 0; at <= letters.length; at++) {
    const [before, after] = [letters.slice(0, at).join(''), letters.slice(at).join('')];
    const behindNext = letters.slice(at + 1).join('');
    alternatives.add(`${before}.${after}`);
    if (at === letters.length) continue;
    alternatives.add(`${before}.${behindNext}`);
    alternatives.add(`${before}${behindNext}`);
  }
  return `^(?:${[...alternatives].join('|')})$`;
}
