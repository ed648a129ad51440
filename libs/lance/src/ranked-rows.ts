import type { Query, VectorQuery } from '@lancedb/lancedb';
import type { Table } from 'apache-arrow';
import { queryOptions } from './query-limits';
import type { RowIds } from './row-ids';

/** What a search ranked by one of its columns, in the engine's order. */
export interface RankedRow {
  readonly id: string;
  readonly value: number;
}

/**
 * Runs a search that ranks.
 *
 * @param search made again for each call, without columns
 */
export async function rankedRows(
  search: () => Query | VectorQuery,
  column: '_score' | '_distance',
  rowIds?: RowIds,
): Promise<readonly RankedRow[]> {
  if (rowIds) {
    const answer = await search().select([column]).withRowId().toArrow(queryOptions);
    const ids = await rowIds.idsOf(columnOf<bigint>(answer, '_rowid').map(Number));
    if (ids) return joined(ids, answer, column);
  }
  const answer = await search().select(['id', column]).toArrow(queryOptions);
  return joined(columnOf<string>(answer, 'id'), answer, column);
}

function joined(ids: readonly string[], answer: Table, column: string): RankedRow[] {
  const values = columnOf<number>(answer, column);
  return ids.map((id, i) => ({ id, value: values[i] ?? 0 }));
}

function columnOf<T>(answer: Table, name: string): T[] {
  return [...(answer.getChild(name) ?? [])];
}
