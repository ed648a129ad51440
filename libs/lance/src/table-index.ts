import type { Index, Table } from '@lancedb/lancedb';

export interface TableIndex {
  readonly column: string;
  /** A new one each time: LanceDB takes each only once. */
  readonly config: () => Index;
  /** Costly to make and seldom asked: made again only when much is missing. */
  readonly rarely?: boolean;
  /**
   * An index that is not worth having below so many rows, and that grows by segments: compaction adds one, which is
   * cheap, and it is made again when there are too many.
   */
  readonly segmented?: { readonly rowsMin: number; readonly segmentsMax: number };
}

/** Makes those that are not there: for a new table, after a crash in between, or when the table has become large enough. */
export async function createMissingIndexes(table: Table, indexes: readonly TableIndex[], rows: number): Promise<void> {
  const present = new Map((await table.listIndices()).map(({ columns, numSegments }) => [columns[0], numSegments ?? 1]));
  for (const { column, config, segmented } of indexes) {
    const segments = present.get(column);
    const wanted = segmented ? rows >= segmented.rowsMin && (segments ?? Infinity) > segmented.segmentsMax : segments === undefined;
    if (wanted) await table.createIndex(column, { config: config() });
  }
}
