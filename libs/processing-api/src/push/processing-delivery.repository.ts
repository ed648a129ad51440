import { Injectable } from '@nestjs/common';
import { type EntityManager, In, LessThanOrEqual, MoreThan } from 'typeorm';
import { ProcessingDeliveryEntity, ProcessingResultEntity, type ProcessingRecordEntity } from './processing.entity';

/** Whose queue of results. */
export interface QueueOwner {
  readonly account: string;
  readonly client: string;
}

/** A result on its way. */
export interface Delivery {
  readonly seq: number;
  readonly token: string;
  readonly message: Buffer;
}

interface Lease {
  readonly limit: number;
  readonly until: Date;
  readonly now: Date;
  /** Of all messages together; the first is delivered regardless of its size. */
  readonly bytesMax: number;
}

/** Results that NUA clients have to fetch. Of one resource one is under way at a time, the oldest first. */
@Injectable()
export class ProcessingDeliveryRepository {
  async add(
    record: Pick<ProcessingRecordEntity, 'id' | 'account' | 'client' | 'kbid' | 'resourceId'>,
    tx: EntityManager,
  ) {
    const { id, account, client, kbid, resourceId } = record;
    const resource = `${kbid}/${resourceId}`;
    await tx.insert(ProcessingDeliveryEntity, { id, account, client, resource, token: null, leasedUntil: null });
  }

  /** Leases what nobody has leased, in order. */
  async take({ account, client }: QueueOwner, lease: Lease, tx: EntityManager): Promise<readonly Delivery[]> {
    const [rows]: [{ readonly seq: string; readonly id: string; readonly token: string }[]] = await tx.query(
      `UPDATE "processing_deliveries" AS "taken" SET "token" = gen_random_uuid(), "leased_until" = $4
      FROM (
        SELECT "seq" FROM "processing_deliveries" AS "waiting"
        WHERE "account" = $1 AND "client" = $2 AND ("leased_until" IS NULL OR "leased_until" <= $3)
          AND NOT EXISTS (
            SELECT FROM "processing_deliveries" AS "earlier"
            WHERE "earlier"."account" = $1 AND "earlier"."client" = $2 AND "earlier"."resource" = "waiting"."resource"
              AND "earlier"."seq" < "waiting"."seq"
          )
        ORDER BY "seq" LIMIT $5 FOR UPDATE SKIP LOCKED
      ) AS "next"
      WHERE "taken"."seq" = "next"."seq"
      RETURNING "taken"."seq", "taken"."id", "taken"."token"`,
      [account, client, lease.now, lease.until, lease.limit],
    );
    const inOrder = rows.map((row) => ({ ...row, seq: Number(row.seq) })).sort((a, b) => a.seq - b.seq);
    const fitting = await this.fitting(inOrder, lease.bytesMax, tx);
    const others = inOrder.slice(fitting.length).map(({ token }) => token);
    if (others.length > 0)
      await tx.update(ProcessingDeliveryEntity, { token: In(others) }, { token: null, leasedUntil: null });
    return fitting;
  }

  /** Removes deliveries with these tokens. */
  async acknowledge({ account, client }: QueueOwner, tokens: readonly string[], tx: EntityManager): Promise<void> {
    if (tokens.length > 0) await tx.delete(ProcessingDeliveryEntity, { account, client, token: In([...tokens]) });
  }

  async extend(
    { account, client }: QueueOwner,
    { tokens, until }: { readonly tokens: readonly string[]; readonly until: Date },
    tx: EntityManager,
  ): Promise<void> {
    if (tokens.length === 0) return;
    await tx.update(ProcessingDeliveryEntity, { account, client, token: In([...tokens]) }, { leasedUntil: until });
  }

  async count({ account, client }: QueueOwner, tx: EntityManager): Promise<number> {
    return tx.countBy(ProcessingDeliveryEntity, { account, client });
  }

  /** Removes deliveries up to this number. */
  async acknowledgeUpTo({ account, client }: QueueOwner, seq: number, tx: EntityManager): Promise<void> {
    await tx.delete(ProcessingDeliveryEntity, { account, client, seq: LessThanOrEqual(String(seq)) });
  }

  /** Deliveries after a number, leased or not. */
  async listAfter(
    { account, client }: QueueOwner,
    { after, limit, bytesMax }: { readonly after: number; readonly limit: number; readonly bytesMax: number },
    tx: EntityManager,
  ): Promise<readonly Delivery[]> {
    const where = { account, client, seq: MoreThan(String(after)) };
    const rows = await tx.find(ProcessingDeliveryEntity, { where, order: { seq: 'ASC' }, take: limit });
    return this.fitting(
      rows.map(({ seq, id, token }) => ({ seq: Number(seq), id, token: token ?? '' })),
      bytesMax,
      tx,
    );
  }

  /** The first of these, with their messages, that have no more bytes together; one at least. */
  private async fitting(
    rows: readonly { readonly seq: number; readonly id: string; readonly token: string }[],
    bytesMax: number,
    tx: EntityManager,
  ): Promise<readonly Delivery[]> {
    const found: Delivery[] = [];
    let bytes = 0;
    for (const { id, seq, token } of rows) {
      const message = (await tx.findOneBy(ProcessingResultEntity, { id }))?.message ?? Buffer.alloc(0);
      bytes += message.length;
      if (found.length > 0 && bytes > bytesMax) break;
      found.push({ seq, token, message });
    }
    return found;
  }
}
