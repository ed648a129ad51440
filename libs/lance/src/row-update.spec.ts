import { Field, FixedSizeList, Float32, Float64, List, Schema, Utf8 } from 'apache-arrow';
import { toArrow } from './arrow-rows';
import { type RowUpdate, updatedRow, updatedRows } from './row-update';

const schema = new Schema([
  new Field('rid', new Utf8(), false),
  new Field('write', new Float64(), false),
  new Field('text', new Utf8(), false),
  new Field('tags', new List(new Field('item', new Utf8(), true)), false),
  new Field('vector', new FixedSizeList(2, new Field('item', new Float32(), true)), true),
]);

const rows = [
  { rid: 'a', write: 1, text: 'alpha', tags: ['x', 'y'], vector: Float32Array.of(1, 2) },
  { rid: 'b', write: 1, text: '', tags: [], vector: null },
  { rid: 'a', write: 1, text: 'ünïcödé 😀', tags: ['z'], vector: Float32Array.of(3, 4) },
];

/** The old value, marked with the author of the change. */
const taggedAs =
  (sign: string): RowUpdate =>
  (held) => ({ tags: [...(held('tags') as Iterable<string>), `${sign} ${String(held('text'))}`] });

const updates = new Map([
  ['a', taggedAs('by a')],
  ['b', taggedAs('by b')],
]);

describe('updatedRows', () => {
  it('changes what updates change, by resource, and passes on the rest', () => {
    const [batch] = toArrow(schema, rows).batches;
    if (!batch) throw new Error('no batch');
    const updated = updatedRows(schema, batch, { updates, write: 7 });
    expect(JSON.parse(JSON.stringify(updated.toArray()))).toEqual([
      { rid: 'a', write: 7, text: 'alpha', tags: ['x', 'y', 'by a alpha'], vector: [1, 2] },
      { rid: 'b', write: 7, text: '', tags: ['by b '], vector: null },
      { rid: 'a', write: 7, text: 'ünïcödé 😀', tags: ['z', 'by a ünïcödé 😀'], vector: [3, 4] },
    ]);
    expect(updated.schema.fields.map(({ name }) => name)).toEqual(schema.fields.map(({ name }) => name));
  });

  it('changes rows that are not stored yet in the same way', () => {
    expect(rows.map((row) => updatedRow(row, taggedAs('by a')))).toMatchObject([
      { text: 'alpha', tags: ['x', 'y', 'by a alpha'] },
      { text: '', tags: ['by a '] },
      { text: 'ünïcödé 😀', tags: ['z', 'by a ünïcödé 😀'] },
    ]);
  });
});
