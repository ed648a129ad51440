import type { Index, Table } from '@lancedb/lancedb';

export interface TableIndex {
  readonly column: string;
  /** Creates a new configuration each time: LanceDB accepts each only once. */
  readonly config: () => Index;
  /** Costly to build and rarely used: rebuilt only when much is missing. */
  readonly rarely?: boolean;
  /** Cheap to build, and used to find the rows that a write replaces. */
  readonly locates?: boolean;
  /**
   * An index that is not worthwhile below this many rows, and that grows by segments: compaction adds one, which is
   * cheap. It is rebuilt when there are too many segments, or the table has doubled since it was built.
   */
  readonly segmented?: { readonly rowsMin: number; readonly segmentsMax: number };
}

const GROWTH_MAX = 2;

/**
 * Creates missing indexes: for a new table, after a crash in between, or when the table is large enough.
 *
 * @param rowsMadeFor number of rows when segmented indexes were built
 * @returns the updated number
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
