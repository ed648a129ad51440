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
 * Below `rowsMin` vectors, all are compared. Above, those in the partitions near the query are, by their full values:
 * of LanceDB's index types, this one is built fastest and has the best recall, and its scores are exact.
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
  // Lazy, so that programs without embedded indexes do not load Arrow.
  get columns() {
    return vectorSchema(1).fields.map(({ name }) => name);
  },
  indexes,
};

/** Rows are created during iteration. */
export function vectorRows({ resource, vectors }: VectorRecord): AnySequence<Row> {
  if (vectors.length === 0) return [{ ...emptyColumns(resource), vector: null }];
  const common = commonColumnsOf(resource);
  return changed(vectors, function* (page: Iterable<IndexedVector>): Generator<Row> {
    for (const vector of page) yield { ...common(vector), vector: vector.vector };
  });
}

/** Applies an update to rows; vectors stay. */
export function vectorUpdate(resource: IndexUpdate): RowUpdate {
  return (held) => updatedColumns(resource, held);
}

/** The part of a row that is compared: all that readers see, whenever it was written. */
export function vectorEntry({ version: _version, write: _write, ...row }: Row): unknown {
  return row;
}
