import { crowding, siblingScores } from './crowding';

describe('crowding', () => {
  it('is 0 where hardly a resource has two candidates, 1 where most have', () => {
    expect(crowding(['a', 'b', 'c', 'd', 'd'])).toBe(0);
    expect(crowding(['a', 'a', 'b', 'b'])).toBe(1);
  });

  it('grows in between', () => {
    expect(crowding(['a', 'a', 'b', 'b', 'c', 'd'])).toBeCloseTo(0.5);
  });

  it('leaves out what has no resource', () => {
    expect(crowding([undefined, 'a', 'b', undefined])).toBe(0);
    expect(crowding([undefined, undefined])).toBe(0);
    expect(crowding([])).toBe(0);
  });

  it('is 0 within one resource', () => {
    expect(crowding(['a', 'a', 'a'])).toBe(0);
  });
});

describe('siblingScores', () => {
  it('are the best of the others of the same resource', () => {
    expect(siblingScores(['a', 'b', 'a', 'a'], [0.2, 1, 0.9, 0.5])).toEqual([0.9, 0, 0.5, 0.9]);
  });

  it('are 0 for what has no resource', () => {
    expect(siblingScores([undefined, undefined], [1, 0.5])).toEqual([0, 0]);
  });
});
