import { sumsOf } from './score-sums';

describe('sums of scores', () => {
  it('leave out what has no score', () => {
    expect(sumsOf([5, null, 0])).toEqual({ min: 0, max: 5, sum: 5, count: 2 });
    expect(sumsOf([null])).toEqual({ min: null, max: null, sum: 0, count: 0 });
    expect(sumsOf([])).toEqual({ min: null, max: null, sum: 0, count: 0 });
  });
});
