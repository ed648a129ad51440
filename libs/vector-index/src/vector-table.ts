import { Index } from '@lancedb/lancedb';
import {
  type AnySequence,
  changed,
  type IndexedVector,
  type IndexUpdate,
  type VectorRecord,
} from '@lectern/contracts/core';
import {
  commonColumnsOf,
  commonFields,
  emptyColumns,
  filterIndexes,
  type Row,
  type RowUpdate,
  type TableIndex,
  type TableLayout,
  updatedColumns,
} from '@lectern/lance';
import { Field, FixedSizeList, Float32, Schema } from 'apache-arrow';

export function vectorSchema(dimensions: number): Schema {
  const vector = new FixedSizeList(dimensions, new Field('item', new Float32(), true));
  return new Schema([...commonFields(), new Field('vector', vector, true)]);
}

/**
 * Below `rowsMin` vectors all are compared. Above, those in the partitions near the query are, by their full values: of
 * the kinds LanceDB has, this one is made fastest and finds most, and its scores are exact.
 */
const indexes: readonly TableIndex[] = [
  ...filterIndexes,
  {
    column: 'vector',
    config: () => Index.ivfFlat({ distanceType: 'cosine' }),
    segmented: { rowsMin: 5_000, segmentsMax: 8 },
  },
];

export const vectorLayout: TableLayout = {
  // When it is read: programs without embedded indexes do not load Arrow.
  get columns() {
    return vectorSchema(1).fields.map(({ name }) => name);
  },
  indexes,
};

/** Made while somebody goes through them. */
export function vectorRows({ resource, vectors }: VectorRecord): AnySequence<Row> {
  if (vectors.length === 0) return [{ ...emptyColumns(resource), vector: null }];
  const common = commonColumnsOf(resource);
  return changed(vectors, function* (page: Iterable<IndexedVector>): Generator<Row> {
    for (const vector of page) yield { ...common(vector), vector: vector.vector };
  });
}

/** Gives rows what an update says; vectors stay. */
export function vectorUpdate(resource: IndexUpdate): RowUpdate {
  return (held) => updatedColumns(resource, held);
}

/** What is compared of a row: what others read of it, whenever it was written. */
export function vectorEntry({ version: _version, write: _write, ...row }: Row): unknown {
  return row;
}
