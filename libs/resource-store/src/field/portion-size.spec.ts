import { nextCount } from './portion-size';

const MIB = 1024 ** 2;

describe('how many paragraphs are read next', () => {
  it('follows from their size, as a mebibyte is aimed at', () => {
    expect(nextCount(200, MIB / 2)).toBe(400);
    expect(nextCount(200, 2 * MIB)).toBe(100);
    expect(nextCount(200, 200 * MIB)).toBe(1);
  });

  it('is at most twice as many as before, never more than 4,000 and never none', () => {
    expect(nextCount(200, 1)).toBe(400);
    expect(nextCount(3_000, 1)).toBe(4_000);
    expect(nextCount(1, 50 * MIB)).toBe(1);
  });
});
