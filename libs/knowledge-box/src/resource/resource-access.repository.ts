import { prepared } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** The visibility of an existing resource. */
export interface ResourceAccess {
  readonly rid: string;
  readonly hidden: boolean;
  /** Public if empty. */
  readonly groups: readonly string[];
}

/** Visibility of resources in one snapshot of the database. */
export interface AccessSnapshot {
  /** In the format of `pg_current_snapshot`. */
  readonly snapshot: string;
  /**
   * Resources with a change that is not in the previous snapshot; `CHANGED_MAX` entries mean that there may be more.
   */
  readonly changed: readonly string[];
  /** The requested resources that exist. */
  readonly access: readonly ResourceAccess[];
}

/** Maximum number of changed resources to list. */
export const CHANGED_MAX = 1_000;

/** One statement, so that all data comes from one snapshot. */
const READ_ACCESS_SQL = `
  SELECT pg_current_snapshot()::text AS snapshot,
    (SELECT coalesce(json_agg(rid), '[]') FROM (
      SELECT rid FROM changes WHERE kbid = $1 AND xid >= pg_snapshot_xmin($2::pg_snapshot)::text::bigint
        AND kind <> 'indexed' AND xid < pg_snapshot_xmax(pg_current_snapshot())::text::bigint
        AND NOT pg_visible_in_snapshot(xid::text::xid8, $2::pg_snapshot) LIMIT ${CHANGED_MAX}
    ) AS later) AS changed,
    (SELECT coalesce(json_agg(json_build_object('rid', id, 'hidden', hidden, 'groups', coalesce(access_groups, '{}'))),
      '[]') FROM resources WHERE kbid = $1 AND id = ANY($3::text[])) AS access`;

/** Reads the visibility of resources and its changes. */
@Injectable()
export class ResourceAccessRepository {
  /** @param since an earlier snapshot; if absent, changes are not read */
  async read(
    kbid: string,
    { rids, since }: { readonly rids: readonly string[]; readonly since?: string },
    tx: EntityManager,
  ): Promise<AccessSnapshot> {
    const [row]: [AccessSnapshot] = await tx.query(prepared(READ_ACCESS_SQL), [kbid, since ?? null, rids]);
    return row;
  }
}
