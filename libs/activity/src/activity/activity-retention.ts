import { activitySlice, readConfig } from '@lectern/config';
import { removeOldActivity } from '@lectern/contracts/search';
import { Runs, type TaskRun, Transactions } from '@lectern/database';
import { inSteps, type StepsOptions } from '@lectern/runtime';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ActivityRepository } from './activity.repository';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
const ROWS_PER_STEP = 2_000;
const STEPS_MAX = 5_000;
/** Rows that wait longer in a journal are beyond the retention time and are dropped. */
const PURGED_KEPT_DAYS_MIN = 7;

/** Deletes old activity once per hour, and that of deleted boxes immediately. */
@Injectable()
export class ActivityRetention {
  private readonly ageMsMax = readConfig(activitySlice).ACTIVITY_DAYS * DAY_MS;

  constructor(
    private readonly transactions: Transactions,
    private readonly repository: ActivityRepository,
  ) {}

  @Runs(removeOldActivity)
  async run(_: object, run: TaskRun): Promise<void> {
    await this.prune(new Date(), run);
  }

  /**
   * Deletes all rows of a box and prevents further ones. Safe to repeat.
   *
   * @throws AppError `unavailable`; the signal's reason
   */
  async purge(kbid: string, signal: AbortSignal): Promise<void> {
    await this.transactions.run((tx) => this.repository.markPurged(kbid, new Date(), tx));
    await this.inSteps((tx) => this.repository.purge(kbid, ROWS_PER_STEP, tx), { signal });
  }

  /**
   * @returns number of deleted rows
   * @throws AppError `unavailable`
   */
  async prune(now: Date, options?: StepsOptions): Promise<number> {
    const boxesBefore = new Date(now.getTime() - Math.max(this.ageMsMax, PURGED_KEPT_DAYS_MIN * DAY_MS));
    await this.inSteps((tx) => this.repository.prunePurged(boxesBefore, ROWS_PER_STEP, tx), options);
    // Full hours, the unit in which rows are counted.
    const before = new Date(Math.floor((now.getTime() - this.ageMsMax) / HOUR_MS) * HOUR_MS);
    return this.inSteps((tx) => this.repository.prune(before, ROWS_PER_STEP, tx), options);
  }

  /** Each step runs in its own transaction. */
  private inSteps(step: (tx: EntityManager) => Promise<number>, options?: StepsOptions): Promise<number> {
    return inSteps(() => this.transactions.single(step), { ...options, stepsMax: STEPS_MAX });
  }
}
