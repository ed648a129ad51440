import fc from 'fast-check';
import { missingParts, neighbours, partRange, partsOf } from './vector-parts';

const counts = fc.nat(1_000);

describe('parts of a field', () => {
  it('have every paragraph once, in their order', () => {
    fc.assert(
      fc.property(counts, (paragraphs) => {
        const ranges = Array.from({ length: partsOf(paragraphs) }, (_, part) => partRange(part, paragraphs));
        const all = ranges.flatMap(({ from, count }) => Array.from({ length: count }, (_, i) => from + i));
        expect(all).toEqual(Array.from({ length: paragraphs }, (_, i) => i));
        expect(ranges.every(({ count }) => count > 0 && count <= 64)).toBe(true);
      }),
    );
  });

  it('are missing unless they are stored', () => {
    expect(missingParts(200, [])).toEqual([0, 1, 2, 3]);
    expect(missingParts(200, [0, 2])).toEqual([1, 3]);
    expect(missingParts(64, [0])).toEqual([]);
    expect(missingParts(0, [])).toEqual([]);
  });

  it('are read with their neighbours, so many at most', () => {
    expect(neighbours([0, 1, 2, 4, 5, 9], 2)).toEqual([[0, 1], [2], [4, 5], [9]]);
    expect(neighbours([], 8)).toEqual([]);
  });
});
