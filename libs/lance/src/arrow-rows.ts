import { Data, type Field, FixedSizeList, Float32, makeData, type Schema, Table, Vector, vectorFromArray } from 'apache-arrow';

export type Row = Readonly<Record<string, unknown>>;

/** Rows as one Arrow table; built column by column, because the general conversion infers every type again. */
export function toArrow(schema: Schema, rows: readonly Row[]): Table {
  const columns = schema.fields.map((field): [string, Vector] => [field.name, column(field, rows.map((row) => row[field.name]))]);
  return new Table(schema, Object.fromEntries(columns));
}

function column(field: Field, values: readonly unknown[]): Vector {
  if (FixedSizeList.prototype.isPrototypeOf(field.type)) return vectors(field, values);
  return vectorFromArray(values, field.type);
}

function vectors({ type }: Field, values: readonly unknown[]): Vector {
  const { listSize } = type as FixedSizeList; // The caller looked.
  const flat = new Float32Array(values.length * listSize);
  const present = new Uint8Array(Math.ceil(values.length / 8));
  let absent = 0;
  values.forEach((value, i) => {
    if (!(value instanceof Float32Array)) return (absent += 1);
    flat.set(value, i * listSize);
    return (present[i >> 3] = (present[i >> 3] ?? 0) | (1 << (i & 7)));
  });
  const child = makeData({ type: new Float32(), length: flat.length, nullCount: 0, data: flat });
  return new Vector([new Data(type, 0, values.length, absent, [undefined, undefined, present], [child])]);
}
