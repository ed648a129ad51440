import type { Table } from '@lancedb/lancedb';
import type { RowIds } from './row-ids';
import type { HeldFolder } from './held-folder';

/** The cached rows are from a table that is gone: its name belongs to another table, or to none. */
export class ReplacedTableError extends Error {}

/**
 * A table written by another process, with its cached rows. Rows at an address are immutable there, too, but only the
 * version of the table shows that rows may have moved, and only its folder that it is a different table, which reuses
 * the addresses for other rows.
 */
export class ForeignTable {
  private version: number | undefined;

  constructor(
    private readonly table: Table,
    private readonly heldFolder: HeldFolder,
    private readonly rowIds: RowIds,
  ) {}

  /** @throws ReplacedTableError when the table may differ from the one whose rows are cached; the errors of `query` */
  async read<T>(query: (table: Table, rowIds: RowIds) => Promise<T>): Promise<T> {
    await this.refuseAnother();
    await this.noteVersion();
    const answer = await query(this.table, this.rowIds);
    // It is unchanged, so the query saw no other table.
    await this.refuseAnother();
    return answer;
  }

  async close(): Promise<void> {
    await this.heldFolder.close();
  }

  private async refuseAnother(): Promise<void> {
    if (!(await this.heldFolder.isSame())) throw new ReplacedTableError('The table was dropped');
  }

  private async noteVersion(): Promise<void> {
    const version = await this.table.version();
    if (version !== this.version) this.rowIds.noteAllChanged();
    this.version = version;
  }
}
