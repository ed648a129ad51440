import { hash } from 'node:crypto';
import { type IndexedResource, type IndexedVector, type VectorRecord, withAncestors } from '@lectern/contracts';
import type { Schemas } from '@qdrant/js-client-rest';
import type { Vectorset } from '../vector-index';

/** The one vector of a point. Points that only keep a version have none, so no search finds them. */
export const vectorName = 'text';

export interface Point {
  /** UUID. */
  readonly id: string;
  readonly vector?: Float32Array;
  readonly payload: object;
}

/**
 * Every payload field that something is found by, and how it is indexed. Labels of a resource are apart from those of
 * the paragraph itself, so that they can be replaced.
 *
 * Points of vectors have all but `head` and `deleted`. The head of a resource in a vectorset says which version is
 * held; the tombstone of a resource, in a knowledge box and collection, up to which one it was deleted, and when.
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

/** The knowledge box and vectorset of a point in one word: vectorsets are called anything. */
export function tenantOf({ kbid, id }: Pick<Vectorset, 'kbid' | 'id'>): string {
  return `${kbid}/${hash('sha256', id).slice(0, 24)}`;
}

export function headId(tenant: string, rid: string): string {
  return pointId(['head', tenant, rid]);
}

export function tombstoneId(kbid: string, rid: string): string {
  return pointId(['tombstone', kbid, rid]);
}

/** What one put of a resource keeps: its vectors, and its head. */
export function pointsOf(tenant: string, record: VectorRecord): { vectors: Point[]; head: Point } {
  const { rid, version } = record.resource;
  const shared = { tenant, kb: tenant.slice(0, tenant.indexOf('/')), rid, version };
  const vectors = record.vectors.map((vector, i) => ({
    id: pointId(['vector', tenant, rid, i]),
    vector: vector.vector,
    payload: { ...shared, ...payloadOf(vector), ...sharedPayload(record.resource) },
  }));
  return { vectors, head: { id: headId(tenant, rid), payload: { ...shared, head: true } } };
}

export function tombstoneOf(
  kbid: string,
  { rid, version }: { readonly rid: string; readonly version: number },
  nowMs: number,
): Point {
  return { id: tombstoneId(kbid, rid), payload: { kb: kbid, rid, version, deleted: nowMs } };
}

/** What all vectors of a resource have in common besides what tells them apart from others. */
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

function payloadOf({ id, field, language, labels }: IndexedVector): object {
  const slash = field.indexOf('/');
  return { id, fields: slash > 0 ? [field, field.slice(0, slash)] : [field], labels: pathsOf(labels), language };
}

function pathsOf(labels: readonly string[]): string[] {
  return [...new Set(labels.flatMap(withAncestors))];
}

/** A UUID that the same parts always have. */
function pointId(parts: readonly (string | number)[]): string {
  const digits = hash('sha256', parts.join('\n'));
  return [8, 12, 16, 20, 32].map((end, i) => digits.slice([0, 8, 12, 16, 20][i], end)).join('-');
}
