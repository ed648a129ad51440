import { readConfig } from '@lectern/config';
import { Transactions } from '@lectern/database';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { activityConfig } from './activity.config';
import { ActivityRepository } from './activity.repository';

const HOUR_MS = 60 * 60_000;
const EVERY_MS = HOUR_MS;
const DAY_MS = 24 * 60 * 60_000;
const ROWS_PER_STEP = 2_000;
/** A run ends after so many steps; the next one goes on. */
const STEPS_MAX = 5_000;
/** Rows that wait longer in a journal are older than what is kept, and forgotten. */
const PURGED_KEPT_DAYS_MIN = 7;

/** Forgets old activity once an hour, and that of deleted boxes at once. Several processes may do it together. */
@Injectable()
export class ActivityRetention implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('Activity');
  private readonly ageMsMax = readConfig(activityConfig).ACTIVITY_DAYS * DAY_MS;
  private timer: NodeJS.Timeout | undefined;
  private isStopping = false;

  constructor(
    private readonly transactions: Transactions,
    private readonly repository: ActivityRepository,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.tryToPrune(), EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    this.isStopping = true;
    clearInterval(this.timer);
  }

  /**
   * Removes all rows of a box and lets none follow. Safe to repeat.
   *
   * @throws AppError `unavailable`; the signal's reason
   */
  async purge(kbid: string, signal: AbortSignal): Promise<void> {
    await this.transactions.run((tx) => this.repository.markPurged(kbid, new Date(), tx));
    await this.inSteps((tx) => this.repository.purge(kbid, ROWS_PER_STEP, tx), signal);
  }

  /** @returns how many rows were forgotten @throws AppError `unavailable` */
  async prune(now: Date): Promise<number> {
    const boxesBefore = new Date(now.getTime() - Math.max(this.ageMsMax, PURGED_KEPT_DAYS_MIN * DAY_MS));
    await this.inSteps((tx) => this.repository.prunePurged(boxesBefore, ROWS_PER_STEP, tx));
    // Whole hours, which is what rows are counted by.
    const before = new Date(Math.floor((now.getTime() - this.ageMsMax) / HOUR_MS) * HOUR_MS);
    return this.inSteps((tx) => this.repository.prune(before, ROWS_PER_STEP, tx));
  }

  private async inSteps(step: (tx: EntityManager) => Promise<number>, signal?: AbortSignal): Promise<number> {
    let total = 0;
    for (let steps = 0; steps < STEPS_MAX && !this.isStopping; steps += 1) {
      signal?.throwIfAborted();
      const count = await this.transactions.single(step);
      total += count;
      if (count === 0) break;
    }
    return total;
  }

  private async tryToPrune(): Promise<void> {
    try {
      await this.prune(new Date());
    } catch (error) {
      this.logger.warn(`Old activity is kept for now: ${String(error)}`);
    }
  }
}
