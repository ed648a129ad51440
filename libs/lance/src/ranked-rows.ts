import type { Query, VectorQuery } from '@lancedb/lancedb';
import { numbersOf } from './arrow-numbers';
import { answerOf } from './query-limits';
import type { RowIds } from './row-ids';

/** A row of a search that is ranked by one of its columns, in the engine's order. */
export interface RankedRow {
  readonly id: string;
  readonly value: number;
}

/** The rows found by a search, by address. */
export interface FoundRows {
  readonly addresses: readonly number[];
  readonly values: readonly number[];
}

type RankingColumn = '_score' | '_distance';

/**
 * Runs a ranked search.
 *
 * @param search created for each call, without columns
 */
export async function rankedRows(
  search: () => Query | VectorQuery,
  column: RankingColumn,
  rowIds?: RowIds,
): Promise<readonly RankedRow[]> {
  if (rowIds) {
    const since = rowIds.now;
    const { addresses, values } = await foundRows(search(), column);
    const ids = await rowIds.idsOf(addresses, since);
    if (ids) return ids.map((id, i) => ({ id, value: values[i] ?? 0 }));
  }
  const answer = await answerOf(search().select(['id', column]));
  const values = numbersOf(answer, column);
  return [...(answer.getChild('id') ?? [])].map((id, i) => ({ id: String(id), value: values[i] ?? 0 }));
}

/** Runs a ranked search without reading the rows it finds. */
export async function foundRows(search: Query | VectorQuery, column: RankingColumn): Promise<FoundRows> {
  const answer = await answerOf(search.select([column]).withRowId());
  return { addresses: numbersOf(answer, '_rowid'), values: numbersOf(answer, column) };
}
