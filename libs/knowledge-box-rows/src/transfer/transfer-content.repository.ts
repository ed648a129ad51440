import type { FieldLetter, ResourceReference } from '@lectern/contracts/knowledge-box';
import { Injectable } from '@nestjs/common';
import { type EntityManager, MoreThan } from 'typeorm';
import { FieldEntity } from '../field/field.entity';
import type { FieldKey } from '../field/field.repository';
import { ResourceEntity } from '../resource/resource.entity';

/** A field by what it takes to read it. */
export interface StoredField {
  readonly letter: FieldLetter;
  readonly id: string;
  readonly blobKey: string | null;
}

/** Where a resource is in the order of ids. */
interface Page {
  readonly after: string;
  readonly limit: number;
}

/** Reads and writes whole resources, as they are stored. */
@Injectable()
export class TransferContentRepository {
  async countResources(kbid: string, tx: EntityManager): Promise<number> {
    return tx.countBy(ResourceEntity, { kbid });
  }

  async hasHidden(kbid: string, tx: EntityManager): Promise<boolean> {
    return tx.existsBy(ResourceEntity, { kbid, hidden: true });
  }

  /** Ordered by id. */
  async listResources(kbid: string, { after, limit }: Page, tx: EntityManager): Promise<ResourceEntity[]> {
    return tx.find(ResourceEntity, { where: { kbid, id: MoreThan(after) }, order: { id: 'ASC' }, take: limit });
  }

  /** Ordered by kind and id. */
  async listFields({ kbid, rid }: ResourceReference, tx: EntityManager): Promise<StoredField[]> {
    const sql = `SELECT letter, id, blob_key AS "blobKey" FROM fields WHERE kbid = $1 AND rid = $2 ORDER BY letter, id`;
    return tx.query(sql, [kbid, rid]);
  }

  async findField({ kbid, rid, letter, id }: FieldKey, tx: EntityManager): Promise<FieldEntity | undefined> {
    return (await tx.findOneBy(FieldEntity, { kbid, rid, letter, id })) ?? undefined;
  }

  /** A field that is not there yet. */
  async insertField(field: FieldEntity, tx: EntityManager): Promise<void> {
    const row: object = field; // TypeORM's type of a partial row has no words for free JSON.
    await tx.insert(FieldEntity, row);
  }
}
