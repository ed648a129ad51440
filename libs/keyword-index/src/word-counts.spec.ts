import fc from 'fast-check';
import { WordCounts } from './word-counts';

const LIMIT = 5;

/** The same, computed the slow way. */
function beginningWith(texts: readonly string[], beginning: string): string[] {
  const times = new Map<string, number>();
  for (const word of texts.join(' ').split(' ')) if (word !== '') times.set(word, (times.get(word) ?? 0) + 1);
  return [...times]
    .filter(([word]) => word.startsWith(beginning))
    .sort(([a, timesA], [b, timesB]) => timesB - timesA || (a < b ? -1 : 1))
    .slice(0, LIMIT)
    .map(([word]) => word);
}

describe('counted words', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '日', '𝒳'), maxLength: 4 });
  const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '));

  it('are found by any beginning, the most frequent first, as if all texts were read', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 30 }), fc.array(word, { minLength: 1, maxLength: 8 }), (texts, asked) => {
        const counts = new WordCounts();
        for (const one of texts) counts.add(one);
        for (const beginning of asked)
          expect([beginning, counts.beginningWith(beginning, LIMIT)]).toEqual([
            beginning,
            beginningWith(texts, beginning),
          ]);
      }),
      { numRuns: 300 },
    );
  });

  it('take more memory with each word, and none with words that are known', () => {
    const counts = new WordCounts();
    counts.add('lighthouse keeper');
    const before = counts.sizeBytes;
    counts.add('keeper lighthouse keeper');
    expect(counts.sizeBytes).toBe(before);
    counts.add('lamp');
    expect(counts.sizeBytes).toBeGreaterThan(before);
  });
});
