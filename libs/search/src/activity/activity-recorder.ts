import { readConfig } from '@lectern/config';
import { AppError } from '@lectern/contracts/core';
import { DatabaseServer, postgresJson, Transactions } from '@lectern/database';
import { Metrics } from '@lectern/runtime';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { activityConfig } from './activity.config';
import type { NewActivity } from './activity.entity';
import { ActivityRepository } from './activity.repository';
import { RowQueue } from './row-queue';

/** How long a row waits for others before it is written. */
const EVERY_MS = 1_000;
/** How long a stopping process tries to write what waits. */
const LAST_WRITE_MS_MAX = 3_000;

/**
 * Writes what was asked, a moment later and many rows at once. Rows wait in memory: recording never waits and never
 * fails, and what does not fit there while the database is away is dropped, counted and logged.
 */
@Injectable()
export class ActivityRecorder implements OnApplicationBootstrap {
  private readonly logger = new Logger('Activity');
  private readonly isOn = readConfig(activityConfig).ACTIVITY_DAYS > 0;
  private readonly queue = new RowQueue();
  private readonly rows: ReturnType<Metrics['counter']>;
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<boolean> | undefined;
  private droppedRows = 0;
  private isFailing = false;

  constructor(
    private readonly transactions: Transactions,
    private readonly repository: ActivityRepository,
    server: DatabaseServer,
    metrics: Metrics,
  ) {
    this.rows = metrics.counter({
      name: 'activity_rows_total',
      help: 'Rows of the activity log: written, or dropped because they could not be',
      labels: ['outcome'],
    });
    // Before the connections close, when all calls have ended.
    server.beforeStop(() => this.close());
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.tick(), EVERY_MS).unref();
  }

  /** Returns at once. Does nothing where no activity is kept. */
  record(row: () => NewActivity): void {
    if (!this.isOn) return;
    try {
      if (!this.queue.add(postgresJson(row()))) this.drop(1);
    } catch (error) {
      this.drop(1);
      this.logger.error({ message: 'A request could not be recorded', err: error });
    }
    // A database that has just failed is tried by the timer only.
    if (this.queue.isBatchFull && !this.isFailing) void this.flush();
  }

  /** Writes what waits. Never fails. @returns whether everything is written */
  flush(): Promise<boolean> {
    this.writing ??= this.write().finally(() => {
      this.writing = undefined;
    });
    return this.writing;
  }

  private async tick(): Promise<void> {
    await this.flush();
    if (this.droppedRows === 0) return;
    this.logger.warn(`${this.droppedRows} requests are missing in the activity log: they could not be written in time`);
    this.droppedRows = 0;
  }

  private async write(): Promise<boolean> {
    // A row that comes meanwhile is written by the next round; there is one for each batch that fits the queue.
    for (let batch = this.queue.batch(); batch.length > 0; batch = this.queue.batch()) {
      const isDone = await this.writeBatch(batch);
      if (!isDone) return false;
      this.queue.remove(batch.length);
    }
    return true;
  }

  /** @returns whether the rows are done with: written, or refused for good */
  private async writeBatch(batch: readonly string[]): Promise<boolean> {
    try {
      await this.transactions.run((tx) => this.repository.insert(`[${batch.join(',')}]`, tx));
      this.rows.inc({ outcome: 'written' }, batch.length);
      this.isFailing = false;
      return true;
    } catch (error) {
      const passes =
        error instanceof AppError && ['unavailable', 'deadline_exceeded', 'storage_full'].includes(error.code);
      if (passes) {
        if (!this.isFailing) this.logger.warn(`Activity waits in memory: ${error.message}`);
        this.isFailing = true;
        return false;
      }
      this.logger.error({ message: 'The database refuses activity', err: error });
      this.drop(batch.length);
      return true;
    }
  }

  private drop(count: number): void {
    this.droppedRows += count;
    this.rows.inc({ outcome: 'dropped' }, count);
  }

  private async close(): Promise<void> {
    clearInterval(this.timer);
    const isWritten = await Promise.race([this.lastFlush(), sleep(LAST_WRITE_MS_MAX, false, { ref: false })]);
    if (!isWritten && this.queue.size > 0) {
      this.logger.warn(`${this.queue.size} requests are missing in the activity log: the process ends`);
    }
  }

  /** What was recorded during a write that goes on is written behind it. */
  private async lastFlush(): Promise<boolean> {
    await this.writing;
    return this.flush();
  }
}
