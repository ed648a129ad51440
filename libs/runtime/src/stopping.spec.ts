import { drainMsOf, Stopping } from './stopping';

describe('the end of a process', () => {
  it('leaves five seconds of a long time for closing, and half of a short one', () => {
    expect([125_000, 9_000, 300].map(drainMsOf)).toEqual([120_000, 4_500, 150]);
  });

  it('is said to all work at once, which has one time together', () => {
    const stopping = new Stopping(60_000);
    expect([stopping.signal.aborted, stopping.remainingMs()]).toEqual([false, Infinity]);
    stopping.begin();
    expect(stopping.signal.aborted).toBe(true);
    expect(stopping.remainingMs()).toBeLessThanOrEqual(60_000);
    const over = new Stopping(0);
    over.begin();
    expect(over.remainingMs()).toBe(0);
  });
});
