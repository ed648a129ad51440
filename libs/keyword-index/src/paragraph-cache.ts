import type { Table } from '@lancedb/lancedb';
import { answerOf, answersOf, ReadingAll, type RowIds } from '@lectern/lance';
import { cacheReads } from '@lectern/runtime';
import { LRUCache } from 'lru-cache';
import { heldColumns, heldParagraphs, type HeldParagraph, shownColumns } from './held-paragraph';

const CACHE = 'paragraphs';
/** Reading one row by its address costs as much as reading this many in order. */
const ROWS_IN_ORDER = 10;

/** The rows of one opening of a table, by address. */
export interface HeldRows {
  /** The shown columns. Deleted rows are omitted. */
  read(addresses: readonly number[]): Promise<ReadonlyMap<number, HeldParagraph>>;
  /** The same with all `heldColumns`. */
  readWhole(addresses: readonly number[]): Promise<ReadonlyMap<number, HeldParagraph>>;
  /** A row in the cache. */
  known(address: number): HeldParagraph | undefined;
}

/**
 * Rows of all tables of a folder, by opening and address; rows are immutable. The least recently used rows are evicted
 * when the total size is exceeded. Once reading rows by address has cost as much as reading the whole table, the whole
 * table is read, if it fits.
 */
export class ParagraphCache {
  private readonly rows: LRUCache<string, HeldParagraph>;
  private readonly openings = new WeakMap<Table, HeldRows>();

  constructor(private readonly sizeBytesMax: number) {
    this.rows = new LRUCache({ maxSize: sizeBytesMax, sizeCalculation: ({ sizeBytes }) => sizeBytes });
  }

  /** @param rowIds absent where addresses may be reused: then nothing is cached */
  rowsOf(table: Table, rowIds?: RowIds): HeldRows {
    if (!rowIds) {
      const read = (addresses: readonly number[]) => taken(table, addresses, { columns: heldColumns });
      return { read, readWhole: read, known: () => undefined };
    }
    const { rows, sizeBytesMax } = this;
    const opened = this.openings.get(table) ?? new KeptRows(table, { rowIds, rows, sizeBytesMax });
    this.openings.set(table, opened);
    return opened;
  }
}

interface Kept {
  readonly rowIds: RowIds;
  readonly rows: LRUCache<string, HeldParagraph>;
  readonly sizeBytesMax: number;
}

class KeptRows implements HeldRows {
  private readonly readingAll: ReadingAll;
  /** A number of rows that did not fit. */
  private tooMany = Infinity;
  /** Rows read by address. */
  private taken = { rows: 0, sizeBytes: 0 };

  constructor(
    private readonly table: Table,
    private readonly kept: Kept,
  ) {
    this.readingAll = new ReadingAll(table, { rowsInOrder: ROWS_IN_ORDER, readAll: (rows) => this.readAll(rows) });
  }

  known(address: number): HeldParagraph | undefined {
    return this.kept.rows.get(this.keyOf(address));
  }

  async read(addresses: readonly number[]): Promise<ReadonlyMap<number, HeldParagraph>> {
    return this.readColumns(addresses, shownColumns);
  }

  async readWhole(addresses: readonly number[]): Promise<ReadonlyMap<number, HeldParagraph>> {
    return this.readColumns(addresses, heldColumns);
  }

  private async readColumns(addresses: readonly number[], columns: readonly string[]) {
    const found = new Map<number, HeldParagraph>();
    const isEnough = (row: HeldParagraph) => columns === shownColumns || row.isWhole;
    const missingOf = (wanted: readonly number[]) => {
      const missing = new Set<number>();
      for (const address of wanted) {
        const row = this.known(address);
        if (row && isEnough(row)) found.set(address, row);
        else missing.add(address);
      }
      return [...missing];
    };
    let missing = missingOf(addresses);
    if (found.size > 0) cacheReads.inc({ cache: CACHE, result: 'hit' }, found.size);
    if (missing.length === 0) return found;
    cacheReads.inc({ cache: CACHE, result: 'miss' }, missing.length);
    await this.readingAll.insteadOf(missing.length);
    missing = missingOf(missing);
    for (const [address, row] of await taken(this.table, missing, { columns, rowIds: this.kept.rowIds })) {
      found.set(address, row);
      this.kept.rows.set(this.keyOf(address), row);
      this.taken.rows += 1;
      this.taken.sizeBytes += row.sizeBytes;
    }
    return found;
  }

  private async readAll(rows: number): Promise<void> {
    const { rows: kept, sizeBytesMax } = this.kept;
    const { rows: taken, sizeBytes } = this.taken;
    // The size of rows is unknown until some are read.
    if (taken === 0 || (rows * sizeBytes) / taken > sizeBytesMax || rows >= this.tooMany) return;
    let left = sizeBytesMax;
    for await (const piece of answersOf(
      this.table
        .query()
        .select(['id', ...heldColumns])
        .withRowId()
        .limit(rows),
    ))
      for (const [address, row] of heldParagraphs(piece)) {
        left -= row.sizeBytes;
        if (left < 0) {
          this.tooMany = rows;
          return;
        }
        const key = this.keyOf(address);
        if (!kept.peek(key)?.isWhole) kept.set(key, row);
      }
  }

  private keyOf(address: number): string {
    return `${this.kept.rowIds.opening}/${address}`;
  }
}

interface Wanted {
  readonly columns: readonly string[];
  /** Ids known here need not be read. */
  readonly rowIds?: RowIds;
}

async function taken(
  table: Table,
  addresses: readonly number[],
  { columns, rowIds }: Wanted,
): Promise<ReadonlyMap<number, HeldParagraph>> {
  if (addresses.length === 0) return new Map();
  const isKnown = rowIds !== undefined && addresses.every((address) => rowIds.idAt(address) !== undefined);
  const query = table
    .takeRowIds([...addresses])
    .select(isKnown ? [...columns] : ['id', ...columns])
    .withRowId();
  return heldParagraphs(await answerOf(query), (address) => rowIds?.idAt(address));
}
