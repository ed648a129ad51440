import type { ChangeKind } from '@lectern/contracts/knowledge-box';
import { lockName } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { type EntityManager, MoreThan } from 'typeorm';
import { insertChangesSql, NUMBER_CHANGES_SQL } from './change-statements.sql';
import { ChangeEntity } from './change.entity';

/** What somebody did, and when. */
export interface ChangeNote {
  readonly kind: ChangeKind;
  readonly by: string;
  readonly at: Date;
}

export interface LoggedChange extends ChangeNote {
  /** Grows from change to change; pass it back to go on behind this one. */
  readonly seq: number;
  readonly rid: string;
}

/** Given positions at a time. */
const NUMBERED_MAX = 10_000;

/** Which resources changed, in an order in which a reader misses no change, however late it is committed. */
@Injectable()
export class ChangeLogRepository {
  /** Within the transaction that changes the resources. */
  async append(
    resources: readonly { readonly kbid: string; readonly id: string }[],
    { kind, by, at }: ChangeNote,
    tx: EntityManager,
  ): Promise<void> {
    const rows =
      'SELECT kbid, rid, $3 AS kind, $4 AS by, $5::timestamptz AS at FROM unnest($1::uuid[], $2::text[]) AS r (kbid, rid)';
    const [kbids, rids] = [resources.map(({ kbid }) => kbid), resources.map(({ id }) => id)];
    if (rids.length > 0) await tx.query(insertChangesSql(rows), [kbids, rids, kind, by, at]);
  }

  /**
   * Oldest first, changes of one resource in the order in which they were made. To be called in a transaction.
   *
   * @param after the last `seq` that was read
   */
  async list(
    kbid: string,
    { after = 0, limit }: { readonly after?: number; readonly limit: number },
    tx: EntityManager,
  ): Promise<LoggedChange[]> {
    await lockName(tx, `changes/${kbid}`);
    await tx.query(NUMBER_CHANGES_SQL, [kbid, NUMBERED_MAX]);
    const where = { kbid, seq: MoreThan(String(after)) };
    const rows = await tx.find(ChangeEntity, { where, order: { seq: 'ASC' }, take: limit });
    return rows.map(({ seq, rid, kind, by, at }) => ({ seq: Number(seq), rid, kind, by, at }));
  }

  /** Forgets at most `limit` changes from before `before`. @returns how many there were */
  async prune(before: Date, limit: number, tx: EntityManager): Promise<number> {
    const sql = `DELETE FROM changes WHERE ctid IN (SELECT ctid FROM changes WHERE at < $1 LIMIT $2)`;
    const [, count]: [unknown, number] = await tx.query(sql, [before, limit]);
    return count;
  }
}
