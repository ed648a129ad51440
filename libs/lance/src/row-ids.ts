import { resourceOf } from '@lectern/contracts/core';
import type { Table } from '@lancedb/lancedb';
import { numbersOf } from './arrow-numbers';
import { CompactIds, type ReadIds } from './compact-ids';
import { answerOf, answersOf } from './query-limits';
import { ReadingAll } from './reading-all';

const ROWS_MAX = 50_000;
/** Ids of tables that were read whole: about 400,000 rows. */
const SCANNED_BYTES_MAX = 32 * 2 ** 20;
/** A row with a long id. */
const SCANNED_ROW_BYTES = 80;
/** Reading one id by its address costs as much as reading this many in order. */
const IDS_IN_ORDER = 20;
/** Resources per table whose last change is remembered. */
const CHANGES_MAX = 10_000;

interface Added {
  readonly rowIds: RowIds;
  readonly addresses: readonly number[];
}

interface KnownRow {
  readonly id: string;
  /** The moment at which its place was last recorded. */
  placedAt: number;
}

/** All ids of a table at one moment. */
interface Scan {
  readonly ids: CompactIds;
  readonly since: number;
}

/** Limits the cached rows of a table, and is notified of them. */
interface RowBounds {
  /** In larger tables rows are cached one by one. */
  readonly scannedRowsMax: number;
  onAdded(added: Added): void;
  onScanned(rowIds: RowIds, sizeBytes: number): void;
}

/** Limits the cached rows of all tables of a folder; the oldest entries are evicted first. */
export class RememberedRows {
  private readonly added = new Set<Added>();
  /** The latest scan of each table, oldest first. */
  private readonly scans = new Map<RowIds, number>();
  private rows = 0;
  private openings = 0;

  constructor(
    private readonly rowsMax = ROWS_MAX,
    private readonly scannedBytesMax = SCANNED_BYTES_MAX,
  ) {}

  ofTable(table: Table): RowIds {
    this.openings += 1;
    return new RowIds(table, this.openings, {
      onAdded: (added) => this.note(added),
      onScanned: (rowIds, sizeBytes) => this.noteScan(rowIds, sizeBytes),
      scannedRowsMax: this.scannedBytesMax / SCANNED_ROW_BYTES,
    });
  }

  drop(rowIds: RowIds): void {
    for (const one of this.added) if (one.rowIds === rowIds) this.forget(one);
    this.scans.delete(rowIds);
    rowIds.forgetScan();
  }

  private noteScan(rowIds: RowIds, sizeBytes: number): void {
    this.scans.delete(rowIds);
    this.scans.set(rowIds, sizeBytes);
    let sum = [...this.scans.values()].reduce((all, one) => all + one, 0);
    for (const [oldest, size] of this.scans) {
      if (sum <= this.scannedBytesMax) return;
      this.scans.delete(oldest);
      oldest.forgetScan();
      sum -= size;
    }
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
 * Maps row addresses to ids and back, for one opening of a table: reading ids from the files costs more than the search
 * that found the rows. Rows are immutable, and addresses are not reused as long as the table is not dropped. The
 * writing process knows when it drops a table or replaces rows of a resource; in other processes `ForeignTable` detects
 * that.
 */
export class RowIds {
  private readonly ids = new Map<number, KnownRow>();
  /** By resource. */
  private readonly addresses = new Map<string, Map<string, number>>();
  /** By resource: the moment of its last change. */
  private readonly changes = new Map<string, number>();
  /** Changes before this moment are not recorded. */
  private knownSince = 0;
  private moment = 0;
  private scan: Scan | undefined;
  private readonly readingAll: ReadingAll;

  /** @param opening number of this opening, unique within a folder */
  constructor(
    private readonly table: Table,
    readonly opening: number,
    private readonly bounds: RowBounds,
  ) {
    this.readingAll = new ReadingAll(table, {
      rowsInOrder: IDS_IN_ORDER,
      readAll: (rows) => this.readAll(rows),
    });
  }

  /** Read this before a search whose rows are looked up or added. */
  get now(): number {
    return this.moment;
  }

  /**
   * Ids in the order given; `undefined` when some of the rows have moved.
   *
   * @param since the moment before the rows were found
   */
  async idsOf(addresses: readonly number[], since: number): Promise<readonly string[] | undefined> {
    const isUnknown = (address: number) => this.idAt(address) === undefined;
    let unknown = addresses.filter(isUnknown);
    if (unknown.length > 0) {
      await this.readingAll.insteadOf(unknown.length);
      unknown = unknown.filter(isUnknown);
    }
    const read = unknown.length === 0 ? new Map<number, string>() : await this.read(unknown);
    this.add(read, since);
    const ids: string[] = [];
    for (const address of addresses) {
      const id = this.idAt(address) ?? read.get(address);
      if (id === undefined) return undefined;
      this.put(address, id, since);
      ids.push(id);
    }
    return ids;
  }

  /** The cached id. */
  idAt(address: number): string | undefined {
    return this.ids.get(address)?.id ?? this.scan?.ids.idAt(address);
  }

  /** Caches existing rows. @param since the moment before they were found */
  add(found: ReadonlyMap<number, string>, since: number): void {
    const added: number[] = [];
    for (const [address, id] of found) {
      if (this.ids.has(address)) {
        this.put(address, id, since);
        continue;
      }
      if (this.scan?.ids.idAt(address) === id && !this.hasChanged(resourceOf(id), this.scan.since)) continue;
      this.ids.set(address, { id, placedAt: -1 });
      added.push(address);
      this.put(address, id, since);
    }
    if (added.length > 0) this.bounds.onAdded({ rowIds: this, addresses: added });
  }

  /** The cached addresses of some ids, by id. */
  addressesOf(ids: readonly string[]): ReadonlyMap<string, number> {
    const found = new Map<string, number>();
    for (const id of ids) {
      const address = this.addresses.get(resourceOf(id))?.get(id) ?? this.scannedAddressOf(id);
      if (address !== undefined) found.set(id, address);
    }
    return found;
  }

  /** Marks the rows of these resources as possibly replaced. */
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

  /** Marks all rows as possibly moved. */
  noteAllChanged(): void {
    this.moment += 1;
    this.knownSince = this.moment;
    this.addresses.clear();
    this.changes.clear();
  }

  forget(addresses: readonly number[]): void {
    for (const address of addresses) {
      const id = this.ids.get(address)?.id;
      if (id === undefined) continue;
      this.ids.delete(address);
      const known = this.addresses.get(resourceOf(id));
      if (known?.get(id) !== address) continue;
      known.delete(id);
      if (known.size === 0) this.addresses.delete(resourceOf(id));
    }
  }

  forgetScan(): void {
    this.scan = undefined;
  }

  /** Records the address of an id, unless its resource has changed since. */
  private put(address: number, id: string, since: number): void {
    const known = this.ids.get(address);
    if (!known || known.placedAt === this.moment) return;
    const rid = resourceOf(id);
    if (this.hasChanged(rid, since)) return;
    known.placedAt = this.moment;
    const ofResource = this.addresses.get(rid);
    if (ofResource) ofResource.set(id, address);
    else this.addresses.set(rid, new Map([[id, address]]));
  }

  private scannedAddressOf(id: string): number | undefined {
    if (!this.scan || this.hasChanged(resourceOf(id), this.scan.since)) return undefined;
    return this.scan.ids.addressOf(id);
  }

  private async readAll(rows: number): Promise<void> {
    if (rows > this.bounds.scannedRowsMax) return;
    const since = this.moment;
    const pieces: ReadIds[] = [];
    for await (const piece of answersOf(this.table.query().select(['id']).withRowId().limit(rows)))
      pieces.push({ addresses: numbersOf(piece, '_rowid'), ids: piece.getChild('id') });
    this.scan = { ids: new CompactIds(pieces), since };
    this.bounds.onScanned(this, this.scan.ids.sizeBytes);
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
