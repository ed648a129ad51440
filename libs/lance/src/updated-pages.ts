import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { Query, Table } from '@lancedb/lancedb';
import type { RecordBatch, Schema, Table as ArrowTable } from 'apache-arrow';
import { joinedTables, type RowPage } from './row-pages';
import { type RowUpdate, updatedRows } from './row-update';
import { sqlIn } from './sql';

const RIDS_PER_QUERY = 1_000;
const ROWS_PER_PAGE_MAX = 2_000;
const BYTES_PER_PAGE_MAX = 8 * 2 ** 20;
/** LanceDB's own batches have at least a thousand rows, however large. */
const ROWS_PER_BATCH_MAX = 64;
/** Size of the rows decoded per turn of the event loop. */
const BYTES_AT_ONCE_MAX = 256 * 2 ** 10;

/**
 * All rows of some resources, updated, in pages limited by rows and bytes; only the requested page is read, apart from
 * LanceDB's own prefetching.
 *
 * @param write the `write` of the new rows
 */
export async function* updatedPages(
  table: Table,
  schema: Schema,
  { updates, write }: { readonly updates: ReadonlyMap<string, RowUpdate>; readonly write: number },
): AsyncGenerator<RowPage> {
  let pending: ArrowTable[] = [];
  let rows = 0;
  let bytes = 0;
  const rids = [...updates.keys()];
  for (let start = 0; start < rids.length; start += RIDS_PER_QUERY) {
    const query = table.query().where(sqlIn('rid', rids.slice(start, start + RIDS_PER_QUERY)));
    for await (const batch of queryBatches(query)) {
      for (const part of batchParts(batch)) {
        pending.push(updatedRows(schema, part, { updates, write }));
        await yieldToOthers();
      }
      rows += batch.numRows;
      bytes += batch.data.byteLength;
      if (rows < ROWS_PER_PAGE_MAX && bytes < BYTES_PER_PAGE_MAX) continue;
      yield { rows: joinedTables(pending), full: true };
      [pending, rows, bytes] = [[], 0, 0];
    }
  }
  if (rows > 0) yield { rows: joinedTables(pending), full: false };
}

/** Splits a batch into parts of about this many bytes, without copying. */
function batchParts(batch: RecordBatch): readonly RecordBatch[] {
  const count = Math.min(Math.ceil(batch.data.byteLength / BYTES_AT_ONCE_MAX), batch.numRows);
  const rowsPerPart = Math.ceil(batch.numRows / Math.max(count, 1));
  const starts = Array.from({ length: Math.ceil(batch.numRows / Math.max(rowsPerPart, 1)) }, (_, i) => i * rowsPerPart);
  return starts.map((start) => batch.slice(start, start + rowsPerPart));
}

/** Runs a query and yields small batches. */
export function queryBatches(query: Query): AsyncIterable<RecordBatch> {
  type Executed = { execute(options: { readonly maxBatchLength: number }): AsyncIterable<RecordBatch> };
  return (query as unknown as Executed).execute({ maxBatchLength: ROWS_PER_BATCH_MAX }); // only its type is protected
}
