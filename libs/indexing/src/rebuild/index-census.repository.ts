import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type HeldResource, IndexCensusEntity, type IndexEntry } from './index-run.entity';

/** The contents reported by an index, stored in a table so that they can be compared without holding them in memory. */
@Injectable()
export class IndexCensusRepository {
  async clear(kbid: string, tx: EntityManager): Promise<void> {
    await tx.delete(IndexCensusEntity, { kbid });
  }

  async add(kbid: string, held: readonly HeldResource[], tx: EntityManager): Promise<void> {
    await tx.query(
      `INSERT INTO index_census AS held (kbid, rid, version, paragraphs)
        SELECT DISTINCT ON (v.rid) $1::uuid, v.* FROM unnest($2::text[], $3::bigint[], $4::integer[]) AS v (rid, version, paragraphs)
        ORDER BY v.rid, v.version DESC
        ON CONFLICT (kbid, rid) DO UPDATE SET version = excluded.version, paragraphs = excluded.paragraphs
        WHERE held.version <= excluded.version`,
      [kbid, held.map(({ rid }) => rid), held.map(({ version }) => version), held.map(({ paragraphs }) => paragraphs)],
    );
  }

  async find(kbid: string, rids: readonly string[], tx: EntityManager): Promise<ReadonlyMap<string, IndexEntry>> {
    const rows: { rid: string; version: string; paragraphs: number }[] = await tx.query(
      'SELECT rid, version, paragraphs FROM index_census WHERE kbid = $1 AND rid = ANY($2)',
      [kbid, rids],
    );
    return new Map(rows.map(({ rid, version, paragraphs }) => [rid, { version: Number(version), paragraphs }]));
  }

  /** Resources that do not exist, ordered by id. */
  async listUnknown(
    kbid: string,
    { after, limit }: { readonly after: string; readonly limit: number },
    tx: EntityManager,
  ): Promise<readonly string[]> {
    const rows: { rid: string }[] = await tx.query(
      `SELECT held.rid FROM index_census held WHERE held.kbid = $1 AND held.rid > $2
        AND NOT EXISTS (SELECT FROM resources r WHERE r.kbid = held.kbid AND r.id = held.rid)
        ORDER BY held.rid LIMIT $3`,
      [kbid, after, limit],
    );
    return rows.map(({ rid }) => rid);
  }

  /** Counts resources with paragraphs. */
  async count(kbid: string, tx: EntityManager): Promise<{ resources: number; paragraphs: number }> {
    const [row]: { resources: number; paragraphs: number }[] = await tx.query(
      `SELECT count(*)::float8 AS resources, coalesce(sum(paragraphs), 0)::float8 AS paragraphs
        FROM index_census WHERE kbid = $1 AND paragraphs > 0`,
      [kbid],
    );
    return row ?? { resources: 0, paragraphs: 0 };
  }
}
