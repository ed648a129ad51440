import { readConfig } from '@lectern/config';
import { AppError } from '@lectern/contracts/core';
import { DatabaseServer } from '@lectern/database';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { activityConfig } from '../activity/activity.config';
import type { NewActivity } from '../activity/activity.entity';
import type { NewFeedback } from '../activity/feedback.entity';
import { ActivityJournal } from '../journal/activity-journal';
import { JournalDrain } from '../journal/journal-drain';
import { OrphanedJournals } from '../journal/orphaned-journals';

/** How long a row waits for others before it is written. */
const EVERY_MS = 1_000;
/** How often what killed processes left is looked for, in rounds. */
const ORPHANS_EVERY = 5;
/** How long a stopping process tries to write what waits. */
const LAST_WRITE_MS_MAX = 3_000;

/**
 * Records what happens: at once in a journal on disk, which survives the process, and a moment later in the database,
 * many rows at once. What does not fit on disk while the database is away is dropped, counted and logged.
 */
@Injectable()
export class ActivityRecorder implements OnApplicationBootstrap {
  private readonly logger = new Logger('Activity');
  private readonly isOn = readConfig(activityConfig).ACTIVITY_DAYS > 0;
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<boolean> | undefined;
  private rounds = 0;
  private droppedRows = 0;
  private isFailing = false;

  constructor(
    private readonly journal: ActivityJournal,
    private readonly drain: JournalDrain,
    private readonly orphans: OrphanedJournals,
    server: DatabaseServer,
  ) {
    // Before the connections close, when all calls have ended.
    server.beforeStop(() => this.close());
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.tick(), EVERY_MS).unref();
  }

  /** Never fails. Returns when the row survives the process. Does nothing where no activity is kept. */
  record(row: () => NewActivity): void {
    if (!this.isOn) return;
    try {
      if (!this.journal.append('activity', row())) this.drop();
    } catch (error) {
      this.drop();
      this.logger.error({ message: 'A request could not be recorded', err: error });
    }
  }

  /**
   * Waits until it survives a power failure.
   *
   * @throws AppError `unavailable` when there is no room, `precondition_failed` where no activity is kept
   */
  async keep(feedback: NewFeedback): Promise<void> {
    if (!this.isOn) throw new AppError('precondition_failed', 'This deployment keeps no activity and no feedback');
    if (!this.journal.append('feedback', feedback)) {
      throw new AppError('unavailable', 'Too much activity waits for the database: try again later');
    }
    await this.journal.synced();
  }

  /** Writes what waits to the database. Never fails. @returns whether everything is written */
  flush(): Promise<boolean> {
    this.writing ??= this.write().finally(() => {
      this.writing = undefined;
    });
    return this.writing;
  }

  private async tick(): Promise<void> {
    await this.flush();
    if (this.droppedRows === 0) return;
    this.logger.warn(
      `${this.droppedRows} requests are missing in the activity log: there was no room for them on disk`,
    );
    this.droppedRows = 0;
  }

  private async write(): Promise<boolean> {
    try {
      for (const own of [...this.journal.segments]) {
        const { drainedBytes, segment } = own;
        const { path, sizeBytes } = segment;
        await this.drain.drain({ path, sizeBytes, drainedBytes }, (bytes) => this.journal.drained(own, bytes));
        if (!this.journal.segments.includes(own)) await this.drain.forget(path);
      }
      if (this.rounds % ORPHANS_EVERY === 0) await this.orphans.drainAll();
      this.rounds += 1;
      this.isFailing = false;
      return this.journal.waitingBytes === 0;
    } catch (error) {
      if (!this.isFailing) this.logger.warn(`Activity waits on disk: ${String(error)}`);
      this.isFailing = true;
      return false;
    }
  }

  private drop(): void {
    this.droppedRows += 1;
    this.drain.dropped(1);
  }

  private async close(): Promise<void> {
    clearInterval(this.timer);
    await Promise.race([this.lastFlush(), sleep(LAST_WRITE_MS_MAX, false, { ref: false })]);
    if (this.journal.waitingBytes > 0) this.logger.log('Activity waits on disk for the next start');
    this.journal.close();
  }

  /** What was recorded during a write that goes on is written behind it. */
  private async lastFlush(): Promise<boolean> {
    await this.writing;
    return this.flush();
  }
}
