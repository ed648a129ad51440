import { AppError, asUuid } from '@lectern/contracts/core';
import { storable } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { type EntityManager, In, IsNull, LessThan, Not } from 'typeorm';
import {
  ProcessingAccountEntity,
  ProcessingRecordEntity,
  ProcessingResultEntity,
  type WebhookLog,
} from './processing.entity';

/** Amount that a push adds to the pending pushes of its account, and the limit. */
export interface Backlog {
  readonly requestBytes: number;
  readonly waitingMax: number;
  readonly waitingBytesMax: number;
}

export type NewRecord = Pick<
  ProcessingRecordEntity,
  | 'id'
  | 'account'
  | 'client'
  | 'kbid'
  | 'resourceId'
  | 'title'
  | 'labels'
  | 'seq'
  | 'sealedRequest'
  | 'sealedWebhook'
  | 'requestBytes'
> & { readonly pushedAt: Date };

/** A record of a result that was not pushed. */
type EndedRecord = Pick<
  ProcessingRecordEntity,
  'id' | 'account' | 'client' | 'kbid' | 'resourceId' | 'title' | 'labels' | 'seq'
>;

/** How a record ends. */
export type Ending = { readonly at: Date } & ({ readonly message: Uint8Array } | { readonly failure: string });

const shown = {
  id: true,
  account: true,
  client: true,
  kbid: true,
  resourceId: true,
  title: true,
  labels: true,
  seq: true,
  pushedAt: true,
  scheduledAt: true,
  endedAt: true,
  failed: true,
  failure: true,
  retries: true,
  webhook: true,
} as const;

/** A record without its request. */
export type ShownRecord = Pick<ProcessingRecordEntity, keyof typeof shown>;

/** Records of pushes. A query for an account returns nothing of another one. */
@Injectable()
export class ProcessingRecordRepository {
  /**
   * The number of the next push; others of the account wait until the transaction ends.
   *
   * @returns undefined when the account has too much waiting
   */
  async begin(account: string, { requestBytes, ...max }: Backlog, tx: EntityManager): Promise<number | undefined> {
    const rows: { readonly seq: string }[] = await tx.query(
      `INSERT INTO "processing_accounts" AS "own" ("account", "last_seq", "waiting", "waiting_bytes")
      VALUES ($1, 1, 1, $2)
      ON CONFLICT ("account") DO UPDATE SET "last_seq" = "own"."last_seq" + 1, "waiting" = "own"."waiting" + 1,
        "waiting_bytes" = "own"."waiting_bytes" + $2
      WHERE "own"."waiting" < $3 AND "own"."waiting_bytes" + $2 <= $4
      RETURNING "last_seq" AS "seq"`,
      [account, requestBytes, max.waitingMax, max.waitingBytesMax],
    );
    return rows[0] && Number(rows[0].seq);
  }

  async insert(record: NewRecord, tx: EntityManager): Promise<void> {
    const { title, labels } = record;
    const open = { scheduledAt: null, endedAt: null, failed: false, failure: null, retries: 0, webhook: null };
    await tx.insert(ProcessingRecordEntity, { ...record, ...storable({ title, labels }), ...open });
  }

  /** The next number of the account, for a record that does not wait. */
  async number(account: string, tx: EntityManager): Promise<number> {
    const [row]: { readonly seq: string }[] = await tx.query(
      `INSERT INTO "processing_accounts" AS "own" ("account", "last_seq", "waiting", "waiting_bytes")
      VALUES ($1, 1, 0, 0)
      ON CONFLICT ("account") DO UPDATE SET "last_seq" = "own"."last_seq" + 1
      RETURNING "last_seq" AS "seq"`,
      [account],
    );
    return Number(row?.seq);
  }

  /** A record that has ended, with its message. */
  async insertEnded(
    { at, message, ...record }: EndedRecord & { readonly at: Date; readonly message: Uint8Array },
    tx: EntityManager,
  ): Promise<void> {
    const { title, labels } = record;
    await tx.insert(ProcessingRecordEntity, {
      ...record,
      ...storable({ title, labels }),
      sealedRequest: '',
      sealedWebhook: null,
      requestBytes: 0,
      pushedAt: at,
      scheduledAt: at,
      endedAt: at,
      failed: false,
      failure: null,
      retries: 0,
      webhook: null,
    });
    await tx.insert(ProcessingResultEntity, { id: record.id, message: Buffer.from(message) });
  }

  /** @throws AppError `not_found` */
  async get(written: string, account: string, tx: EntityManager): Promise<ShownRecord> {
    const id = asUuid(written);
    const found =
      id === undefined ? null : await tx.findOne(ProcessingRecordEntity, { select: shown, where: { id, account } });
    if (!found) throw new AppError('not_found', `There is no processing request ${written}`);
    return found;
  }

  async listByIds(ids: readonly string[], tx: EntityManager): Promise<ReadonlyMap<string, ShownRecord>> {
    const rows = await tx.find(ProcessingRecordEntity, { select: shown, where: { id: In([...ids]) } });
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** With its request. */
  async find(id: string, tx: EntityManager): Promise<ProcessingRecordEntity | undefined> {
    return (await tx.findOneBy(ProcessingRecordEntity, { id })) ?? undefined;
  }

  async findMessage(id: string, tx: EntityManager): Promise<Buffer | undefined> {
    return (await tx.findOneBy(ProcessingResultEntity, { id }))?.message;
  }

  /** Whether an earlier push of the same resource has not ended. */
  async hasEarlier(record: ProcessingRecordEntity, tx: EntityManager): Promise<boolean> {
    const { account, kbid, resourceId, seq } = record;
    return tx.existsBy(ProcessingRecordEntity, { account, kbid, resourceId, endedAt: IsNull(), seq: LessThan(seq) });
  }

  /** @returns false when it has ended */
  async schedule(id: string, now: Date, tx: EntityManager): Promise<boolean> {
    const changed = await tx.update(ProcessingRecordEntity, { id, endedAt: IsNull() }, { scheduledAt: now });
    return (changed.affected ?? 0) > 0;
  }

  async countRetry(id: string, tx: EntityManager): Promise<void> {
    await tx.increment(ProcessingRecordEntity, { id, endedAt: IsNull() }, 'retries', 1);
  }

  /** Ends a record once. @returns the record as it is then; undefined when it had ended already */
  async end(id: string, ending: Ending, tx: EntityManager): Promise<ShownRecord | undefined> {
    const failure = 'failure' in ending ? ending.failure : null;
    const account = await this.lockAccountOf(id, tx);
    if (account === undefined) return undefined;
    const changes = { failed: failure !== null, ...storable({ failure }), sealedRequest: '', endedAt: ending.at };
    const changed = await tx.update(ProcessingRecordEntity, { id, endedAt: IsNull() }, changes);
    if ((changed.affected ?? 0) === 0) return undefined;
    await tx.query(
      `UPDATE "processing_accounts" SET "waiting" = "waiting" - 1, "waiting_bytes" = "waiting_bytes" -
        (SELECT "request_bytes" FROM "processing_records" WHERE "id" = $1)
      WHERE "account" = $2`,
      [id, account],
    );
    if ('message' in ending) await tx.insert(ProcessingResultEntity, { id, message: Buffer.from(ending.message) });
    return this.get(id, account, tx);
  }

  /** Ids of open records of a resource, or of all of a knowledge box, oldest first. */
  async listOpen(
    { account, kbid, resourceId }: { readonly account: string; readonly kbid: string; readonly resourceId?: string },
    limit: number,
    tx: EntityManager,
  ): Promise<readonly string[]> {
    const where = { account, kbid, endedAt: IsNull(), ...(resourceId !== undefined && { resourceId }) };
    const rows = await tx.find(ProcessingRecordEntity, {
      select: { id: true },
      where,
      order: { seq: 'ASC' },
      take: limit,
    });
    return rows.map(({ id }) => id);
  }

  /** @returns how many have not ended, and how many of these have begun */
  async count(
    { account, kbid }: { readonly account: string; readonly kbid?: string },
    tx: EntityManager,
  ): Promise<{ readonly open: number; readonly scheduled: number }> {
    const where = { account, endedAt: IsNull(), ...(kbid !== undefined && { kbid }) };
    const [open, scheduled] = await Promise.all([
      tx.countBy(ProcessingRecordEntity, where),
      tx.countBy(ProcessingRecordEntity, { ...where, scheduledAt: Not(IsNull()) }),
    ]);
    return { open, scheduled };
  }

  /** Ids that have ended before a date. */
  async listEnded(before: Date, limit: number, tx: EntityManager): Promise<readonly ShownRecord[]> {
    const where = { endedAt: LessThan(before) };
    return tx.find(ProcessingRecordEntity, { select: shown, where, order: { endedAt: 'ASC' }, take: limit });
  }

  /** Ids of those that have not ended, and were pushed before a date. */
  async listOld(before: Date, limit: number, tx: EntityManager): Promise<readonly string[]> {
    const where = { pushedAt: LessThan(before), endedAt: IsNull() };
    const rows = await tx.find(ProcessingRecordEntity, { select: { id: true }, where, take: limit });
    return rows.map(({ id }) => id);
  }

  /** With what came of them. */
  async delete(ids: readonly string[], tx: EntityManager): Promise<void> {
    if (ids.length > 0) await tx.delete(ProcessingRecordEntity, { id: In([...ids]) });
  }

  async noteWebhook(id: string, webhook: WebhookLog, tx: EntityManager): Promise<void> {
    await tx.update(ProcessingRecordEntity, { id }, { webhook: storable(webhook) });
  }

  /** Every change of the figures of an account locks them first, so that no two wait for each other. */
  private async lockAccountOf(id: string, tx: EntityManager): Promise<string | undefined> {
    const record = await tx.findOne(ProcessingRecordEntity, { select: { account: true }, where: { id } });
    if (!record) return undefined;
    const { account } = record;
    await tx.findOne(ProcessingAccountEntity, { where: { account }, lock: { mode: 'pessimistic_write' } });
    return account;
  }
}
