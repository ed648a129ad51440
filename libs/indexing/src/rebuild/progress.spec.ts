import { etaS, smoothedRate } from './progress';

describe('the rate of progress', () => {
  it('begins with the first step, and follows later ones slowly', () => {
    expect(smoothedRate(0, 50, 500)).toBe(100);
    expect(smoothedRate(100, 50, 1_000)).toBeCloseTo(90);
  });

  it('is a number even of a step that took no time', () => {
    expect(smoothedRate(0, 1, 0)).toBe(1_000);
  });
});

describe('the time that is left', () => {
  it('is that of all runs, one after the other', () => {
    const runs = [
      { total: 100, done: 50, perS: 10 },
      { total: 30, done: 0, perS: 0 },
    ];
    expect(etaS(runs)).toBe(8);
  });

  it('is not known before the first step', () => {
    expect(etaS([{ total: 10, done: 0, perS: 0 }])).toBeNull();
  });

  it('is nothing when there is nothing to do, also when resources were deleted or made meanwhile', () => {
    expect(etaS([])).toBe(0);
    expect(etaS([{ total: 10, done: 12, perS: 3 }])).toBe(0);
  });
});
