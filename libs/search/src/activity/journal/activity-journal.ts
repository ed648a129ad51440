import { dataDir, readConfig } from '@lectern/config';
import { Journal, type JournalLine, Metrics } from '@lectern/runtime';
import { Injectable } from '@nestjs/common';
import { join } from 'node:path';
import { activityConfig } from '../activity.config';
import { ActivityWriter } from './activity-writer';

/** What a line of the journal records, with its letter. */
const kinds = { activity: 'A', feedback: 'F' } as const;
const MIB = 1024 * 1024;

export type JournalKind = keyof typeof kinds;
export type ActivityLine = JournalLine<JournalKind>;

/** What was recorded and is not in the database yet. */
@Injectable()
export class ActivityJournal extends Journal<JournalKind> {
  constructor(writer: ActivityWriter, metrics: Metrics) {
    const { ACTIVITY_DIR, ACTIVITY_JOURNAL_MB } = readConfig(activityConfig);
    const root = ACTIVITY_DIR ?? join(dataDir(), 'activity');
    super({ name: 'activity', root, bytesMax: ACTIVITY_JOURNAL_MB * MIB, kinds }, writer, metrics);
  }
}
