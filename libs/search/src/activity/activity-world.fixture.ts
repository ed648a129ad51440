import { DatabaseServer, openServiceDatabase, Transactions } from '@lectern/database';
import { Metrics } from '@lectern/runtime';
import { temporaryDatabase } from '@lectern/testing';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { searchSchema } from '../search.database';
import { ActivityRecorder } from './activity-recorder';
import { ActivityRetention } from './activity-retention';
import { ActivityRepository } from './activity.repository';
import { ActivityService } from './activity.service';
import { FeedbackRepository } from './feedback/feedback.repository';
import { FeedbackService } from './feedback/feedback.service';
import { ActivityJournal } from './journal/activity-journal';
import { ActivityWriter } from './journal/activity-writer';
import { JournalDrain } from './journal/journal-drain';
import { JournalRepository } from './journal/journal.repository';
import { OrphanedJournals } from './journal/orphaned-journals';

/** The activity log of one process, on a folder of journals. */
export interface ActivityProcess {
  readonly journal: ActivityJournal;
  readonly drain: JournalDrain;
  readonly orphans: OrphanedJournals;
  readonly recorder: ActivityRecorder;
  readonly feedback: FeedbackService;
}

export interface ActivityWorld {
  readonly dataSource: DataSource;
  readonly transactions: Transactions;
  readonly folder: string;
  readonly activity: ActivityService;
  readonly retention: ActivityRetention;
  /** Another process on the same folder. */
  start(): ActivityProcess;
  end(): Promise<void>;
}

export async function activityWorld(): Promise<ActivityWorld> {
  const database = await temporaryDatabase();
  const dataSource = await openServiceDatabase(database.url, searchSchema, {
    ...{ poolMax: 4, statementTimeoutMs: 30_000 },
  });
  const folder = await mkdtemp(join(tmpdir(), 'activity-'));
  process.env['ACTIVITY_DIR'] = folder;
  const transactions = new Transactions(dataSource);
  const repository = new ActivityRepository();
  const feedback = new FeedbackRepository();
  const writer = new ActivityWriter(transactions, repository, feedback, new JournalRepository());
  const journals: ActivityJournal[] = [];
  return {
    ...{ dataSource, transactions, folder },
    activity: new ActivityService(transactions, repository),
    retention: new ActivityRetention(transactions, repository),
    start() {
      const journal = new ActivityJournal();
      journals.push(journal);
      const drain = new JournalDrain(writer, new Metrics());
      const orphans = new OrphanedJournals(journal, drain);
      const recorder = new ActivityRecorder(journal, drain, orphans, new DatabaseServer());
      return { journal, drain, orphans, recorder, feedback: new FeedbackService(recorder, transactions, feedback) };
    },
    async end() {
      for (const journal of journals) journal.close();
      delete process.env['ACTIVITY_DIR'];
      await dataSource.destroy();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
