import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** An attempt without a heartbeat for this time is over. */
const ALIVE_MS = 15 * 60_000;

/** Since when an attempt that still reads must have given a sign of life. */
export function aliveSince(now: Date): Date {
  return new Date(now.getTime() - ALIVE_MS);
}

/** SQL that is true while an export reads a box; `since` is the placeholder of `aliveSince`. */
export function isReadSql(kbid: string, since: string): string {
  return `EXISTS (SELECT FROM exports WHERE kbid = ${kbid} AND status = 'running' AND alive_at > ${since})`;
}

/** Exports that read files of boxes, which must not be deleted until they end. */
@Injectable()
export class RunningExports {
  async isReading(kbid: string, now: Date, tx: EntityManager): Promise<boolean> {
    const sql = `SELECT ${isReadSql('$1', '$2')} AS "isRead"`;
    const rows: { readonly isRead: boolean }[] = await tx.query(sql, [kbid, aliveSince(now)]);
    return rows.some(({ isRead }) => isRead);
  }
}
