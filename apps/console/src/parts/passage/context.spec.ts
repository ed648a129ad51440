import { paragraphIndex, surroundings } from './context';

const paragraphs = [
  { start: 0, end: 10 },
  { start: 10, end: 25 },
  { start: 25, end: 40 },
];

describe('a passage among the paragraphs of its text', () => {
  it.each([
    [{ start: 10, end: 25 }, 1],
    [{ start: 12, end: 14 }, 1],
    [{ start: 24, end: 30 }, 1],
    [{ start: 40, end: 50 }, -1],
  ])('%j is number %d', (range, index) => {
    expect(paragraphIndex(paragraphs, range)).toBe(index);
  });

  it('is shown with those around it', () => {
    expect(surroundings('abcdef'.split(''), 1, 2)).toEqual(['a', 'b', 'c', 'd']);
    expect(surroundings('abcdef'.split(''), 5, 1)).toEqual(['e', 'f']);
    expect(surroundings('abc'.split(''), -1, 5)).toEqual([]);
  });
});
