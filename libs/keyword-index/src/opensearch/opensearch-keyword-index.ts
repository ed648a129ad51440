import type { API } from '@opensearch-project/opensearch';
import {
  AppError,
  DamagedIndexError,
  type IndexFilter,
  type IndexUpdate,
  type KeywordRecord,
  type StoredParagraph,
} from '@lectern/contracts/core';
import { absence, checkLimit } from '@lectern/index-engine';
import {
  type FacetScope,
  type KeywordExtension,
  KeywordIndex,
  type KeywordHits,
  type KeywordQuery,
  type PutOptions,
  type ScrollCursor,
} from '../keyword-index';
import { checkQuery, noHits } from '../query-bounds';
import { type BoxWrite, BoxWrites } from './box-writes';
import { BulkWriter } from './bulk-writer';
import { startWithCluster } from './cluster-start';
import { DocumentComparison } from './document-comparison';
import { EngineCalls } from './engine-calls';
import { facetCounts, facetMatchesRequest, facetsRequest, areFewCounted } from './facet-counts';
import { filterQuery, paragraphsOnly } from './filter-query';
import { IndexNames } from './index-names';
import { ZoneIndexes } from './zone-indexes';
import { hitsOf, searchRequests, totalOf } from './keyword-search';
import { LostShards } from './lost-shards';
import type { OpenSearchOptions } from './opensearch.config';
import { openSearchClient } from './opensearch-client';
import { engineError, isOfIndex, unlessMissing } from './opensearch-errors';
import { extendingDocuments, paragraphDocuments } from './paragraph-document';
import { ResourceClaims } from './resource-claims';
import { ResourceExtender, type ResourceExtension } from './resource-extender';
import { ResourceScroll } from './resource-scroll';
import { ResourceUpdater } from './resource-updater';
import { type ResourceChange, ResourceReplacement } from './resource-replacement';

/** A find has 15 s and needs some of them to continue without the keyword search. */
const SEARCH_TIMEOUT_MS_MAX = 12_000;

/** Keywords in OpenSearch, one index per knowledge box. */
export class OpenSearchKeywordIndex extends KeywordIndex {
  private readonly calls: EngineCalls;
  private readonly names: IndexNames;
  private readonly indexes: ZoneIndexes;
  private readonly writes: BoxWrites;
  private readonly losses: LostShards;
  private closed: Promise<void> | undefined;

  private constructor(calls: EngineCalls, options: OpenSearchOptions) {
    super();
    this.calls = calls;
    this.names = new IndexNames(options.prefix);
    this.indexes = new ZoneIndexes(calls, this.names, options);
    this.losses = new LostShards(calls, options.lostAfterMs);
    const bulk = new BulkWriter(calls);
    const claims = new ResourceClaims(bulk);
    const writer = new ResourceReplacement(calls, bulk, claims);
    const extender = new ResourceExtender(calls, bulk, claims, (index) => this.indexes.refresh(index));
    this.writes = new BoxWrites(writer, extender, new ResourceUpdater(calls, bulk, claims), this.indexes);
  }

  /** @throws Error with one line that says what to do, when the cluster cannot be used as the options say */
  static async open(options: OpenSearchOptions, role: 'writer' | 'reader'): Promise<OpenSearchKeywordIndex> {
    const client = openSearchClient(options);
    const calls = new EngineCalls(client, options.timeoutMs, options.observe);
    try {
      await startWithCluster(calls, { names: new IndexNames(options.prefix), options, role });
      return new OpenSearchKeywordIndex(calls, options);
    } catch (error) {
      await client.close();
      throw error;
    }
  }

  async put(kbid: string, records: readonly KeywordRecord[], { searchable = true }: PutOptions = {}): Promise<void> {
    const changes = records.map((record): ResourceChange => {
      const { rid, version } = record.resource;
      return { entry: 'resource', rid, version, documents: paragraphDocuments(record) };
    });
    await this.write(kbid, { changes, updates: [], searchable });
  }

  async extend(kbid: string, extensions: readonly KeywordExtension[]): Promise<readonly string[]> {
    const unfit = new Set<string>();
    const parts = extensions.map((extension): ResourceExtension => {
      const { rid, version } = extension.resource;
      const documents = extendingDocuments(extension);
      return { rid, version, since: extension.since, documents, onUnfit: () => void unfit.add(rid) };
    });
    await this.write(kbid, { changes: [], extensions: parts, updates: [], searchable: true });
    return [...unfit];
  }

  async update(kbid: string, resources: readonly IndexUpdate[]): Promise<void> {
    await this.write(kbid, { changes: [], updates: resources, searchable: true });
  }

  async refresh(kbid: string): Promise<void> {
    await this.indexes.refresh(this.names.alias(kbid));
  }

  async delete(kbid: string, resources: readonly { readonly rid: string; readonly version: number }[]): Promise<void> {
    const changes = resources.map(({ rid, version }) => ({ entry: 'deletion' as const, rid, version, documents: [] }));
    await this.write(kbid, { changes, updates: [], searchable: true });
    await this.indexes.forgetDeletions(this.names.alias(kbid));
  }

  async drop(kbid: string): Promise<void> {
    await this.indexes.drop(kbid);
    this.damage.invalidate(kbid);
  }

  async search(kbid: string, query: KeywordQuery): Promise<KeywordHits> {
    checkQuery(query);
    const limits = { signal: query.signal, timeoutMs: Math.min(this.calls.timeoutMs, SEARCH_TIMEOUT_MS_MAX) };
    const asked = searchRequests(this.names.alias(kbid), query, limits.timeoutMs);
    const search = async () => {
      const bodies = await unlessMissing(this.calls.search(asked, limits));
      if (bodies?.some((body) => body.timed_out))
        throw engineError(new Error('it gave up a search that took too long'));
      return bodies;
    };
    const found = await this.unanswered.ask(kbid, search, isOfIndex).catch((error: unknown) => {
      // A cluster that is away cannot tell more about its shards.
      if (!isOfIndex(error)) throw error;
      return this.suspect(kbid, error);
    });
    if (!found) {
      this.damage.report(absence(kbid));
      return noHits(query);
    }
    const [body] = found;
    const hits = body ? hitsOf(body, query.order !== undefined) : [];
    const { limit, countMax } = query;
    const total = countMax === undefined ? undefined : totalOf(found, countMax);
    return { hits: hits.slice(0, limit), more: hits.length > limit, ...(total !== undefined && { total }) };
  }

  async read(kbid: string, ids: readonly string[]): Promise<readonly StoredParagraph[]> {
    if (ids.length === 0) return [];
    checkLimit(ids.length);
    const index = this.names.alias(kbid);
    const body = { size: ids.length, _source: ['stored'], query: { terms: { id: [...ids] } } };
    const answer = await unlessMissing(
      this.calls.read((client) => client.search({ index, allow_partial_search_results: false, body })),
    );
    // `paragraphDocuments` stored it.
    const stored = (answer?.hits.hits ?? []).map(({ _source }) => _source?.['stored'] as StoredParagraph);
    const byId = new Map(stored.map((paragraph) => [paragraph.id, paragraph]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  async facets(
    kbid: string,
    paths: readonly string[],
    scope: FacetScope = {},
  ): Promise<Readonly<Record<string, Readonly<Record<string, number>>>>> {
    if (paths.length === 0) return {};
    const index = this.names.alias(kbid);
    const limits = { signal: scope.signal, timeoutMs: this.calls.timeoutMs };
    const ask = (request: API.Search_Request) =>
      unlessMissing(this.calls.read((client) => client.search(request), limits));
    const matched = facetMatchesRequest(index, scope);
    const counted = matched && (await ask(matched));
    const body = await ask(facetsRequest(index, paths, { scope, isOwn: areFewCounted(counted) }));
    return body ? facetCounts(paths, body) : Object.fromEntries(paths.map((path) => [path, {}]));
  }

  async scroll(
    kbid: string,
    limit: number,
    cursor?: ScrollCursor,
  ): Promise<{
    readonly resources: readonly { rid: string; version: number; paragraphs: number }[];
    readonly cursor?: ScrollCursor;
  }> {
    const page = await new ResourceScroll(this.calls).page(this.names.alias(kbid), limit, cursor);
    if (page.resources.length === 0 && cursor === undefined) this.damage.report(absence(kbid));
    return { ...page, resources: [...page.resources] };
  }

  async differing(kbid: string, records: readonly KeywordRecord[]): Promise<readonly string[]> {
    return new DocumentComparison(this.calls).differing(this.names.alias(kbid), records);
  }

  async inspect(kbid: string): Promise<'held' | 'absent'> {
    if (!(await this.indexes.exists(kbid))) return 'absent';
    // Failure to ask is ignored: searches will show whether the index works.
    const loss = await this.losses.problem(this.names.alias(kbid)).catch(() => undefined);
    if (loss === undefined) return 'held';
    this.damage.report({ kbid, reason: loss, absent: false });
    throw new DamagedIndexError(loss);
  }

  async check(): Promise<void> {
    await this.indexes.check();
  }

  async count(
    kbid: string,
    filter?: IndexFilter,
  ): Promise<{ readonly paragraphs: number; readonly sizeBytes: number }> {
    const query = { bool: { filter: [paragraphsOnly, ...(filter ? [filterQuery(filter)] : [])] } };
    const index = this.names.alias(kbid);
    const counted = await unlessMissing(
      Promise.all([
        this.calls.read((client) => client.count({ index, body: { query } })),
        this.calls.read((client) => client.indices.stats({ index, metric: ['store'] })),
      ]),
    );
    if (!counted) return { paragraphs: 0, sizeBytes: 0 };
    const [{ count }, { _all: all }] = counted;
    return { paragraphs: count, sizeBytes: Number(all.primaries?.store?.size_in_bytes ?? 0) };
  }

  private async write(kbid: string, write: BoxWrite): Promise<void> {
    await this.writes.apply(kbid, write).catch((error: unknown) => this.suspect(kbid, error));
  }

  /** Checks whether a lost shard caused the failure. @throws DamagedIndexError, or the failure */
  private async suspect(kbid: string, error: unknown): Promise<never> {
    const mayBeLost = error instanceof AppError && (error.code === 'unavailable' || error.code === 'deadline_exceeded');
    const loss = mayBeLost ? await this.losses.suspect(this.names.alias(kbid)) : undefined;
    if (loss === undefined) throw error;
    this.damage.report({ kbid, reason: loss, absent: false });
    throw new DamagedIndexError(loss, { cause: error });
  }

  async close(): Promise<void> {
    // The client never resolves a second close.
    this.closed ??= this.calls.client.close();
    await this.closed;
  }
}
