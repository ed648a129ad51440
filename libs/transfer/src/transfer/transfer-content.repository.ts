import type { FieldLetter, ResourceReference } from '@lectern/contracts/knowledge-box';
import { Injectable } from '@nestjs/common';
import type { StoredPicture } from '@lectern/contracts/understanding';
import { Any, type EntityManager, In, MoreThan, Not } from 'typeorm';
import {
  type FieldRows,
  ExtractedFieldEntity,
  FieldEntity,
  FieldVectorsEntity,
  type FieldKey,
  storeExtractedSql,
  genericsSql,
  ResourceEntity,
} from '@lectern/resource-store';

/** A field with the data needed to read it. */
export interface StoredField {
  readonly letter: FieldLetter;
  readonly id: string;
  readonly blobKey: string | null;
  /** Pictures of a file or link in its current version. */
  readonly pictures: readonly StoredPicture[];
}

/** A range in the order of resource ids. */
interface Page {
  readonly after: string;
  readonly limit: number;
}

/** Conversations are read message by message; titles and summaries are read separately. */
const OF_RESOURCES = `WHERE kbid = $1 AND rid = ANY($2) AND letter NOT IN ('a', 'c')`;
const LIST_FIELDS_SQL = `
  SELECT f.letter, f.id, f.blob_key AS "blobKey", coalesce(e.understood -> 'pictures', '[]') AS pictures
  FROM fields f LEFT JOIN extracted_fields e ON f.letter IN ('f', 'u') AND e.kbid = f.kbid AND e.rid = f.rid
    AND e.letter = f.letter AND e.id = f.id AND e.seqid >= f.content_seqid
  WHERE f.kbid = $1 AND f.rid = $2 ORDER BY f.letter, f.id`;
const CONTENT_BYTES_SQL = `
  SELECT (SELECT coalesce(sum(pg_column_size(value)), 0) FROM fields ${OF_RESOURCES})
    + (SELECT coalesce(sum(octet_length(text) + pg_column_size(paragraphs) + pg_column_size(understood)), 0)
       FROM extracted_fields ${OF_RESOURCES})
    + (SELECT coalesce(sum(octet_length(vectors)), 0) FROM field_vectors ${OF_RESOURCES}) AS bytes`;

const PUT_GENERICS_SQL = storeExtractedSql(
  genericsSql(`(SELECT $1::uuid AS kbid, $2::text AS id, $3::text AS title, $4::boolean AS title_is_provisional,
    $5::text AS summary, $6::boolean AS summary_is_provisional, $7::bigint AS version)`),
);

/** Reads and writes complete resources in their stored form. */
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
    return tx.query(LIST_FIELDS_SQL, [kbid, rid]);
  }

  /** Approximate stored size of the fields of resources with all their results, without conversations. */
  async contentBytes(kbid: string, rids: readonly string[], tx: EntityManager): Promise<number> {
    const [row]: [{ bytes: string }] = await tx.query(CONTENT_BYTES_SQL, [kbid, rids]);
    return Number(row.bytes);
  }

  /** All fields of resources with all their results, ordered by kind and id, without those of conversations. */
  async listContent(kbid: string, rids: readonly string[], tx: EntityManager): Promise<FieldRows> {
    const where = { kbid, rid: Any([...rids]) };
    const fields = await tx.find(FieldEntity, { where, order: { letter: 'ASC', id: 'ASC' } });
    const found = { ...where, letter: Not(In(['a', 'c'] as const)) };
    const extracted = await tx.findBy(ExtractedFieldEntity, found);
    const vectors = await tx.find(FieldVectorsEntity, { where: found, order: { part: 'ASC' } });
    return { fields, extracted, vectors };
  }

  /** Titles and summaries of resources in embedded form, with their vectors. */
  async listGenerics(kbid: string, rids: readonly string[], tx: EntityManager): Promise<Omit<FieldRows, 'fields'>> {
    const where = { kbid, rid: Any([...rids]), letter: 'a' as const };
    const extracted = await tx.find(ExtractedFieldEntity, { where, order: { id: 'ASC' } });
    return { extracted, vectors: await tx.findBy(FieldVectorsEntity, where) };
  }

  /** Stores the title and summary of a resource in embedded form, if it has none yet. */
  async putGenerics(
    { kbid, id, title, titleIsProvisional, summary, summaryIsProvisional, version }: ResourceEntity,
    tx: EntityManager,
  ): Promise<void> {
    const given = [kbid, id, title, titleIsProvisional, summary, summaryIsProvisional, version];
    await tx.query(PUT_GENERICS_SQL, given);
  }

  async findField({ kbid, rid, letter, id }: FieldKey, tx: EntityManager): Promise<FieldEntity | undefined> {
    return (await tx.findOneBy(FieldEntity, { kbid, rid, letter, id })) ?? undefined;
  }

  /** Inserts a field that does not exist yet. */
  async insertField(field: FieldEntity, tx: EntityManager): Promise<void> {
    const row: object = field; // TypeORM's type of a partial row does not support free-form JSON
    await tx.insert(FieldEntity, row);
  }
}
