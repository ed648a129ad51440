import type { Query, Table, TakeQuery } from '@lancedb/lancedb';
import type { IndexedResource, IndexFilter, KeywordRecord, StoredParagraph } from '@lectern/contracts/core';
import { absence, checkLimit } from '@lectern/index-engine';
import {
  abortable,
  type Change,
  contentSql,
  filterSql,
  type FolderUse,
  type LanceFolderOptions,
  queryOptions,
  rankedRows,
  type RowIds,
  scrollResources,
  sqlIn,
  tableName,
  useFolder,
} from '@lectern/lance';
import { countFacets } from './facets';
import {
  type KeywordExtension,
  KeywordIndex,
  type KeywordHit,
  type KeywordHits,
  type KeywordQuery,
  type ScrollCursor,
} from './keyword-index';
import { fullTextQuery, withoutTermsSql } from './keyword-query';
import { keywordIndexes, keywordRows, keywordSchema, keywordUpdate, parseStored } from './keyword-table';

/** Keywords in LanceDB, one table per knowledge box, in a folder with one writing process. */
export class EmbeddedKeywordIndex extends KeywordIndex {
  private readonly use: FolderUse;

  constructor(options: LanceFolderOptions) {
    super();
    const onDamage = (kbid: string, reason: string) => this.damage.report({ kbid, reason, absent: false });
    this.use = useFolder({ onDamage, ...options }, keywordIndexes);
  }

  async put(kbid: string, records: readonly KeywordRecord[]): Promise<void> {
    const changes = records.map((record): Change => {
      const { rid, version } = record.resource;
      return { kind: 'put', rid, version, rows: keywordRows(record) };
    });
    await this.use.folder.change(tableName(kbid), changes, { schema: keywordSchema() });
  }

  async extend(kbid: string, extensions: readonly KeywordExtension[]): Promise<readonly string[]> {
    const parts = extensions
      .filter(({ paragraphs }) => paragraphs.length > 0)
      .map((extension) => ({ ...extension.resource, since: extension.since, rows: keywordRows(extension) }));
    return this.use.folder.extend(tableName(kbid), parts);
  }

  async update(kbid: string, resources: readonly IndexedResource[]): Promise<void> {
    const changes = resources.map((resource): Change => {
      const { rid, version } = resource;
      return { kind: 'update', rid, version, update: keywordUpdate(resource) };
    });
    await this.use.folder.changeExisting(tableName(kbid), changes);
  }

  /** A put is searchable by everyone when it is done. */
  async refresh(): Promise<void> {}

  async delete(kbid: string, resources: readonly { readonly rid: string; readonly version: number }[]): Promise<void> {
    const changes = resources.map(({ rid, version }): Change => ({ kind: 'delete', rid, version }));
    await this.use.folder.changeExisting(tableName(kbid), changes);
  }

  async drop(kbid: string): Promise<void> {
    await this.use.folder.drop(tableName(kbid));
    this.damage.invalidate(kbid);
  }

  async search(kbid: string, query: KeywordQuery): Promise<KeywordHits> {
    checkLimit(query.limit);
    const hits = await abortable(query.signal, () =>
      this.use.folder.read(tableName(kbid), (table, rowIds) => findHits(table, query, rowIds)),
    );
    if (!hits) this.damage.report(absence(kbid));
    const { limit } = query;
    return { hits: hits?.slice(0, limit) ?? [], more: (hits?.length ?? 0) > limit };
  }

  async read(kbid: string, ids: readonly string[]): Promise<readonly StoredParagraph[]> {
    if (ids.length === 0) return [];
    checkLimit(ids.length);
    const found = await this.use.folder.read(tableName(kbid), (table, rowIds) => readParagraphs(table, ids, rowIds));
    return ids.flatMap((id) => found?.get(id) ?? []);
  }

  async facets(
    kbid: string,
    paths: readonly string[],
    filter?: IndexFilter,
  ): Promise<Readonly<Record<string, Readonly<Record<string, number>>>>> {
    const counts = await this.use.folder.read(tableName(kbid), (table) =>
      countFacets(table, paths, contentSql(filter)),
    );
    return counts ?? Object.fromEntries(paths.map((path) => [path, {}]));
  }

  async scroll(
    kbid: string,
    limit: number,
    cursor?: ScrollCursor,
  ): Promise<{
    readonly resources: readonly { rid: string; version: number; paragraphs: number }[];
    readonly cursor?: ScrollCursor;
  }> {
    const page = await this.use.folder.read(tableName(kbid), (table) => scrollResources(table, limit, cursor));
    if (!page) {
      this.damage.report(absence(kbid));
      return { resources: [] };
    }
    return { ...page, resources: page.resources.map(({ rid, version, rows }) => ({ rid, version, paragraphs: rows })) };
  }

  async inspect(kbid: string, { whole = false } = {}): Promise<'held' | 'absent'> {
    return this.use.folder.inspect(tableName(kbid), { whole });
  }

  async check(): Promise<void> {
    await this.use.folder.check();
  }

  async count(kbid: string): Promise<{ readonly paragraphs: number; readonly sizeBytes: number }> {
    const counted = await this.use.folder.read(tableName(kbid), async (table) => {
      const [paragraphs, { totalBytes }] = await Promise.all([table.countRows(contentSql()), table.stats()]);
      return { paragraphs, sizeBytes: totalBytes };
    });
    return counted ?? { paragraphs: 0, sizeBytes: 0 };
  }

  async close(): Promise<void> {
    await this.use.release();
  }
}

/** One hit more than requested, if there is one. */
async function findHits(table: Table, query: KeywordQuery, rowIds?: RowIds): Promise<readonly KeywordHit[]> {
  const ranking = fullTextQuery(query);
  if (!ranking) return findNewest(table, query);
  const search = () => {
    const ranked = table
      .query()
      .fullTextSearch(ranking)
      .limit(query.limit + 1);
    return query.filter ? ranked.where(filterSql(query.filter)) : ranked;
  };
  const best = new Map<string, number>();
  for (const { id, value: score } of await rankedRows(search, '_score', rowIds))
    if (score >= (query.minScore ?? 0)) best.set(id, Math.max(score, best.get(id) ?? 0));
  return [...best].map(([id, score]) => ({ id, score })).sort((a, b) => b.score - a.score || compare(a.id, b.id));
}

async function findNewest(table: Table, { excluded, filter, limit }: KeywordQuery): Promise<readonly KeywordHit[]> {
  const answer = await table
    .query()
    .select(['id', 'created'])
    .where([contentSql(filter), ...withoutTermsSql(excluded)].join(' AND '))
    .orderBy([
      { columnName: 'created', ascending: false },
      { columnName: 'id', ascending: true },
    ])
    .limit(limit + 1)
    .toArrow(queryOptions);
  const ids = new Set<string>();
  for (const id of answer.getChild('id') ?? []) ids.add(String(id));
  return [...ids].map((id) => ({ id, score: 1 }));
}

/** By address as far as those are known, which is faster; by id what is not there. */
async function readParagraphs(
  table: Table,
  ids: readonly string[],
  rowIds?: RowIds,
): Promise<ReadonlyMap<string, StoredParagraph>> {
  const paragraphs = new Map<string, StoredParagraph>();
  const addresses = rowIds?.addressesOf(ids) ?? [];
  if (addresses.length > 0) await collect(table.takeRowIds(addresses), paragraphs);
  const missing = ids.filter((id) => !paragraphs.has(id));
  if (missing.length > 0) await collect(table.query().where(sqlIn('id', missing)), paragraphs);
  return paragraphs;
}

async function collect(query: Query | TakeQuery, paragraphs: Map<string, StoredParagraph>): Promise<void> {
  const answer = await query.select(['id', 'text', 'stored']).toArrow(queryOptions);
  const [found, texts, stored] = [answer.getChild('id'), answer.getChild('text'), answer.getChild('stored')];
  for (let i = 0; i < answer.numRows; i += 1)
    paragraphs.set(String(found?.get(i)), { ...parseStored(String(stored?.get(i))), text: String(texts?.get(i)) });
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
