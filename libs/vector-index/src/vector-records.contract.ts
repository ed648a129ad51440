import type { IndexedResource, IndexedVector, VectorRecord } from '@lectern/contracts/core';
import type { Vectorset, VectorIndex, VectorQuery } from './vector-index';
import { ridOf } from '../../index-engine/fixtures/filter-cases';

export { ridOf };

/** Storage of an adapter for the duration of one test. */
export interface VectorIndexStore {
  /** Opens the index as its only writer. */
  open(): Promise<VectorIndex>;
  destroy(): Promise<void>;
}

export const vectorset: Vectorset = { kbid: '5f0c1a52-8a53-4d29-9a55-3f6f0f7c8d11', id: 'model/one:8', dimensions: 8 };

/** A unit vector in the plane of the first two axes, at an angle to the first. */
export function at(degrees: number, dimensions = vectorset.dimensions): Float32Array {
  const vector = new Float32Array(dimensions);
  vector[0] = Math.cos((degrees * Math.PI) / 180);
  vector[1] = Math.sin((degrees * Math.PI) / 180);
  return vector;
}

export interface VectorOptions extends Partial<IndexedVector> {
  readonly degrees: number;
}

export function recordOf(
  n: number,
  vectors: readonly (number | VectorOptions)[],
  resource: Partial<IndexedResource> = {},
): VectorRecord & { readonly vectors: readonly IndexedVector[] } {
  const rid = ridOf(n);
  const shared = {
    rid,
    version: 1,
    createdMs: n * 1_000,
    modifiedMs: n * 1_000,
    hidden: false,
    groups: [],
    labels: [],
  };
  return { resource: { ...shared, ...resource }, vectors: vectors.map((given, i) => vectorOf(rid, i, given)) };
}

function vectorOf(rid: string, index: number, given: number | VectorOptions): IndexedVector {
  const { degrees, field = 't/body', ...options } = typeof given === 'number' ? { degrees: given } : given;
  return { id: idOf(rid, index, field), field, language: 'en', labels: [], vector: at(degrees), ...options };
}

export function idOf(rid: string, index: number, field = 't/body'): string {
  return `${rid}/${field}/${index * 100}-${index * 100 + 50}`;
}

export function near(degrees: number, more: Partial<VectorQuery> = {}): VectorQuery {
  return { vector: at(degrees), limit: 20, ...more };
}

/** Numbers of the hit resources, in the order of the hits. */
export async function hitsOf(index: VectorIndex, query: VectorQuery, set = vectorset): Promise<number[]> {
  return (await index.search(set, query)).map(({ id }) => Number.parseInt(id.slice(0, 32), 16));
}
