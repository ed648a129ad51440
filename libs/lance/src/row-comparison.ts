import type { Table } from '@lancedb/lancedb';
import { type AnySequence, pagesOf } from '@lectern/contracts/core';
import { EntryTally } from '@lectern/index-engine';
import { Vector } from 'apache-arrow';
import type { Row } from './arrow-rows';
import { sqlIn } from './sql';
import { queryBatches } from './updated-pages';

/** The expected rows of some resources. */
export interface ExpectedRows {
  /** By resource. Iterated once. */
  readonly rows: ReadonlyMap<string, AnySequence<Row>>;
  readonly columns: readonly string[];
  /** The part of a row that is compared. */
  readonly entryOf: (row: Row) => unknown;
}

/**
 * Compares rows with the expected ones, in all columns except those that describe the write. Reads them once, some at a
 * time, without cached state of the table.
 *
 * @returns ids of resources whose rows differ
 */
export async function differingResources(
  table: Table,
  { rows, columns, entryOf }: ExpectedRows,
): Promise<readonly string[]> {
  const tallies = new Map([...rows.keys()].map((rid) => [rid, new EntryTally()]));
  for (const [rid, expected] of rows)
    for await (const page of pagesOf(expected)) for (const row of page) tallies.get(rid)?.expect(entryOf(row));
  const query = table
    .query()
    .where(sqlIn('rid', [...rows.keys()]))
    .select([...columns]);
  for await (const batch of queryBatches(query)) {
    const held = columns.map((name) => [name, batch.getChild(name)] as const);
    for (let i = 0; i < batch.numRows; i += 1) {
      const row = Object.fromEntries(held.map(([name, column]) => [name, plainValue(column?.get(i))]));
      tallies.get(String(row['rid']))?.meet(entryOf(row));
    }
  }
  return [...tallies].flatMap(([rid, tally]) => (tally.differs ? [rid] : []));
}

/** Lists of texts as arrays, vectors as arrays of numbers. */
function plainValue(value: unknown): unknown {
  if (!(value instanceof Vector)) return value;
  const values: unknown = value.toArray();
  return values instanceof Float32Array ? values : [...value];
}
