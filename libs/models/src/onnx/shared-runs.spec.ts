import { setTimeout as sleep } from 'node:timers/promises';
import { SharedRuns } from './shared-runs';

describe('SharedRuns', () => {
  /** Work that ends after 20 ms, or when it is cancelled. */
  const work = () => {
    const begun: AbortSignal[] = [];
    const run = async (signal: AbortSignal) => {
      begun.push(signal);
      await sleep(20, undefined, { signal });
      return begun.length;
    };
    return { begun, run };
  };

  it('runs equal work once for callers of the same time, and again afterwards', async () => {
    const { run } = work();
    const runs = new SharedRuns<number>();
    expect(await Promise.all([runs.run('a', run), runs.run('a', run)])).toEqual([1, 1]);
    expect(await runs.run('a', run)).toBe(2);
  });

  it('lets callers leave without disturbing the others', async () => {
    const { run } = work();
    const runs = new SharedRuns<number>();
    const controller = new AbortController();
    const leaving = runs.run('a', run, { signal: controller.signal });
    const staying = runs.run('a', run, { signal: new AbortController().signal });
    controller.abort();
    await expect(leaving).rejects.toMatchObject({ code: 'cancelled' });
    expect(await staying).toBe(1);
  });

  it('cancels work that nobody wants any more, and begins anew for the next caller', async () => {
    const { begun, run } = work();
    const runs = new SharedRuns<number>();
    const controller = new AbortController();
    const leaving = [1, 2].map(() => runs.run('a', run, { signal: controller.signal }));
    controller.abort();
    for (const one of leaving) await expect(one).rejects.toMatchObject({ code: 'cancelled' });
    expect(begun.map(({ aborted }) => aborted)).toEqual([true]);
    expect(await runs.run('a', run)).toBe(2);
  });

  it('gives all callers the failure of the work, and tries again for the next', async () => {
    const runs = new SharedRuns<number>();
    const fail = () => Promise.reject(new Error('out of order'));
    const both = await Promise.allSettled([runs.run('a', fail), runs.run('a', fail)]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await runs.run('a', work().run)).toBe(1);
  });
});
