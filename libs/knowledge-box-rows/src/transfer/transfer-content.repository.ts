import type { FieldLetter, ResourceReference } from '@lectern/contracts/knowledge-box';
import { Injectable } from '@nestjs/common';
import { Any, type EntityManager, MoreThan, Not } from 'typeorm';
import type { FieldRows } from '../field/field-content.repository';
import { ExtractedFieldEntity, FieldEntity, FieldVectorsEntity } from '../field/field.entity';
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

/** Conversations are read message by message. */
const OF_RESOURCES = `WHERE kbid = $1 AND rid = ANY($2) AND letter <> 'c'`;
const CONTENT_BYTES_SQL = `
  SELECT (SELECT coalesce(sum(pg_column_size(value)), 0) FROM fields ${OF_RESOURCES})
    + (SELECT coalesce(sum(octet_length(text) + pg_column_size(paragraphs) + pg_column_size(understood)), 0)
       FROM extracted_fields ${OF_RESOURCES})
    + (SELECT coalesce(sum(octet_length(vectors)), 0) FROM field_vectors ${OF_RESOURCES}) AS bytes`;

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

  /** About what fields of resources take with all that was found in them, as it is stored; without conversations. */
  async contentBytes(kbid: string, rids: readonly string[], tx: EntityManager): Promise<number> {
    const [row]: [{ bytes: string }] = await tx.query(CONTENT_BYTES_SQL, [kbid, rids]);
    return Number(row.bytes);
  }

  /** All fields of resources, ordered by kind and id, with all that was found in them, except in conversations. */
  async listContent(kbid: string, rids: readonly string[], tx: EntityManager): Promise<FieldRows> {
    const where = { kbid, rid: Any([...rids]) };
    const fields = await tx.find(FieldEntity, { where, order: { letter: 'ASC', id: 'ASC' } });
    const found = { ...where, letter: Not('c' as const) };
    const extracted = await tx.findBy(ExtractedFieldEntity, found);
    const vectors = await tx.find(FieldVectorsEntity, { where: found, order: { part: 'ASC' } });
    return { fields, extracted, vectors };
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
