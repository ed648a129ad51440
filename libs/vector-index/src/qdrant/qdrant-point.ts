import { hash } from 'node:crypto';
import {
  type IndexedResource,
  type IndexedVector,
  pagesOf,
  type VectorRecord,
  withAncestors,
} from '@lectern/contracts/core';
import type { Schemas } from '@qdrant/js-client-rest';
import type { Vectorset } from '../vector-index';

/** The only vector of a point. Points that just record a version have none, so no search finds them. */
export const VECTOR_NAME = 'text';

export interface Point {
  /** UUID. */
  readonly id: string;
  readonly vector?: Float32Array;
  readonly payload: object;
}

/**
 * All indexed payload fields and their index types. Labels of a resource are separate from those of the paragraph
 * itself, so that they can be replaced.
 *
 * Points of vectors have all except `head` and `deleted`. The head of a resource in a vectorset records its version and
 * the minimum version of its vectors (`floor`); the tombstone of a resource, in a knowledge box and collection, records
 * the version up to which it was deleted, and when.
 */
export const payloadIndexes: Readonly<Record<string, Schemas['PayloadFieldSchema']>> = {
  tenant: { type: 'keyword', is_tenant: true },
  kb: 'uuid',
  rid: 'uuid',
  version: 'integer',
  fields: 'keyword',
  labels: 'keyword',
  resource_labels: 'keyword',
  groups: 'keyword',
  language: 'keyword',
  public: 'bool',
  hidden: 'bool',
  created: 'float',
  modified: 'float',
  head: 'bool',
  deleted: 'float',
};

/** The knowledge box and vectorset of a point in one value: names of vectorsets are arbitrary. */
export function tenantOf({ kbid, id }: Pick<Vectorset, 'kbid' | 'id'>): string {
  return `${kbid}/${hash('sha256', id).slice(0, 24)}`;
}

export function headId(tenant: string, rid: string): string {
  return pointId(['head', tenant, rid]);
}

export function tombstoneId(kbid: string, rid: string): string {
  return pointId(['tombstone', kbid, rid]);
}

/** The points of a put besides the head, in pages; created during iteration. */
export async function* vectorPoints(
  tenant: string,
  { resource, vectors }: VectorRecord,
): AsyncGenerator<Iterable<Point>> {
  const own = ownMembers(tenant, resource);
  const shared = sharedPayload(resource);
  const paths = new WeakMap<readonly string[], readonly string[]>();
  function* pointsOf(page: Iterable<IndexedVector>): Generator<Point> {
    for (const vector of page) {
      const labels = paths.get(vector.labels) ?? pathsOf(vector.labels);
      paths.set(vector.labels, labels);
      const payload = { ...own, ...payloadOf(vector), labels, ...shared };
      yield { id: pointId(['vector', tenant, resource.rid, vector.id]), vector: vector.vector, payload };
    }
  }
  for await (const page of pagesOf(vectors)) yield pointsOf(page);
}

export function headPoint(tenant: string, resource: IndexedResource): Point {
  const payload = { ...ownMembers(tenant, resource), head: true, ...headVersions(resource.version) };
  return { id: headId(tenant, resource.rid), payload };
}

/**
 * All vectors have the version of the head, until some are added: then some have an earlier one, but at least `floor`.
 */
export function headVersions(version: number): { readonly version: number; readonly floor: number } {
  return { version, floor: version };
}

function ownMembers(tenant: string, { rid, version }: IndexedResource): object {
  return { tenant, kb: tenant.slice(0, tenant.indexOf('/')), rid, version };
}

export function tombstoneOf(
  kbid: string,
  { rid, version }: { readonly rid: string; readonly version: number },
  nowMs: number,
): Point {
  return { id: tombstoneId(kbid, rid), payload: { kb: kbid, rid, version, deleted: nowMs } };
}

/** The shared payload of all vectors of a resource, without the members that distinguish them. */
export function sharedPayload({ version, groups, hidden, createdMs, modifiedMs, labels }: IndexedResource): object {
  return {
    version,
    resource_labels: pathsOf(labels),
    groups,
    public: groups.length === 0,
    hidden,
    created: createdMs,
    modified: modifiedMs,
  };
}

function payloadOf({ id, field, language }: IndexedVector): object {
  const slash = field.indexOf('/');
  return { id, fields: slash > 0 ? [field, field.slice(0, slash)] : [field], language };
}

export function pathsOf(labels: readonly string[]): string[] {
  return [...new Set(labels.flatMap(withAncestors))];
}

/** A UUID derived from the parts. */
function pointId(parts: readonly (string | number)[]): string {
  const digits = hash('sha256', parts.join('\n'));
  return [8, 12, 16, 20, 32].map((end, i) => digits.slice([0, 8, 12, 16, 20][i], end)).join('-');
}
