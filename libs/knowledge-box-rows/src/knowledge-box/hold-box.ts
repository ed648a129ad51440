import { AppError } from '@lectern/contracts/core';
import type { EntityManager } from 'typeorm';
import { KnowledgeBoxEntity } from './knowledge-box.entity';

/** Keeps a box from being deleted until the transaction ends. @throws AppError `not_found` when it is gone */
export async function holdBox(kbid: string, tx: EntityManager): Promise<void> {
  const lock = { mode: 'pessimistic_read' } as const;
  const box = await tx.findOne(KnowledgeBoxEntity, { where: { id: kbid }, select: { id: true }, lock });
  if (!box) throw new AppError('not_found', 'Knowledge Box does not exist');
}
