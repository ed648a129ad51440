import { inSteps } from './in-steps';

describe('work in steps', () => {
  const rows = (count: number) => {
    let left = count;
    return async () => {
      const done = Math.min(left, 10);
      left -= done;
      return done;
    };
  };

  it('ends when a step does nothing, and says what all of them did', async () => {
    let signs = 0;
    expect(await inSteps(rows(25), { alive: () => void (signs += 1) })).toBe(25);
    expect(signs).toBe(3);
  });

  it('leaves the rest to the next run', async () => {
    const step = rows(35);
    expect([await inSteps(step, { stepsMax: 2 }), await inSteps(step, { stepsMax: 2 })]).toEqual([20, 15]);
  });

  it('ends between two steps when it is interrupted', async () => {
    const ending = new AbortController();
    let steps = 0;
    const step = async () => {
      steps += 1;
      if (steps === 2) ending.abort(new Error('The process stops'));
      return 1;
    };
    await expect(inSteps(step, { signal: ending.signal })).rejects.toThrow('The process stops');
    expect(steps).toBe(2);
  });
});
