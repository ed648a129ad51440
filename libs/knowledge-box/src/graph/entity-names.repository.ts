import { prepared } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** An entity name at one end of a resource's edges. */
export interface MentionedName {
  readonly end: 'source' | 'target';
  /** In normalised form. */
  readonly folded: string;
  readonly value: string;
  readonly group: string;
  /** Number of edges. */
  readonly edges: number;
}

/** The visibility of a resource and the names in its edges. */
export interface NamesOfResource {
  readonly rid: string;
  readonly hidden: boolean;
  /** Public if empty. */
  readonly groups: readonly string[];
  readonly names: readonly MentionedName[];
}

/** Changes to names in one snapshot of the database. */
export interface NamesSnapshot {
  /** In the format of `pg_current_snapshot`. */
  readonly snapshot: string;
  /** Resources with a change that is not in the previous snapshot. */
  readonly changed: readonly string[];
  /** Whether there were more changes than the read limit. */
  readonly isCut: boolean;
  /** The changed resources that exist. */
  readonly resources: readonly NamesOfResource[];
}

/** Changed resources read per snapshot. */
const CHANGED_NAMES_MAX = 2_000;

const namesAt = (end: 'source' | 'target') => `
  SELECT '${end}' AS "end", e.${end}_folded AS folded, e.${end}_value AS value, e.${end}_group AS "group",
    count(*)::int AS edges
  FROM graph_edges e
  WHERE e.kbid = r.kbid AND e.rid = r.id AND e.${end}_type = 'entity' AND e.${end}_folded IS NOT NULL
  GROUP BY e.${end}_folded, e.${end}_value, e.${end}_group`;

/** JSON of a row `r` of resources. */
const NAMES_JSON = `json_build_object('rid', r.id, 'hidden', r.hidden, 'groups', coalesce(r.access_groups, '{}'),
  'names', (SELECT coalesce(json_agg(n), '[]') FROM (${namesAt('source')} UNION ALL ${namesAt('target')}) AS n))`;

/** One statement, so that all data comes from one snapshot. */
const NAMES_SINCE_SQL = `
  WITH later AS MATERIALIZED (
    SELECT rid FROM changes WHERE kbid = $1 AND xid >= pg_snapshot_xmin($2::pg_snapshot)::text::bigint
      AND kind <> 'indexed' AND xid < pg_snapshot_xmax(pg_current_snapshot())::text::bigint
      AND NOT pg_visible_in_snapshot(xid::text::xid8, $2::pg_snapshot) LIMIT ${CHANGED_NAMES_MAX}
  ), changed AS MATERIALIZED (SELECT DISTINCT rid FROM later)
  SELECT pg_current_snapshot()::text AS snapshot, (SELECT count(*) = ${CHANGED_NAMES_MAX} FROM later) AS "isCut",
    (SELECT coalesce(json_agg(rid), '[]') FROM changed) AS changed,
    (SELECT coalesce(json_agg(${NAMES_JSON}), '[]') FROM changed c JOIN resources r ON r.kbid = $1 AND r.id = c.rid
    ) AS resources`;

/** Resources of box $1 that mention entities, after $2, at most $3, ordered by id. */
const NAMES_PAGE_SQL = `
  SELECT ${NAMES_JSON} AS resource FROM resources r
  WHERE r.kbid = $1 AND r.id > $2 AND EXISTS (
    SELECT FROM graph_edges e WHERE e.kbid = r.kbid AND e.rid = r.id AND 'entity' IN (e.source_type, e.target_type))
  ORDER BY r.id LIMIT $3`;

/** Reads the entity names of boxes, resource by resource. */
@Injectable()
export class EntityNamesRepository {
  /** Changes since a snapshot. */
  async since(kbid: string, snapshot: string, tx: EntityManager): Promise<NamesSnapshot> {
    const [row]: [NamesSnapshot] = await tx.query(prepared(NAMES_SINCE_SQL), [kbid, snapshot]);
    return row;
  }

  /** The snapshot of `tx`; requires REPEATABLE READ. */
  async snapshot(tx: EntityManager): Promise<string> {
    const [row]: [{ snapshot: string }] = await tx.query('SELECT pg_current_snapshot()::text AS snapshot');
    return row.snapshot;
  }

  /** Resources with names whose ids follow `after`. */
  async page(
    kbid: string,
    { after, limit }: { readonly after: string; readonly limit: number },
    tx: EntityManager,
  ): Promise<readonly NamesOfResource[]> {
    const rows: { resource: NamesOfResource }[] = await tx.query(prepared(NAMES_PAGE_SQL), [kbid, after, limit]);
    return rows.map(({ resource }) => resource);
  }
}
