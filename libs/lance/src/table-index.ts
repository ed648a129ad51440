import type { Index, Table } from '@lancedb/lancedb';

export interface TableIndex {
  readonly column: string;
  /** A new one each time: LanceDB takes each only once. */
  readonly config: () => Index;
  /** Costly to make and seldom asked: made again only when much is missing. */
  readonly rarely?: boolean;
  /** Cheap to make, and what finds the rows that a write replaces. */
  readonly locates?: boolean;
  /**
   * An index that is not worth having below so many rows, and that grows by segments: compaction adds one, which is
   * cheap. It is made again when there are too many, or the table has grown to twice what the index was made for.
   */
  readonly segmented?: { readonly rowsMin: number; readonly segmentsMax: number };
}

const GROWTH_MAX = 2;

/**
 * Makes indexes that are not there: for a new table, after a crash in between, or when the table is large enough.
 *
 * @param rowsMadeFor how many rows there were when segmented indexes were made
 * @returns the same, brought up to date
 */
export async function createMissingIndexes(
  table: Table,
  indexes: readonly TableIndex[],
  { rows, rowsMadeFor }: { readonly rows: number; readonly rowsMadeFor?: number },
): Promise<number | undefined> {
  const present = new Map((await table.listIndices()).map((index) => [index.columns[0], index]));
  let madeFor = rowsMadeFor;
  for (const { column, config, segmented } of indexes) {
    const { numSegments = 1, numIndexedRows = 0 } = present.get(column) ?? {};
    if (segmented && numSegments === 1) madeFor ??= numIndexedRows;
    const outgrown = segmented && (numSegments > segmented.segmentsMax || rows > GROWTH_MAX * (madeFor ?? rows));
    const wanted = rows >= (segmented?.rowsMin ?? 0) && (!present.has(column) || outgrown);
    if (!wanted) continue;
    await table.createIndex(column, { config: config() });
    if (segmented) madeFor = rows;
  }
  return madeFor;
}
