import { Index } from '@lancedb/lancedb';
import type { VectorRecord } from '@lectern/contracts';
import { commonColumns, commonFields, emptyColumns, type Row, type TableSpec } from '@lectern/lance';
import { Field, FixedSizeList, Float32, Schema } from 'apache-arrow';

export function vectorTable(dimensions: number): TableSpec {
  const vector = new FixedSizeList(dimensions, new Field('item', new Float32(), true));
  return {
    schema: new Schema([...commonFields(), new Field('vector', vector, true)]),
    indexes: [
      ['tags', Index.labelList()],
      ['rid', Index.btree()],
      ['created', Index.btree()],
      ['modified', Index.btree()],
    ],
  };
}

export function vectorRows({ resource, vectors }: VectorRecord): Row[] {
  if (vectors.length === 0) return [{ ...emptyColumns(resource), vector: null }];
  return vectors.map((vector) => ({ ...commonColumns(resource, vector), vector: vector.vector }));
}
