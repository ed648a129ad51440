import { Metrics } from './metrics';
import { CHECK_TIMEOUT_MS, FAILING_INTERVAL_MS, PROBE_INTERVAL_MS } from './probe';
import { Readiness } from './readiness';

describe('Readiness', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  function serving(metrics?: Metrics): Readiness {
    const readiness = new Readiness(metrics);
    readiness.enter('serving');
    return readiness;
  }

  function failing(message: string): () => never {
    return () => {
      throw new Error(message);
    };
  }

  it('is not there before the process serves nor after it began to stop', async () => {
    const readiness = new Readiness();
    expect(await readiness.report()).toEqual({ status: 'not ready', checks: { process: 'starting' } });
    readiness.enter('serving');
    expect(await readiness.report()).toEqual({ status: 'ok', checks: {} });
    readiness.enter('stopping');
    expect(await readiness.report()).toEqual({ status: 'not ready', checks: { process: 'stopping' } });
  });

  it('names every part and what is wrong with it', async () => {
    const readiness = serving();
    readiness.register('database', async () => undefined);
    readiness.register('index', failing('no connection'));
    expect(await readiness.report()).toEqual({
      status: 'not ready',
      checks: { database: 'ok', index: 'no connection' },
    });
  });

  it('is degraded without what the process can do without', async () => {
    const readiness = serving();
    readiness.register('database', async () => undefined);
    readiness.register('index', failing('no connection'), { otherwise: 'degraded' });
    expect(await readiness.report()).toEqual({
      status: 'degraded',
      checks: { database: 'ok', index: 'no connection' },
    });
  });

  it('is not there without all of those of which the process needs one', async () => {
    const readiness = serving();
    readiness.needsOneOf(['words', 'meaning']);
    readiness.register('words', failing('away'), { otherwise: 'degraded' });
    readiness.register('meaning', async () => undefined, { otherwise: 'degraded' });
    expect(await readiness.report()).toMatchObject({ status: 'degraded' });
    readiness.register('meaning', failing('away, too'), { otherwise: 'degraded' });
    expect(await readiness.report()).toEqual({ status: 'not ready', checks: { words: 'away', meaning: 'away, too' } });
  });

  it('checks at once when something changed', async () => {
    const readiness = serving();
    let wrong = '';
    readiness.register('index', () => {
      if (wrong) throw new Error(wrong);
    });
    expect(await readiness.report()).toMatchObject({ status: 'ok' });
    wrong = 'damaged';
    readiness.recheck('index');
    readiness.recheck('unknown');
    await jest.advanceTimersByTimeAsync(0);
    expect(await readiness.report()).toMatchObject({ checks: { index: 'damaged' } });
  });

  it('gives up on a check that takes too long, tells it, and does not ask beside it', async () => {
    const readiness = serving();
    const signals: AbortSignal[] = [];
    readiness.register('slow', (signal) => {
      signals.push(signal);
      return new Promise(() => undefined);
    });
    const report = readiness.report();
    await jest.advanceTimersByTimeAsync(CHECK_TIMEOUT_MS);
    expect(await report).toMatchObject({ checks: { slow: `no answer within ${CHECK_TIMEOUT_MS} ms` } });
    await jest.advanceTimersByTimeAsync(10 * PROBE_INTERVAL_MS);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  it('asks by itself, more often while something is wrong, and never because somebody wants to know', async () => {
    const readiness = serving();
    let asked = 0;
    let isWell = true;
    readiness.register('counted', () => {
      asked += 1;
      if (!isWell) throw new Error('away');
    });
    for (let i = 0; i < 10; i += 1) expect(await readiness.report()).toMatchObject({ status: 'ok' });
    expect(asked).toBe(1);
    isWell = false;
    await jest.advanceTimersByTimeAsync(PROBE_INTERVAL_MS);
    expect(await readiness.report()).toMatchObject({ status: 'not ready' });
    isWell = true;
    await jest.advanceTimersByTimeAsync(FAILING_INTERVAL_MS);
    expect(await readiness.report()).toMatchObject({ status: 'ok' });
    readiness.enter('stopping');
    await jest.advanceTimersByTimeAsync(10 * PROBE_INTERVAL_MS);
    expect(asked).toBe(3);
  });

  it('is a figure, too', async () => {
    const metrics = new Metrics();
    const readiness = serving(metrics);
    readiness.register('database', async () => undefined);
    readiness.register('keyword-index', failing('no connection'), { otherwise: 'degraded' });
    await readiness.report();
    const { body } = await metrics.text();
    expect(body).toContain('lectern_dependency_up{dependency="database"} 1\n');
    expect(body).toContain('lectern_dependency_up{dependency="keyword-index"} 0\n');
  });
});
