import { resourcesOf } from '@lectern/contracts/core';
import type { FieldLetter, FieldValue, ResourceReference } from '@lectern/contracts/knowledge-box';
import type { UnderstoodField } from '@lectern/contracts/understanding';
import { Injectable } from '@nestjs/common';
import { postgresJson, prepared } from '@lectern/database';
import { Any, type EntityManager, IsNull, Not } from 'typeorm';
import { ConversationMessageEntity } from '../conversation/conversation-message.entity';
import { replaceFieldEdges } from '../graph/graph-edge-writes';
import { GraphEdgeEntity } from '../graph/graph-edge.entity';
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
  FORGET_BYTES_SQL,
  LIST_PENDING_SQL,
  LIST_PICTURES_SQL,
  LIST_STATES_SQL,
  putExtractedSql,
  PUT_VECTORS_SQL,
  SET_EMBEDDED_SQL,
  SET_OUTCOMES_SQL,
  TEXT_BYTES_SQL,
} from './field-statements.sql';
import { isProcessable, isProcessed, type SealedField } from './new-fields';
import type { PicturedField } from './thumbnail';

/** A field of a resource of a knowledge box. */
export interface FieldKey {
  readonly kbid: string;
  readonly rid: string;
  readonly letter: FieldLetter;
  readonly id: string;
}

/** A version of a field that is completely embedded in a vectorset, and its number of parts. */
export interface EmbeddedField extends FieldKey {
  readonly vectorset: string;
  readonly seqid: number;
  readonly parts: number;
}

/** The outcome of processing one version of a field, or the error of a failed attempt. */
export type FieldOutcomeRow = FieldKey & Pick<FieldEntity, 'seqid' | 'status' | 'errors' | 'sealedPassword'>;

/** The properties of a field besides its content. */
export interface FieldState extends FieldOutcomeRow {
  readonly contentSeqid: number;
  /** The value of a file field; null for other fields. */
  readonly file: FieldValue | null;
  /** Properties of its results; absent if there are none yet. */
  readonly found?: {
    readonly seqid: number;
    readonly understood: LearnedFromField;
    readonly isEmpty: boolean;
  };
}

/** The data that a resource takes over from a field. */
export type LearnedFromField = Pick<
  UnderstoodField,
  'title' | 'summary' | 'language' | 'languages' | 'mimeType' | 'pictures'
>;

type FieldStateRow = Omit<FieldState, 'found'> & {
  readonly foundSeqid: string | null;
  readonly understood: LearnedFromField;
  readonly isEmpty: boolean;
};

const tables = [
  FieldVectorsEntity,
  UnembeddedFieldEntity,
  GraphEdgeEntity,
  FieldPartEntity,
  ExtractedFieldEntity,
  FieldEntity,
];

@Injectable()
export class FieldRepository {
  /**
   * Creates or replaces fields under one number in the processing queue; fields that need processing become pending.
   */
  async put(
    target: { readonly kbid: string; readonly rid: string; readonly seqid: number },
    fields: readonly SealedField[],
    tx: EntityManager,
  ): Promise<void> {
    if (fields.length === 0) return;
    const rows = fields.map(({ letter, id, value, blobKey, mlText = true, sealedPassword, sealedSecrets }) => ({
      ...target,
      contentSeqid: target.seqid,
      letter,
      id,
      value,
      blobKey,
      sealedPassword,
      sealedSecrets,
      mlText,
      status: isProcessed({ letter }) ? ('PENDING' as const) : ('PROCESSED' as const),
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

  /** Processed fields without any content, ordered by kind and id. */
  async listStates(kbid: string, rids: readonly string[], tx: EntityManager): Promise<FieldState[]> {
    const rows: FieldStateRow[] = await tx.query(prepared(LIST_STATES_SQL), [kbid, rids]);
    return rows.map(({ foundSeqid, understood, isEmpty, ...row }) => ({
      ...row,
      seqid: Number(row.seqid),
      contentSeqid: Number(row.contentSeqid),
      ...(foundSeqid !== null && { found: { seqid: Number(foundSeqid), understood, isEmpty } }),
    }));
  }

  /** Complete, ordered by kind and id. */
  async listExtracted(kbid: string, rids: readonly string[], tx: EntityManager): Promise<ExtractedFieldEntity[]> {
    return extractedOf(kbid, rids, { hasTexts: true, tx });
  }

  /** The same for some fields, named `{rid}/{letter}/{id}`. */
  async listExtractedNamed(kbid: string, names: readonly string[], tx: EntityManager): Promise<ExtractedFieldEntity[]> {
    return extractedOf(kbid, resourcesOf(names), { hasTexts: true, names, tx });
  }

  /** Extracted content without the texts, which are the largest part. */
  async listParagraphs(
    kbid: string,
    rids: readonly string[],
    tx: EntityManager,
  ): Promise<Omit<ExtractedFieldEntity, 'text'>[]> {
    return extractedOf(kbid, rids, { hasTexts: false, tx });
  }

  /** Vectors in one vectorset. */
  async listVectors(
    kbid: string,
    rids: readonly string[],
    { vectorset, tx }: { vectorset: string; tx: EntityManager },
  ): Promise<FieldVectorsEntity[]> {
    return rids.length === 0 ? [] : tx.findBy(FieldVectorsEntity, { kbid, rid: Any([...rids]), vectorset });
  }

  /** Keys of pictures made for fields of resources, by resource; only those of one field if it is named. */
  async listPictures(
    resources: readonly ResourceReference[],
    tx: EntityManager,
    field?: { readonly letter: FieldLetter; readonly id: string },
  ): Promise<readonly (ResourceReference & PicturedField & { readonly keys: readonly string[] })[]> {
    const [kbids, rids] = [resources.map(({ kbid }) => kbid), resources.map(({ rid }) => rid)];
    return resources.length === 0
      ? []
      : tx.query(LIST_PICTURES_SQL, [kbids, rids, field?.letter ?? null, field?.id ?? null]);
  }

  /** Stores processing results of fields with their edges in the knowledge graph. */
  async putExtracted(extracted: readonly ExtractedFieldEntity[], tx: EntityManager): Promise<void> {
    if (extracted.length === 0) return;
    await tx.query(prepared(putExtractedSql), [postgresJson(extracted)]);
    await replaceFieldEdges(extracted, tx);
  }

  async putVectors(vectors: readonly FieldVectorsEntity[], tx: EntityManager): Promise<void> {
    if (vectors.length === 0) return;
    const column = <M extends keyof FieldVectorsEntity>(member: M) => vectors.map((row) => row[member]);
    const columns = (['kbid', 'rid', 'letter', 'id', 'vectorset', 'part', 'seqid', 'vectors'] as const).map(column);
    await tx.query(prepared(PUT_VECTORS_SQL), columns);
  }

  /**
   * Marks these versions of fields as completely embedded in a vectorset; removes parts of earlier, longer versions.
   */
  async setEmbedded(fields: readonly EmbeddedField[], tx: EntityManager): Promise<void> {
    if (fields.length === 0) return;
    const column = <M extends keyof EmbeddedField>(member: M) => fields.map((field) => field[member]);
    const columns = (['kbid', 'rid', 'letter', 'id', 'seqid', 'vectorset', 'parts'] as const).map(column);
    await tx.query(prepared(SET_EMBEDDED_SQL), columns);
  }

  /** A resource of the knowledge box that has a file with this MD5, and the file's name there. */
  async holderOfFile(
    kbid: string,
    md5: string,
    tx: EntityManager,
  ): Promise<{ readonly rid: string; readonly filename: string } | undefined> {
    const field = await tx
      .createQueryBuilder(FieldEntity, 'field')
      .where(`field.kbid = :kbid AND field.letter = 'f' AND field.value #>> '{file,md5}' = :md5`, { kbid, md5 })
      .limit(1)
      .getOne();
    if (!field) return undefined;
    const { rid, value } = field;
    return { rid, filename: typeof value === 'object' && 'file' in value ? value.file.filename : '' };
  }

  /** Size of the extracted texts of resources, by `{kbid}/{rid}`. */
  async textBytes(references: readonly ResourceReference[], tx: EntityManager): Promise<ReadonlyMap<string, number>> {
    const parameters = [references.map(({ kbid }) => kbid), references.map(({ rid }) => rid)];
    const rows: { kbid: string; rid: string; bytes: string }[] = await tx.query(TEXT_BYTES_SQL, parameters);
    return new Map(rows.map(({ kbid, rid, bytes }) => [`${kbid}/${rid}`, Number(bytes)]));
  }

  async listPending(references: readonly ResourceReference[], tx: EntityManager): Promise<FieldKey[]> {
    const parameters = [references.map(({ kbid }) => kbid), references.map(({ rid }) => rid)];
    return tx.query(LIST_PENDING_SQL, parameters);
  }

  /** Texts of resources that have not been processed, each up to this stored size. */
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

  /** Sets the outcomes of versions that are still current. */
  async setOutcomes(outcomes: readonly FieldOutcomeRow[], tx: EntityManager): Promise<void> {
    if (outcomes.length > 0) await tx.query(prepared(SET_OUTCOMES_SQL), [postgresJson(outcomes)]);
  }

  /**
   * Deletes the locations of files that are not kept, now that these versions of fields have been processed.
   *
   * @returns keys of the blobs that no field refers to any more
   */
  async forgetBytes(
    processed: readonly Pick<FieldOutcomeRow, 'kbid' | 'rid' | 'letter' | 'id' | 'seqid'>[],
    tx: EntityManager,
  ): Promise<(ResourceReference & { readonly blobKey: string })[]> {
    const keys = processed.map(({ kbid, rid, letter, id, seqid }) => ({ kbid, rid, letter, id, seqid }));
    return keys.length === 0 ? [] : tx.query(FORGET_BYTES_SQL, [postgresJson(keys)]);
  }

  /** Makes one field pending, or all processable fields of a resource. @returns the fields */
  async setPending(
    key: Omit<FieldKey, 'letter' | 'id'> & Partial<FieldKey>,
    change: { readonly seqid: number; readonly sealedPassword?: string },
    tx: EntityManager,
  ): Promise<FieldEntity[]> {
    const stored = await tx.findBy(FieldEntity, { letter: Not('k' as const), ...key });
    const fields = stored.filter(isProcessable);
    const pending = { ...change, status: 'PENDING' as const, errors: [] };
    await tx
      .createQueryBuilder()
      .update(FieldEntity)
      .set(pending)
      .where('kbid = :kbid AND rid = :rid', { kbid: key.kbid, rid: key.rid })
      .andWhere(`letter || '/' || id = ANY(:names)`, { names: fields.map(({ letter, id }) => `${letter}/${id}`) })
      .execute();
    return fields.map((field) => ({ ...field, ...pending }));
  }

  /** Like `setPending`, including all messages of conversations. */
  async setPendingWhole(...[key, change, tx]: Parameters<FieldRepository['setPending']>): Promise<FieldEntity[]> {
    const { kbid, rid, letter, id } = key;
    if (letter === undefined || letter === 'c') {
      const where = { kbid, rid, ...(id !== undefined && { id }), value: Not(IsNull()) };
      await tx.update(ConversationMessageEntity, where, { seqid: change.seqid, isPending: true });
    }
    return this.setPending(key, change, tx);
  }

  /** Requires a lock on the resource. */
  async setValue(key: FieldKey, value: FieldEntity['value'], tx: EntityManager): Promise<void> {
    await tx.update(FieldEntity, { ...key }, { value });
  }

  /** Results of a field or of a message. */
  async findExtracted(
    { kbid, rid, letter, id }: FieldKey,
    tx: EntityManager,
  ): Promise<ExtractedFieldEntity | undefined> {
    return (await tx.findOneBy(ExtractedFieldEntity, { kbid, rid, letter, id })) ?? undefined;
  }

  /** Deletes a field and its results. */
  async delete(key: FieldKey, tx: EntityManager): Promise<void> {
    for (const entity of tables) await tx.delete(entity, { ...key });
  }

  /** Also deletes all edges of the resource. */
  async deleteAll(kbid: string, rid: string, tx: EntityManager): Promise<void> {
    for (const entity of tables) await tx.delete(entity, { kbid, rid });
  }
}

async function extractedOf(
  kbid: string,
  rids: readonly string[],
  {
    hasTexts,
    names,
    tx,
  }: { readonly hasTexts: boolean; readonly names?: readonly string[]; readonly tx: EntityManager },
): Promise<ExtractedFieldEntity[]> {
  if (rids.length === 0) return [];
  return joinedParts(
    await tx.query<ExtractedPart[]>(prepared(extractedPartsSql), [kbid, rids, hasTexts, names ?? null]),
  );
}
