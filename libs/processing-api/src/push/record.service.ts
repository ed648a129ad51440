import { AppError, asUuid, type Principal } from '@lectern/contracts/core';
import {
  type CancelPayload,
  processPush,
  type ProcessingRecord,
  type ProcessingRecords,
  type ProcessingRequestsQuery,
  type ProcessingStats,
} from '@lectern/contracts/understanding';
import { TaskQueue, Transactions } from '@lectern/database';
import { ProcessingListRepository, type RecordCursor } from './processing-list.repository';
import { type ShownRecord } from './processing-record.repository';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { pushKey, PushRows } from './push-rows';
import { accountOf } from '@lectern/understanding';
import { PushEndings } from './push-endings';
import { PUSHES_AT_ONCE } from './push.task';
import { isWaiting, shownRecord } from './shown-record';

/** Number of ended pushes from which processing times are estimated. */
const MEASURED = 50;
/** Queue positions that are counted. */
const POSITIONS_MAX = 10_000;
/** Pushes cancelled, statement by statement, before the next ones are read. */
const CANCELLED_TOGETHER = 200;
const CANCELLED_MAX = 1_000_000;

const columns = { timestamp: 'pushed_at', scheduled_at: 'scheduled_at', completed_at: 'ended_at' } as const;

/** Reports the status of pushes. */
@Injectable()
export class RecordService {
  constructor(
    private readonly transactions: Transactions,
    private readonly rows: PushRows,
    private readonly lists: ProcessingListRepository,
    private readonly tasks: TaskQueue,
    private readonly endings: PushEndings,
  ) {}

  /** @throws AppError `not_found` */
  async get(id: string, principal: Principal): Promise<ProcessingRecord> {
    return this.transactions.read(async (tx) => {
      const record = await this.rows.records.get(id, accountOf(principal), tx);
      const hasMessage = record.endedAt !== null && !record.failed;
      const message = hasMessage ? await this.rows.records.findMessage(record.id, tx) : undefined;
      const [shown] = await this.shown([record], tx);
      if (!shown) throw new Error('Every record is shown');
      return { ...shown, response: message?.toString('base64') ?? null };
    });
  }

  /** @throws AppError `invalid_request` for an invalid cursor */
  async list(query: ProcessingRequestsQuery, principal: Principal): Promise<ProcessingRecords> {
    const { limit, sort_on, sort_order, cursor } = query;
    return this.transactions.read(async (tx) => {
      const page = await this.lists.list(
        {
          account: accountOf(principal),
          kbid: query.kbid ?? undefined,
          scheduled: query.scheduled ?? undefined,
          sortOn: columns[sort_on],
          isDescending: sort_order === 'desc',
          limit,
          after: cursor ? readCursor(cursor) : undefined,
        },
        tx,
      );
      const results = await this.shown(
        page.map(({ record }) => record),
        tx,
      );
      const last = page.at(-1);
      return { results, cursor: last && page.length === limit ? cursorOf(last) : null };
    });
  }

  async stats(kbid: string | null | undefined, principal: Principal): Promise<ProcessingStats> {
    const wanted = { account: accountOf(principal), kbid: kbid ?? undefined };
    const { open, scheduled } = await this.transactions.read((tx) => this.rows.records.count(wanted, tx));
    return { incomplete: open, scheduled };
  }

  /** Running pushes also end without a result. */
  async cancel({ kbid, resource_id }: CancelPayload, principal: Principal): Promise<null> {
    const wanted = { account: accountOf(principal), kbid, resourceId: resource_id ?? undefined };
    for (let cancelled = 0; cancelled < CANCELLED_MAX; cancelled += CANCELLED_TOGETHER) {
      const ids = await this.transactions.read((tx) => this.rows.records.listOpen(wanted, CANCELLED_TOGETHER, tx));
      for (const id of ids) await this.endings.cancel(id);
      if (ids.length < CANCELLED_TOGETHER) break;
    }
    return null;
  }

  /** @throws AppError `not_found`, `conflict` */
  async replayWebhook(id: string, principal: Principal): Promise<null> {
    const record = await this.transactions.read((tx) => this.rows.records.get(id, accountOf(principal), tx));
    if (record.endedAt === null) throw new AppError('conflict', 'The push has not ended');
    await this.transactions.run((tx) => this.endings.tell(record, tx));
    return null;
  }

  private async shown(records: readonly ShownRecord[], tx: EntityManager): Promise<readonly ProcessingRecord[]> {
    const waiting = records.filter(isWaiting);
    const [first] = waiting;
    if (!first) return records.map((record) => shownRecord(record));
    const { account } = first;
    const jobs = await this.tasks.listWithKeys(waiting.map(({ id }) => pushKey(id)));
    const line = { tenant: account, tasks: [processPush.name] };
    const queuePositions = await this.tasks.positions(line, {
      ids: jobs.map(({ id }) => id),
      positionsMax: POSITIONS_MAX,
    });
    const seconds = (await this.lists.meanSeconds(account, MEASURED, tx)) ?? 0;
    // The payload of `processPush`, the only task with these keys.
    const byRecord = new Map(jobs.map(({ id, payload }) => [(payload as { processingId: string }).processingId, id]));
    return records.map((record) => {
      const position = queuePositions.get(byRecord.get(record.id) ?? '') ?? 0;
      return shownRecord(record, { position, etaS: (position / PUSHES_AT_ONCE) * seconds });
    });
  }
}

function cursorOf({ date, id }: RecordCursor): string {
  return Buffer.from(`${date}|${id}`).toString('base64url');
}

const DATE = /^(?:infinity|\d{4,6}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?[+-]\d\d(?::\d\d)?)$/;

/** @throws AppError `invalid_request` */
function readCursor(cursor: string): RecordCursor {
  const [date = '', written = '', ...others] = Buffer.from(cursor, 'base64url').toString('utf8').split('|');
  const id = asUuid(written);
  if (!DATE.test(date) || id === undefined || others.length > 0)
    throw new AppError('invalid_request', 'The cursor does not come from this list');
  return { date, id };
}
