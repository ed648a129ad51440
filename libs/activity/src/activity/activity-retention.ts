import { readConfig } from '@lectern/config';
import { Transactions } from '@lectern/database';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { activityConfig } from './activity.config';
import { ActivityRepository } from './activity.repository';
import { Retention } from '../retention';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
const ROWS_PER_STEP = 2_000;
/** Rows that wait longer in a journal are older than what is kept, and forgotten. */
const PURGED_KEPT_DAYS_MIN = 7;

/** Forgets old activity once an hour, and that of deleted boxes at once. Several processes may do it together. */
@Injectable()
export class ActivityRetention implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly ageMsMax = readConfig(activityConfig).ACTIVITY_DAYS * DAY_MS;
  private readonly retention: Retention;

  constructor(
    private readonly transactions: Transactions,
    private readonly repository: ActivityRepository,
  ) {
    this.retention = new Retention('rows of activity', transactions);
  }

  onApplicationBootstrap(): void {
    this.retention.start((now) => this.prune(now));
  }

  onApplicationShutdown(): void {
    this.retention.stop();
  }

  /**
   * Removes all rows of a box and lets none follow. Safe to repeat.
   *
   * @throws AppError `unavailable`; the signal's reason
   */
  async purge(kbid: string, signal: AbortSignal): Promise<void> {
    await this.transactions.run((tx) => this.repository.markPurged(kbid, new Date(), tx));
    await this.retention.inSteps((tx) => this.repository.purge(kbid, ROWS_PER_STEP, tx), signal);
  }

  /** @returns how many rows were forgotten @throws AppError `unavailable` */
  async prune(now: Date): Promise<number> {
    const boxesBefore = new Date(now.getTime() - Math.max(this.ageMsMax, PURGED_KEPT_DAYS_MIN * DAY_MS));
    await this.retention.inSteps((tx) => this.repository.prunePurged(boxesBefore, ROWS_PER_STEP, tx));
    // Whole hours, which is what rows are counted by.
    const before = new Date(Math.floor((now.getTime() - this.ageMsMax) / HOUR_MS) * HOUR_MS);
    return this.retention.inSteps((tx) => this.repository.prune(before, ROWS_PER_STEP, tx));
  }
}
