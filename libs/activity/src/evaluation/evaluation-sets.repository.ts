import { storable } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { EvaluationSetEntity } from './evaluation.entity';

/** Identifies a set. */
export interface EvaluationSetKey {
  readonly kbid: string;
  readonly id: string;
}

/** A set without its questions. */
export type EvaluationSetRow = Omit<EvaluationSetEntity, 'questions'>;

@Injectable()
export class EvaluationSetsRepository {
  async insert(row: EvaluationSetEntity, tx: EntityManager): Promise<void> {
    await tx.insert(EvaluationSetEntity, storable(row));
  }

  async count(kbid: string, tx: EntityManager): Promise<number> {
    return tx.countBy(EvaluationSetEntity, { kbid });
  }

  /** By title. */
  async list(kbid: string, tx: EntityManager): Promise<readonly EvaluationSetRow[]> {
    return tx.find(EvaluationSetEntity, {
      select: { kbid: true, id: true, title: true, size: true, created: true, modified: true },
      where: { kbid },
      order: { title: 'ASC', id: 'ASC' },
    });
  }

  async find({ kbid, id }: EvaluationSetKey, tx: EntityManager): Promise<EvaluationSetEntity | null> {
    return tx.findOneBy(EvaluationSetEntity, { kbid, id });
  }

  /** Nobody else changes it until the transaction ends. */
  async findLocked({ kbid, id }: EvaluationSetKey, tx: EntityManager): Promise<EvaluationSetEntity | null> {
    return tx.findOne(EvaluationSetEntity, { where: { kbid, id }, lock: { mode: 'pessimistic_write' } });
  }

  async update(row: EvaluationSetEntity, tx: EntityManager): Promise<void> {
    const { kbid, id, ...changes } = storable(row);
    await tx.update(EvaluationSetEntity, { kbid, id }, changes);
  }

  /** @returns whether it existed */
  async delete({ kbid, id }: EvaluationSetKey, tx: EntityManager): Promise<boolean> {
    const { affected } = await tx.delete(EvaluationSetEntity, { kbid, id });
    return (affected ?? 0) > 0;
  }

  /** Deletes the sets of a box. */
  async purge(kbid: string, tx: EntityManager): Promise<void> {
    await tx.delete(EvaluationSetEntity, { kbid });
  }
}
