import type { Query, Table, TakeQuery } from '@lancedb/lancedb';
import type { IndexFilter, IndexUpdate, KeywordRecord, StoredParagraph } from '@lectern/contracts/core';
import { absence, checkLimit } from '@lectern/index-engine';
import {
  abortable,
  type Change,
  contentSql,
  differingResources,
  type FolderUse,
  type LanceFolderOptions,
  queryOptions,
  type RowIds,
  scrollResources,
  sqlIn,
  tableName,
  useFolder,
} from '@lectern/lance';
import { countFacets } from './facets';
import {
  type FacetScope,
  type KeywordExtension,
  KeywordIndex,
  type KeywordHits,
  type KeywordQuery,
  type ScrollCursor,
} from './keyword-index';
import { findHits } from './keyword-hits';
import { checkQuery, noHits } from './query-bounds';
import { keywordEntry, keywordLayout, keywordRows, keywordSchema, keywordUpdate, parseStored } from './keyword-table';

/** Keywords in LanceDB, one table per knowledge box, in a folder with one writing process. */
export class EmbeddedKeywordIndex extends KeywordIndex {
  private readonly use: FolderUse;

  constructor(options: LanceFolderOptions) {
    super();
    const onDamage = (kbid: string, reason: string) => this.damage.report({ kbid, reason, absent: false });
    this.use = useFolder({ onDamage, ...options }, keywordLayout);
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

  async update(kbid: string, resources: readonly IndexUpdate[]): Promise<void> {
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
    checkQuery(query);
    const search = () => this.use.folder.read(tableName(kbid), (table, rowIds) => findHits(table, query, rowIds));
    const found = await this.unanswered.ask(kbid, () => abortable(query.signal, search));
    if (!found) this.damage.report(absence(kbid));
    return found ?? noHits(query);
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
    scope: FacetScope = {},
  ): Promise<Readonly<Record<string, Readonly<Record<string, number>>>>> {
    const counts = await abortable(scope.signal, () =>
      this.use.folder.read(tableName(kbid), (table) => countFacets(table, paths, scope)),
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

  async differing(kbid: string, records: readonly KeywordRecord[]): Promise<readonly string[]> {
    const rows = new Map(records.map((record) => [record.resource.rid, keywordRows(record)]));
    const expected = { rows, columns: keywordLayout.columns, entryOf: keywordEntry };
    const found = await this.use.folder.read(tableName(kbid), (table) => differingResources(table, expected));
    return found ?? [...rows.keys()];
  }

  async inspect(kbid: string, { whole = false } = {}): Promise<'held' | 'absent'> {
    return this.use.folder.inspect(tableName(kbid), { whole });
  }

  async check(): Promise<void> {
    await this.use.folder.check();
  }

  async count(
    kbid: string,
    filter?: IndexFilter,
  ): Promise<{ readonly paragraphs: number; readonly sizeBytes: number }> {
    const counted = await this.use.folder.read(tableName(kbid), async (table) => {
      const [paragraphs, { totalBytes }] = await Promise.all([table.countRows(contentSql(filter)), table.stats()]);
      return { paragraphs, sizeBytes: totalBytes };
    });
    return counted ?? { paragraphs: 0, sizeBytes: 0 };
  }

  async close(): Promise<void> {
    await this.use.release();
  }
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
