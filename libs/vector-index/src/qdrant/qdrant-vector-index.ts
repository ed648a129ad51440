import type { IndexFilter, IndexUpdate, VectorRecord } from '@lectern/contracts/core';
import { absence, checkLimit, MicroBatchQueue, weightOf, withEqualHits } from '@lectern/index-engine';
import type { CircuitObserver } from '@lectern/runtime';
import type { Schemas } from '@qdrant/js-client-rest';
import {
  bestOf,
  EQUAL_HITS_MAX,
  type VectorExtension,
  type VectorHit,
  VectorIndex,
  type VectorQuery,
  type Vectorset,
} from '../vector-index';
import { checkedVectors, checkLength } from '../vector-lengths';
import { PointComparison } from './point-comparison';
import { type CollectionOptions, QdrantCollections } from './qdrant-collections';
import { type Condition, QdrantConnection } from './qdrant-connection';
import { isCollectionMissing, isOfCollection } from './qdrant-errors';
import { equal, anyValue, qdrantFilter } from './qdrant-filter';
import { tenantOf, VECTOR_NAME } from './qdrant-point';
import { QdrantUpdater } from './qdrant-updater';
import { type Put, QdrantWriter } from './qdrant-writer';
import { KeyedQueue } from './keyed-queue';

const versionMin = [1, 16] as const;
/** Minimum number of candidates that a search examines. */
const EFFORT = 256;
/**
 * Below this share of searched points, neighbours of neighbours are visited, too, because filters disconnect the graph.
 */
const acorn = { enable: true, max_selectivity: 0.4 };
/** Of quantised vectors, this multiple of the limit is rescored with full values. */
const OVERSAMPLING = 2;
const RESOURCES_PER_PAGE_MAX = 1_000;
/** How long a deleted resource is protected against writes that started before the deletion. */
const TOMBSTONE_MS = 7 * 24 * 60 * 60_000;
const BYTES_PER_DIMENSION = 4;

/** Limits in vectors. Qdrant stores batches one after another; small concurrent ones keep both sides busy. */
const putLimits = { gatherMs: 0, intervalMs: () => 0, weightMax: 600, lengthMax: 10_000, batchesMax: 6 };

export interface QdrantOptions extends CollectionOptions {
  readonly url: string;
  readonly apiKey?: string;
  /** Deadline of a search. */
  readonly timeoutMs: number;
  /** A reader never creates or changes a collection. */
  readonly role: 'writer' | 'reader';
  readonly observe?: CircuitObserver;
}

/** Vectors in Qdrant: one collection per number of dimensions, shared by all knowledge boxes. */
export class QdrantVectorIndex extends VectorIndex {
  private readonly connection: QdrantConnection;
  private readonly collections: QdrantCollections;
  private readonly writer: QdrantWriter;
  private readonly updater: QdrantUpdater;
  private readonly queues = new Map<string, MicroBatchQueue<Put>>();
  private readonly queue = new KeyedQueue();

  /** Use `open`. */
  private constructor(private readonly options: QdrantOptions) {
    super();
    this.connection = new QdrantConnection(options);
    this.collections = new QdrantCollections(this.connection, options);
    this.writer = new QdrantWriter(this.connection);
    this.updater = new QdrantUpdater(this.connection);
  }

  /** @throws Error whose message says what to do when Qdrant cannot be used with this configuration */
  static async open(options: QdrantOptions): Promise<QdrantVectorIndex> {
    const index = new QdrantVectorIndex(options);
    await index.start();
    return index;
  }

  async put(vectorset: Vectorset, records: readonly VectorRecord[]): Promise<void> {
    const { kbid } = vectorset;
    const tenant = tenantOf(vectorset);
    const byResource = new Map(
      records.map(({ resource, vectors }) => [resource, { resource, vectors: checkedVectors(vectorset, vectors) }]),
    );
    const newest = newestOf([...byResource.keys()]).flatMap((resource) => byResource.get(resource) ?? []);
    await this.queue.take(
      newest.map(({ resource }) => `${kbid}/${resource.rid}`),
      () =>
        this.inCollection(vectorset, async (queue) => {
          await Promise.all(
            newest.map((record) =>
              queue.add({ kbid, tenant, record }, 1 + weightOf(record.vectors, putLimits.weightMax)),
            ),
          );
        }),
    );
  }

  async extend(vectorset: Vectorset, extensions: readonly VectorExtension[]): Promise<readonly string[]> {
    const { kbid } = vectorset;
    for (const { vectors } of extensions) checkedVectors(vectorset, vectors);
    const unfit: string[] = [];
    for (const { resource, vectors, since } of extensions.filter((one) => one.vectors.length > 0)) {
      const put = { kbid, tenant: tenantOf(vectorset), record: { resource, vectors } };
      const name = this.collections.nameOf(vectorset);
      const isHeld = await this.queue.take([`${kbid}/${resource.rid}`], () =>
        this.writer.extend(name, put, since).catch((error: unknown) => otherwise(error, false)),
      );
      if (!isHeld) unfit.push(resource.rid);
    }
    return unfit;
  }

  async update(kbid: string, resources: readonly IndexUpdate[]): Promise<void> {
    const newest = newestOf(resources);
    const keys = newest.map(({ rid }) => `${kbid}/${rid}`);
    await this.queue.take(keys, () => this.everywhere((name) => this.updater.update(name, kbid, newest)));
  }

  async delete(kbid: string, resources: readonly { readonly rid: string; readonly version: number }[]): Promise<void> {
    if (resources.length === 0) return;
    const keys = resources.map(({ rid }) => `${kbid}/${rid}`);
    await this.queue.take(keys, () => this.everywhere((name) => this.writer.delete(name, kbid, resources)));
  }

  async dropVectorset(kbid: string, id: string): Promise<void> {
    await this.removeAll(equal('tenant', tenantOf({ kbid, id })));
  }

  async drop(kbid: string): Promise<void> {
    await this.removeAll(equal('kb', kbid));
    this.damage.invalidate(kbid);
  }

  async search(vectorset: Vectorset, query: VectorQuery): Promise<readonly VectorHit[]> {
    checkLength(vectorset, query.vector);
    checkLimit(query.limit, 1);
    const { limit } = query;
    const asked = (size: number): Schemas['QueryRequest'] => ({
      query: Array.from(query.vector),
      using: VECTOR_NAME,
      filter: { must: [equal('tenant', tenantOf(vectorset)), ...(query.filter ? [qdrantFilter(query.filter)] : [])] },
      limit: size,
      score_threshold: query.minScore,
      with_payload: ['id'],
      params: {
        hnsw_ef: Math.max(EFFORT, size),
        acorn,
        quantization: { rescore: true, oversampling: OVERSAMPLING },
      },
    });
    const path = `/collections/${encodeURIComponent(this.collections.nameOf(vectorset))}/points/query`;
    const read = async (size: number) => {
      const call = this.connection.posting<Schemas['QueryResponse']>(path, JSON.stringify(asked(size)));
      return (await this.connection.read(call, query.signal)).points;
    };
    const search = () =>
      withEqualHits(read, { limit, max: EQUAL_HITS_MAX, scoreOf: ({ score }) => score }).catch((error: unknown) =>
        otherwise(error, []),
      );
    const points = await this.unanswered.ask(vectorset.kbid, search, isOfCollection);
    // It is not known here whether there are no vectors at all, or none that passes the filter.
    if (points.length === 0) this.damage.report(absence(vectorset.kbid));
    const best = new Map<string, number>();
    for (const { payload, score } of points) {
      const id = String(payload?.['id']);
      best.set(id, Math.max(score, best.get(id) ?? -1));
    }
    return bestOf(best, limit);
  }

  async scroll(
    vectorset: Vectorset,
    limit: number,
    cursor?: string,
  ): Promise<{
    readonly resources: readonly { rid: string; version: number; vectors: number }[];
    readonly cursor?: string;
  }> {
    const page = {
      collection_name: this.collections.nameOf(vectorset),
      filter: { must: [equal('tenant', tenantOf(vectorset)), equal('head', true)] },
      limit: Math.min(limit, RESOURCES_PER_PAGE_MAX),
      offset: cursor,
      with_payload: ['rid', 'version'],
    };
    const asked = this.connection.write((api, init) => api.scrollPoints(page, init));
    const { points, next_page_offset: next } = await asked.catch((error: unknown) =>
      otherwise(error, { points: [], next_page_offset: undefined }),
    );
    if (points.length === 0 && cursor === undefined) this.damage.report(absence(vectorset.kbid));
    const heads = points.map(({ payload }) => ({
      rid: String(payload?.['rid']),
      version: Number(payload?.['version']),
    }));
    const counts = await this.countsOf(
      vectorset,
      heads.map(({ rid }) => rid),
    );
    const resources = heads.map((head) => ({ ...head, vectors: counts.get(head.rid) ?? 0 }));
    resources.sort((a, b) => (a.rid < b.rid ? -1 : 1));
    return { resources, ...(typeof next === 'string' ? { cursor: next } : {}) };
  }

  async differing(vectorset: Vectorset, records: readonly VectorRecord[]): Promise<readonly string[]> {
    const compared = new PointComparison(this.connection).differing(
      this.collections.nameOf(vectorset),
      tenantOf(vectorset),
      records,
    );
    const all = records.map(({ resource }) => resource.rid);
    return compared.catch((error: unknown) => otherwise(error, all));
  }

  async inspect(vectorset: Vectorset): Promise<'held' | 'absent'> {
    const held = this.collections.holds(this.collections.nameOf(vectorset), tenantOf(vectorset));
    return (await held.catch((error: unknown) => otherwise(error, false))) ? 'held' : 'absent';
  }

  async check(): Promise<void> {
    await this.connection.read((api, init) => api.getCollections({}, init));
  }

  async count(
    vectorset: Vectorset,
    filter?: IndexFilter,
  ): Promise<{ readonly vectors: number; readonly sizeBytes: number }> {
    const [held, vectors] = await Promise.all([
      this.countPoints(vectorset),
      ...(filter ? [this.countPoints(vectorset, filter)] : []),
    ]);
    return { vectors: vectors ?? held, sizeBytes: held * vectorset.dimensions * BYTES_PER_DIMENSION };
  }

  async close(): Promise<void> {
    await this.queue.drain();
    await Promise.all([this.updater.drain(), ...[...this.queues.values()].map((queue) => queue.drain())]);
  }

  private async countPoints(vectorset: Vectorset, kept?: IndexFilter): Promise<number> {
    const own = [equal('tenant', tenantOf(vectorset)), ...(kept ? [qdrantFilter(kept)] : [])];
    const filter = { must: own, must_not: [equal('head', true)] };
    const query = { collection_name: this.collections.nameOf(vectorset), filter, exact: true };
    const asked = this.connection.read((api, init) => api.countPoints(query, init));
    return (await asked.catch((error: unknown) => otherwise(error, { count: 0 }))).count;
  }

  private async start(): Promise<void> {
    const { url, role } = this.options;
    try {
      const version = await this.connection.version();
      if (!isRecent(version))
        throw new Error(`it is version ${version}, and at least ${versionMin.join('.')} is needed`);
      await this.check();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`Qdrant at ${url} cannot be used (QDRANT_URL, QDRANT_API_KEY): ${reason}`, { cause: error });
    }
    await this.collections.verify();
    if (role === 'reader') return;
    await this.collections.upgrade();
    for (const kbid of this.options.largeBoxes)
      for (const name of await this.collections.formerOf(kbid))
        await this.writer.remove(name, { must: [equal('kb', kbid)] });
    const outdated = { must: [{ key: 'deleted', range: { lt: Date.now() - TOMBSTONE_MS } }] };
    await this.everywhere((name) => this.writer.remove(name, outdated));
  }

  private async removeAll(which: Condition): Promise<void> {
    await this.everywhere((name) => this.writer.remove(name, { must: [which] }));
    this.collections.forget();
  }

  private async everywhere(work: (collection: string) => Promise<void>): Promise<void> {
    await Promise.all((await this.collections.names()).map(work));
  }

  /** A missing collection is recreated, once. */
  private async inCollection(
    vectorset: Vectorset,
    work: (queue: MicroBatchQueue<Put>) => Promise<void>,
  ): Promise<void> {
    const write = async () => work(this.queueOf(await this.collections.forWriting(vectorset)));
    await write().catch((error: unknown) => {
      if (!isCollectionMissing(error)) throw error;
      this.collections.forget();
      return write();
    });
  }

  private queueOf(collection: string): MicroBatchQueue<Put> {
    const made = () => new MicroBatchQueue<Put>((puts) => this.writer.put(collection, puts), putLimits);
    const queue = this.queues.get(collection) ?? made();
    this.queues.set(collection, queue);
    return queue;
  }

  private async countsOf(vectorset: Vectorset, rids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (rids.length === 0) return new Map();
    const query = {
      collection_name: this.collections.nameOf(vectorset),
      key: 'rid',
      limit: rids.length,
      filter: { must: [equal('tenant', tenantOf(vectorset)), anyValue('rid', rids)], must_not: [equal('head', true)] },
      exact: true,
    };
    const { hits } = await this.connection.write((api, init) => api.facet(query, init));
    return new Map(hits.map(({ value, count }) => [String(value).replaceAll('-', ''), count]));
  }
}

function otherwise<T>(error: unknown, answer: T): T {
  if (isCollectionMissing(error)) return answer;
  throw error;
}

/** One per resource: the last of those with the highest version. */
function newestOf(resources: readonly IndexUpdate[]): IndexUpdate[] {
  const newest = new Map<string, IndexUpdate>();
  for (const resource of resources)
    if (resource.version >= (newest.get(resource.rid)?.version ?? -Infinity)) newest.set(resource.rid, resource);
  return [...newest.values()];
}

function isRecent(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > versionMin[0] || (major === versionMin[0] && minor >= versionMin[1]);
}
