import type { ResourceReference } from '@lectern/contracts/knowledge-box';
import {
  FieldRepository,
  type FieldVectorsEntity,
  ResourceEntity,
  ResourceRepository,
  VectorsetRepository,
} from '@lectern/resource-store';
import { type IndexEntry } from './index-run.entity';
import { Injectable } from '@nestjs/common';
import { type EntityManager, MoreThan } from 'typeorm';
import type { ExtractedResource } from '../processing/resource-loader';
import type { VectorizedResource } from '../puts/index-writer';
import { genericFields } from '../puts/keyword-record';
import { LONG_TEXT_BYTES } from '../puts/long-fields';

/** Resources of one knowledge box. */
export interface ResourcesOfBox {
  readonly kbid: string;
  readonly rids: readonly string[];
}

/** A resource with its content for one index. */
export interface ContentOfIndex extends ExtractedResource {
  readonly vectors: readonly FieldVectorsEntity[];
}

export interface IdPage {
  /** The last id of the previous page; empty for the first page. */
  readonly after: string;
  readonly limit: number;
}

/** Paragraphs are counted in the database, without reading them; title and summary are in the resource. */
const KEYWORDS_SQL = `
  SELECT r.id AS rid, r.version, r.title, r.summary, r.summary_is_provisional AS "summaryIsProvisional",
    (SELECT coalesce(sum(jsonb_array_length(e.paragraphs)), 0)::int FROM extracted_fields e
      WHERE e.kbid = r.kbid AND e.rid = r.id AND e.letter <> 'a') AS paragraphs
  FROM resources r WHERE r.kbid = $1 AND r.id = ANY($2)`;

/** Vectors count as long as their paragraphs have not changed; each has four bytes per dimension. */
const VECTORS_SQL = `
  SELECT r.id AS rid, r.version,
    (SELECT coalesce(sum(octet_length(f.vectors)), 0)::float8 FROM field_vectors f
      JOIN extracted_fields e USING (kbid, rid, letter, id)
      WHERE f.kbid = r.kbid AND f.rid = r.id AND f.vectorset = $3 AND f.seqid = e.seqid)
      / (4 * (SELECT dimensions FROM vectorsets v WHERE v.kbid = $1 AND v.id = $3)) AS paragraphs
  FROM resources r WHERE r.kbid = $1 AND r.id = ANY($2)`;

const GROWING_SQL = `
  SELECT DISTINCT rid FROM fields
  WHERE kbid = $1 AND rid = ANY($2) AND letter = 'c' AND status = 'PENDING'`;

const STATE_SQL = `
  SELECT r.id AS rid, concat_ws(' ', r.version,
    (SELECT string_agg(concat_ws('/', f.vectorset, f.letter, f.id, f.part, f.seqid), ' '
        ORDER BY f.vectorset, f.letter, f.id, f.part)
      FROM field_vectors f WHERE f.kbid = r.kbid AND f.rid = r.id)) AS state
  FROM resources r WHERE r.kbid = $1 AND r.id = ANY($2)`;

/** The rows from which the indexes of a knowledge box are built. */
@Injectable()
export class IndexTruthRepository {
  constructor(
    private readonly resources: ResourceRepository,
    private readonly fields: FieldRepository,
    private readonly vectorsets: VectorsetRepository,
  ) {}

  /** In order of id. */
  async listIds(kbid: string, { after, limit }: IdPage, tx: EntityManager): Promise<readonly string[]> {
    const where = { kbid, id: MoreThan(after) };
    const rows = await tx.find(ResourceEntity, {
      where,
      order: { id: 'ASC' },
      take: limit,
      select: { kbid: true, id: true },
    });
    return rows.map(({ id }) => id);
  }

  /** In order of id, with the size of the extracted text. */
  async listSizes(
    kbid: string,
    { after, limit }: IdPage,
    tx: EntityManager,
  ): Promise<readonly { readonly rid: string; readonly textBytes: number }[]> {
    return tx.query(
      `SELECT r.id AS rid, (SELECT coalesce(sum(octet_length(e.text)), 0)::float8 FROM extracted_fields e
          WHERE e.kbid = r.kbid AND e.rid = r.id) AS "textBytes"
        FROM resources r WHERE r.kbid = $1 AND r.id > $2 ORDER BY r.id LIMIT $3`,
      [kbid, after, limit],
    );
  }

  /** Call in a transaction with a consistent snapshot. */
  async read({ kbid, rids }: ResourcesOfBox, tx: EntityManager): Promise<readonly VectorizedResource[]> {
    const resources = await this.resources.findMany(kbid, rids, tx);
    const extracted = Map.groupBy(await this.fields.listExtracted(kbid, rids, tx), ({ rid }) => rid);
    const vectors: { readonly rid: string; readonly of: VectorizedResource['vectors'][number] }[] = [];
    for (const vectorset of await this.vectorsets.list(kbid, tx)) {
      const rows = await this.fields.listVectors(kbid, rids, { vectorset: vectorset.id, tx });
      for (const [rid, own] of Map.groupBy(rows, (row) => row.rid)) vectors.push({ rid, of: { vectorset, rows: own } });
    }
    return resources.map((resource) => ({
      resource,
      extracted: extracted.get(resource.id) ?? [],
      vectors: vectors.filter(({ rid }) => rid === resource.id).map(({ of }) => of),
    }));
  }

  /** The source of one index: with the vectors of one vectorset, or without vectors. */
  async readContents(
    { kbid, rids }: ResourcesOfBox,
    vectorset: string | undefined,
    tx: EntityManager,
  ): Promise<readonly ContentOfIndex[]> {
    const resources = await this.resources.findMany(kbid, rids, tx);
    const extracted = Map.groupBy(await this.fields.listExtracted(kbid, rids, tx), ({ rid }) => rid);
    const rows = vectorset === undefined ? [] : await this.fields.listVectors(kbid, rids, { vectorset, tx });
    const vectors = Map.groupBy(rows, ({ rid }) => rid);
    return resources.map((resource) => ({
      resource,
      extracted: extracted.get(resource.id) ?? [],
      vectors: vectors.get(resource.id) ?? [],
    }));
  }

  /** Bytes of the texts of these resources. */
  async sizesOf({ kbid, rids }: ResourcesOfBox, tx: EntityManager): Promise<ReadonlyMap<string, number>> {
    return this.fields.textBytes(
      rids.map((rid) => ({ kbid, rid })),
      tx,
    );
  }

  /** Resources that are too long to be in memory as a whole. */
  async longAmong({ kbid, rids }: ResourcesOfBox, tx: EntityManager): Promise<readonly string[]> {
    const bytes = await this.sizesOf({ kbid, rids }, tx);
    return rids.filter((rid) => (bytes.get(rid) ?? 0) > LONG_TEXT_BYTES);
  }

  /** Vectorsets with vectors of a resource. */
  async vectorsetsOf(
    { kbid, rid }: ResourceReference,
    tx: EntityManager,
  ): Promise<readonly { readonly id: string; readonly dimensions: number }[]> {
    return tx.query(
      `SELECT v.id, v.dimensions FROM vectorsets v
        WHERE v.kbid = $1 AND EXISTS (
          SELECT FROM field_vectors f WHERE f.kbid = $1 AND f.rid = $2 AND f.vectorset = v.id)`,
      [kbid, rid],
    );
  }

  /** Resources with a conversation whose messages are being processed: they are put when all messages are done. */
  async growing({ kbid, rids }: ResourcesOfBox, tx: EntityManager): Promise<ReadonlySet<string>> {
    if (rids.length === 0) return new Set();
    const rows: { rid: string }[] = await tx.query(GROWING_SQL, [kbid, rids]);
    return new Set(rows.map(({ rid }) => rid));
  }

  /** A value that changes with the expected index content of a resource; deleted resources are omitted. */
  async states({ kbid, rids }: ResourcesOfBox, tx: EntityManager): Promise<ReadonlyMap<string, string>> {
    const rows: { rid: string; state: string }[] = await tx.query(STATE_SQL, [kbid, rids]);
    return new Map(rows.map(({ rid, state }) => [rid, state]));
  }

  /** @param vectorset absent: the keyword index */
  async expected(
    { kbid, rids }: ResourcesOfBox,
    vectorset: string | undefined,
    tx: EntityManager,
  ): Promise<ReadonlyMap<string, IndexEntry>> {
    return vectorset === undefined
      ? this.expectedKeywords(kbid, rids, tx)
      : expectedVectors({ kbid, rids, vectorset }, tx);
  }

  private async expectedKeywords(
    kbid: string,
    rids: readonly string[],
    tx: EntityManager,
  ): Promise<ReadonlyMap<string, IndexEntry>> {
    const rows: {
      rid: string;
      version: string;
      title: string;
      summary: string;
      summaryIsProvisional: boolean;
      paragraphs: number;
    }[] = await tx.query(KEYWORDS_SQL, [kbid, rids]);
    return new Map(
      rows.map(({ rid, version, paragraphs, ...resource }) => [
        rid,
        { version: Number(version), paragraphs: paragraphs + genericFields(resource).length },
      ]),
    );
  }
}

async function expectedVectors(
  { kbid, rids, vectorset }: ResourcesOfBox & { readonly vectorset: string },
  tx: EntityManager,
): Promise<ReadonlyMap<string, IndexEntry>> {
  const rows: { rid: string; version: string; paragraphs: number }[] = await tx.query(VECTORS_SQL, [
    kbid,
    rids,
    vectorset,
  ]);
  return new Map(rows.map(({ rid, version, paragraphs }) => [rid, { version: Number(version), paragraphs }]));
}
