import { join } from 'node:path';
import { dataDir, readConfig } from '@lectern/config';
import { Journal, Metrics } from '@lectern/runtime';
import { Injectable } from '@nestjs/common';
import { usageKinds, UsageSink } from './usage-sink';
import { usageSlice } from './usage.config';

const MIB = 1024 * 1024;

/** Usage that was measured and is not with the accounts host yet. */
@Injectable()
export class MeterJournal extends Journal<keyof typeof usageKinds> {
  constructor(sink: UsageSink, metrics: Metrics) {
    const { USAGE_DIR, USAGE_JOURNAL_MB } = readConfig(usageSlice);
    const root = USAGE_DIR ?? join(dataDir(), 'usage');
    super({ name: 'usage', root, bytesMax: USAGE_JOURNAL_MB * MIB, kinds: usageKinds }, sink, metrics);
  }
}
