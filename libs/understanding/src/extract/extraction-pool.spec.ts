import { defaultLimits } from './limits';
import { ExtractionPool, type PoolOptions } from './extraction-pool';
import type { ExtractJob } from './worker-messages';

const text = (body: string): ExtractJob => ({ type: 'text', body, format: 'PLAIN', limits: defaultLimits });
/** Keeps a process busy for very long: the parser tries every pair of marks. */
const endless: ExtractJob = {
  type: 'text',
  body: 'a**b'.repeat(200_000),
  format: 'MARKDOWN',
  limits: defaultLimits,
};
/** Small, and hundreds of megabytes once it is parsed. */
const bulky: ExtractJob = {
  type: 'text',
  body: `[${'[],'.repeat(6_000_000)}0]`,
  format: 'JSON',
  limits: defaultLimits,
};

describe('ExtractionPool', () => {
  const pools: ExtractionPool[] = [];
  const poolOf = (options: Partial<PoolOptions> = {}) => {
    const pool = new ExtractionPool({ processes: 1, queueLength: 10, timeoutMs: 20_000, memoryMb: 256, ...options });
    pools.push(pool);
    return pool;
  };
  const textOf = async (pool: ExtractionPool, job: ExtractJob, signal?: AbortSignal) => {
    const result = await pool.run(job, signal);
    return 'document' in result ? result.document.text : result.understood.text;
  };
  afterEach(() => pools.splice(0).forEach((pool) => pool.close()));

  it('reads and understands in another process', async () => {
    const pool = poolOf();
    expect(await textOf(pool, text('Hello'))).toBe('Hello');
    const result = await pool.run({ ...text('Hello there.'), understand: { fieldId: 'r/t/a', language: 'en' } });
    expect(result).toMatchObject({ understood: { language: 'en', paragraphs: [{ key: 'r/t/a/0-12' }] } });
  });

  it('ends what takes too long, and goes on with the next', async () => {
    const pool = poolOf({ timeoutMs: 3_000 });
    await expect(pool.run(endless)).rejects.toThrow(/took longer than 3 s/);
    expect(await textOf(pool, text('next'))).toBe('next');
  });

  it('ends what needs too much memory, and goes on with the next', async () => {
    const pool = poolOf({ memoryMb: 128 });
    const [failed, next] = await Promise.allSettled([pool.run(bulky), textOf(pool, text('next'))]);
    expect(failed).toMatchObject({
      status: 'rejected',
      reason: { name: 'ExtractError', message: expect.stringContaining('128 MiB of memory') },
    });
    expect(next).toEqual({ status: 'fulfilled', value: 'next' });
  });

  it('does jobs in order, refuses more than may wait, and lets those that wait be cancelled', async () => {
    const pool = poolOf({ queueLength: 2 });
    const controller = new AbortController();
    const first = textOf(pool, text('first'));
    const second = textOf(pool, text('second'));
    const third = textOf(pool, text('third'), controller.signal);
    await expect(pool.run(text('fourth'))).rejects.toMatchObject({ code: 'rate_limited' });
    controller.abort();
    await expect(third).rejects.toMatchObject({ code: 'cancelled' });
    expect(await Promise.all([first, second])).toEqual(['first', 'second']);
    expect(pool.queued).toBe(0);
  });

  it('stops a running job that is cancelled', async () => {
    const pool = poolOf();
    await textOf(pool, text('warm'));
    const controller = new AbortController();
    const running = pool.run(endless, controller.signal);
    setTimeout(() => controller.abort(), 50);
    await expect(running).rejects.toMatchObject({ code: 'cancelled' });
    expect(await textOf(pool, text('after'))).toBe('after');
  });

  it('takes nothing more once it is closed, and lets nobody wait', async () => {
    const pool = poolOf();
    const waiting = Promise.allSettled([pool.run(endless), pool.run(text('x'))]);
    pool.close();
    expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(pool.run(text('y'))).rejects.toMatchObject({ code: 'unavailable' });
  });
});
