import type { InteractionDownloadQuery, InteractionFileFormat } from '@lectern/contracts/agents';
import { Transactions } from '@lectern/database';
import { csvLine } from '@lectern/text';
import { Injectable } from '@nestjs/common';
import type { TimelineEntity } from './timeline.entity';
import { TimelineRepository } from './timeline.repository';

/** A row has up to 300,000 characters. */
const ROWS_PER_STEP = 50;
const columns = (
  'id session_id workflow user user_type date question answer outcome error ' +
  'steps context input_svc_tokens output_svc_tokens total_time'
).split(' ');

/** What a file has. */
export interface InteractionFile {
  readonly agent: string;
  readonly format: InteractionFileFormat;
  readonly query: InteractionDownloadQuery;
}

/** Writes interactions as text, oldest first, in batches. */
@Injectable()
export class InteractionFileText {
  constructor(
    private readonly transactions: Transactions,
    private readonly timelines: TimelineRepository,
  ) {}

  /** Rows recorded during writing may be included. @throws AppError `unavailable`; the signal's reason */
  async *pieces({ agent, format, query }: InteractionFile, signal: AbortSignal): AsyncGenerator<string> {
    const { session_id: session, year, month } = query;
    const [from, to] = [new Date(Date.UTC(year, month - 1)), new Date(Date.UTC(year, month))];
    if (format === 'csv') yield csvLine(columns);
    for (let after: TimelineEntity | undefined; ;) {
      signal.throwIfAborted();
      const period = { agent, from, to, session, after, limit: ROWS_PER_STEP };
      const rows = await this.transactions.read((tx) => this.timelines.listWithin(period, tx));
      after = rows.at(-1);
      if (after === undefined) return;
      for (const row of rows) yield lineOf(row, format);
    }
  }
}

function lineOf({ date, user_id: user, detail, ...row }: TimelineEntity, format: InteractionFileFormat): string {
  const shown: Readonly<Record<string, unknown>> = {
    ...row,
    user,
    date: date.toISOString(),
    steps: detail.steps,
    context: detail.context,
  };
  const cells = columns.map((name) => shown[name] ?? null);
  if (format === 'csv') return csvLine(cells);
  return `${JSON.stringify(Object.fromEntries(columns.map((name, at) => [name, cells[at]])))}\n`;
}
