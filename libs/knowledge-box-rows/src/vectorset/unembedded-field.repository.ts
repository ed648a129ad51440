import type { ResourceReference } from '@lectern/contracts/knowledge-box';
import { Injectable } from '@nestjs/common';
import { Any, type EntityManager } from 'typeorm';
import { UnembeddedFieldEntity } from '../field/field.entity';

/** Fields that are not wholly in the vector index; written where fields are stored. */
@Injectable()
export class UnembeddedFieldRepository {
  async hasAny(kbid: string, tx: EntityManager): Promise<boolean> {
    return tx.existsBy(UnembeddedFieldEntity, { kbid });
  }

  /** Resources that have such fields, in the order of their boxes and ids. */
  async listResources(
    { kbid, rid }: ResourceReference,
    limit: number,
    tx: EntityManager,
  ): Promise<readonly ResourceReference[]> {
    return tx.query(
      `SELECT DISTINCT kbid, rid FROM unembedded_fields WHERE (kbid, rid) > ($1::uuid, $2) ORDER BY kbid, rid LIMIT $3`,
      [kbid, rid, limit],
    );
  }

  /** Those of some resources that have such fields. */
  async ridsAmong(kbid: string, rids: readonly string[], tx: EntityManager): Promise<ReadonlySet<string>> {
    return new Set((await this.list(kbid, rids, tx)).map(({ rid }) => rid));
  }

  async list(kbid: string, rids: readonly string[], tx: EntityManager): Promise<UnembeddedFieldEntity[]> {
    return rids.length === 0 ? [] : tx.findBy(UnembeddedFieldEntity, { kbid, rid: Any([...rids]) });
  }
}
