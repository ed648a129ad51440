import {
  Data,
  DataType,
  type Field,
  type FixedSizeList,
  Float32,
  type List,
  makeData,
  type Schema,
  Table,
  type Utf8,
  Vector,
  vectorFromArray,
} from 'apache-arrow';
import { textListVector, textVector } from './arrow-texts';

export type Row = Readonly<Record<string, unknown>>;

/** Converts rows into one Arrow table, column by column, because the general conversion infers every type again. */
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
  if (DataType.isFixedSizeList(type)) return vectors(type, values);
  if (DataType.isUtf8(type) && values.every(isText)) return textVector(values);
  if (isTextList(type) && values.every(isListOfTexts)) return textListVector(type.children[0], values);
  return vectorFromArray(values, type);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isTextList(type: DataType): type is List<Utf8> & { readonly children: [Field<Utf8>] } {
  return DataType.isList(type) && DataType.isUtf8(type.children[0]?.type);
}

/** Rows are our own: lists contain only texts. */
function isListOfTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value);
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
