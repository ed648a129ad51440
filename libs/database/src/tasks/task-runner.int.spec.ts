import { AppError, task } from '@lectern/contracts/core';
import { setTimeout as sleep } from 'node:timers/promises';
import { type TaskHandler, type TaskQueue, TaskRunner, Transactions } from '..';
import { TaskWorld, until, work } from './task-world.fixture';

describe('TaskRunner', () => {
  let world: TaskWorld;
  let queue: TaskQueue;

  beforeAll(async () => {
    world = await TaskWorld.open();
    queue = world.queue;
  });
  afterEach(() => world.clear());
  afterAll(() => world.close());

  const isEmpty = () => world.isEmpty();

  it('does what a committed transaction requested, and nothing of one that was rolled back', async () => {
    const done: string[] = [];
    await world.start(async ({ name }) => void done.push(name));
    const transactions = new Transactions(world.dataSource);
    const failed = transactions.run(async (tx) => {
      await queue.add(work, { name: 'never' }, { tx });
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    await transactions.run((tx) => queue.add(work, { name: 'once' }, { tx }));
    await until(isEmpty);
    expect(done).toEqual(['once']);
  });

  it('knows why the work of a turn was given up', async () => {
    const once = task<{ name: string }>({ name: 'work', attemptsMax: 1, timeoutMs: 5_000 });
    await world.start(() => Promise.reject(new Error('the provider is away')), once);
    await queue.add(once, { name: 'x' }, { serialBy: 'a' });
    await queue.add(work, { name: 'y' }, { serialBy: 'b', runAt: new Date(Date.now() + 60_000) });
    await until(async () => (await queue.list({ state: 'failed' })).items.length === 1);
    expect(await queue.givenUp(['a', 'b', 'c'])).toEqual(
      new Map([['a', { reason: 'the provider is away', isSetAside: false }]]),
    );
  });

  it('runs again when a job with the same key is added while it runs', async () => {
    const done: string[] = [];
    await world.start(async ({ name }) => {
      if (name === 'first') await queue.add(work, { name: 'second' }, { key: 'k', serialBy: 'r' });
      done.push(name);
    });
    await queue.add(work, { name: 'first' }, { key: 'k', serialBy: 'r' });
    await until(isEmpty);
    expect(done).toEqual(['first', 'second']);
  });

  it('forgets a failed attempt that a newer job with the same key has replaced', async () => {
    await world.start(async ({ name }) => {
      if (name === 'second') return;
      await queue.add(work, { name: 'second' }, { key: 'k' });
      throw new Error('outdated');
    });
    await queue.add(work, { name: 'first' }, { key: 'k' });
    await until(isEmpty);
  });

  it('never runs two jobs with the same serialBy at once, keeps their order, and does not hold up others', async () => {
    const running = new Set<string>();
    const order: string[] = [];
    let together = 0;
    await world.start(async ({ name }) => {
      const resource = name.slice(0, 1);
      if (running.has(resource)) throw new Error('two at once');
      running.add(resource);
      together = Math.max(together, running.size);
      await sleep(5);
      running.delete(resource);
      order.push(name);
    });
    for (let round = 0; round < 5; round++) {
      for (const resource of ['a', 'b', 'c', 'd'])
        await queue.add(work, { name: `${resource}${round}` }, { serialBy: resource });
    }
    await until(isEmpty);
    expect(order.filter((name) => name.startsWith('b'))).toEqual(['b0', 'b1', 'b2', 'b3', 'b4']);
    expect(together).toBeGreaterThan(1);
  });

  it('pauses after a failure, gives up after the last attempt, and shows what went wrong until a replay', async () => {
    let broken = true;
    await world.start(async () => {
      if (broken) throw new Error('the provider is away');
    });
    const id = await queue.add(work, { name: 'x' });
    await until(async () => (await queue.list({ state: 'retrying' })).items.length === 1);
    const [retrying] = (await queue.list({ state: 'retrying' })).items;
    expect(retrying).toMatchObject({ id, attempts: 1, attemptsMax: 2, lastError: 'the provider is away' });
    const pauseMs = Number(retrying?.runAt) - Date.now();
    expect(pauseMs).toBeGreaterThan(500);
    expect(pauseMs).toBeLessThan(2_500);
    await until(async () => (await queue.list({ state: 'failed' })).items.length === 1);
    expect(await queue.counts()).toEqual([{ task: 'work', state: 'failed', count: 1 }]);
    broken = false;
    await queue.replay(id);
    await until(isEmpty);
  });

  it('tries all again that were given up, and nothing else', async () => {
    const once = task<{ name: string }>({ name: 'work', attemptsMax: 1, timeoutMs: 5_000 });
    let broken = true;
    await world.start(async () => {
      if (broken) throw new Error('the provider is away');
    });
    await queue.add(once, { name: 'x' });
    await queue.add(once, { name: 'y' });
    const later = await queue.add(work, { name: 'z' }, { runAt: new Date(Date.now() + 60_000) });
    await until(async () => (await queue.list({ state: 'failed' })).items.length === 2);
    broken = false;
    expect(await queue.replayFailed()).toBe(2);
    await until(async () => (await queue.list({})).items.length === 1);
    expect((await queue.list({})).items).toMatchObject([{ id: later, state: 'waiting' }]);
    await queue.remove(later);
    expect(await queue.replayFailed()).toBe(0);
  });

  it('does not count an attempt that failed because the database was away', async () => {
    let runs = 0;
    await world.start(async () => {
      runs++;
      if (runs <= 3) throw new AppError('unavailable', 'The database is not available');
    });
    await queue.add(work, { name: 'x' });
    await until(isEmpty);
    expect(runs).toBe(4);
  });

  it('ends an attempt whose time is over', async () => {
    let reason: unknown;
    const short = task<{ name: string }>({ name: 'short', attemptsMax: 1, timeoutMs: 30 });
    await world.start(async (_, { signal }) => {
      await sleep(5_000, undefined, { signal }).catch(() => undefined);
      reason = signal.reason;
      throw new Error('late');
    }, short);
    await queue.add(short, { name: 'x' });
    await until(async () => (await queue.list({ state: 'failed' })).items.length === 1);
    expect(reason).toMatchObject({ code: 'deadline_exceeded' });
    expect((await queue.list({})).items[0]?.lastError).toBe('No progress for 30 ms');
  });

  it('gives interrupted jobs back when it stops, not counting the attempt, whether or not they listen', async () => {
    let started = 0;
    await world.start(async ({ name }, { signal }) => {
      started++;
      await sleep(20_000, undefined, { ref: false, signal: name === 'listens' ? signal : undefined });
    });
    await queue.add(work, { name: 'listens' });
    await queue.add(work, { name: 'is deaf' });
    await until(() => started === 2);
    await world.runner?.stop();
    expect((await queue.list({})).items).toMatchObject([
      { state: 'waiting', attempts: 0 },
      { state: 'waiting', attempts: 0 },
    ]);
    const done: string[] = [];
    await world.start(async ({ name }, { attempt }) => void done.push(`${name} ${attempt}`));
    await until(isEmpty);
    expect(done.sort()).toEqual(['is deaf 1', 'listens 1']);
  });

  it('begins to stop when the process does, before anybody waits for it', async () => {
    const process = new AbortController();
    await world.start((_, { signal }) => sleep(20_000, undefined, { ref: false, signal }), work, process.signal);
    await queue.add(work, { name: 'x' });
    await until(async () => (await queue.list({ state: 'running' })).items.length === 1);
    process.abort();
    await until(async () => (await queue.list({ state: 'waiting' })).items.length === 1);
  });

  it('lets a job finish that is quicker than the stop', async () => {
    let isDone = false;
    await world.start(async () => {
      await sleep(20);
      isDone = true;
    });
    await queue.add(work, { name: 'x' });
    await until(async () => (await queue.list({ state: 'running' })).items.length === 1);
    await world.runner?.stop();
    expect(isDone).toBe(true);
    expect(await isEmpty()).toBe(true);
  });

  it('serves tenants in turn, however many jobs one of them has', async () => {
    const jobs = (tenant: string, count: number) =>
      Array.from({ length: count }, (_, i) => ({ payload: { name: `${tenant}${i}` }, tenant }));
    await queue.addAll(work, jobs('b', 40));
    await queue.addAll(work, [...jobs('a', 3), ...jobs('c', 3)]);
    const order: string[] = [];
    await world.start(async ({ name }) => {
      order.push(name);
      await sleep(5);
    });
    await until(isEmpty);
    const last = Math.max(...order.flatMap((name, i) => (name.startsWith('b') ? [] : [i])));
    expect(last).toBeLessThan(16);
    expect(order.filter((name) => name.startsWith('b'))).toEqual(jobs('b', 40).map(({ payload }) => payload.name));
  });

  it('runs at most so many jobs of a tenant at once', async () => {
    const jobs = ['a', 'b'].flatMap((tenant) =>
      Array.from({ length: 6 }, (_, i) => ({ payload: { name: `${tenant}${i}` }, tenant })),
    );
    await queue.addAll(work, jobs);
    const running = { a: 0, b: 0 };
    let most = 0;
    const handle: TaskHandler<unknown> = async (payload) => {
      // One of the payloads above.
      const tenant = (payload as { name: string }).name.startsWith('a') ? 'a' : 'b';
      most = Math.max(most, ++running[tenant]);
      await sleep(15);
      running[tenant]--;
    };
    const tasks = [{ task: work, handle, concurrency: 4, tenantMax: 2 }];
    world.runner = await TaskRunner.start({ url: world.database.url, queue, tasks, concurrency: 4 });
    await until(isEmpty);
    expect(most).toBe(2);
  });

  it('keeps an error that Postgres could not store as it is', async () => {
    const once = task<{ name: string }>({ name: 'once', attemptsMax: 1, timeoutMs: 2_000 });
    await world.start(() => Promise.reject(new Error('zero \0 and half \ud83d')), once);
    await queue.add(once, { name: 'x' });
    await until(async () => (await queue.list({ state: 'failed' })).items.length === 1);
    expect((await queue.list({})).items[0]?.lastError).toBe('zero  and half \ufffd');
  });

  it('does the urgent first, and nothing before its time', async () => {
    const order: string[] = [];
    await queue.add(work, { name: 'later' }, { runAt: new Date(Date.now() + 60_000) });
    await queue.add(work, { name: 'normal' });
    await queue.add(work, { name: 'urgent' }, { priority: -1 });
    await queue.addAll(work, [{ payload: { name: 'idle' }, priority: 1 }]);
    world.runner = await TaskRunner.start({
      url: world.database.url,
      queue,
      tasks: [{ task: work, handle: async (payload) => void order.push(String(Reflect.get(Object(payload), 'name'))) }],
      concurrency: 1,
    });
    await until(() => order.length === 3);
    expect(order).toEqual(['urgent', 'normal', 'idle']);
    expect((await queue.list({ state: 'waiting' })).items).toMatchObject([{ payload: { name: 'later' } }]);
  });

  it('takes only what works without room while the disk is nearly full, ahead of what waits in its turn', async () => {
    const clean = task<{ name: string }>({ name: 'clean', attemptsMax: 2, timeoutMs: 2_000, worksWithoutRoom: true });
    const done: string[] = [];
    const disk = { isShort: true };
    const handle = (payload: unknown) => String(Reflect.get(Object(payload), 'name'));
    const grow = async (payload: unknown) => {
      if (handle(payload) === 'large' && !disk.isShort && !done.includes('large')) {
        done.push('large');
        disk.isShort = true;
        throw new AppError('storage_full', 'There is no room left');
      }
      done.push(handle(payload));
    };
    await queue.add(work, { name: 'small' }, { serialBy: 'r' });
    await queue.add(clean, { name: 'purge' }, { serialBy: 'r', priority: -10 });
    const tasks = [
      { task: work, handle: grow },
      { task: clean, handle: async (payload: unknown) => void done.push(handle(payload)) },
    ];
    world.runner = await TaskRunner.start({ url: world.database.url, queue, tasks, concurrency: 4, disk });
    await until(() => done.length === 1);
    expect(done).toEqual(['purge']);
    expect((await queue.list({ state: 'waiting' })).items).toMatchObject([{ payload: { name: 'small' }, attempts: 0 }]);
    disk.isShort = false;
    await until(isEmpty);
    // A job that fails for lack of disk space waits for space, and the attempt does not count.
    await queue.add(work, { name: 'large' });
    await until(() => disk.isShort);
    await until(async () => (await queue.list({ state: 'waiting' })).items.length === 1);
    expect((await queue.list({ state: 'waiting' })).items).toMatchObject([{ attempts: 0, lastError: null }]);
    disk.isShort = false;
    await until(isEmpty);
    expect(done).toEqual(['purge', 'small', 'large', 'large']);
  });

  it('shares the work with another process, jobs in a row included', async () => {
    const done: string[] = [];
    const first = await world.start(async ({ name }) => void done.push(`first ${name}`));
    await world.start(async ({ name }) => void done.push(`second ${name}`));
    const added = Array.from({ length: 100 }, (_, index) =>
      queue.add(work, { name: String(index) }, { serialBy: String(index % 20) }),
    );
    await Promise.all(added);
    await until(isEmpty);
    await first.stop();
    expect(new Set(done.map((entry) => entry.split(' ')[1])).size).toBe(100);
    expect(done).toHaveLength(100);
  });

  it('refuses to touch a job that runs, and knows those that do not exist', async () => {
    let end: () => void = () => undefined;
    await world.start(() => new Promise((resolve) => (end = resolve)));
    const id = await queue.add(work, { name: 'x' });
    await until(async () => (await queue.list({ state: 'running' })).items.length === 1);
    await expect(queue.remove(id)).rejects.toMatchObject({ code: 'conflict' });
    await expect(queue.replay('999999')).rejects.toMatchObject({ code: 'not_found' });
    await expect(queue.remove('x')).rejects.toMatchObject({ code: 'not_found' });
    end();
  });
});
