import type { ChangeKind } from '@lectern/contracts';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { insertChangesSql, listChangesSql } from './change-statements.sql';

/** What somebody did, and when. */
export interface ChangeNote {
  readonly kind: ChangeKind;
  readonly by: string;
  readonly at: Date;
}

export interface LoggedChange extends ChangeNote {
  readonly rid: string;
  /** Pass it back to go on behind this change. */
  readonly position: ChangePosition;
}

export interface ChangePosition {
  readonly tx: number;
  readonly seq: number;
}

/** Which resources changed, in an order in which no reader misses a change that is committed late. */
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

  /** Oldest first. */
  async list(
    kbid: string,
    { after = { tx: 0, seq: 0 }, limit }: { readonly after?: ChangePosition; readonly limit: number },
    tx: EntityManager,
  ): Promise<LoggedChange[]> {
    const rows: (ChangeNote & { rid: string; tx: string; seq: string })[] = await tx.query(listChangesSql, [
      kbid,
      after.tx,
      after.seq,
      limit,
    ]);
    return rows.map(({ tx: transaction, seq, rid, kind, by, at }) => ({
      ...{ rid, kind, by, at },
      position: { tx: Number(transaction), seq: Number(seq) },
    }));
  }

  /** Forgets at most `limit` changes from before `before`. @returns how many there were */
  async prune(before: Date, limit: number, tx: EntityManager): Promise<number> {
    const sql = `DELETE FROM changes WHERE ctid IN (SELECT ctid FROM changes WHERE at < $1 LIMIT $2)`;
    const [, count]: [unknown, number] = await tx.query(sql, [before, limit]);
    return count;
  }
}
