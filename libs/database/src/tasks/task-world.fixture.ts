import { task, type TaskDefinition } from '@lectern/contracts/core';
import { temporaryDatabase, type TemporaryDatabase } from '@lectern/testing';
import { Logger } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { installTaskSchema, openServiceDatabase, type TaskHandler, TaskQueue, TaskRunner } from '..';

const UNTIL_MS = 10_000;

export const work = task<{ name: string }>({ name: 'work', attemptsMax: 2, timeoutMs: 2_000 });

/** A queue in its own database, with at most one runner: the last one that a spec has started. */
export class TaskWorld {
  runner: TaskRunner | undefined;

  private constructor(
    readonly database: TemporaryDatabase,
    readonly dataSource: DataSource,
    readonly queue: TaskQueue,
  ) {}

  static async open(): Promise<TaskWorld> {
    Logger.overrideLogger(false);
    const database = await temporaryDatabase();
    const limits = { poolMax: 5, statementTimeoutMs: 5_000 };
    const dataSource = await openServiceDatabase(database.url, { schema: 's', entities: [], migrations: [] }, limits);
    const queue = new TaskQueue(dataSource, 's_tasks');
    await installTaskSchema(database.url, queue.schema);
    return new TaskWorld(database, dataSource, queue);
  }

  async start(
    handle: TaskHandler<{ name: string }>,
    definition: TaskDefinition<{ name: string }> = work,
    stopping?: AbortSignal,
  ): Promise<TaskRunner> {
    const pace = { drainMs: 50, graceMs: 50, lookMs: 300 };
    // A handler only gets payloads of its task.
    const tasks = [{ task: definition, handle: handle as TaskHandler<unknown> }];
    const { database, queue } = this;
    this.runner = await TaskRunner.start({ url: database.url, queue, tasks, concurrency: 4, pace, stopping });
    return this.runner;
  }

  readonly isEmpty = async (): Promise<boolean> => (await this.queue.counts()).length === 0;

  async clear(): Promise<void> {
    await this.runner?.stop();
    this.runner = undefined;
    await this.dataSource.query('delete from s_tasks.job');
  }

  async close(): Promise<void> {
    await this.dataSource.destroy();
    await this.database.drop();
  }
}

export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + UNTIL_MS; !(await condition()); await sleep(10)) {
    if (Date.now() > end) throw new Error('It did not happen');
  }
}
