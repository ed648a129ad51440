import type { VectorRecord } from '@lectern/contracts';
import { commonColumns, commonFields, emptyColumns, type Row } from '@lectern/lance';
import { Field, FixedSizeList, Float32, Schema } from 'apache-arrow';

export function vectorSchema(dimensions: number): Schema {
  const vector = new FixedSizeList(dimensions, new Field('item', new Float32(), true));
  return new Schema([...commonFields(), new Field('vector', vector, true)]);
}

export function vectorRows({ resource, vectors }: VectorRecord): Row[] {
  if (vectors.length === 0) return [{ ...emptyColumns(resource), vector: null }];
  return vectors.map((vector) => ({ ...commonColumns(resource, vector), vector: vector.vector }));
}
