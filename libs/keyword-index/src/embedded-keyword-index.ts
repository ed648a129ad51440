import type { Table } from '@lancedb/lancedb';
import type { IndexFilter, IndexUpdate, KeywordRecord, StoredParagraph } from '@lectern/contracts/core';
import { absence, checkLimit } from '@lectern/index-engine';
import {
  abortable,
  type Change,
  contentSql,
  differingResources,
  type FolderUse,
  type LanceFolderOptions,
  answerOf,
  rowCount,
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
import { heldParagraphs, shownColumns } from './held-paragraph';
import { findHits, type SearchedTable } from './keyword-hits';
import { ParagraphCache } from './paragraph-cache';
import { checkQuery, noHits } from './query-bounds';
import { keywordEntry, keywordLayout, keywordRows, keywordSchema, keywordUpdate } from './keyword-table';

/** Default size of the paragraph cache. */
const PARAGRAPHS_BYTES_MAX = 32 * 2 ** 20;

/** All services of one process share a folder and its cache. */
const caches = new WeakMap<FolderUse['folder'], ParagraphCache>();

export interface EmbeddedKeywordOptions extends LanceFolderOptions {
  /** Size of the paragraph cache on the heap. */
  readonly paragraphsSizeBytesMax?: number;
}

/** Keywords in LanceDB, one table per knowledge box, in a folder with one writing process. */
export class EmbeddedKeywordIndex extends KeywordIndex {
  private readonly use: FolderUse;
  private readonly cache: ParagraphCache;

  constructor({ paragraphsSizeBytesMax = PARAGRAPHS_BYTES_MAX, ...options }: EmbeddedKeywordOptions) {
    super();

    const onDamage = (kbid: string, reason: string) => this.damage.report({ kbid, reason, absent: false });
    this.use = useFolder({ onDamage, ...options }, keywordLayout);
    const { folder } = this.use;
    this.cache = caches.get(folder) ?? new ParagraphCache(paragraphsSizeBytesMax);
    caches.set(folder, this.cache);
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

  /** A put is visible to every process when it resolves. */
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
    const search = () =>
      this.use.folder.read(tableName(kbid), (...opened) => findHits(this.searched(...opened), query));
    const found = await this.unanswered.ask(kbid, () => abortable(query.signal, search));
    if (!found) this.damage.report(absence(kbid));
    return found ?? noHits(query);
  }

  async read(kbid: string, ids: readonly string[]): Promise<readonly StoredParagraph[]> {
    if (ids.length === 0) return [];
    checkLimit(ids.length);
    const read = (...opened: Opened) => readParagraphs(this.searched(...opened), ids);
    const found = await this.use.folder.read(tableName(kbid), read);
    return ids.flatMap((id) => found?.get(id) ?? []);
  }

  async facets(
    kbid: string,
    paths: readonly string[],
    scope: FacetScope = {},
  ): Promise<Readonly<Record<string, Readonly<Record<string, number>>>>> {
    const counts = await abortable(scope.signal, () =>
      this.use.folder.read(tableName(kbid), (...opened) => countFacets(this.searched(...opened), paths, scope)),
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
      const [paragraphs, { totalBytes }] = await Promise.all([rowCount(table, contentSql(filter)), table.stats()]);
      return { paragraphs, sizeBytes: totalBytes };
    });
    return counted ?? { paragraphs: 0, sizeBytes: 0 };
  }

  async close(): Promise<void> {
    await this.use.release();
  }

  private searched(...[table, rowIds]: Opened): SearchedTable {
    return { table, held: this.cache.rowsOf(table, rowIds), ...(rowIds && { rowIds }) };
  }
}

type Opened = readonly [table: Table, rowIds?: RowIds];

/** Reads by address where the address is known, which is faster, and by id otherwise. */
async function readParagraphs(
  { table, held, rowIds }: SearchedTable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredParagraph>> {
  const known = rowIds?.addressesOf(ids);
  const rows = known && known.size > 0 ? [...(await held.read([...known.values()])).values()] : [];
  const paragraphs = new Map(rows.map((row) => [row.id, row.paragraph]));
  const missing = ids.filter((id) => !paragraphs.has(id));
  if (missing.length === 0) return paragraphs;
  const since = rowIds?.now ?? 0;
  const query = table
    .query()
    .where(sqlIn('id', missing))
    .select(['id', ...shownColumns])
    .withRowId();
  const others = heldParagraphs(await answerOf(query));
  rowIds?.add(new Map([...others].map(([address, { id }]) => [address, id])), since);
  for (const row of others.values()) paragraphs.set(row.id, row.paragraph);
  return paragraphs;
}
