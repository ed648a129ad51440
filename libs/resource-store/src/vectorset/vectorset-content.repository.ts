import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { VectorsetEntity } from './vectorset.entity';

type VectorsetKey = Pick<VectorsetEntity, 'kbid' | 'id'>;

/** Resources or rows of vectors per step. */
const ROWS_PER_STEP = 2_000;

/**
 * Marks fields with paragraphs of resources after $3, up to $4, as missing from vectorset $2 of box $1. Locks the
 * resources, so that nothing is marked while it is being deleted.
 */
const NOTE_UNEMBEDDED_SQL = `
  INSERT INTO unembedded_fields (kbid, rid, letter, id, vectorset, seqid)
  SELECT e.kbid, e.rid, e.letter, e.id, $2, e.seqid
  FROM resources r JOIN extracted_fields e ON e.kbid = r.kbid AND e.rid = r.id
  WHERE r.kbid = $1 AND r.id > $3 AND r.id <= $4 AND e.paragraphs <> '[]'
  ORDER BY r.id FOR KEY SHARE OF r, e
  ON CONFLICT (kbid, rid, letter, id, vectorset) DO NOTHING`;

/** The last resource of the next step after $2 in box $1. */
const STEP_END_SQL = `
  SELECT max(id) AS end FROM (SELECT id FROM resources WHERE kbid = $1 AND id > $2 ORDER BY id LIMIT $3) AS step`;

/** The same for resources with vectors: a step contains all vectors of each of its resources. */
const VECTORS_END_SQL = `
  SELECT max(rid) AS end FROM (SELECT rid FROM field_vectors WHERE kbid = $1 AND rid > $2 ORDER BY rid LIMIT $3) AS step`;

/** The contents and gaps of a vectorset of a box, processed in bounded steps. */
@Injectable()
export class VectorsetContentRepository {
  /** Marks the fields of the next resources as unembedded. @returns the last resource; undefined at the end */
  async noteUnembedded({ kbid, id }: VectorsetKey, after: string, tx: EntityManager): Promise<string | undefined> {
    const end = await endOf(STEP_END_SQL, [kbid, after], tx);
    if (end !== undefined) await tx.query(NOTE_UNEMBEDDED_SQL, [kbid, id, after, end]);
    return end;
  }

  /** Deletes the vectors of the next resources. @returns the last resource; undefined at the end */
  async removeVectors({ kbid, id }: VectorsetKey, after: string, tx: EntityManager): Promise<string | undefined> {
    const end = await endOf(VECTORS_END_SQL, [kbid, after], tx);
    const where = 'kbid = $1 AND vectorset = $2 AND rid > $3 AND rid <= $4';
    if (end !== undefined) await tx.query(`DELETE FROM field_vectors WHERE ${where}`, [kbid, id, after, end]);
    return end;
  }

  /** Deletes marks of the vectorset. @returns whether there may be more */
  async removeNotes({ kbid, id }: VectorsetKey, tx: EntityManager): Promise<boolean> {
    const some = 'SELECT ctid FROM unembedded_fields WHERE kbid = $1 AND vectorset = $2 LIMIT $3';
    const sql = `DELETE FROM unembedded_fields WHERE ctid IN (${some})`;
    const [, removed]: [unknown, number] = await tx.query(sql, [kbid, id, ROWS_PER_STEP]);
    return removed === ROWS_PER_STEP;
  }

  /** Resources after `after` that are incomplete in it, in order. */
  async listLacking(
    { kbid, id }: VectorsetKey,
    { after, limit }: { readonly after: string; readonly limit: number },
    tx: EntityManager,
  ): Promise<readonly string[]> {
    const rows: { rid: string }[] = await tx.query(
      `SELECT DISTINCT rid FROM unembedded_fields WHERE kbid = $1 AND vectorset = $2 AND rid > $3 ORDER BY rid LIMIT $4`,
      [kbid, id, after, limit],
    );
    return rows.map(({ rid }) => rid);
  }

  /** Number of incomplete resources per vectorset. */
  async countLacking(kbid: string, tx: EntityManager): Promise<ReadonlyMap<string, number>> {
    const rows: { vectorset: string; count: number }[] = await tx.query(
      `SELECT vectorset, count(DISTINCT rid)::int AS count FROM unembedded_fields WHERE kbid = $1 GROUP BY vectorset`,
      [kbid],
    );
    return new Map(rows.map(({ vectorset, count }) => [vectorset, count]));
  }
}

async function endOf(sql: string, parameters: readonly unknown[], tx: EntityManager): Promise<string | undefined> {
  const [row]: { end: string | null }[] = await tx.query(sql, [...parameters, ROWS_PER_STEP]);
  return row?.end ?? undefined;
}
