import { type RecordBatch, type Schema, Table, vectorFromArray } from 'apache-arrow';
import type { Row } from './arrow-rows';

/**
 * The changed columns of a row with their new values; always the same columns.
 *
 * @param held gives the stored value of a column, a list as an iterable
 */
export type RowUpdate = (held: (column: string) => unknown) => Row;

export function updatedRow(row: Row, update: RowUpdate): Row {
  return { ...row, ...update((column) => row[column]) };
}

/**
 * Applies the updates of their resources to the rows of a batch; other columns are passed on undecoded.
 *
 * @param updates by resource, one for every resource of the batch
 */
export function updatedRows(
  schema: Schema,
  batch: RecordBatch,
  { updates, write }: { readonly updates: ReadonlyMap<string, RowUpdate>; readonly write: number },
): Table {
  const held = new Table([batch]);
  const rids = held.getChild('rid');
  const rows = Array.from({ length: batch.numRows }, (_, i): Row => {
    const update = updates.get(String(rids?.get(i)));
    return { ...update?.((column) => held.getChild(column)?.get(i)), write };
  });
  const changed = new Set(Object.keys(rows[0] ?? {}));
  const values = (name: string) => rows.map((row) => row[name]);
  const columns = schema.fields.map(({ name, type }) => {
    return [name, changed.has(name) ? vectorFromArray(values(name), type) : held.getChild(name)];
  });
  return new Table(schema, Object.fromEntries(columns));
}
