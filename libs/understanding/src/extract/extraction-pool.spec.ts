import { collected } from '../enrich/understood.fixture';
import { defaultLimits } from './limits';
import { ExtractionPool, type PoolOptions } from './extraction-pool';
import type { ExtractJob } from './worker-messages';

const base = { type: 'text', limits: defaultLimits, understand: {} } as const;
const text = (body: string): ExtractJob => ({ ...base, body, format: 'PLAIN' });
/** Keeps a process busy for very long: the parser looks at all that went before with each item. */
const endless: ExtractJob = { ...base, body: '- a\n\n'.repeat(400_000), format: 'MARKDOWN' };
/** Small, and hundreds of megabytes once it is parsed. */
const bulky: ExtractJob = { ...base, body: `[${'[],'.repeat(6_000_000)}0]`, format: 'JSON' };
const recognize = async () => ({ reason: 'nothing can read it' });

describe('ExtractionPool', () => {
  const pools: ExtractionPool[] = [];
  const poolOf = (options: Partial<PoolOptions> = {}) => {
    const pool = new ExtractionPool({ processes: 1, queueLength: 10, timeoutMs: 20_000, memoryMb: 256, ...options });
    pools.push(pool);
    return pool;
  };
  const run = (pool: ExtractionPool, job: ExtractJob, signal?: AbortSignal) =>
    collected(pool.run(job, { recognize, signal }));
  const textOf = async (pool: ExtractionPool, job: ExtractJob, signal?: AbortSignal) =>
    (await run(pool, job, signal)).text;
  afterEach(() => pools.splice(0).forEach((pool) => pool.close()));

  it('reads and understands in another process', async () => {
    const pool = poolOf();
    expect(await textOf(pool, text('Hello'))).toBe('Hello');
    const result = await run(pool, { ...text('Hello there.'), understand: { fieldId: 'r/t/a', language: 'en' } });
    expect(result).toMatchObject({ language: 'en', paragraphs: [{ key: 'r/t/a/0-12' }] });
  });

  it('ends what takes too long, and goes on with the next', async () => {
    const pool = poolOf({ timeoutMs: 3_000 });
    await expect(run(pool, endless)).rejects.toThrow(/for 3 s without progress/);
    expect(await textOf(pool, text('next'))).toBe('next');
  });

  it('ends what needs too much memory, and goes on with the next', async () => {
    const pool = poolOf({ memoryMb: 128 });
    const [failed, next] = await Promise.allSettled([run(pool, bulky), textOf(pool, text('next'))]);
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
    await expect(run(pool, text('fourth'))).rejects.toMatchObject({ code: 'rate_limited' });
    controller.abort();
    await expect(third).rejects.toMatchObject({ code: 'cancelled' });
    expect(await Promise.all([first, second])).toEqual(['first', 'second']);
    expect(pool.queued).toBe(0);
  });

  it('stops a running job that is cancelled', async () => {
    const pool = poolOf();
    await textOf(pool, text('warm'));
    const controller = new AbortController();
    const running = run(pool, endless, controller.signal);
    setTimeout(() => controller.abort(), 50);
    await expect(running).rejects.toMatchObject({ code: 'cancelled' });
    expect(await textOf(pool, text('after'))).toBe('after');
  });

  it('takes nothing more once it is closed, and lets nobody wait', async () => {
    const pool = poolOf();
    const waiting = Promise.allSettled([run(pool, endless), run(pool, text('x'))]);
    pool.close();
    expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(run(pool, text('y'))).rejects.toMatchObject({ code: 'unavailable' });
  });
});
