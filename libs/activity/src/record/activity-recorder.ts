import { activitySlice, readConfig } from '@lectern/config';
import { AppError } from '@lectern/contracts/core';
import { DatabaseServer, postgresJson } from '@lectern/database';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { NewActivity } from '../activity/activity.entity';
import type { NewFeedback } from '../activity/feedback.entity';
import { ActivityJournal } from '../journal/activity-journal';

/**
 * Records events immediately in a journal on disk, which survives the process, and shortly afterwards in the database,
 * many rows at a time. While the database is unavailable, events beyond the disk limit are dropped, counted and logged.
 */
@Injectable()
export class ActivityRecorder implements OnApplicationBootstrap {
  private readonly logger = new Logger('Activity');
  private readonly isOn = readConfig(activitySlice).ACTIVITY_DAYS > 0;

  constructor(
    private readonly journal: ActivityJournal,
    server: DatabaseServer,
  ) {
    // After all calls have ended and before the connections close.
    server.beforeStop(() => journal.close());
  }

  onApplicationBootstrap(): void {
    this.journal.start();
  }

  /** Never fails. Returns once the row survives the process. Does nothing if activity is not kept. */
  record(row: () => NewActivity): void {
    if (!this.isOn) return;
    try {
      if (!this.journal.append('activity', postgresJson(row()))) this.journal.drop();
    } catch (error) {
      this.journal.drop();
      this.logger.error({ message: 'A request could not be recorded', err: error });
    }
  }

  /**
   * Returns once the feedback survives a power failure.
   *
   * @throws AppError `unavailable` when there is no room, `precondition_failed` when activity is not kept
   */
  async keep(feedback: NewFeedback): Promise<void> {
    if (!this.isOn) throw new AppError('precondition_failed', 'This deployment keeps no activity and no feedback');
    if (!this.journal.append('feedback', postgresJson(feedback))) {
      throw new AppError('unavailable', 'Too much activity waits for the database: try again later');
    }
    await this.journal.synced();
  }

  /** Writes pending rows to the database. Never fails. @returns whether everything is written */
  flush(): Promise<boolean> {
    return this.journal.flush();
  }
}
