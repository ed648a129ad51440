import type { Table } from '@lancedb/lancedb';
import { answerOf, type RowIds } from '@lectern/lance';
import { cacheReads } from '@lectern/runtime';
import { LRUCache } from 'lru-cache';
import { heldColumns, heldParagraphs, type HeldParagraph } from './held-paragraph';

const CACHE = 'paragraphs';

/** The rows of a table by their addresses; those that are gone are left out. */
export type ReadRows = (addresses: readonly number[]) => Promise<ReadonlyMap<number, HeldParagraph>>;

/**
 * Rows of all tables of a folder as they were read, by opening and address: a row never changes. The least recently
 * used ones are dropped when together they are too large.
 */
export class ParagraphCache {
  private readonly rows: LRUCache<string, HeldParagraph>;

  constructor(sizeBytesMax: number) {
    this.rows = new LRUCache({ maxSize: sizeBytesMax, sizeCalculation: ({ sizeBytes }) => sizeBytes });
  }

  /** @param rowIds absent where addresses may be used again: then nothing is kept */
  reader(table: Table, rowIds?: RowIds): ReadRows {
    return rowIds ? (addresses) => this.read(table, rowIds.opening, addresses) : (addresses) => taken(table, addresses);
  }

  private async read(
    table: Table,
    opening: number,
    addresses: readonly number[],
  ): Promise<ReadonlyMap<number, HeldParagraph>> {
    const found = new Map<number, HeldParagraph>();
    const missing = new Set<number>();
    for (const address of addresses) {
      const known = this.rows.get(keyOf(opening, address));
      if (known) found.set(address, known);
      else missing.add(address);
    }
    if (found.size > 0) cacheReads.inc({ cache: CACHE, result: 'hit' }, found.size);
    if (missing.size === 0) return found;
    cacheReads.inc({ cache: CACHE, result: 'miss' }, missing.size);
    for (const [address, row] of await taken(table, [...missing])) {
      found.set(address, row);
      this.rows.set(keyOf(opening, address), row);
    }
    return found;
  }
}

async function taken(table: Table, addresses: readonly number[]): Promise<ReadonlyMap<number, HeldParagraph>> {
  if (addresses.length === 0) return new Map();
  const query = table
    .takeRowIds([...addresses])
    .select(heldColumns)
    .withRowId();
  return heldParagraphs(await answerOf(query));
}

function keyOf(opening: number, address: number): string {
  return `${opening}/${address}`;
}
