import type { Table } from '@lancedb/lancedb';
import { queryOptions } from './query-limits';

const ROWS_MAX = 50_000;

/** Bounds what all tables of a folder remember of their rows: when it is too much, all of it is forgotten. */
export class RememberedRows {
  private readonly tables = new Set<RowIds>();
  private rows = 0;

  ofTable(table: Table): RowIds {
    const rowIds = new RowIds(table, (rows) => this.note(rows));
    this.tables.add(rowIds);
    return rowIds;
  }

  drop(rowIds: RowIds): void {
    this.tables.delete(rowIds);
    this.rows -= rowIds.clear();
  }

  private note(rows: number): void {
    this.rows += rows;
    if (this.rows > ROWS_MAX) for (const table of this.tables) this.rows -= table.clear();
  }
}

/**
 * The ids of rows by their addresses, and back, for one opening of a table: reading them from the files costs more than
 * the search that found the rows. A row never changes, and an address is never used again as long as the table is not
 * dropped; so only the process that would drop it remembers.
 */
export class RowIds {
  private readonly ids = new Map<number, string>();
  private readonly addresses = new Map<string, number>();

  constructor(
    private readonly table: Table,
    private readonly onAdded: (rows: number) => void,
  ) {}

  /** In the order given; `undefined` when some of the rows are not where they were. */
  async idsOf(addresses: readonly number[]): Promise<readonly string[] | undefined> {
    const unknown = addresses.filter((address) => !this.ids.has(address));
    const added = unknown.length === 0 ? undefined : await this.read(unknown);
    const ids = addresses.flatMap((address) => this.ids.get(address) ?? added?.get(address) ?? []);
    if (added) this.add(added);
    return ids.length < addresses.length ? undefined : ids;
  }

  /** Where rows were when they were last found, as far as that is remembered; they may have gone since. */
  addressesOf(ids: readonly string[]): number[] {
    return ids.flatMap((id) => this.addresses.get(id) ?? []);
  }

  /** Forgets everything. @returns how many rows that was */
  clear(): number {
    const rows = this.ids.size;
    this.ids.clear();
    this.addresses.clear();
    return rows;
  }

  private async read(addresses: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const answer = await this.table.takeRowIds(addresses).select(['id']).withRowId().toArrow(queryOptions);
    const [rows, ids] = [answer.getChild('_rowid'), answer.getChild('id')];
    const found = new Map<number, string>();
    for (let i = 0; i < answer.numRows; i += 1) found.set(Number(rows?.get(i)), String(ids?.get(i)));
    return found;
  }

  private add(found: ReadonlyMap<number, string>): void {
    const before = this.ids.size;
    for (const [address, id] of found) {
      this.ids.set(address, id);
      this.addresses.set(id, address);
    }
    this.onAdded(this.ids.size - before);
  }
}
