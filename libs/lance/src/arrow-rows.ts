import {
  Data,
  DataType,
  type Field,
  type FixedSizeList,
  Float32,
  makeData,
  type Schema,
  Table,
  Vector,
  vectorFromArray,
} from 'apache-arrow';

export type Row = Readonly<Record<string, unknown>>;

/** Rows as one Arrow table; built column by column, because the general conversion infers every type again. */
export function toArrow(schema: Schema, rows: readonly Row[]): Table {
  const columns = schema.fields.map((field): [string, Vector] => [
    field.name,
    column(
      field,
      rows.map((row) => row[field.name]),
    ),
  ]);
  return new Table(schema, Object.fromEntries(columns));
}

function column({ type }: Field, values: readonly unknown[]): Vector {
  return DataType.isFixedSizeList(type) ? vectors(type, values) : vectorFromArray(values, type);
}

function vectors(type: FixedSizeList, values: readonly unknown[]): Vector {
  const flat = new Float32Array(values.length * type.listSize);
  const present = new Uint8Array(Math.ceil(values.length / 8));
  let absent = 0;
  for (const [i, value] of values.entries()) {
    if (value instanceof Float32Array) {
      flat.set(value, i * type.listSize);
      present[i >> 3] = (present[i >> 3] ?? 0) | (1 << (i & 7));
    } else {
      absent += 1;
    }
  }
  const child = makeData({ type: new Float32(), length: flat.length, nullCount: 0, data: flat });
  return new Vector([new Data(type, 0, values.length, absent, [undefined, undefined, present], [child])]);
}
