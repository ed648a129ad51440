import type { VectorRecord } from '@lectern/contracts/core';
import type { Schemas } from '@qdrant/js-client-rest';
import { applyBatch, pointBytes, type Operation, POINT_BYTES_MAX } from './qdrant-batch';
import type { Filter, QdrantConnection } from './qdrant-connection';
import { atMost, below, byVersion, equal, anyValue } from './qdrant-filter';
import { headId, headPoint, type Point, tombstoneId, tombstoneOf, vectorPoints } from './qdrant-point';

/** A record to be written to a collection. */
export interface Put {
  readonly kbid: string;
  readonly tenant: string;
  readonly record: VectorRecord;
}

/**
 * Writes that any number of processes may execute concurrently and repeat. Versions are compared inside Qdrant: a point
 * of a newer version is never replaced. The vectors of a resource are written before its head, and leftovers of other
 * versions are removed last; so of two writers the later one to finish removes the points that the other, older one
 * wrote.
 *
 * An extension adds vectors and raises the version of the head, but not its floor: existing vectors keep their lower
 * version, so a put that is overtaken by an extension must not remove them as it does when overtaken by a newer put.
 */
export class QdrantWriter {
  constructor(private readonly connection: QdrantConnection) {}

  /** @param puts for different resources */
  async put(collection: string, puts: readonly Put[]): Promise<void> {
    const before = await this.states(collection, puts);
    const isNew = ({ record: { resource } }: Put, i: number) => resource.version >= (before[i]?.version ?? -Infinity);
    const accepted = puts.filter(isNew);
    for await (const operations of requestsOf(accepted)) await this.apply(collection, operations);
    // Others may have written or deleted in between, or been killed before.
    const after = accepted.length === 0 ? [] : await this.states(collection, accepted);
    const known = [...puts.filter((put, i) => !isNew(put, i)).map((put) => [put, before[puts.indexOf(put)]] as const)];
    known.push(...accepted.map((put, i) => [put, after[i]] as const));
    await this.removeOutdated(collection, known);
  }

  /** @returns whether the resource is stored, in version `since` or a later one */
  async extend(collection: string, extension: Put, since: number): Promise<boolean> {
    const { tenant, record } = extension;
    const { rid, version } = record.resource;
    const [before] = await this.states(collection, [extension]);
    if (before && before.version > version) return true;
    if (!before?.isHeld || before.version < since) return false;
    const update_filter = { must: [anyValue('rid', [rid]), atMost('version', version)] };
    for await (const points of chunksOf([extension]))
      await this.apply(collection, [{ upsert: { points, update_filter } }]);
    const must: Filter['must'] = [{ has_id: [headId(tenant, rid)] }, atMost('version', version)];
    await this.apply(collection, [{ set_payload: { payload: { version }, filter: { must } } }]);
    const [after] = await this.states(collection, [extension]);
    await this.removeOutdated(collection, [[extension, after]]);
    return after?.isHeld ?? false;
  }

  async delete(
    collection: string,
    kbid: string,
    resources: readonly { readonly rid: string; readonly version: number }[],
  ): Promise<void> {
    const nowMs = Date.now();
    const tombstones = resources.map((resource) => tombstoneOf(kbid, resource, nowMs));
    const upTo = byVersion(resources).map(([version, rids]) => ({
      must: [equal('kb', kbid), anyValue('rid', rids), atMost('version', version)],
    }));
    await this.apply(collection, [
      { upsert: { points: tombstones, update_filter: { should: upTo } } },
      { delete: { filter: { should: upTo, must_not: [{ has_id: tombstones.map(({ id }) => id) }] } } },
    ]);
  }

  async remove(collection: string, filter: Filter): Promise<void> {
    await this.apply(collection, [{ delete: { filter } }]);
  }

  private async apply(collection: string, operations: readonly Operation[]): Promise<void> {
    await applyBatch(this.connection, collection, operations);
  }

  private async removeOutdated(
    collection: string,
    known: readonly (readonly [Put, HeldState | undefined])[],
  ): Promise<void> {
    const outdated = known.flatMap(([{ tenant, record }, { floor = -Infinity } = {}]) =>
      record.resource.version < floor ? [{ tenant, rid: record.resource.rid, version: floor }] : [],
    );
    if (outdated.length > 0) await this.apply(collection, [{ delete: { filter: olderOnes(outdated) } }]);
  }

  /** The states of the resources of puts, in their order; undefined for those that never existed. */
  private async states(collection: string, puts: readonly Put[]): Promise<(HeldState | undefined)[]> {
    const ids = puts.map(({ kbid, tenant, record: { resource } }) => ({
      head: headId(tenant, resource.rid),
      tombstone: tombstoneId(kbid, resource.rid),
    }));
    const all = ids.flatMap(({ head, tombstone }) => [head, tombstone]);
    const query = { collection_name: collection, ids: all, with_payload: ['version', 'floor'] };
    const points = await this.connection.write((api, init) => api.getPoints(query, init));
    const byId = new Map(points.map(({ id, payload }) => [String(id), payload]));
    return ids.map(({ head, tombstone }) => stateOf(byId.get(head), byId.get(tombstone)));
  }
}

/** The state of a resource in a vectorset. */
interface HeldState {
  /** Whether it exists, as opposed to only its deletion. */
  readonly isHeld: boolean;
  /** Records below this version are ignored. */
  readonly version: number;
  /** No vectors of the resource may be below this version. */
  readonly floor: number;
}

type Payload = Schemas['Record']['payload'];

function stateOf(head: Payload, tombstone: Payload): HeldState | undefined {
  if (!head && !tombstone) return undefined;
  const deleted = tombstone ? Number(tombstone['version']) : -Infinity;
  const held = head ? Number(head['version']) : -Infinity;
  const floor = head ? Number(head['floor'] ?? held) : -Infinity;
  return {
    isHeld: head !== undefined && held >= deleted,
    version: Math.max(held, deleted),
    floor: Math.max(floor, deleted),
  };
}

/** All requests but the last contain vectors only; they are created while sending. */
async function* requestsOf(puts: readonly Put[]): AsyncGenerator<Operation[]> {
  if (puts.length === 0) return;
  const resources = puts.map(({ record }) => record.resource);
  const notNewer: Filter = {
    should: byVersion(resources).map(([version, rids]) => ({
      must: [anyValue('rid', rids), atMost('version', version)],
    })),
  };
  const heads = puts.map(({ tenant, record }) => headPoint(tenant, record.resource));
  const kept = heads.map(({ id }) => id);
  let last: Operation[] = [];
  for await (const points of chunksOf(puts)) {
    if (last.length > 0) yield last;
    last = [{ upsert: { points, update_filter: notNewer } }];
    for (const { id } of points) kept.push(id);
  }
  yield [
    ...last,
    { upsert: { points: heads, update_filter: notNewer } },
    { delete: { filter: leftovers(puts, kept) } },
  ];
}

function leftovers(puts: readonly Put[], kept: readonly string[]): Filter {
  return {
    should: byTenant(puts).flatMap(([tenant, own]) =>
      byVersion(own).map(([version, rids]) => ({
        must: [equal('tenant', tenant), anyValue('rid', rids), atMost('version', version)],
      })),
    ),
    must_not: [{ has_id: [...kept] }],
  };
}

/** Vectors of all puts, grouped up to the limit of a request. */
async function* chunksOf(puts: readonly Put[]): AsyncGenerator<Point[]> {
  let [chunk, bytes]: [Point[], number] = [[], 0];
  for (const { tenant, record } of puts)
    for await (const page of vectorPoints(tenant, record))
      for (const point of page) {
        chunk.push(point);
        bytes += pointBytes(point);
        if (bytes < POINT_BYTES_MAX) continue;
        yield chunk;
        [chunk, bytes] = [[], 0];
      }
  if (chunk.length > 0) yield chunk;
}

function olderOnes(resources: readonly { tenant: string; rid: string; version: number }[]): Filter {
  return {
    should: resources.map(({ tenant, rid, version }) => ({
      must: [equal('tenant', tenant), anyValue('rid', [rid]), below('version', version)],
    })),
  };
}

function byTenant(puts: readonly Put[]): [string, { rid: string; version: number }[]][] {
  const groups = Map.groupBy(puts, ({ tenant }) => tenant);
  return [...groups].map(([tenant, own]) => [tenant, own.map(({ record }) => record.resource)]);
}
