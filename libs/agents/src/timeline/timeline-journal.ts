import { activitySlice, dataDir, readConfig } from '@lectern/config';
import { DatabaseServer, postgresJson } from '@lectern/database';
import { Journal, Metrics } from '@lectern/runtime';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { join } from 'node:path';
import type { TimelineEntity } from './timeline.entity';
import { timelineKinds, TimelineWriter } from './timeline-writer';

const MIB = 1024 * 1024;
/** Characters of a row; with more it keeps only what is essential. */
const ROW_CHARS_MAX = 300_000;

/** Timelines that are not yet in the database. They survive the process. */
@Injectable()
export class TimelineJournal extends Journal<keyof typeof timelineKinds> implements OnApplicationBootstrap {
  private readonly isOn = readConfig(activitySlice).ACTIVITY_DAYS > 0;

  constructor(writer: TimelineWriter, metrics: Metrics, server: DatabaseServer) {
    const { ACTIVITY_DIR, ACTIVITY_JOURNAL_MB } = readConfig(activitySlice);
    const root = join(ACTIVITY_DIR ?? join(dataDir(), 'activity'), 'timelines');
    super({ name: 'timelines', root, bytesMax: ACTIVITY_JOURNAL_MB * MIB, kinds: timelineKinds }, writer, metrics);
    // After all calls have ended and before the connections close.
    server.beforeStop(() => this.close());
  }

  onApplicationBootstrap(): void {
    this.start();
  }

  /** Returns once the row survives the process. Never fails. Does nothing where activity is not kept. */
  record(row: TimelineEntity): void {
    if (!this.isOn) return;
    try {
      if (!this.append('timeline', lineOf(row))) this.drop();
    } catch {
      this.drop();
    }
  }
}

function lineOf(row: TimelineEntity): string {
  const json = postgresJson(row);
  if (json.length <= ROW_CHARS_MAX) return json;
  const steps = row.detail.steps.map((step) => ({ ...step, value: null, reason: null, calls: [] }));
  return postgresJson({ ...row, detail: { steps, context: [], is_reduced: true } });
}
