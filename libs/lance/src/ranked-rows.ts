import type { Query, VectorQuery } from '@lancedb/lancedb';
import type { RecordBatch, Table } from 'apache-arrow';
import { answerOf } from './query-limits';
import type { RowIds } from './row-ids';

/** What a search ranked by one of its columns, in the engine's order. */
export interface RankedRow {
  readonly id: string;
  readonly value: number;
}

/** Rows that a search found, by their addresses. */
export interface FoundRows {
  readonly addresses: readonly number[];
  readonly values: readonly number[];
}

type RankingColumn = '_score' | '_distance';

/**
 * Runs a search that ranks.
 *
 * @param search made again for each call, without columns
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

/** Runs a search that ranks, and reads nothing of what it finds. */
export async function foundRows(search: Query | VectorQuery, column: RankingColumn): Promise<FoundRows> {
  const answer = await answerOf(search.select([column]).withRowId());
  return { addresses: numbersOf(answer, '_rowid'), values: numbersOf(answer, column) };
}

/** A column of numbers at once: to ask for its values one by one takes several times as long. */
export function numbersOf(answer: Table | RecordBatch, column: string): number[] {
  const values: unknown = answer.getChild(column)?.toArray() ?? [];
  if (values instanceof BigUint64Array) return smallNumbers(values);
  // Columns are numbers without gaps, which are read as one typed array.
  const all = values as ArrayLike<number | bigint>;
  const numbers = new Array<number>(all.length);
  for (let i = 0; i < all.length; i += 1) numbers[i] = Number(all[i]);
  return numbers;
}

/** Without making big integers of them: addresses are below 2 ** 53. */
function smallNumbers({ buffer, byteOffset, length }: BigUint64Array): number[] {
  const halves = new Uint32Array(buffer, byteOffset, length * 2);
  const numbers = new Array<number>(length);
  for (let i = 0; i < length; i += 1) numbers[i] = (halves[2 * i] ?? 0) + (halves[2 * i + 1] ?? 0) * 2 ** 32;
  return numbers;
}
