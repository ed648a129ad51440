import { setTimeout as sleep } from 'node:timers/promises';
import { task } from '@lectern/contracts/core';
import { Metrics } from '@lectern/runtime';
import { temporaryDatabase, type TemporaryDatabase } from '@lectern/testing';
import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { installTaskSchema, openServiceDatabase, TaskQueue, TaskRunner } from '..';
import { TaskMetrics } from './task-metrics';

const work = task<{ fails: boolean }>({ name: 'work', attemptsMax: 1, timeoutMs: 2_000 });
const untilMs = 10_000;

describe('TaskMetrics', () => {
  let database: TemporaryDatabase;
  let dataSource: DataSource;
  let queue: TaskQueue;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    database = await temporaryDatabase();
    const service = { schema: 's', entities: [], migrations: [] };
    dataSource = await openServiceDatabase(database.url, service, { poolMax: 5, statementTimeoutMs: 5_000 });
    queue = new TaskQueue(dataSource, 's_tasks');
    await installTaskSchema(database.url, queue.schema);
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  async function until(metrics: Metrics, line: RegExp): Promise<void> {
    for (const end = Date.now() + untilMs; !line.test((await metrics.text()).body); await sleep(10))
      if (Date.now() > end) throw new Error((await metrics.text()).body);
  }

  it('tells how attempts ended, and what is left to be done', async () => {
    const metrics = new Metrics();
    const figures = new TaskMetrics(metrics);
    await queue.add(work, { fails: false });
    await queue.add(work, { fails: true });
    const unwatchBefore = figures.watch(queue);
    await until(metrics, /^lectern_tasks\{task="work",state="waiting"\} 2$/m);
    unwatchBefore();

    const handle = async (payload: unknown) => {
      // Only this test adds tasks.
      if ((payload as { fails: boolean }).fails) throw new Error('on request');
    };
    const tasks = [{ task: work, handle }];
    const runner = await TaskRunner.start({
      url: database.url,
      queue,
      tasks,
      concurrency: 2,
      observe: figures.observe,
    });
    await until(metrics, /^lectern_task_seconds_count\{task="work",outcome="done"\} 1$/m);
    await until(metrics, /^lectern_task_seconds_count\{task="work",outcome="given_up"\} 1$/m);
    await runner.stop();
    const unwatch = figures.watch(queue);
    await until(metrics, /^lectern_tasks\{task="work",state="failed"\} 1$/m);
    unwatch();
  });

  it('is silent where nobody collects figures', () => {
    const figures = new TaskMetrics();
    figures.observe({ task: 'work', outcome: 'done', durationMs: 1 });
    figures.watch(queue)();
  });
});
