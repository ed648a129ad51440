import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { defaultLimits } from '../extract/limits';
import { pdfOf } from '../fixtures/pdf-pages.fixture';
import { collected } from '../fixtures/understood.fixture';
import { QUICK_BYTES_MAX } from './extraction-slots';
import { ExtractionPool, type PoolOptions, type PoolRequest } from './extraction-pool';
import { SPOOL_PREFIX } from './spool';
import type { ExtractJob, FileJob } from './worker-messages';

const base = { type: 'text', limits: defaultLimits, understand: {} } as const;
const text = (body: string): ExtractJob => ({ ...base, body, format: 'PLAIN' });
/** Takes very long and ever more memory: the parser looks at all that went before with each item. */
const endless: ExtractJob = { ...base, body: `${'- a\n\n'.repeat(199_000)}x\n\n`.repeat(20), format: 'MARKDOWN' };
/** Small, and hundreds of megabytes once it is parsed. */
const bulky: ExtractJob = { ...base, body: `[${'[],'.repeat(6_000_000)}0]`, format: 'JSON' };
const recognize = async () => ({ reason: 'nothing can read it' });
const hear = recognize;
const requestOf = (job: ExtractJob, request: Partial<PoolRequest> = {}): PoolRequest => ({
  owner: 'a',
  sizeBytes: 1,
  understand: job.understand,
  prepare: async () => ({ job }),
  recognize,
  hear,
  ...request,
});

describe('ExtractionPool', () => {
  const pools: ExtractionPool[] = [];
  const poolOf = (options: Partial<PoolOptions> = {}) => {
    // Enough for endless work, so that its time is over first, however quick the machine is.
    const limits = { timeoutMs: 20_000, memoryMb: 1_024, totalMs: 600_000 };
    const pool = new ExtractionPool({ processes: 1, queueLength: 10, ...limits, ...options });
    pools.push(pool);
    return pool;
  };
  const run = (pool: ExtractionPool, job: ExtractJob, signal?: AbortSignal) =>
    collected(pool.run(requestOf(job, { signal })));
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
    const pool = poolOf({ timeoutMs: 10_000 });
    await expect(run(pool, endless)).rejects.toThrow(/for 10 s without progress/);
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

  it('refuses more than may wait, and of one owner more than half; lets those that wait be cancelled', async () => {
    const pool = poolOf({ queueLength: 4 });
    const controller = new AbortController();
    const first = textOf(pool, text('first'));
    const second = textOf(pool, text('second'));
    const third = textOf(pool, text('third'), controller.signal);
    await expect(run(pool, text('fourth'))).rejects.toMatchObject({ code: 'rate_limited' });
    const other = collected(pool.run(requestOf(text('of another one'), { owner: 'b' })));
    controller.abort();
    await expect(third).rejects.toMatchObject({ code: 'cancelled' });
    expect(await Promise.all([first, second])).toEqual(['first', 'second']);
    expect((await other).text).toBe('of another one');
    expect(pool.queued).toBe(0);
  });

  it('lets what is quick overtake what is not', async () => {
    const pool = poolOf({ quickMs: 1_000 });
    const controller = new AbortController();
    const slow = Array.from({ length: 3 }, () => run(pool, endless, controller.signal));
    expect(await textOf(pool, text('quick'))).toBe('quick');
    controller.abort();
    for (const { status } of await Promise.allSettled(slow)) expect(status).toBe('rejected');
  });

  it('goes on with what it cut, and gives no value of it twice', async () => {
    const pool = poolOf({ quickMs: 1_500, queueLength: 100 });
    const long = text('word '.repeat(50_000));
    const controller = new AbortController();
    const slow = [run(pool, endless, controller.signal), run(pool, endless, controller.signal)];
    const longs = [run(pool, long), run(pool, long)];
    const shorts = Array.from({ length: 5 }, () => textOf(pool, text('short')));
    expect(new Set(await Promise.all(shorts))).toEqual(new Set(['short']));
    controller.abort();
    await Promise.allSettled(slow);
    const [expected] = await Promise.all([run(poolOf(), long)]);
    for (const understood of await Promise.all(longs)) expect(understood).toEqual(expected);
  }, 120_000);

  it("hands a place over to another owner's work after a turn, and loses nothing of either", async () => {
    const pages = Array.from({ length: 16 }, () => ({ isPicture: true }));
    const folder = await mkdtemp(SPOOL_PREFIX);
    await writeFile(join(folder, 'scans'), pdfOf(pages));
    const pool = poolOf({ quickMs: 1, shareMs: 1 });
    const order: string[] = [];
    const reading = async (owner: string) => {
      const job: FileJob = { ...base, type: 'file', path: join(folder, 'scans'), recognizes: true, hears: false };
      const recognizing = async () => {
        if (order.at(-1) !== owner) order.push(owner);
        await sleep(20);
        return { text: 'A page that was read.' };
      };
      // The turn of the first is over before its job has begun.
      const prepare = async (resume?: string) => {
        await sleep(20);
        return { job: { ...job, resume } };
      };
      const request = requestOf(job, { owner, prepare, recognize: recognizing, sizeBytes: QUICK_BYTES_MAX + 1 });
      return collected(pool.run(request));
    };
    const [one, other] = await Promise.all([reading('a'), reading('b')]);
    expect(one).toEqual(other);
    expect(one.text.match(/A page that was read/g)).toHaveLength(16);
    expect(order.length).toBeGreaterThanOrEqual(3);
    await rm(folder, { recursive: true });
  });

  it('frees the place of a consumer that takes no more values', async () => {
    const pool = poolOf();
    for await (const value of pool.run(requestOf(text('word '.repeat(300_000))))) {
      expect(value.text).toBeDefined();
      break;
    }
    expect(await textOf(pool, text('next'))).toBe('next');
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
