import fc from 'fast-check';
import { editVariants } from './edit-variants';

/** Optimal string alignment distance: Levenshtein distance in which a swap of two neighbours is one edit. */
function distance(a: readonly string[], b: readonly string[]): number {
  let above: readonly number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (const [i, letter] of a.entries()) {
    const next = [i + 1];
    for (const [j, other] of b.entries()) {
      const swapped = letter === b[j - 1] && other === a[i - 1] ? (above[j - 1] ?? 0) + 1 : Infinity;
      const others = [(row[j] ?? 0) + Number(letter !== other), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1];
      next.push(Math.min(swapped, ...others));
    }
    [above, row] = [row, next];
  }
  return row[b.length] ?? 0;
}

describe('the variants of a word', () => {
  it.each([
    ['tydes', 'tides'],
    ['moonligt', 'moonlight'],
    ['harbourss', 'harbours'],
    ['yaest', 'yeast'],
    ['breda', 'bread'],
    ['луна', 'лунa'.replace('a', 'ы')],
    ['القمر', 'القمرة'.slice(0, 5)],
    ['चांद', 'चाद'],
  ])('of %s have %s', (word, variant) => {
    expect(editVariants(word)).toContain(variant);
  });

  it('are all that one edit with its letters makes, and nothing else', () => {
    const letter = fc.constantFrom(...'abz09яéß月');
    const words = fc.array(letter, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(words, words, (a, b) => {
        const variants = editVariants(a.join(''));
        for (const variant of variants.slice(0, 50)) expect(distance(a, [...variant])).toBeLessThanOrEqual(1);
        const isKnown = b.every((one) => a.includes(one) || /[0-9]/.test(one));
        if (isKnown && distance(a, b) <= 1) expect(variants).toContain(b.join(''));
      }),
    );
  });

  it('are few enough to be looked up, and only the word itself when it is very long', () => {
    expect(editVariants('x'.repeat(32)).length).toBeLessThan(3_000);
    expect(editVariants('x'.repeat(33))).toEqual(['x'.repeat(33)]);
    expect(editVariants('a')).not.toContain('');
  });
});
