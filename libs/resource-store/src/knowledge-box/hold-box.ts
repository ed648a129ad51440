import { AppError } from '@lectern/contracts/core';
import type { EntityManager } from 'typeorm';
import { KnowledgeBoxEntity } from './knowledge-box.entity';

/** Prevents deletion of a box until the transaction ends. @throws AppError `not_found` when the box does not exist */
export async function holdBox(kbid: string, tx: EntityManager): Promise<void> {
  const lock = { mode: 'pessimistic_read' } as const;
  const box = await tx.findOne(KnowledgeBoxEntity, { where: { id: kbid }, select: { id: true }, lock });
  if (!box) throw new AppError('not_found', 'Knowledge Box does not exist');
}
