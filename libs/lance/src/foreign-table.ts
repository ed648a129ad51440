import type { Table } from '@lancedb/lancedb';
import type { RowIds } from './row-ids';
import type { TablePlace } from './table-place';

/** What was remembered is of a table that is gone: another one has its name, or none. */
export class ReplacedTableError extends Error {}

/**
 * A table that another process writes, with what is remembered of its rows. A row at an address never changes there
 * either, but only the version of the table tells that rows may be elsewhere, and only its folder that it is another
 * table, which uses the same addresses for other rows.
 */
export class ForeignTable {
  private version: number | undefined;

  constructor(
    private readonly table: Table,
    private readonly place: TablePlace,
    private readonly rowIds: RowIds,
  ) {}

  /**
   * @throws ReplacedTableError when the table may be another one than that of which rows are remembered; what `query`
   *   throws
   */
  async read<T>(query: (table: Table, rowIds: RowIds) => Promise<T>): Promise<T> {
    await this.refuseAnother();
    await this.noteVersion();
    const answer = await query(this.table, this.rowIds);
    // It was the same before, so that the query saw no other.
    await this.refuseAnother();
    return answer;
  }

  async close(): Promise<void> {
    await this.place.close();
  }

  private async refuseAnother(): Promise<void> {
    if (!(await this.place.isSame())) throw new ReplacedTableError('The table was dropped');
  }

  private async noteVersion(): Promise<void> {
    const version = await this.table.version();
    if (version !== this.version) this.rowIds.noteAllChanged();
    this.version = version;
  }
}
