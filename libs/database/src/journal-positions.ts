import type { EntityManager } from 'typeorm';

/** A range of bytes of a file. */
interface Part {
  /** Name of the file. */
  readonly id: string;
  readonly from: number;
  readonly to: number;
}

/** Tables of positions, with the columns `id`, `position` and `changed_at`. */
type PositionTable = 'activity_journals' | 'timeline_journals' | 'usage_journals';

/** How much of each journal file is in the database; written together with its rows, so that none is there twice. */
export class JournalPositions {
  constructor(private readonly table: PositionTable) {}

  /** Number of bytes of a file that are in the database. */
  async get(id: string, tx: EntityManager): Promise<number> {
    const sql = `SELECT position FROM ${this.table} WHERE id = $1`;
    const [row]: { readonly position: string }[] = await tx.query(sql, [id]);
    return Number(row?.position ?? 0);
  }

  /** @returns false when any of this part is already in the database; nothing is changed then */
  async advance({ id, from, to }: Part, tx: EntityManager): Promise<boolean> {
    const sql = `
      INSERT INTO ${this.table} AS journal (id, position, changed_at) VALUES ($1, $3, now())
      ON CONFLICT (id) DO UPDATE SET position = $3, changed_at = now() WHERE journal.position = $2
      RETURNING id`;
    const rows: unknown[] = await tx.query(sql, [id, from, to]);
    return rows.length > 0;
  }

  /** Its file no longer exists. */
  async forget(id: string, tx: EntityManager): Promise<void> {
    await tx.query(`DELETE FROM ${this.table} WHERE id = $1`, [id]);
  }

  /** Forgets files that nobody has read since `before`. */
  async prune(before: Date, tx: EntityManager): Promise<void> {
    await tx.query(`DELETE FROM ${this.table} WHERE changed_at < $1`, [before]);
  }
}
