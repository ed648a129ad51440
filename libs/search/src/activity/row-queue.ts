/** Rows of one write. */
export const BATCH_ROWS_MAX = 500;
/** Characters of one write, unless one row alone has more. */
export const BATCH_CHARS_MAX = 2_000_000;
/** Characters that wait; about as many bytes of memory. */
export const QUEUE_CHARS_MAX = 16_000_000;

/** Rows as JSON that wait to be written, oldest first. Takes no more than fit. */
export class RowQueue {
  private rows: string[] = [];
  private chars = 0;

  get size(): number {
    return this.rows.length;
  }

  /** Whether as many wait as are written at once. */
  get isBatchFull(): boolean {
    return this.rows.length >= BATCH_ROWS_MAX || this.chars >= BATCH_CHARS_MAX;
  }

  /** @returns false when there is no room */
  add(row: string): boolean {
    if (this.chars + row.length > QUEUE_CHARS_MAX) return false;
    this.rows.push(row);
    this.chars += row.length;
    return true;
  }

  /** The oldest, as many as are written at once. They stay until they are removed. */
  batch(): readonly string[] {
    let chars = 0;
    const end = this.rows
      .slice(0, BATCH_ROWS_MAX)
      .findIndex((row, i) => (chars += row.length) > BATCH_CHARS_MAX && i > 0);
    return this.rows.slice(0, end === -1 ? BATCH_ROWS_MAX : end);
  }

  /** Removes the oldest. */
  remove(count: number): void {
    for (const row of this.rows.slice(0, count)) this.chars -= row.length;
    this.rows = this.rows.slice(count);
  }
}
