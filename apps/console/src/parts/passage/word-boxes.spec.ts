import { boxesOf } from './word-boxes';

/** Words of ten units per letter, ten units high. */
const line = (y: number, text: string) => {
  let x = 0;
  return text.split(' ').map((word) => {
    const placed = { x, y, width: word.length * 10, height: 10, text: word };
    x += placed.width + 10;
    return placed;
  });
};

const page = [...line(0, 'The moon pulls'), ...line(20, 'the sea twice'), ...line(40, 'a day.')];

describe('a passage on a page', () => {
  it('has a rectangle per line', () => {
    expect(boxesOf(page, 'moon pulls the\nsea')).toEqual([
      { x: 40, y: 0, width: 100, height: 10 },
      { x: 0, y: 20, width: 70, height: 10 },
    ]);
  });

  it('is found by its beginning and its end where the middle differs', () => {
    const long = [...line(0, 'Tides follow the moon around the earth'), ...line(20, 'as the ocean bulges toward it')];
    const passage = 'Tides follow the moon around the globe [1] as the ocean bulges toward it';
    expect(boxesOf(long, passage)).toHaveLength(2);
  });

  it('ends with the page when it goes on behind it', () => {
    const passage = 'The moon pulls the sea twice a day. It does so on the next page as well.';
    expect(boxesOf(page, passage).at(-1)).toMatchObject({ y: 40 });
  });

  it.each(['', 'no such words', 'The moon pushes'])('is not there: %j', (passage) => {
    expect(boxesOf(page, passage)).toEqual([]);
  });
});
