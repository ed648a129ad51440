import { separation } from './separation.fixture';

describe('separation', () => {
  it('is how often a right case is above a wrong one, ties counting half', () => {
    expect(separation([5, 4], [1, 0])).toBe(1);
    expect(separation([1], [5])).toBe(0);
    expect(separation([3, 3], [3])).toBe(0.5);
    expect(separation([5, 2], [2, 0])).toBe(0.875);
  });
});
