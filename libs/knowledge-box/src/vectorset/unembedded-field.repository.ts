import { Injectable } from '@nestjs/common';
import { Any, type EntityManager } from 'typeorm';
import { UnembeddedFieldEntity } from '../field/field.entity';

/** Fields that are not wholly in the vector index; written where fields are stored. */
@Injectable()
export class UnembeddedFieldRepository {
  async hasAny(kbid: string, tx: EntityManager): Promise<boolean> {
    return tx.existsBy(UnembeddedFieldEntity, { kbid });
  }

  async list(kbid: string, rids: readonly string[], tx: EntityManager): Promise<UnembeddedFieldEntity[]> {
    return rids.length === 0 ? [] : tx.findBy(UnembeddedFieldEntity, { kbid, rid: Any([...rids]) });
  }
}
