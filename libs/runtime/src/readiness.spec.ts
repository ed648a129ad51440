import { checkTimeoutMs, Readiness, reportTtlMs } from './readiness';

describe('Readiness', () => {
  function serving(): Readiness {
    const readiness = new Readiness();
    readiness.enter('serving');
    return readiness;
  }

  it('is not there before the process serves nor after it was told to stop', async () => {
    const readiness = new Readiness();
    expect(await readiness.report()).toEqual({ ready: false, checks: { process: 'starting' } });
    readiness.enter('serving');
    expect(await readiness.report()).toEqual({ ready: true, checks: {} });
    readiness.enter('stopping');
    expect(await readiness.report()).toEqual({ ready: false, checks: { process: 'stopping' } });
  });

  it('names every part and what is wrong with it', async () => {
    const readiness = serving();
    readiness.register('database', async () => undefined);
    readiness.register('index', () => {
      throw new Error('no connection');
    });
    expect(await readiness.report()).toEqual({ ready: false, checks: { database: 'ok', index: 'no connection' } });
  });

  it('gives up on a check that takes too long, and tells it', async () => {
    jest.useFakeTimers();
    try {
      const readiness = serving();
      let told: AbortSignal | undefined;
      readiness.register('slow', (signal) => {
        told = signal;
        return new Promise(() => undefined);
      });
      const report = readiness.report();
      await jest.advanceTimersByTimeAsync(checkTimeoutMs);
      expect(await report).toEqual({ ready: false, checks: { slow: `no answer within ${checkTimeoutMs} ms` } });
      expect(told?.aborted).toBe(true);
    } finally {
      jest.useRealTimers();
    }
  });

  it('asks again only after a while', async () => {
    const readiness = serving();
    let asked = 0;
    readiness.register('counted', () => void asked++);
    await readiness.report(0);
    await readiness.report(reportTtlMs - 1);
    expect(asked).toBe(1);
    await readiness.report(reportTtlMs);
    expect(asked).toBe(2);
  });
});
