import { activitySlice, dataDir, readConfig } from '@lectern/config';
import { Journal, Metrics } from '@lectern/runtime';
import { Injectable } from '@nestjs/common';
import { join } from 'node:path';
import { activityKinds, type JournalKind } from './activity-lines';
import { ActivityWriter } from './activity-writer';

const MIB = 1024 * 1024;

/** Recorded rows that are not yet in the database. */
@Injectable()
export class ActivityJournal extends Journal<JournalKind> {
  constructor(writer: ActivityWriter, metrics: Metrics) {
    const { ACTIVITY_DIR, ACTIVITY_JOURNAL_MB } = readConfig(activitySlice);
    const root = ACTIVITY_DIR ?? join(dataDir(), 'activity');
    super({ name: 'activity', root, bytesMax: ACTIVITY_JOURNAL_MB * MIB, kinds: activityKinds }, writer, metrics);
  }
}
