import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull, Not } from 'typeorm';
import { ProcessingRecordRepository, type ShownRecord } from './processing-record.repository';
import { ProcessingRecordEntity } from './processing.entity';

/** Which records are wanted. */
export interface RecordSelection {
  readonly account: string;
  readonly kbid?: string;
  readonly scheduled?: boolean;
  readonly sortOn: 'pushed_at' | 'scheduled_at' | 'ended_at';
  readonly isDescending: boolean;
  readonly limit: number;
  /** The last record of the previous page, as `place` of it. */
  readonly after?: RecordCursor;
}

/** Position of a record in a list: its date, `infinity` without one, and its id. */
export interface RecordCursor {
  readonly date: string;
  readonly id: string;
}

/** Pages of records, and how long they took. */
@Injectable()
export class ProcessingListRepository {
  constructor(private readonly records: ProcessingRecordRepository) {}

  /** A page, with the place of its last record. */
  async list(
    wanted: RecordSelection,
    tx: EntityManager,
  ): Promise<readonly (RecordCursor & { readonly record: ShownRecord })[]> {
    const { account, kbid, scheduled, sortOn, isDescending, limit, after } = wanted;
    const date = sortOn === 'pushed_at' ? '"pushed_at"' : `coalesce("${sortOn}", 'infinity')`;
    const [order, beyond] = isDescending ? ['DESC', '<'] : ['ASC', '>'];
    const rows: RecordCursor[] = await tx.query(
      `SELECT "id", ${date}::text AS "date" FROM "processing_records"
      WHERE "account" = $1 AND ($2::text IS NULL OR "kbid" = $2)
        AND ($3::boolean IS NULL OR ("scheduled_at" IS NOT NULL) = $3)
        AND ($4::timestamptz IS NULL OR (${date}, "id") ${beyond} ($4, $5::uuid))
      ORDER BY ${date} ${order}, "id" ${order} LIMIT $6`,
      [account, kbid ?? null, scheduled ?? null, after?.date ?? null, after?.id ?? null, limit],
    );
    const found = await this.records.listByIds(
      rows.map(({ id }) => id),
      tx,
    );
    return rows.flatMap((row) => {
      const record = found.get(row.id);
      return record ? [{ ...row, record }] : [];
    });
  }

  /** Seconds from begin to end, on average of the last `count` that have ended; undefined without any. */
  async meanSeconds(account: string, count: number, tx: EntityManager): Promise<number | undefined> {
    const rows = await tx.find(ProcessingRecordEntity, {
      select: { scheduledAt: true, endedAt: true },
      where: { account, failed: false, endedAt: Not(IsNull()) },
      order: { pushedAt: 'DESC' },
      take: count,
    });
    const took = rows.flatMap(({ scheduledAt, endedAt }) =>
      scheduledAt && endedAt ? [(endedAt.getTime() - scheduledAt.getTime()) / 1_000] : [],
    );
    return took.length === 0 ? undefined : took.reduce((sum, seconds) => sum + seconds, 0) / took.length;
  }
}
