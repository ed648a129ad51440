import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CustomSynonymsEntity } from './custom-synonyms.entity';

/** The synonyms of a knowledge box, stored in one row. */
@Injectable()
export class SynonymsRepository {
  /** Synonyms by term; empty if there are none. */
  async read(kbid: string, tx: EntityManager): Promise<Readonly<Record<string, readonly string[]>>> {
    return (await tx.findOneBy(CustomSynonymsEntity, { kbid }))?.synonyms ?? {};
  }

  /** The same, locked until the transaction ends. */
  async lock(kbid: string, tx: EntityManager): Promise<Readonly<Record<string, readonly string[]>>> {
    const lock = { mode: 'pessimistic_write' } as const;
    return (await tx.findOne(CustomSynonymsEntity, { where: { kbid }, lock }))?.synonyms ?? {};
  }

  async put(synonyms: CustomSynonymsEntity, tx: EntityManager): Promise<void> {
    await tx.upsert(CustomSynonymsEntity, synonyms, ['kbid']);
  }

  async delete(kbid: string, tx: EntityManager): Promise<void> {
    await tx.delete(CustomSynonymsEntity, { kbid });
  }
}
