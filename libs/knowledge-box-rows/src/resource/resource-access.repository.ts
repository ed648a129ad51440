import { prepared } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** Who may see a resource that exists. */
export interface ResourceAccess {
  readonly rid: string;
  readonly hidden: boolean;
  /** Public when there are none. */
  readonly groups: readonly string[];
}

/** What one snapshot of the database says of resources. */
export interface AccessSnapshot {
  /** As `pg_current_snapshot` gives it. */
  readonly snapshot: string;
  /** Resources with a change that the snapshot before does not show; `CHANGED_MAX` when there are as many or more. */
  readonly changed: readonly string[];
  /** Of the resources asked for, those that exist. */
  readonly access: readonly ResourceAccess[];
}

/** Changes since a snapshot that are told apart. */
export const CHANGED_MAX = 1_000;

/** One statement, so that all of it is of one snapshot. */
const READ_ACCESS_SQL = `
  SELECT pg_current_snapshot()::text AS snapshot,
    (SELECT coalesce(json_agg(rid), '[]') FROM (
      SELECT rid FROM changes WHERE kbid = $1 AND xid >= pg_snapshot_xmin($2::pg_snapshot)::text::bigint
        AND kind <> 'indexed' AND xid < pg_snapshot_xmax(pg_current_snapshot())::text::bigint
        AND NOT pg_visible_in_snapshot(xid::text::xid8, $2::pg_snapshot) LIMIT ${CHANGED_MAX}
    ) AS later) AS changed,
    (SELECT coalesce(json_agg(json_build_object('rid', id, 'hidden', hidden, 'groups', coalesce(access_groups, '{}'))),
      '[]') FROM resources WHERE kbid = $1 AND id = ANY($3::text[])) AS access`;

/** Reads what decides who may see resources, and what has changed of it. */
@Injectable()
export class ResourceAccessRepository {
  /** @param since a snapshot of before; absent: changes are not wanted */
  async read(
    kbid: string,
    { rids, since }: { readonly rids: readonly string[]; readonly since?: string },
    tx: EntityManager,
  ): Promise<AccessSnapshot> {
    const [row]: [AccessSnapshot] = await tx.query(prepared(READ_ACCESS_SQL), [kbid, since ?? null, rids]);
    return row;
  }
}
