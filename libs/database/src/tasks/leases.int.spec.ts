import { entryFile } from '@lectern/config';
import { scheduledTask, task, type TaskDefinition } from '@lectern/contracts/core';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type HeldRun, PausedError, type TaskHandler, type TaskQueue, TaskRunner, Transactions } from '..';
import { TaskWorld, until, work } from './task-world.fixture';

/**
 * Renewed four times per second, so that a spec soon sees a renewal, and the expiry after a process has fallen
 * silent.
 */
const brief = task<{ name: string }>({ name: 'work', attemptsMax: 2, timeoutMs: 30_000, leaseMs: 1_000 });

/** Another process that works on each job for ever and prints when it starts. Its clock is an hour ahead. */
const program = (definition: object) => `
  const RealDate = Date;
  globalThis.Date = class extends RealDate {
    constructor(...values) { super(...(values.length > 0 ? values : [RealDate.now() + 3_600_000])); }
    static now() { return RealDate.now() + 3_600_000; }
  };
  const { DataSource } = require('typeorm');
  const { TaskQueue, TaskRunner } = require(${JSON.stringify(entryFile(join(__dirname, '..'), 'index'))});
  const queue = new TaskQueue(new DataSource({ type: 'postgres', url: process.argv[1] }), 's_tasks');
  const handle = (payload, { signal }) => new Promise((_, reject) => {
    console.log('started');
    signal.addEventListener('abort', () => { console.log(String(signal.reason)); reject(signal.reason); });
  });
  const pace = { drainMs: 50, graceMs: 50, lookMs: 300 };
  const tasks = [{ task: ${JSON.stringify(definition)}, handle }];
  TaskRunner.start({ url: process.argv[1], queue, tasks, concurrency: 1, pace });`;

describe('the lease of a job', () => {
  let world: TaskWorld;
  let queue: TaskQueue;
  const children: ChildProcess[] = [];

  beforeAll(async () => {
    world = await TaskWorld.open();
    queue = world.queue;
  });
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    await world.clear();
    await world.dataSource.query('delete from s_tasks.schedule; delete from s_tasks.pause');
  });
  afterAll(() => world.close());

  async function otherProcess(definition: object = brief) {
    const child = spawn(process.execPath, ['-e', program(definition), world.database.url], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    const said: string[] = [];
    child.stdout.on('data', (data: Buffer) => said.push(...data.toString().trim().split('\n')));
    await once(child.stdout, 'data');
    return { child, said };
  }
  const isEmpty = () => world.isEmpty();
  const leaseIsOver = async () => {
    const [row] = await world.dataSource.query('select leased_until < clock_timestamp() as over from s_tasks.job');
    return row?.over;
  };

  it('is renewed while its process works, however long that is, by the clock of the database', async () => {
    let runs = 0;
    const ending = Promise.withResolvers<void>();
    const handle = async () => {
      runs += 1;
      await ending.promise;
    };
    await world.start(handle, brief);
    const first = world.runner;
    await world.start(handle, brief);
    await queue.add(brief, { name: 'x' });
    await until(() => runs === 1);
    const leases = new Set<string>();
    for (let i = 0; i < 25; i += 1) {
      const [row] = await world.dataSource.query('select leased_until::text as lease from s_tasks.job');
      leases.add(row.lease);
      await sleep(100);
    }
    ending.resolve();
    await until(isEmpty);
    await first?.stop();
    expect(runs).toBe(1);
    expect(leases.size).toBeGreaterThan(2);
  });

  it('ends when its process is silent, although that keeps its connections, and others do the job', async () => {
    await queue.add(brief, { name: 'x' }, { serialBy: 'r' });
    const { child, said } = await otherProcess();
    child.kill('SIGSTOP');
    const attempts: number[] = [];
    await world.start(async (_, { attempt }) => {
      attempts.push(attempt);
      child.kill('SIGCONT');
      await until(() => said.length > 1);
    }, brief);
    await until(isEmpty);
    expect(attempts).toEqual([1]);
    expect(said).toEqual(['started', expect.stringContaining('Another process has the job')]);
  });

  it('ends with a process that was killed', async () => {
    await queue.add(brief, { name: 'x' });
    const { child } = await otherProcess();
    child.kill('SIGKILL');
    let runs = 0;
    await world.start(async () => void (runs += 1), brief);
    await until(isEmpty);
    expect(runs).toBe(1);
  });

  it('is as long as the task says, whatever the clock of its process shows', async () => {
    const long = { ...brief, leaseMs: 60_000 };
    await queue.add(long, { name: 'x' });
    await otherProcess(long);
    const [{ seconds }] = await world.dataSource.query(
      'select extract(epoch from leased_until - clock_timestamp())::float8 as seconds from s_tasks.job',
    );
    expect(seconds).toBeGreaterThan(50);
    expect(seconds).toBeLessThan(60);
    expect(await leaseIsOver()).toBe(false);
  });

  it('lets only the process that has it save and commit', async () => {
    const transactions = new Transactions(world.dataSource);
    await world.dataSource.query('create table if not exists s_tasks.written (name text)');
    const outcomes: unknown[] = [];
    const runs: HeldRun[] = [];
    const write = (name: string, run: HeldRun) =>
      transactions.run(async (tx) => {
        await tx.query('insert into s_tasks.written values ($1)', [name]);
        await run.save({ name }, { tx });
      });
    await world.start(async (_, run) => {
      runs.push(run);
      if (runs.length > 1) return write('second', run);
      await write('first', run);
      // As if it had been silent and another process had noticed.
      await world.dataSource.query('update s_tasks.job set locked_by = null, attempts = 0');
      outcomes.push(await write('lost', run).catch(String), run.signal.aborted);
    }, brief);
    await queue.add(brief, { name: 'x' });
    await until(isEmpty);
    const written = await world.dataSource.query('select name from s_tasks.written');
    expect(written).toEqual([{ name: 'first' }, { name: 'second' }]);
    expect(runs.map(({ progress }) => progress)).toEqual([undefined, { name: 'first' }]);
    expect(outcomes).toEqual([expect.stringContaining('Another process has the job'), true]);
  });

  it('comes with what the attempt before saved, which those who list jobs see', async () => {
    const seen: unknown[] = [];
    await world.start(async (_, { progress, save }) => {
      seen.push(progress);
      if (progress) return;
      await save({ cursor: 7 });
      throw new Error('away');
    }, brief);
    await queue.add(brief, { name: 'x' });
    await until(async () => (await queue.list({ state: 'retrying' })).items.length === 1);
    expect((await queue.list({})).items).toMatchObject([{ progress: { cursor: 7 } }]);
    await until(isEmpty);
    expect(seen).toEqual([undefined, { cursor: 7 }]);
  });

  it('tells a handler each time that it is renewed', async () => {
    let checks = 0;
    await world.start(async (_, { whileHeld }) => {
      whileHeld(async () => {
        checks += 1;
        throw new Error('is its own affair');
      });
      await until(() => checks > 1);
    }, brief);
    await queue.add(brief, { name: 'x' });
    await until(isEmpty);
  });

  describe('of one that is to stop', () => {
    it('ends it in this process at once, and in others when they renew leases; it is not tried again', async () => {
      const long = { ...brief, leaseMs: 60_000 };
      const reasons: unknown[] = [];
      const handle: TaskHandler<unknown> = async (_, { signal }) => {
        await sleep(20_000, undefined, { signal, ref: false }).catch(() => undefined);
        reasons.push(String(signal.reason));
        throw signal.reason;
      };
      await world.start(handle, long);
      await queue.add(long, { name: 'here' }, { key: 'k', serialBy: 'r' });
      await queue.add(long, { name: 'waits' }, { key: 'l', serialBy: 'r' });
      await until(async () => (await queue.list({ state: 'running' })).items.length === 1);
      await queue.stop('l');
      await queue.stop('k');
      await until(isEmpty);
      await world.runner?.stop();
      expect(reasons).toEqual([expect.stringContaining('The job was stopped')]);

      await queue.add(brief, { name: 'elsewhere' }, { key: 'k' });
      const { said } = await otherProcess();
      await queue.stop('k');
      await until(() => said.length > 1);
      await until(isEmpty);
      expect(said.at(-1)).toContain('The job was stopped');
    });

    it('is removed with a process that is killed before it knows', async () => {
      await queue.add(brief, { name: 'x' }, { key: 'k' });
      const { child } = await otherProcess();
      child.kill('SIGKILL');
      await queue.stop('k');
      let runs = 0;
      await world.start(async () => void (runs += 1), brief);
      await until(isEmpty);
      expect(runs).toBe(0);
    });
  });

  describe('of work that is done once per interval', () => {
    const everySecond = scheduledTask('work', { intervalMs: 1_000 });
    // Only these specs add jobs.
    const asWork = (definition: TaskDefinition<object>) => definition as TaskDefinition<{ name: string }>;

    it('is given to one of all processes each time', async () => {
      let runs = 0;
      const handle = async () => void (runs += 1);
      const startedMs = performance.now();
      const runners: (TaskRunner | undefined)[] = [];
      for (let i = 0; i < 3; i += 1) {
        await world.start(handle, asWork(everySecond));
        runners.push(world.runner);
      }
      await until(() => runs >= 4);
      await Promise.all(runners.map((runner) => runner?.stop()));
      expect(runs).toBeLessThanOrEqual((performance.now() - startedMs) / 1_000);
    });

    it('is done once when it was missed, however often, while no process was there', async () => {
      let runs = 0;
      await world.start(async () => void (runs += 1), asWork(scheduledTask('work', { intervalMs: 3_600_000 })));
      await world.runner?.stop();
      expect(runs).toBe(0);
      await world.dataSource.query(`update s_tasks.schedule set next_at = next_at - interval '30 days'`);
      await world.start(async () => void (runs += 1), asWork(scheduledTask('work', { intervalMs: 3_600_000 })));
      await until(() => runs === 1);
      await sleep(2_500);
      expect(runs).toBe(1);
      const [{ minutes }] = await world.dataSource.query(
        'select extract(epoch from next_at - clock_timestamp())::float8 / 60 as minutes from s_tasks.schedule',
      );
      expect(minutes).toBeGreaterThan(58);
    });

    it('begins also after the start of a process, where it says so', async () => {
      let runs = 0;
      const hourly = asWork(scheduledTask('work', { intervalMs: 3_600_000, afterStartMs: 0 }));
      await world.start(async () => void (runs += 1), hourly);
      await until(() => runs === 1);
      await world.runner?.stop();
      await world.start(async () => void (runs += 1), hourly);
      await until(() => runs === 2);
    });

    it('follows a change of the interval, and does not wait for the longer one before', async () => {
      let runs = 0;
      await world.start(async () => undefined, asWork(scheduledTask('work', { intervalMs: 3_600_000 })));
      await world.runner?.stop();
      await world.start(async () => void (runs += 1), asWork(everySecond));
      await until(() => runs === 1);
    });

    it('never overlaps with itself, and is tried again at the next interval after it was given up', async () => {
      let [running, together, runs] = [0, 0, 0];
      const once = scheduledTask('work', { intervalMs: 1_000, afterStartMs: 0 }, { attemptsMax: 1 });
      await world.start(async () => {
        runs += 1;
        together = Math.max(together, ++running);
        await sleep(1_500);
        running -= 1;
        throw new Error('away');
      }, asWork(once));
      await until(async () => (await queue.list({ state: 'failed' })).items.length === 1);
      expect((await queue.list({})).items).toMatchObject([{ lastError: 'away', state: 'failed' }]);
      await until(() => runs === 2);
      expect(together).toBe(1);
    });

    it('continues where it was after a kill', async () => {
      const hourly = scheduledTask('work', { intervalMs: 3_600_000, afterStartMs: 0 }, { leaseMs: 1_000 });
      const { child } = await otherProcess(hourly);
      await world.dataSource.query(`update s_tasks.job set progress = '"half"'`);
      child.kill('SIGKILL');
      const seen: unknown[] = [];
      await world.start(
        async (_, { progress }) => void seen.push(progress),
        asWork({ ...hourly, every: everySecond.every }),
      );
      await until(() => seen.length > 0);
      expect(seen[0]).toBe('half');
    });
  });

  describe('of work of a tenant that pauses', () => {
    it('begins when the pause is over or was ended; others go on, and what runs is not interrupted', async () => {
      const done: string[] = [];
      await queue.pause({ tenant: 'a', tasks: ['work'] }, 60_000);
      await queue.addAll(
        work,
        ['a', 'b', 'a'].map((tenant, i) => ({ payload: { name: `${tenant}${i}` }, tenant })),
      );
      await world.dataSource.query(`update s_tasks.job set crashes = 1 where payload->>'name' = 'a2'`);
      await world.start(async ({ name }) => void done.push(name));
      await until(() => done.length === 1);
      await sleep(1_200);
      expect(done).toEqual(['b1']);
      await queue.pause({ tenant: 'a', tasks: ['work'] }, 0);
      await until(isEmpty);
      expect(done.toSorted()).toEqual(['a0', 'a2', 'b1']);
    });

    it('may be asked for by the work itself, which is no attempt', async () => {
      const attempts: number[] = [];
      await world.start(async (_, { attempt }) => {
        attempts.push(attempt);
        if (attempts.length > 1) return;
        await queue.pause({ tenant: 'a', tasks: ['work'] }, 1_500);
        throw new PausedError('The account is blocked');
      });
      await queue.add(work, { name: 'x' }, { tenant: 'a' });
      await until(() => attempts.length === 1);
      await sleep(500);
      expect((await queue.list({})).items).toMatchObject([{ state: 'waiting', attempts: 0, lastError: null }]);
      await until(isEmpty);
      expect(attempts).toEqual([1, 1]);
    });
  });
});
