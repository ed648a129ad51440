import { getEventListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { attempt, InterruptedError } from './attempt';

const never = new AbortController().signal;
const limits = { timeoutMs: 5_000, graceMs: 20, stopping: never };

describe('attempt', () => {
  it('succeeds and fails as the work does', async () => {
    await expect(attempt(async () => undefined, limits)).resolves.toBeUndefined();
    await expect(attempt(() => Promise.reject(new Error('no')), limits)).rejects.toThrow('no');
    const throwing = () => {
      throw new Error('at once');
    };
    await expect(attempt(throwing, limits)).rejects.toThrow('at once');
  });

  it('ends with the deadline, also when the work does not listen or throws something else', async () => {
    const late = { ...limits, timeoutMs: 20 };
    await expect(attempt(() => sleep(10_000, undefined, { ref: false }), late)).rejects.toMatchObject({
      code: 'deadline_exceeded',
    });
    const listening = (signal: AbortSignal) => sleep(10_000, undefined, { signal });
    await expect(attempt(listening, late)).rejects.toMatchObject({ code: 'deadline_exceeded' });
  });

  it('goes on for as long as it gives signs of life', async () => {
    const work = async (_: AbortSignal, alive: () => void) => {
      for (let step = 0; step < 10; step += 1) {
        await sleep(40);
        alive();
      }
    };
    await expect(attempt(work, { ...limits, timeoutMs: 250 })).resolves.toBeUndefined();
  });

  it('is interrupted when the process stops, and succeeds when the work finishes in spite of that', async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(new InterruptedError()), 10);
    const stopping = { ...limits, stopping: stop.signal };
    await expect(attempt((signal) => sleep(10_000, undefined, { signal }), stopping)).rejects.toBeInstanceOf(
      InterruptedError,
    );
    await expect(attempt(() => sleep(5), stopping)).resolves.toBeUndefined();
  });

  it('leaves nothing with the signal of the process, which outlives every attempt', async () => {
    const stopping = new AbortController().signal;
    await attempt(() => sleep(1), { ...limits, stopping });
    await attempt(() => Promise.reject(new Error('no')), { ...limits, stopping }).catch(() => undefined);
    expect(getEventListeners(stopping, 'abort')).toEqual([]);
  });
});
