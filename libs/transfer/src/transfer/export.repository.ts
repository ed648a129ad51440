import { AppError } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import { type EntityManager, In, LessThan } from 'typeorm';
import { KnowledgeBoxEntity } from '@lectern/resource-store';
import { ExportEntity } from './export.entity';

/** Identifies an export or import. */
export interface TransferKey {
  readonly kbid: string;
  readonly id: string;
}

/** Rows of exports. */
@Injectable()
export class ExportRepository {
  async find({ kbid, id }: TransferKey, tx: EntityManager): Promise<ExportEntity | undefined> {
    return (await tx.findOneBy(ExportEntity, { kbid, id })) ?? undefined;
  }

  /** Number of waiting or running exports of a box. */
  async countActive(kbid: string, tx: EntityManager): Promise<number> {
    return tx.countBy(ExportEntity, { kbid, status: In(['scheduled', 'running']) });
  }

  /** Prevents deletion of the box before the row exists. @throws AppError `not_found` when the box does not exist */
  async insert(row: ExportEntity, tx: EntityManager): Promise<void> {
    await requireBox(row.kbid, tx);
    await tx.insert(ExportEntity, row);
  }

  /** @returns false when the export does not exist */
  async update({ kbid, id }: TransferKey, changes: Partial<ExportEntity>, tx: EntityManager): Promise<boolean> {
    const { affected } = await tx.update(ExportEntity, { kbid, id }, changes);
    return affected === 1;
  }

  async delete({ kbid, id }: TransferKey, tx: EntityManager): Promise<void> {
    await tx.delete(ExportEntity, { kbid, id });
  }

  /** Locks and returns expired exports of all boxes, except those locked by others. */
  async lockExpired(now: Date, limit: number, tx: EntityManager): Promise<ExportEntity[]> {
    return tx.find(ExportEntity, {
      where: { expires: LessThan(now) },
      order: { expires: 'ASC' },
      take: limit,
      lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
    });
  }
}

/** @throws AppError `not_found` */
export async function requireBox(kbid: string, tx: EntityManager): Promise<void> {
  const lock = { mode: 'pessimistic_read' } as const;
  const box = await tx.findOne(KnowledgeBoxEntity, { where: { id: kbid }, select: { id: true }, lock });
  if (!box) throw new AppError('not_found', 'Knowledge Box not found');
}
