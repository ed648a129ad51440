import type { Schemas } from '@qdrant/js-client-rest';
import type { Vectorset } from '../vector-index';
import type { QdrantConnection } from './qdrant-connection';
import { equal } from './qdrant-filter';
import { payloadIndexes, tenantOf, VECTOR_NAME } from './qdrant-point';
import { AppError } from '@lectern/contracts/core';

/** Part of the names of collections; changes with the layout of points. */
const LAYOUT = 1;
/** Links of a vector to others, and to those that share a box, a label or a group of medium size with it. */
const LINKS_PER_VECTOR = 16;
const EFFORT_OF_BUILDING = 128;
/** When filters leave less than this many KB of vectors, all of them are compared: 13,000 of 384 dimensions. */
const COMPARED_WHOLE_KB = 20_000;
/** Vectorsets whose dimensions this process caches. */
const KNOWN_MAX = 50_000;

export interface CollectionOptions {
  readonly prefix: string;
  /** Ids of knowledge boxes with collections of their own. */
  readonly largeBoxes: readonly string[];
  readonly quantization: 'none' | 'scalar';
  readonly shards: number;
  readonly replicas: number;
}

const suffix = /^-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}-)?([1-9]\d{0,5})$/;

/**
 * The collections of one zone: one per number of dimensions, shared by knowledge boxes and vectorsets, and separate
 * ones for each large knowledge box. They are always accessed by an alias (`lectern-local-384`), which can be moved to
 * another collection.
 */
export class QdrantCollections {
  private readonly made = new Map<string, Promise<string>>();
  private readonly known = new Map<string, number>();

  constructor(
    private readonly connection: QdrantConnection,
    private readonly options: CollectionOptions,
  ) {}

  /** The collection of a vectorset, whether or not it exists. */
  nameOf({ kbid, dimensions }: Pick<Vectorset, 'kbid' | 'dimensions'>): string {
    const { prefix, largeBoxes } = this.options;
    return largeBoxes.includes(kbid) ? `${prefix}-${kbid}-${dimensions}` : `${prefix}-${dimensions}`;
  }

  /** Existing collections. */
  async names(): Promise<readonly string[]> {
    return [...(await this.list()).keys()];
  }

  /**
   * The collection to write a vectorset to, created if it is missing.
   *
   * @throws AppError `invalid_request` when the vectorset is stored with other dimensions
   */
  async forWriting(vectorset: Vectorset): Promise<string> {
    const tenant = tenantOf(vectorset);
    if (this.known.get(tenant) === vectorset.dimensions) return this.nameOf(vectorset);
    for (const [name, dimensions] of await this.list()) {
      if (dimensions === vectorset.dimensions || !(await this.holds(name, tenant))) continue;
      const message = `Vectors of ${vectorset.id} have ${dimensions} dimensions, not ${vectorset.dimensions}`;
      throw new AppError('invalid_request', message);
    }
    const name = await this.ensure(this.nameOf(vectorset), vectorset.dimensions);
    if (this.known.size >= KNOWN_MAX) this.known.clear();
    this.known.set(tenant, vectorset.dimensions);
    return name;
  }

  /** Clears the cache of vectorsets, which may be outdated. */
  forget(): void {
    this.known.clear();
    this.made.clear();
  }

  /** @throws Error that says what to do about a collection that cannot be used */
  async verify(): Promise<void> {
    for (const [name, dimensions] of await this.list()) {
      const { config } = await this.connection.read((api, init) => api.getCollection({ collection_name: name }, init));
      const problem = collectionProblem(config.params.vectors, dimensions);
      if (!problem) continue;
      throw new Error(
        `The Qdrant collection ${name} ${problem}: remove it and rebuild the index, or set another QDRANT_COLLECTION_PREFIX`,
      );
    }
  }

  /** Adds to existing collections what a newer version of this program needs, or a snapshot lacks. */
  async upgrade(): Promise<void> {
    for (const alias of await this.withoutAlias()) await this.point(alias);
    for (const name of await this.names()) await this.index(name);
  }

  /** Shared collections in which a large knowledge box was stored before it had its own. */
  async formerOf(kbid: string): Promise<readonly string[]> {
    const found = [...(await this.list())];
    return found.filter(([name, dimensions]) => name !== this.nameOf({ kbid, dimensions })).map(([name]) => name);
  }

  private async list(): Promise<ReadonlyMap<string, number>> {
    const { aliases } = await this.connection.read((api, init) => api.getCollectionsAliases({}, init));
    const found = aliases.flatMap(({ alias_name: name }) => {
      const dimensions = this.dimensionsOf(name);
      return dimensions === undefined ? [] : [[name, dimensions] as const];
    });
    return new Map(found);
  }

  /** Undefined unless it is an alias of this zone. */
  private dimensionsOf(alias: string): number | undefined {
    const { prefix } = this.options;
    const [, , dimensions] = alias.startsWith(prefix) ? (suffix.exec(alias.slice(prefix.length)) ?? []) : [];
    return dimensions === undefined ? undefined : Number(dimensions);
  }

  /** Whether a vectorset has a point. @throws AppError `not_found` for a missing collection */
  async holds(collection: string, tenant: string): Promise<boolean> {
    const filter = { must: [equal('tenant', tenant)] };
    const query = { collection_name: collection, filter, limit: 1, with_payload: false };
    const { points } = await this.connection.read((api, init) => api.scrollPoints(query, init));
    return points.length > 0;
  }

  private ensure(alias: string, dimensions: number): Promise<string> {
    const making = this.made.get(alias) ?? this.make(alias, dimensions);
    this.made.set(alias, making);
    making.catch(() => this.made.delete(alias));
    return making;
  }

  /** Several processes may do this at once: each step has the same result for all and may be repeated. */
  private async make(alias: string, dimensions: number): Promise<string> {
    if ((await this.list()).has(alias)) return alias;
    const name = madeFor(alias);
    if (!(await this.exists(name))) await this.create(name, dimensions);
    await this.index(name);
    await this.point(alias);
    return alias;
  }

  private async point(alias: string): Promise<void> {
    const actions = [{ create_alias: { collection_name: madeFor(alias), alias_name: alias } }];
    await this.connection.write((api, init) => api.updateAliases({ actions }, init));
  }

  /** Aliases of collections that were recovered from snapshots, which lose their alias. */
  private async withoutAlias(): Promise<readonly string[]> {
    const pointed = await this.list();
    const { collections } = await this.connection.read((api, init) => api.getCollections({}, init));
    return collections.flatMap(({ name }) => {
      const alias = name.slice(0, -madeFor('').length);
      return name === madeFor(alias) && this.dimensionsOf(alias) !== undefined && !pointed.has(alias) ? [alias] : [];
    });
  }

  private async exists(name: string): Promise<boolean> {
    const found = await this.connection.read((api, init) => api.collectionExists({ collection_name: name }, init));
    return found.exists;
  }

  private async create(name: string, dimensions: number): Promise<void> {
    const { quantization, shards, replicas } = this.options;
    const isQuantized = quantization === 'scalar';
    const collection: Schemas['CreateCollection'] = {
      vectors: { [VECTOR_NAME]: { size: dimensions, distance: 'Cosine', on_disk: isQuantized } },
      hnsw_config: {
        m: LINKS_PER_VECTOR,
        payload_m: LINKS_PER_VECTOR,
        ef_construct: EFFORT_OF_BUILDING,
        full_scan_threshold: COMPARED_WHOLE_KB,
      },
      quantization_config: isQuantized ? { scalar: { type: 'int8', quantile: 0.99, always_ram: true } } : undefined,
      shard_number: shards,
      replication_factor: replicas,
    };
    try {
      await this.connection.write((api, init) => api.createCollection({ collection_name: name, ...collection }, init));
    } catch (error) {
      if (!(await this.exists(name))) throw error;
    }
  }

  private async index(name: string): Promise<void> {
    const { payload_schema } = await this.connection.read((api, init) =>
      api.getCollection({ collection_name: name }, init),
    );
    const missing = Object.entries(payloadIndexes).filter(([field]) => !(field in payload_schema));
    const making = missing.map(([field_name, field_schema]) => {
      const index = { collection_name: name, wait: true, field_name, field_schema };
      return this.connection.write((api, init) => api.createFieldIndex(index, init));
    });
    await Promise.all(making);
  }
}

function madeFor(alias: string): string {
  return `${alias}-v${LAYOUT}`;
}

function collectionProblem(vectors: Schemas['VectorsConfig'] | undefined, dimensions: number): string | undefined {
  // The generated type is a union with any object, so the members are checked.
  const params = (vectors as Readonly<Record<string, unknown>> | undefined)?.[VECTOR_NAME];
  if (typeof params !== 'object' || params === null) return 'was not made by Lectern';
  const size = 'size' in params ? params.size : undefined;
  const distance = 'distance' in params ? params.distance : undefined;
  if (size !== dimensions) return `has vectors of ${String(size)} dimensions instead of ${dimensions}`;
  if (distance !== 'Cosine') return `compares by ${String(distance)} instead of Cosine`;
  return undefined;
}
