import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { quietMoment } from './quiet-moment';

const never = new AbortController().signal;

/** Blocks the process until it has worked for this time. */
async function work(forMs: number): Promise<void> {
  for (const untilMs = performance.now() + forMs; performance.now() < untilMs; await yieldToOthers()) {
    for (const sliceMs = performance.now() + 5; performance.now() < sliceMs;);
  }
}

describe('a quiet moment', () => {
  it('comes after the work of the process', async () => {
    const order: string[] = [];
    await Promise.all([
      work(400).then(() => order.push('worked')),
      quietMoment(60_000, never).then(() => order.push('quiet')),
    ]);
    expect(order).toEqual(['worked', 'quiet']);
  });

  it('is waited for no longer than wanted, and not when the process stops', async () => {
    const order: string[] = [];
    const stopping = new AbortController();
    await Promise.all([
      work(400).then(() => order.push('worked')),
      quietMoment(1, never).then(() => order.push('late')),
      quietMoment(60_000, stopping.signal).then(() => order.push('stopped')),
      yieldToOthers().then(() => stopping.abort()),
    ]);
    expect(order.toSorted()).toEqual(['late', 'stopped', 'worked']);
    expect(order.at(-1)).toBe('worked');
  });
});
