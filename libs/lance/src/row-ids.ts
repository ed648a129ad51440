import { resourceOf } from '@lectern/contracts/core';
import type { Table } from '@lancedb/lancedb';
import { answerOf } from './query-limits';

const ROWS_MAX = 50_000;
/** Resources whose last change is remembered, per table. */
const CHANGES_MAX = 10_000;

interface Added {
  readonly rowIds: RowIds;
  readonly addresses: readonly number[];
}

/** Bounds what all tables of a folder remember of their rows: what was remembered first is forgotten first. */
export class RememberedRows {
  private readonly added = new Set<Added>();
  private rows = 0;
  private openings = 0;

  constructor(private readonly rowsMax = ROWS_MAX) {}

  ofTable(table: Table): RowIds {
    this.openings += 1;
    return new RowIds(table, this.openings, (added) => this.note(added));
  }

  drop(rowIds: RowIds): void {
    for (const one of this.added) if (one.rowIds === rowIds) this.forget(one);
  }

  private note(added: Added): void {
    this.added.add(added);
    this.rows += added.addresses.length;
    for (const oldest of this.added) {
      if (this.rows <= this.rowsMax) return;
      this.forget(oldest);
    }
  }

  private forget(one: Added): void {
    this.added.delete(one);
    this.rows -= one.addresses.length;
    one.rowIds.forget(one.addresses);
  }
}

/**
 * The ids of rows by their addresses, and back, for one opening of a table: reading them from the files costs more than
 * the search that found the rows. A row never changes, and an address is never used again as long as the table is not
 * dropped; so only the process that would drop it remembers. That process also knows when a resource gets other rows.
 */
export class RowIds {
  private readonly ids = new Map<number, string>();
  /** By resource. */
  private readonly addresses = new Map<string, Map<string, number>>();
  /** By resource: the moment of its last change. */
  private readonly changes = new Map<string, number>();
  /** Changes before this moment are not remembered. */
  private knownSince = 0;
  private moment = 0;

  /** @param opening one number for each opening of a table of a folder */
  constructor(
    private readonly table: Table,
    readonly opening: number,
    private readonly onAdded: (added: Added) => void,
  ) {}

  /** To be asked before a search whose rows are looked up or added. */
  get now(): number {
    return this.moment;
  }

  /**
   * In the order given; `undefined` when some of the rows are not where they were.
   *
   * @param since the moment before the rows were found
   */
  async idsOf(addresses: readonly number[], since: number): Promise<readonly string[] | undefined> {
    const unknown = addresses.filter((address) => !this.ids.has(address));
    const added = unknown.length === 0 ? undefined : await this.read(unknown);
    const found = new Map<number, string>();
    for (const address of addresses) {
      const id = this.ids.get(address) ?? added?.get(address);
      if (id !== undefined) found.set(address, id);
    }
    this.add(found, since);
    return found.size < new Set(addresses).size ? undefined : addresses.flatMap((address) => found.get(address) ?? []);
  }

  /** Remembers rows that are there. @param since the moment before they were found */
  add(found: ReadonlyMap<number, string>, since: number): void {
    const added: number[] = [];
    for (const [address, id] of found) {
      if (!this.ids.has(address)) added.push(address);
      this.ids.set(address, id);
      const rid = resourceOf(id);
      if (this.hasChanged(rid, since)) continue;
      const known = this.addresses.get(rid);
      if (known) known.set(id, address);
      else this.addresses.set(rid, new Map([[id, address]]));
    }
    if (added.length > 0) this.onAdded({ rowIds: this, addresses: added });
  }

  /** Where the rows of some ids are, as far as that is remembered, by id. */
  addressesOf(ids: readonly string[]): ReadonlyMap<string, number> {
    const found = new Map<string, number>();
    for (const id of ids) {
      const address = this.addresses.get(resourceOf(id))?.get(id);
      if (address !== undefined) found.set(id, address);
    }
    return found;
  }

  /** The rows of these resources may be others from now on. */
  noteChanged(rids: Iterable<string>): void {
    this.moment += 1;
    for (const rid of rids) {
      this.addresses.delete(rid);
      this.changes.delete(rid);
      this.changes.set(rid, this.moment);
    }
    for (const [rid, moment] of this.changes) {
      if (this.changes.size <= CHANGES_MAX) return;
      this.changes.delete(rid);
      this.knownSince = moment;
    }
  }

  forget(addresses: readonly number[]): void {
    for (const address of addresses) {
      const id = this.ids.get(address);
      if (id === undefined) continue;
      this.ids.delete(address);
      const known = this.addresses.get(resourceOf(id));
      if (known?.get(id) !== address) continue;
      known.delete(id);
      if (known.size === 0) this.addresses.delete(resourceOf(id));
    }
  }

  private hasChanged(rid: string, since: number): boolean {
    return since < this.knownSince || (this.changes.get(rid) ?? 0) > since;
  }

  private async read(addresses: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const taken = this.table.takeRowIds([...addresses]).select(['id']);
    const answer = await answerOf(taken.withRowId());
    const [rows, ids] = [answer.getChild('_rowid'), answer.getChild('id')];
    const found = new Map<number, string>();
    for (let i = 0; i < answer.numRows; i += 1) found.set(Number(rows?.get(i)), String(ids?.get(i)));
    return found;
  }
}
