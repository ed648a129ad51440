import type { FieldLetter, ResourceReference } from '@lectern/contracts/knowledge-box';
import type { UnderstoodField } from '@lectern/contracts/understanding';
import { Injectable } from '@nestjs/common';
import { postgresJson } from '@lectern/database';
import { Any, type EntityManager } from 'typeorm';
import { type ExtractedPart, joinedParts } from './extracted-parts';
import {
  ExtractedFieldEntity,
  FieldEntity,
  FieldPartEntity,
  FieldVectorsEntity,
  UnembeddedFieldEntity,
} from './field.entity';
import {
  extractedPartsSql,
  LIST_STATES_SQL,
  MARK_EMBEDDED_SQL,
  putExtractedSql,
  PUT_VECTORS_SQL,
  SET_OUTCOMES_SQL,
  TEXT_BYTES_SQL,
  TRIM_VECTORS_SQL,
} from './field-statements.sql';
import type { SealedField } from './new-fields';

/** A field of a resource of a knowledge box. */
export interface FieldKey {
  readonly kbid: string;
  readonly rid: string;
  readonly letter: FieldLetter;
  readonly id: string;
}

/** A version of a field that has all its vectors in a vectorset, in so many parts. */
export interface EmbeddedField extends FieldKey {
  readonly vectorset: string;
  readonly seqid: number;
  readonly parts: number;
}

/** How processing of one version of a field ended, or why an attempt at it failed. */
export type FieldOutcomeRow = FieldKey & Pick<FieldEntity, 'seqid' | 'status' | 'errors' | 'sealedPassword'>;

/** What is known of a field besides its content. */
export interface FieldState extends FieldOutcomeRow {
  readonly contentSeqid: number;
  /** Of what was found in it; absent when nothing was found yet. */
  readonly found?: {
    readonly seqid: number;
    readonly understood: LearnedFromField;
    readonly isEmpty: boolean;
  };
}

/** What a resource learns from a field. */
export type LearnedFromField = Pick<UnderstoodField, 'title' | 'summary' | 'language' | 'languages' | 'mimeType'>;

type FieldStateRow = Omit<FieldState, 'found'> & {
  readonly foundSeqid: string | null;
  readonly understood: LearnedFromField;
  readonly isEmpty: boolean;
};

const tables = [FieldVectorsEntity, UnembeddedFieldEntity, FieldPartEntity, ExtractedFieldEntity, FieldEntity];

@Injectable()
export class FieldRepository {
  /** Creates or replaces fields, all pending under one number in the processing queue. */
  async put(
    target: { readonly kbid: string; readonly rid: string; readonly seqid: number },
    fields: readonly SealedField[],
    tx: EntityManager,
  ): Promise<void> {
    if (fields.length === 0) return;
    const rows = fields.map(({ letter, id, value, blobKey, sealedPassword, sealedSecrets }) => ({
      ...target,
      contentSeqid: target.seqid,
      letter,
      id,
      value,
      blobKey,
      sealedPassword,
      sealedSecrets,
      status: 'PENDING' as const,
      errors: [],
    }));
    await tx.upsert(FieldEntity, rows, ['kbid', 'rid', 'letter', 'id']);
  }

  async find(key: FieldKey, tx: EntityManager): Promise<FieldEntity | undefined> {
    return (await tx.findOneBy(FieldEntity, { ...key })) ?? undefined;
  }

  async list(kbid: string, rids: readonly string[], tx: EntityManager): Promise<FieldEntity[]> {
    if (rids.length === 0) return [];
    return tx
      .createQueryBuilder(FieldEntity, 'row')
      .where('row.kbid = :kbid AND row.rid = ANY(:rids)', { kbid, rids })
      .orderBy('row.letter')
      .addOrderBy('row.id')
      .getMany();
  }

  /** Without any content, ordered by kind and id. */
  async listStates(kbid: string, rids: readonly string[], tx: EntityManager): Promise<FieldState[]> {
    const rows: FieldStateRow[] = await tx.query(LIST_STATES_SQL, [kbid, rids]);
    return rows.map(({ foundSeqid, understood, isEmpty, ...row }) => ({
      ...row,
      seqid: Number(row.seqid),
      contentSeqid: Number(row.contentSeqid),
      ...(foundSeqid !== null && { found: { seqid: Number(foundSeqid), understood, isEmpty } }),
    }));
  }

  /** Whole, ordered by kind and id. */
  async listExtracted(kbid: string, rids: readonly string[], tx: EntityManager): Promise<ExtractedFieldEntity[]> {
    return extractedOf(kbid, rids, { hasTexts: true, tx });
  }

  /** What was extracted without the texts, which take most of the room. */
  async listParagraphs(
    kbid: string,
    rids: readonly string[],
    tx: EntityManager,
  ): Promise<Omit<ExtractedFieldEntity, 'text'>[]> {
    return extractedOf(kbid, rids, { hasTexts: false, tx });
  }

  /** Of one vectorset. */
  async listVectors(
    kbid: string,
    rids: readonly string[],
    { vectorset, tx }: { vectorset: string; tx: EntityManager },
  ): Promise<FieldVectorsEntity[]> {
    return rids.length === 0 ? [] : tx.findBy(FieldVectorsEntity, { kbid, rid: Any([...rids]), vectorset });
  }

  async putExtracted(extracted: readonly ExtractedFieldEntity[], tx: EntityManager): Promise<void> {
    if (extracted.length > 0) await tx.query(putExtractedSql, [postgresJson(extracted)]);
  }

  async putVectors(vectors: readonly FieldVectorsEntity[], tx: EntityManager): Promise<void> {
    if (vectors.length === 0) return;
    const column = <M extends keyof FieldVectorsEntity>(member: M) => vectors.map((row) => row[member]);
    const columns = (['kbid', 'rid', 'letter', 'id', 'vectorset', 'part', 'seqid', 'vectors'] as const).map(column);
    await tx.query(PUT_VECTORS_SQL, columns);
  }

  /** These versions of fields have all their vectors in a vectorset; parts of earlier, longer versions are removed. */
  async setEmbedded(fields: readonly EmbeddedField[], tx: EntityManager): Promise<void> {
    if (fields.length === 0) return;
    const column = <M extends keyof EmbeddedField>(member: M) => fields.map((field) => field[member]);
    const versions = (['kbid', 'rid', 'letter', 'id', 'seqid', 'vectorset'] as const).map(column);
    await tx.query(MARK_EMBEDDED_SQL, versions);
    await tx.query(TRIM_VECTORS_SQL, [...versions, column('parts')]);
  }

  /** Whether a file with this md5 is in the knowledge box. */
  async hasFile(kbid: string, md5: string, tx: EntityManager): Promise<boolean> {
    return tx
      .createQueryBuilder(FieldEntity, 'field')
      .where(`field.kbid = :kbid AND field.letter = 'f' AND field.value #>> '{file,md5}' = :md5`, { kbid, md5 })
      .getExists();
  }

  /** Of what was found in the fields of resources, by resource. */
  async textBytes(references: readonly ResourceReference[], tx: EntityManager): Promise<ReadonlyMap<string, number>> {
    const parameters = [references.map(({ kbid }) => kbid), references.map(({ rid }) => rid)];
    const rows: { rid: string; bytes: string }[] = await tx.query(TEXT_BYTES_SQL, parameters);
    return new Map(rows.map(({ rid, bytes }) => [rid, Number(bytes)]));
  }

  async listPending(references: readonly ResourceReference[], tx: EntityManager): Promise<FieldKey[]> {
    const select = { kbid: true, rid: true, letter: true, id: true };
    const kbid = Any([...new Set(references.map((resource) => resource.kbid))]);
    const where = { kbid, rid: Any(references.map((resource) => resource.rid)), status: 'PENDING' as const };
    const rows = await tx.find(FieldEntity, { where, select });
    return rows.map(({ kbid, rid, letter, id }) => ({ kbid, rid, letter, id }));
  }

  /** Texts of resources that are not understood, up to so many bytes each as they are stored. */
  async listSmallUnsettled(
    kbid: string,
    rids: readonly string[],
    { bytesMax, tx }: { readonly bytesMax: number; readonly tx: EntityManager },
  ): Promise<FieldEntity[]> {
    if (rids.length === 0) return [];
    return tx
      .createQueryBuilder(FieldEntity, 'field')
      .where(`field.kbid = :kbid AND field.rid = ANY(:rids) AND field.letter = 't'`, { kbid, rids })
      .andWhere(`field.status <> 'PROCESSED' AND pg_column_size(field.value) <= :bytesMax`, { bytesMax })
      .orderBy('field.id')
      .getMany();
  }

  /** Of those versions that are still the present ones. */
  async setOutcomes(outcomes: readonly FieldOutcomeRow[], tx: EntityManager): Promise<void> {
    if (outcomes.length > 0) await tx.query(SET_OUTCOMES_SQL, [postgresJson(outcomes)]);
  }

  /** One field, or all of a resource. @returns them */
  async setPending(
    key: Omit<FieldKey, 'letter' | 'id'> & Partial<FieldKey>,
    change: { readonly seqid: number; readonly sealedPassword?: string },
    tx: EntityManager,
  ): Promise<FieldEntity[]> {
    await tx.update(FieldEntity, { ...key }, { ...change, status: 'PENDING', errors: [] });
    return tx.findBy(FieldEntity, { ...key });
  }

  /** Removes a field with all that was found in it. */
  async delete(key: FieldKey, tx: EntityManager): Promise<void> {
    for (const entity of tables) await tx.delete(entity, { ...key });
  }

  async deleteAll(kbid: string, rid: string, tx: EntityManager): Promise<void> {
    for (const entity of tables) await tx.delete(entity, { kbid, rid });
  }
}

async function extractedOf(
  kbid: string,
  rids: readonly string[],
  { hasTexts, tx }: { readonly hasTexts: boolean; readonly tx: EntityManager },
): Promise<ExtractedFieldEntity[]> {
  if (rids.length === 0) return [];
  return joinedParts(await tx.query<ExtractedPart[]>(extractedPartsSql, [kbid, rids, hasTexts]));
}
