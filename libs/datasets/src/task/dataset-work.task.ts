import { loggedLines } from '@lectern/augmentation';
import { AppError } from '@lectern/contracts/core';
import { endGivenUpDatasetTasks, workOnDatasetTask } from '@lectern/contracts/understanding';
import { type HeldRun, InterruptedError, Runs, TaskQueue } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { DatasetRows } from '../rows/dataset-rows';
import type { DatasetTaskEntity } from '../rows/dataset-task.entity';
import { datasetTaskLine } from './dataset-task.service';
import { DatasetWalk } from './dataset-walk';

/** Concurrent tasks per process. */
const TASKS_AT_ONCE = 2;
const GIVEN_UP_PER_PAGE = 100;

/** Runs tasks on datasets in turns, so that others are not kept waiting. */
@Injectable()
export class DatasetWorkTask {
  constructor(
    private readonly rows: DatasetRows,
    private readonly jobs: TaskQueue,
    private readonly walk: DatasetWalk,
  ) {}

  @Runs(workOnDatasetTask, { concurrency: TASKS_AT_ONCE, tenantMax: TASKS_AT_ONCE })
  async run({ taskId }: { readonly taskId: string }, run: HeldRun): Promise<void> {
    const task = await this.rows.transactions.read((tx) => this.rows.tasks.findOpen(taskId, tx));
    if (!task) return;
    try {
      await this.turn(task, run);
    } catch (error) {
      if (run.signal.aborted || error instanceof InterruptedError) throw error;
      await this.noteFailure(task, error, run);
    }
  }

  /** Tasks whose processes ended by themselves each time have failed. */
  @Runs(endGivenUpDatasetTasks)
  async endGivenUp(): Promise<void> {
    const jobs = await this.jobs.listAllGivenUp([workOnDatasetTask.name], { after: '0', limit: GIVEN_UP_PER_PAGE });
    for (const { id, payload, lastError } of jobs) {
      const { taskId } = payload as { readonly taskId: string }; // of `workOnDatasetTask`
      const log = `Given up: ${lastError ?? 'its process ended while it ran'}`;
      await this.rows.transactions.run((tx) => this.rows.tasks.update(taskId, { failedAt: new Date(), log }, tx));
      await this.jobs.removeWaiting(id);
    }
  }

  private async turn(task: DatasetTaskEntity, run: HeldRun): Promise<void> {
    if (!task.scheduledAt)
      await this.rows.transactions.run((tx) => this.rows.tasks.update(task.id, { scheduledAt: new Date() }, tx));
    const end = await this.walk.turn(task, run);
    await this.rows.transactions.run(async (tx) => {
      if (!('runAt' in end)) {
        await this.rows.tasks.update(task.id, { completedAt: new Date() }, tx);
        return;
      }
      const { runAt, reason } = end;
      const log = reason === undefined ? {} : { log: loggedLines(end.log, [reason]) };
      if (await this.rows.tasks.update(task.id, { retries: 0, ...log }, tx))
        await this.jobs.add(workOnDatasetTask, { taskId: task.id }, { tx, ...datasetTaskLine(task), runAt });
    });
  }

  /** Throws for another attempt, unless this was the last one. */
  private async noteFailure({ id, log, retries }: DatasetTaskEntity, error: unknown, run: HeldRun): Promise<void> {
    const text = error instanceof Error ? error.message : String(error);
    // A partition that is damaged stays damaged.
    const isLast = run.attempt >= run.attemptsMax || (error instanceof AppError && error.code === 'invalid_request');
    const changes = {
      retries: retries + 1,
      log: loggedLines(log, [text]),
      ...(isLast && { failedAt: new Date() }),
    };
    await this.rows.transactions.run((tx) => this.rows.tasks.update(id, changes, tx));
    if (!isLast) throw error;
  }
}
