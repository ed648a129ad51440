import { type AnySequence, AppError, changed, type IndexedVector } from '@lectern/contracts/core';
import type { Vectorset } from './vector-index';

/** @throws AppError `invalid_request` */
export function checkLength({ id, dimensions }: Vectorset, vector: Float32Array): void {
  if (vector.length === dimensions) return;
  throw new AppError('invalid_request', `Vectors of ${id} have ${dimensions} dimensions, not ${vector.length}`);
}

/** The same vectors, checked before the write if they are in memory, otherwise as they are read. */
export function checkedVectors(vectorset: Vectorset, vectors: AnySequence<IndexedVector>): AnySequence<IndexedVector> {
  if ('pages' in vectors) return changed(vectors, (page) => checking(vectorset, page));
  for (const { vector } of vectors) checkLength(vectorset, vector);
  return vectors;
}

function* checking(vectorset: Vectorset, page: Iterable<IndexedVector>): Generator<IndexedVector> {
  for (const vector of page) {
    checkLength(vectorset, vector.vector);
    yield vector;
  }
}
