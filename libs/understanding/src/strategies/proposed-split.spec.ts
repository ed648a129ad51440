import { groupsAt, startsIn, windowLength } from './proposed-split';

// Only their positions matter here.
const pieces = Array.from({ length: 5 }, (_, at) => ({ start: at * 10, end: at * 10 + 9, paragraph: {} as never }));

describe('where a model lets paragraphs begin', () => {
  it('is a list of numbers of sentences', () => {
    expect(startsIn({ starts: [1, 3] }, 5)).toEqual([1, 3]);
    expect(startsIn({ starts: [4, 2, 2] }, 5)).toEqual([2, 4]);
    const wrong = [
      undefined,
      {},
      { starts: [] },
      { starts: [0] },
      { starts: [6] },
      { starts: [1.5] },
      { starts: ['1'] },
    ];
    for (const answer of wrong) expect(startsIn(answer, 5)).toBeUndefined();
    expect(startsIn({ starts: [1, 1, 1, 1, 1, 1] }, 5)).toBeUndefined();
  });

  it('loses no sentence', () => {
    const sizes = (starts: readonly number[]) => groupsAt(pieces, starts).map(({ length }) => length);
    expect(sizes([1, 3])).toEqual([2, 3]);
    expect(sizes([3])).toEqual([2, 3]);
    expect(sizes([1, 2, 3, 4, 5])).toEqual([1, 1, 1, 1, 1]);
  });

  it('is looked for in windows of some sentences', () => {
    expect(windowLength(pieces, { charsMax: 29, piecesMax: 9 })).toBe(3);
    expect(windowLength(pieces, { charsMax: 1, piecesMax: 9 })).toBe(1);
    expect(windowLength(pieces, { charsMax: 999, piecesMax: 2 })).toBe(2);
    expect(windowLength(pieces, { charsMax: 999, piecesMax: 9 })).toBe(5);
  });
});
