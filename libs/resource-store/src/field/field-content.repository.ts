import { AppError } from '@lectern/contracts/core';
import type { FieldAugmentation, FieldLetter } from '@lectern/contracts/knowledge-box';
import type { UnderstoodField, UnderstoodParagraph } from '@lectern/contracts/understanding';
import { Injectable } from '@nestjs/common';
import { Any, type EntityManager } from 'typeorm';
import {
  extractedHeadSql,
  headsSql,
  LONG_HEADS_SQL,
  paragraphsPartSql,
  rangesPartSql,
  TEXTS_SQL,
  textPartSql,
  totalBytesSql,
  vectorPartsSql,
} from './field-content-statements.sql';
import { ExtractedFieldEntity, FieldEntity, FieldVectorsEntity } from './field.entity';
import type { FieldKey } from './field.repository';

/** The data to read besides the rows of the fields. */
export interface WantedContent {
  readonly extracted: boolean;
  /** Whether to include errors, including those of agents. */
  readonly hasStatus?: boolean;
  /** Vectors of this vectorset. */
  readonly vectorset?: string;
}

export interface FieldsOfResource {
  readonly kbid: string;
  readonly rid: string;
  readonly letters: readonly FieldLetter[];
}

export interface FieldsOfResources {
  readonly kbid: string;
  readonly rids: readonly string[];
  readonly letters: readonly FieldLetter[];
  /** All fields when absent. */
  readonly ids?: readonly string[];
}

/** The key data and size of a field. */
export interface FieldHead {
  readonly letter: FieldLetter;
  readonly id: string;
  /** Size of texts and vectors, and stored, possibly compressed, size of JSON. */
  readonly bytes: number;
}

/** A field with the content extracted from one version of it. */
export interface FieldVersion extends FieldKey {
  readonly seqid: string;
}

export interface ExtractedHead {
  readonly seqid: string;
  readonly understood: UnderstoodField;
  readonly extractedAt: Date;
  /** Number of paragraphs. */
  readonly paragraphs: number;
  /** Whether vectors of these paragraphs exist, possibly incomplete. */
  readonly hasVectors: boolean;
}

/** Stored rows; data that was not requested is empty. */
export interface FieldRows {
  readonly fields: readonly FieldEntity[];
  readonly extracted: readonly ExtractedFieldEntity[];
  readonly vectors: readonly FieldVectorsEntity[];
}

/** Reads content of fields in bounded portions. */
@Injectable()
export class FieldContentRepository {
  /** Ordered by kind and id; at most `limit` fields with an id after `after`. */
  async listHeads(
    fields: FieldsOfResource,
    wanted: WantedContent,
    { after, limit, tx }: { readonly after: string; readonly limit: number; readonly tx: EntityManager },
  ): Promise<FieldHead[]> {
    return tx.query(headsSql('>'), headParameters(fields, wanted, [after, limit]));
  }

  async findHead(key: FieldKey, wanted: WantedContent, tx: EntityManager): Promise<FieldHead | undefined> {
    const [head]: FieldHead[] = await tx.query(
      headsSql('='),
      headParameters({ ...key, letters: [key.letter] }, wanted, [key.id, 1]),
    );
    return head;
  }

  /** Minimum size of the fields of these resources. */
  async totalBytes(
    { kbid, rids, letters }: FieldsOfResources,
    { extracted, vectorset }: WantedContent,
    tx: EntityManager,
  ): Promise<number> {
    const parameters = [kbid, rids, letters, extracted, vectorset ?? null];
    const [row]: [{ bytes: string }] = await tx.query(totalBytesSql, parameters);
    return Number(row.bytes);
  }

  /** Complete rows, ordered by kind and id. */
  async listRows(
    { kbid, rids, letters, ids }: FieldsOfResources,
    { extracted, vectorset }: WantedContent,
    tx: EntityManager,
  ): Promise<FieldRows> {
    const where = { kbid, rid: Any([...rids]), letter: Any([...letters]), ...(ids && { id: Any([...ids]) }) };
    const [fields, found, vectors] = await Promise.all([
      tx.find(FieldEntity, { where, order: { letter: 'ASC', id: 'ASC' } }),
      extracted ? tx.findBy(ExtractedFieldEntity, where) : [],
      vectorset === undefined ? [] : tx.findBy(FieldVectorsEntity, { ...where, vectorset }),
    ]);
    return { fields, extracted: found, vectors };
  }

  /** Results of agents in fields of these resources, by resource; fields without results are left out. */
  async listAugmentations(
    { kbid, rids }: Pick<FieldsOfResources, 'kbid' | 'rids'>,
    tx: EntityManager,
  ): Promise<ReadonlyMap<string, readonly FieldAugmentation[]>> {
    const rows: { readonly id: string; readonly augmentations: readonly FieldAugmentation[] }[] = await tx.query(
      `SELECT id, augmentations FROM resources WHERE kbid = $1 AND id = ANY($2) AND augmentations <> '[]'`,
      [kbid, rids],
    );
    return new Map(rows.map(({ id, augmentations }) => [id, augmentations]));
  }

  async findExtractedHead(key: FieldKey, vectorset: string | undefined, tx: EntityManager) {
    const [head]: ExtractedHead[] = await tx.query(extractedHeadSql, [...keyParameters(key), vectorset ?? null]);
    return head;
  }

  /** Extracted content of a resource's fields, without its large parts. */
  async listLong(
    { kbid, rid }: { readonly kbid: string; readonly rid: string },
    tx: EntityManager,
  ): Promise<(FieldVersion & LongHead)[]> {
    const rows: (FieldVersion & LongHead)[] = await tx.query(LONG_HEADS_SQL, [kbid, rid]);
    return rows;
  }

  /**
   * Results of one resource's messages, complete, by id.
   *
   * @param vectorset the vectorset to read, if any
   * @throws AppError `unavailable` when one of the versions is outdated
   */
  async readSplits(
    versions: readonly FieldVersion[],
    vectorset: string | undefined,
    tx: EntityManager,
  ): Promise<ReadonlyMap<string, SplitRows>> {
    const [{ kbid, rid } = { kbid: '', rid: '' }] = versions;
    const where = { kbid, rid, letter: 'c' as const, id: Any(versions.map(({ id }) => id)) };
    const [extracted, vectors] = await Promise.all([
      tx.findBy(ExtractedFieldEntity, where),
      vectorset === undefined
        ? []
        : tx.find(FieldVectorsEntity, { where: { ...where, vectorset }, order: { part: 'ASC' } }),
    ]);
    const byId = new Map(extracted.map((row) => [row.id, row]));
    const vectorsOf = Map.groupBy(vectors, ({ id }) => id);
    return new Map(
      versions.map((version) => {
        const row = byId.get(version.id);
        if (row?.seqid !== Number(version.seqid)) throw changedMeanwhile(version);
        const present = (vectorsOf.get(version.id) ?? []).filter(({ seqid }) => seqid === row.seqid);
        return [version.id, { extracted: row, vectors: present }];
      }),
    );
  }

  /** The first `charsMax` code points of each resource, by field. */
  async listTexts(
    { kbid, rids, charsMax }: Pick<FieldsOfResources, 'kbid' | 'rids'> & { readonly charsMax: number },
    tx: EntityManager,
  ): Promise<FieldText[]> {
    return tx.query(TEXTS_SQL, [kbid, rids, charsMax]);
  }

  /**
   * @param from code point, from 0
   * @throws AppError `unavailable` when the version is outdated
   */
  async textPart(version: FieldVersion, { from, count }: Portion, tx: EntityManager): Promise<string> {
    return part(await tx.query(textPartSql, [...versionParameters(version), from + 1, count]), version);
  }

  /** @throws as `textPart` */
  async paragraphsPart(
    version: FieldVersion,
    { from, count }: Portion,
    tx: EntityManager,
  ): Promise<readonly UnderstoodParagraph[]> {
    const parameters = [...versionParameters(version), from, from + count - 1];
    return part(await tx.query(paragraphsPartSql, parameters), version);
  }

  /** Starts and ends of paragraphs. @throws as `textPart` */
  async rangesPart(version: FieldVersion, { from, count }: Portion, tx: EntityManager): Promise<readonly Range[]> {
    const parameters = [...versionParameters(version), from, from + count - 1];
    const [starts, ends] = part<[number[], number[]]>(await tx.query(rangesPartSql, parameters), version);
    return starts.map((start, i) => ({ start, end: ends[i] ?? start }));
  }

  /** The stored ones among `count` parts from part `from`. */
  async vectorParts(
    version: FieldVersion & { readonly vectorset: string },
    { from, count }: Portion,
    tx: EntityManager,
  ): Promise<StoredParts> {
    const parameters = [...versionParameters(version), from, from + count - 1, version.vectorset];
    const [row]: [StoredParts] = await tx.query(vectorPartsSql, parameters);
    return row;
  }
}

/** The beginning of a field's text. */
export interface FieldText extends Pick<FieldHead, 'letter' | 'id'> {
  readonly rid: string;
  readonly text: string;
}

/** Extracted content of a field, without text and paragraphs. */
export interface LongHead {
  readonly understood: UnderstoodField;
  /** Number of paragraphs. */
  readonly count: number;
  /** Size of text and paragraphs. */
  readonly bytes: number;
}

/** Results of a message. */
export interface SplitRows {
  readonly extracted: ExtractedFieldEntity;
  /** In order, without those of other versions. */
  readonly vectors: readonly FieldVectorsEntity[];
}

/** Numbers of parts, in order, and their concatenated vectors. */
export interface StoredParts {
  readonly parts: readonly number[];
  readonly vectors: Buffer;
}

/** `count` items from `from`, counted from 0. */
export interface Portion {
  readonly from: number;
  readonly count: number;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

function headParameters(
  { kbid, rid, letters }: FieldsOfResource,
  { extracted, vectorset }: WantedContent,
  range: readonly [id: string, limit: number],
): unknown[] {
  return [kbid, rid, letters, ...range, extracted, vectorset ?? null];
}

function keyParameters({ kbid, rid, letter, id }: FieldKey): unknown[] {
  return [kbid, rid, letter, id];
}

function versionParameters(version: FieldVersion): unknown[] {
  return [...keyParameters(version), version.seqid];
}

function part<T>([row]: readonly { readonly part: T }[], version: FieldVersion): T {
  if (!row) throw changedMeanwhile(version);
  return row.part;
}

function changedMeanwhile({ letter, id }: FieldKey): AppError {
  return new AppError('unavailable', `The field ${letter}/${id} changed while it was read; read it again`);
}
