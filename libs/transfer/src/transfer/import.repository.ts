import { postgresJson } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { type EntityManager, In, LessThan, Not, IsNull } from 'typeorm';
import { requireBox, type TransferKey } from './export.repository';
import { ImportEntity } from './import.entity';

/** The stored result of an import step. */
export type ImportProgress = Pick<ImportEntity, 'position' | 'processed' | 'counts' | 'notes'>;

/** A step and the new expiry of the import. */
export type ImportStep = ImportProgress & Pick<ImportEntity, 'expires'>;

/** Rows of imports. */
@Injectable()
export class ImportRepository {
  async find({ kbid, id }: TransferKey, tx: EntityManager): Promise<ImportEntity | undefined> {
    return (await tx.findOneBy(ImportEntity, { kbid, id })) ?? undefined;
  }

  async countActive(kbid: string, tx: EntityManager): Promise<number> {
    return tx.countBy(ImportEntity, { kbid, status: In(['scheduled', 'running']) });
  }

  /** Number of waiting or running restores of an account. */
  async countRestores(account: string, tx: EntityManager): Promise<number> {
    return tx
      .createQueryBuilder(ImportEntity, 'row')
      .innerJoin('knowledge_boxes', 'box', 'box.id = row.kbid')
      .where('box.account = :account AND row.backup IS NOT NULL', { account })
      .andWhere(`row.status IN ('scheduled', 'running')`)
      .getCount();
  }

  /** Prevents deletion of the box before the row exists. @throws AppError `not_found` when the box does not exist */
  async insert(row: ImportEntity, tx: EntityManager): Promise<void> {
    await requireBox(row.kbid, tx);
    const plain: object = row; // TypeORM's type of a partial row does not support free-form JSON
    await tx.insert(ImportEntity, plain);
  }

  /** @returns false when the import does not exist */
  async update({ kbid, id }: TransferKey, changes: Partial<ImportEntity>, tx: EntityManager): Promise<boolean> {
    const { affected } = await tx.update(ImportEntity, { kbid, id }, changes as object); // as in `insert`
    return affected === 1;
  }

  /**
   * Records the step in the transaction that stores its data; another attempt continues from there.
   * @returns false when the import does not exist
   */
  async proceed({ kbid, id }: TransferKey, step: ImportStep, tx: EntityManager): Promise<boolean> {
    const { position, processed, counts, notes, expires } = step;
    const [, count]: [unknown, number] = await tx.query(
      `UPDATE imports SET position = $3, processed = $4, counts = $5, notes = $6, expires = $7, loose_blobs = '{}'
       WHERE kbid = $1 AND id = $2`,
      [kbid, id, position, processed, postgresJson(counts), postgresJson(notes), expires],
    );
    return count === 1;
  }

  /**
   * Call before the blobs are written; those without a reference at the end are deleted.
   * @returns false when the import does not exist
   */
  async addLooseBlobs({ kbid, id }: TransferKey, keys: readonly string[], tx: EntityManager): Promise<boolean> {
    const sql = `UPDATE imports SET loose_blobs = ARRAY(SELECT DISTINCT unnest(loose_blobs || $3::text[]))
      WHERE kbid = $1 AND id = $2`;
    const [, count]: [unknown, number] = await tx.query(sql, [kbid, id, keys]);
    return count === 1;
  }

  /** Whether an unfinished import needs the blob. */
  async needsBlob(blobKey: string, tx: EntityManager): Promise<boolean> {
    return tx.existsBy(ImportEntity, { blobKey, status: Not('finished'), backup: Not(IsNull()) });
  }

  async delete({ kbid, id }: TransferKey, tx: EntityManager): Promise<void> {
    await tx.delete(ImportEntity, { kbid, id });
  }

  /** Locks and returns expired imports of all boxes, except those locked by others. */
  async lockExpired(now: Date, limit: number, tx: EntityManager): Promise<ImportEntity[]> {
    return tx.find(ImportEntity, {
      where: { expires: LessThan(now) },
      order: { expires: 'ASC' },
      take: limit,
      lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
    });
  }
}
