import { type ActivityDownloadFormat, ActivitySelectionPayload } from '@lectern/contracts/search';
import { validate } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { csvLine } from '@lectern/text';
import { Injectable } from '@nestjs/common';
import { recordedAs, type EventType } from '../activity/activity-fields';
import { monthSelection, type Shown, shownOf } from '../activity/activity-selection';
import { ActivityRepository } from '../activity/activity.repository';
import { activityRow } from '../activity/activity.service';

const ROWS_PER_STEP = 500;

/** The content of a file. */
export interface FileOfActivity {
  readonly kbid: string;
  readonly eventType: EventType;
  readonly format: ActivityDownloadFormat;
  readonly query: ActivitySelectionPayload;
}

/** Writes activity as text, oldest first, in batches. */
@Injectable()
export class ActivityFileText {
  constructor(
    private readonly transactions: Transactions,
    private readonly activity: ActivityRepository,
  ) {}

  /** Rows recorded during writing may be included. @throws AppError `unavailable`; the signal's reason */
  async *pieces(
    { kbid, eventType, format, query: stored }: FileOfActivity,
    signal: AbortSignal,
  ): AsyncGenerator<string> {
    const query = validate(ActivitySelectionPayload, stored);
    const shown = shownOf(query.show, eventType);
    const rows = monthSelection(query, eventType);
    const event = recordedAs(eventType);
    if (format === 'csv') yield csvLine(shown.fields);
    for (let after = 0; ;) {
      signal.throwIfAborted();
      const selection = { ...rows, after, limit: ROWS_PER_STEP };
      const key = { kbid, event, fields: shown.fields };
      const found = await this.transactions.read((tx) => this.activity.list(key, selection, tx));
      if (found.length === 0) return;
      after = Number(found.at(-1)?.id);
      yield found.map((row) => fileLine(row, shown, format)).join('');
    }
  }
}

function fileLine(row: Readonly<Record<string, unknown>>, shown: Shown, format: ActivityDownloadFormat): string {
  const shownRow = activityRow(row, shown);
  return format === 'csv' ? csvLine(shown.fields.map((field) => shownRow[field])) : `${JSON.stringify(shownRow)}\n`;
}
