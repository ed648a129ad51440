import { entryFile } from '@lectern/config';
import { task } from '@lectern/contracts/core';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TaskQueue } from '..';
import { TaskWorld, until, work } from './task-world.fixture';

describe('jobs of processes that are gone', () => {
  let world: TaskWorld;
  let queue: TaskQueue;

  beforeAll(async () => {
    world = await TaskWorld.open();
    queue = world.queue;
  });
  afterEach(() => world.clear());
  afterAll(() => world.close());

  const isEmpty = () => world.isEmpty();
  const none = task<{ name: string }>({ name: 'none', attemptsMax: 1, timeoutMs: 1_000 });

  /** Kills another process after it has taken a job that never ends. */
  async function killWhileItWorks(): Promise<void> {
    const program = `
      const { DataSource } = require('typeorm');
      const { TaskQueue, TaskRunner } = require(${JSON.stringify(entryFile(join(__dirname, '..'), 'index'))});
      const queue = new TaskQueue(new DataSource({ type: 'postgres', url: process.argv[1] }), 's_tasks');
      const handle = () => new Promise(() => console.log('started'));
      const tasks = [{ task: { name: 'work', attemptsMax: 2, timeoutMs: 60000 }, handle }];
      TaskRunner.start({ url: process.argv[1], queue, tasks, concurrency: 1 });`;
    const child = spawn(process.execPath, ['-e', program, world.database.url], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
  }

  it('runs the jobs of a process that was killed, which is no attempt', async () => {
    await queue.add(work, { name: 'x' }, { serialBy: 'r' });
    await killWhileItWorks();
    const attempts: number[] = [];
    await world.start(async (_, { attempt }) => void attempts.push(attempt));
    await until(isEmpty);
    expect(attempts).toEqual([1]);
  });

  it('leaves the job of a killed process to the one that took its key meanwhile', async () => {
    await queue.add(work, { name: 'old' }, { key: 'k', serialBy: 'r' });
    await killWhileItWorks();
    await queue.add(work, { name: 'new' }, { key: 'k', serialBy: 'r' });
    const names: string[] = [];
    await world.start(async ({ name }) => void names.push(name));
    await until(isEmpty);
    expect(names).toEqual(['new']);
  });

  it('tries a job again however often its process is killed, with growing pauses', async () => {
    await queue.add(work, { name: 'x' });
    const pauses: number[] = [];
    for (let kill = 0; kill < 6; kill += 1) {
      await killWhileItWorks();
      await world.start(async () => undefined, none);
      await until(async () => (await world.dataSource.query('select 1 from s_tasks.job where locked_by is null'))[0]);
      await world.runner?.stop();
      const [job] = (await queue.list({})).items;
      expect([job?.state, job?.attempts]).toEqual(['waiting', 0]);
      pauses.push(Number(job?.runAt) - Date.now());
      await world.dataSource.query('update s_tasks.job set run_at = now()');
    }
    expect(pauses[0]).toBeLessThan(0);
    for (let i = 2; i < pauses.length; i += 1) expect(pauses[i]).toBeGreaterThan(pauses[i - 1] ?? 0);
    let runs = 0;
    await world.start(async () => void runs++);
    await until(isEmpty);
    expect(runs).toBe(1);
  });

  it('runs jobs whose process was killed one at a time, beside all others', async () => {
    for (let i = 0; i < 3; i += 1) await queue.add(work, { name: `suspect ${i}` });
    await world.dataSource.query('update s_tasks.job set crashes = 1');
    for (let i = 0; i < 3; i += 1) await queue.add(work, { name: `other ${i}` });
    let [suspects, suspectsMax, together] = [0, 0, 0];
    const running = new Set<string>();
    await world.start(async ({ name }) => {
      running.add(name);
      together = Math.max(together, running.size);
      if (name.startsWith('suspect')) suspectsMax = Math.max(suspectsMax, ++suspects);
      await sleep(30);
      if (name.startsWith('suspect')) suspects--;
      running.delete(name);
    });
    await until(isEmpty);
    expect([suspectsMax, together]).toEqual([1, 4]);
  });

  it('runs a suspect of each task at once', async () => {
    const other = task<{ name: string }>({ name: 'other', attemptsMax: 2, timeoutMs: 2_000 });
    await queue.add(work, { name: 'a' });
    await queue.add(work, { name: 'b' });
    await queue.add(other, { name: 'c' });
    await world.dataSource.query('update s_tasks.job set crashes = 3');
    const sql = `select payload ->> 'name' as name from s_tasks.take_jobs('w', array['work', 'other'], 4, '', 1000)`;
    const taken: { name: string }[] = [];
    for (let i = 0; i < 3; i += 1) taken.push(...(await world.dataSource.query(sql)));
    expect(taken.map(({ name }) => name)).toEqual(['a', 'c']);
  });

  it('takes one suspect at a time, whatever plan Postgres chooses', async () => {
    await world.dataSource.query('analyze s_tasks.job');
    for (let i = 0; i < 3; i += 1) await queue.add(work, { name: `suspect ${i}` });
    await world.dataSource.query('update s_tasks.job set crashes = 1');
    const taken: unknown[] = await world.dataSource.transaction(async (tx) => {
      await tx.query('set local enable_material = off');
      return tx.query(`select id from s_tasks.take_jobs('w', array['work'], 4, '', 1000)`);
    });
    expect(taken).toHaveLength(1);
  });

  it('does not take jobs from a process that lives', async () => {
    let runs = 0;
    const first = await world.start(async () => {
      runs++;
      await sleep(1_000);
    });
    await queue.add(work, { name: 'x' });
    await until(() => runs === 1);
    await world.start(async () => void runs++);
    await until(isEmpty);
    await first.stop();
    expect(runs).toBe(1);
  });
});
