import { LookPace } from './look-pace';

/** The times of the polls made, given one chance per second. */
function looks(pace: LookPace, fromS: number, toS: number): number[] {
  const seconds = Array.from({ length: toS - fromS }, (_, i) => fromS + i);
  return seconds.filter((second) => pace.isDue(second * 1_000));
}

describe('the pace of looks for work', () => {
  it('is every look for half a minute after something happened, and then one in five seconds', () => {
    const pace = new LookPace(0);
    expect(looks(pace, 0, 30)).toHaveLength(30);
    expect(looks(pace, 30, 60)).toEqual([34, 39, 44, 49, 54, 59]);
  });

  it('is every look again as soon as something happens', () => {
    const pace = new LookPace(0);
    looks(pace, 0, 60);
    pace.worked(60_500);
    expect(looks(pace, 61, 71)).toHaveLength(10);
    expect(pace.isQuiet(90_499)).toBe(false);
    expect(pace.isQuiet(90_500)).toBe(true);
  });
});
