const LETTERS_MIN = 3;
const LETTERS_MAX = 32;

/**
 * A regular expression for words that differ from a folded word by at most one letter added, removed or replaced.
 * Undefined for words so short that everything would match, and for texts too long to be words.
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
