import type { Table } from '@lancedb/lancedb';
import { AppError, type IndexFilter, type IndexUpdate, type VectorRecord } from '@lectern/contracts/core';
import { absence, checkLimit, withEqualHits } from '@lectern/index-engine';
import {
  abortable,
  type Change,
  contentSql,
  differingResources,
  filterSql,
  type FolderUse,
  type LanceFolderOptions,
  rankedRows,
  rowCount,
  type RowIds,
  scrollResources,
  tableName,
  useFolder,
} from '@lectern/lance';
import { DataType, type Schema } from 'apache-arrow';
import {
  bestOf,
  EQUAL_HITS_MAX,
  type VectorExtension,
  type Vectorset,
  type VectorHit,
  VectorIndex,
  type VectorQuery,
} from './vector-index';
import { checkedVectors, checkLength } from './vector-lengths';
import { vectorEntry, vectorLayout, vectorRows, vectorSchema, vectorUpdate } from './vector-table';

const SEPARATOR = '.';

/** Vectors in LanceDB, one table per knowledge box and vectorset, in a folder with one writing process. */
export class EmbeddedVectorIndex extends VectorIndex {
  private readonly use: FolderUse;

  constructor(options: LanceFolderOptions) {
    super();
    const onDamage = (table: string, reason: string) =>
      this.damage.report({ kbid: table.slice(0, table.indexOf(SEPARATOR)), reason, absent: false });
    this.use = useFolder({ onDamage, ...options }, vectorLayout);
  }

  async put(vectorset: Vectorset, records: readonly VectorRecord[]): Promise<void> {
    const changes = records.map(({ resource, vectors }): Change => {
      const { rid, version } = resource;
      return { kind: 'put', rid, version, rows: vectorRows({ resource, vectors: checkedVectors(vectorset, vectors) }) };
    });
    const schema = vectorSchema(vectorset.dimensions);
    const accepts = (held: Schema) => checkDimensions(vectorset, held);
    await this.use.folder.change(vectorsetTable(vectorset), changes, { schema, accepts });
  }

  async extend(vectorset: Vectorset, extensions: readonly VectorExtension[]): Promise<readonly string[]> {
    const parts = extensions
      .filter(({ vectors }) => vectors.length > 0)
      .map(({ resource, vectors, since }) => {
        const rows = vectorRows({ resource, vectors: checkedVectors(vectorset, vectors) });
        return { ...resource, since, rows };
      });
    const accepts = (held: Schema) => checkDimensions(vectorset, held);
    return this.use.folder.extend(vectorsetTable(vectorset), parts, accepts);
  }

  async update(kbid: string, resources: readonly IndexUpdate[]): Promise<void> {
    const changes = resources.map((resource): Change => {
      const { rid, version } = resource;
      return { kind: 'update', rid, version, update: vectorUpdate(resource) };
    });
    await this.changeAll(kbid, changes);
  }

  async delete(kbid: string, resources: readonly { readonly rid: string; readonly version: number }[]): Promise<void> {
    await this.changeAll(
      kbid,
      resources.map(({ rid, version }) => ({ kind: 'delete', rid, version })),
    );
  }

  async dropVectorset(kbid: string, id: string): Promise<void> {
    await this.use.folder.drop(vectorsetTable({ kbid, id }));
  }

  async drop(kbid: string): Promise<void> {
    for (const name of await this.use.folder.names(prefixOf(kbid))) await this.use.folder.drop(name);
    this.damage.invalidate(kbid);
  }

  async search(vectorset: Vectorset, query: VectorQuery): Promise<readonly VectorHit[]> {
    checkLength(vectorset, query.vector);
    checkLimit(query.limit, 1);
    const search = () =>
      this.use.folder.read(vectorsetTable(vectorset), (table, rowIds) => findHits(table, query, rowIds));
    const hits = await this.unanswered.ask(vectorset.kbid, () => abortable(query.signal, search));
    if (!hits) this.damage.report(absence(vectorset.kbid));
    return hits ?? [];
  }

  async scroll(
    vectorset: Vectorset,
    limit: number,
    cursor?: string,
  ): Promise<{
    readonly resources: readonly { rid: string; version: number; vectors: number }[];
    readonly cursor?: string;
  }> {
    const page = await this.use.folder.read(vectorsetTable(vectorset), (table) =>
      scrollResources(table, limit, cursor),
    );
    if (!page) {
      this.damage.report(absence(vectorset.kbid));
      return { resources: [] };
    }
    return { ...page, resources: page.resources.map(({ rid, version, rows }) => ({ rid, version, vectors: rows })) };
  }

  async differing(vectorset: Vectorset, records: readonly VectorRecord[]): Promise<readonly string[]> {
    const rows = new Map(records.map((record) => [record.resource.rid, vectorRows(record)]));
    const expected = { rows, columns: vectorLayout.columns, entryOf: vectorEntry };
    const found = await this.use.folder.read(vectorsetTable(vectorset), (table) => differingResources(table, expected));
    return found ?? [...rows.keys()];
  }

  async inspect(vectorset: Vectorset, { whole = false } = {}): Promise<'held' | 'absent'> {
    return this.use.folder.inspect(vectorsetTable(vectorset), { whole });
  }

  async check(): Promise<void> {
    await this.use.folder.check();
  }

  async count(
    vectorset: Vectorset,
    filter?: IndexFilter,
  ): Promise<{ readonly vectors: number; readonly sizeBytes: number }> {
    const counted = await this.use.folder.read(vectorsetTable(vectorset), async (table) => {
      const [vectors, { totalBytes }] = await Promise.all([rowCount(table, contentSql(filter)), table.stats()]);
      return { vectors, sizeBytes: totalBytes };
    });
    return counted ?? { vectors: 0, sizeBytes: 0 };
  }

  async close(): Promise<void> {
    await this.use.release();
  }

  private async changeAll(kbid: string, changes: readonly Change[]): Promise<void> {
    const names = await this.use.folder.names(prefixOf(kbid));
    await Promise.all(names.map((name) => this.use.folder.changeExisting(name, changes)));
  }
}

async function findHits(
  table: Table,
  { vector, filter, limit, minScore = -1 }: VectorQuery,
  rowIds?: RowIds,
): Promise<VectorHit[]> {
  const search = (size: number) => {
    const nearest = table.query().nearestTo(vector).distanceType('cosine').limit(size);
    return filter ? nearest.where(filterSql(filter)) : nearest;
  };
  const read = (size: number) => rankedRows(() => search(size), '_distance', rowIds);
  const found = await withEqualHits(read, { limit, max: EQUAL_HITS_MAX, scoreOf: ({ value }) => value });
  const best = new Map<string, number>();
  for (const { id, value: distance } of found)
    if (1 - distance >= minScore) best.set(id, Math.max(1 - distance, best.get(id) ?? -1));
  return bestOf(best, limit);
}

function checkDimensions({ id, dimensions }: Vectorset, schema: Schema): void {
  const type = schema.fields.find(({ name }) => name === 'vector')?.type;
  const held = DataType.isFixedSizeList(type) ? type.listSize : dimensions;
  if (held !== dimensions)
    throw new AppError('invalid_request', `Vectors of ${id} have ${held} dimensions, not ${dimensions}`);
}

function prefixOf(kbid: string): string {
  return `${tableName(kbid)}${SEPARATOR}`;
}

function vectorsetTable({ kbid, id }: Pick<Vectorset, 'kbid' | 'id'>): string {
  return `${prefixOf(kbid)}${tableName(id)}`;
}
