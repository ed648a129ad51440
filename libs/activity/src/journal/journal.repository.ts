import type { JournalPart } from '@lectern/runtime';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

@Injectable()
export class JournalRepository {
  /** Number of bytes of a file that are in the database. */
  async position(id: string, tx: EntityManager): Promise<number> {
    const sql = 'SELECT position FROM activity_journals WHERE id = $1';
    const [row]: { readonly position: string }[] = await tx.query(sql, [id]);
    return Number(row?.position ?? 0);
  }

  /** @returns false when any of this part is already in the database; nothing is changed then */
  async advance({ id, from, to }: JournalPart, tx: EntityManager): Promise<boolean> {
    const sql = `
      INSERT INTO activity_journals AS journal (id, position, changed_at) VALUES ($1, $3, now())
      ON CONFLICT (id) DO UPDATE SET position = $3, changed_at = now() WHERE journal.position = $2
      RETURNING id`;
    const rows: unknown[] = await tx.query(sql, [id, from, to]);
    return rows.length > 0;
  }

  /** Its file no longer exists. */
  async forget(id: string, tx: EntityManager): Promise<void> {
    await tx.query('DELETE FROM activity_journals WHERE id = $1', [id]);
  }
}
