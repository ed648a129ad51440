import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DeletionReceiptEntity } from './deletion-receipt.entity';

@Injectable()
export class DeletionReceiptRepository {
  /** Call in the transaction that deletes the resource. If an id is deleted again, the latest receipt is kept. */
  async write(receipt: Omit<DeletionReceiptEntity, 'purgedAt'>, tx: EntityManager): Promise<void> {
    await tx.upsert(DeletionReceiptEntity, { ...receipt, purgedAt: null }, ['kbid', 'rid']);
  }

  async find(kbid: string, rid: string, tx: EntityManager): Promise<DeletionReceiptEntity | undefined> {
    return (await tx.findOneBy(DeletionReceiptEntity, { kbid, rid })) ?? undefined;
  }

  /** @param version version of the deletion whose remains are purged */
  async markPurged(
    { kbid, rid, version }: { readonly kbid: string; readonly rid: string; readonly version: number },
    purgedAt: Date,
    tx: EntityManager,
  ): Promise<void> {
    await tx.update(DeletionReceiptEntity, { kbid, rid, version: String(version) }, { purgedAt });
  }

  /** Deletes at most `limit` receipts of deletions before `before`. @returns their number */
  async prune(before: Date, limit: number, tx: EntityManager): Promise<number> {
    const some = 'SELECT ctid FROM deletion_receipts WHERE deleted_at < $1 LIMIT $2';
    const sql = `DELETE FROM deletion_receipts WHERE ctid IN (${some})`;
    const [, count]: [unknown, number] = await tx.query(sql, [before, limit]);
    return count;
  }
}
