import fc from 'fast-check';
import { sentencePositions, sentencesAt } from './sentence';

const sentences = fc.array(fc.record({ start: fc.nat(), end: fc.nat() }));

describe('sentences of a paragraph', () => {
  it('are stored as numbers, and read back as they were', () => {
    fc.assert(
      fc.property(sentences, (some) => {
        expect(sentencePositions(some)).toHaveLength(some.length * 2);
        expect(sentencesAt(sentencePositions(some))).toEqual(some);
      }),
    );
  });

  it('of earlier versions are objects, alone or between numbers', () => {
    fc.assert(fc.property(sentences, (some) => void expect(sentencesAt(some)).toEqual(some)));
    expect(sentencesAt([0, 5, { start: 5, end: 9 }, 9, 12])).toEqual([
      { start: 0, end: 5 },
      { start: 5, end: 9 },
      { start: 9, end: 12 },
    ]);
  });

  it('are copies, without members that they had besides', () => {
    const stored = [{ start: 0, end: 5, key: 'x' }];
    expect(sentencesAt(stored)).toEqual([{ start: 0, end: 5 }]);
    expect(sentencesAt([])).toEqual([]);
  });

  it('whose last number is missing are empty instead of endless', () => {
    expect(sentencesAt([0, 5, 7])).toEqual([
      { start: 0, end: 5 },
      { start: 7, end: 7 },
    ]);
  });
});
