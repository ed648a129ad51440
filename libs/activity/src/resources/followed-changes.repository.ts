import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

@Injectable()
export class FollowedChangesRepository {
  /** Undefined if nothing of the box has been read yet. */
  async cursor(kbid: string, tx: EntityManager): Promise<string | undefined> {
    const sql = 'SELECT cursor FROM followed_changes WHERE kbid = $1';
    const [row]: { readonly cursor: string }[] = await tx.query(sql, [kbid]);
    return row?.cursor;
  }

  /** @returns false when another process has moved it, or the box is deleted; nothing is changed then */
  async move(
    kbid: string,
    { from, to }: { readonly from: string | undefined; readonly to: string },
    tx: EntityManager,
  ) {
    const sql = `
      INSERT INTO followed_changes AS followed (kbid, cursor)
      SELECT $1, $3 WHERE NOT EXISTS (SELECT FROM purged_boxes WHERE kbid = $1)
      ON CONFLICT (kbid) DO UPDATE SET cursor = $3 WHERE followed.cursor = $2
      RETURNING kbid`;
    const rows: unknown[] = await tx.query(sql, [kbid, from ?? null, to]);
    return rows.length > 0;
  }

  /** Boxes with a stored cursor, in batches. */
  async list(after: string, limit: number, tx: EntityManager): Promise<string[]> {
    const sql = 'SELECT kbid FROM followed_changes WHERE kbid > $1 ORDER BY kbid LIMIT $2';
    const rows: { readonly kbid: string }[] = await tx.query(sql, [after, limit]);
    return rows.map(({ kbid }) => kbid);
  }
}
