import {
  type ChangeKind,
  type ProcessingStepKind,
  processingStepKinds,
  type ResourceReference,
} from '@lectern/contracts/knowledge-box';
import { lockName, prepared } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { type EntityManager, In, IsNull, MoreThan, Not } from 'typeorm';
import {
  APPEND_PUT_SQL,
  APPEND_STEPS_SQL,
  insertChangesSql,
  NUMBER_CHANGES_SQL,
  PRUNE_CHANGES_SQL,
} from './change-statements.sql';
import { ChangeEntity, ChangeFloorEntity } from './change.entity';

/** The author, kind and time of a change. */
export interface ChangeNote {
  readonly kind: ChangeKind;
  readonly by: string;
  readonly at: Date;
}

export interface LoggedChange extends Omit<ChangeNote, 'kind'> {
  readonly kind: ChangeKind | ProcessingStepKind;
  /** Increases with each change; pass it back to continue after this one. */
  readonly seq: number;
  readonly rid: string;
}

/** A resource as stored in an index. */
export interface PutResource extends ResourceReference {
  readonly version: number;
}

/** State after a put has been committed. */
export interface AfterPut {
  readonly version: number;
  /** Vectorsets of its knowledge box. */
  readonly vectorsets: readonly string[];
}

/** Positions assigned at a time. */
const NUMBERED_MAX = 10_000;

/** The log of changed resources, ordered so that a reader misses no change, however late it is committed. */
@Injectable()
export class ChangeLogRepository {
  /** Call in the transaction that changes the resources. */
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

  /** Logs that searches see more of these resources; deleted resources are skipped. */
  async appendIndexed(references: readonly ResourceReference[], by: string, tx: EntityManager): Promise<void> {
    const [kbids, rids] = [references.map(({ kbid }) => kbid), references.map(({ rid }) => rid)];
    await tx.query(prepared(APPEND_STEPS_SQL), [kbids, rids, 'indexed', by]);
  }

  /**
   * The same for resources that were put into an index, unless they have changed since.
   *
   * @returns the current state of existing resources, by `{kbid}/{rid}`
   */
  async appendPut(put: readonly PutResource[], by: string, tx: EntityManager): Promise<ReadonlyMap<string, AfterPut>> {
    const column = <M extends keyof PutResource>(member: M) => put.map((one) => one[member]);
    const parameters = [column('kbid'), column('rid'), column('version'), 'indexed', by];
    const rows: (ResourceReference & AfterPut)[] = await tx.query(prepared(APPEND_PUT_SQL), parameters);
    return new Map(rows.map(({ kbid, rid, ...after }) => [`${kbid}/${rid}`, after]));
  }

  /**
   * Oldest first; the changes of one resource are in the order in which they were made. Requires a transaction.
   *
   * @param after the last `seq` that was read
   * @param steps whether to include processing steps
   */
  async list(
    kbid: string,
    { after = 0, limit, steps = false }: { readonly after?: number; readonly limit: number; readonly steps?: boolean },
    tx: EntityManager,
  ): Promise<LoggedChange[]> {
    await lockName(tx, `changes/${kbid}`);
    await tx.query(NUMBER_CHANGES_SQL, [kbid, NUMBERED_MAX]);
    const where = { kbid, seq: MoreThan(String(after)), ...(!steps && { kind: Not(In([...processingStepKinds])) }) };
    const rows = await tx.find(ChangeEntity, { where, order: { seq: 'ASC' }, take: limit });
    return rows.map(({ seq, rid, kind, by, at }) => ({ seq: Number(seq), rid, kind, by, at }));
  }

  /** Positions of the newest numbered change and of the newest pruned one; 0 if there is none. */
  async bounds(kbid: string, tx: EntityManager): Promise<{ readonly newest: number; readonly forgotten: number }> {
    const where = { kbid, seq: Not(IsNull()) };
    const newest = await tx.findOne(ChangeEntity, { where, order: { seq: 'DESC' } });
    const floor = await tx.findOneBy(ChangeFloorEntity, { kbid });
    const forgotten = Number(floor?.seq ?? 0);
    return { newest: Math.max(Number(newest?.seq ?? 0), forgotten), forgotten };
  }

  /** Deletes at most `limit` changes older than `before`. @returns their number */
  async prune(before: Date, limit: number, tx: EntityManager): Promise<number> {
    const [row]: { readonly count: number }[] = await tx.query(PRUNE_CHANGES_SQL, [before, limit]);
    return row?.count ?? 0;
  }
}
