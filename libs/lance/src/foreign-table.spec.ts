import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Table } from '@lancedb/lancedb';
import { commonFields } from './index-row';
import type { RowIds } from './row-ids';
import { type FolderUse, useFolder } from './shared-folders';
import { put, schema } from './table.fixture';

const name = 'table';
const cacheSizeBytes = 2 ** 24;

describe('A table that another process writes', () => {
  let folder: string;
  let reader: FolderUse;
  let writer: FolderUse;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'foreign-'));
    const layout = { columns: [...commonFields().map((field) => field.name), 'text'], indexes: [] };
    // An old reader that shares nothing with the writer.
    reader = useFolder({ folder, role: 'reader', cacheSizeBytes }, layout);
    writer = useFolder({ folder, role: 'writer', cacheSizeBytes }, layout);
    await write(1);
  });
  afterEach(async () => {
    await Promise.all([reader.release(), writer.release()]);
    await rm(folder, { recursive: true, force: true });
  });

  const write = (version: number) => writer.folder.change(name, [put('r', 1, version)], { schema });
  async function again(): Promise<void> {
    await writer.folder.drop(name);
    await write(7);
  }
  const read = <T>(query: (table: Table, rowIds?: RowIds) => Promise<T>) => reader.folder.read(name, query);
  const versionsIn = async (table: Table) => (await table.query().toArray()).map(({ version }) => version);

  it('has rows that are remembered, and whose places are not when anything was written', async () => {
    const opening = await read(async (_, rowIds) => rowIds?.opening);
    const moment = await read(async (_, rowIds) => rowIds?.now);
    expect(await read(async (_, rowIds) => [rowIds?.opening, rowIds?.now])).toEqual([opening, moment]);
    await write(2);
    const after = await read(async (_, rowIds) => rowIds?.now);
    expect(after).toBeGreaterThan(moment ?? Infinity);
    expect(await read(async (_, rowIds) => rowIds?.opening)).toBe(opening);
  });

  it('is opened again when it was dropped and made again, before a query and during one', async () => {
    const opening = await read(async (_, rowIds) => rowIds?.opening);
    await again();
    expect(await read(async (table, rowIds) => [rowIds?.opening, await versionsIn(table)])).toEqual([undefined, [7]]);
    const second = await read(async (_, rowIds) => rowIds?.opening);
    expect(second).toBeGreaterThan(opening ?? Infinity);
    let times = 0;
    const found = await read(async (table, rowIds) => {
      times += 1;
      if (times === 1) await again();
      return [rowIds?.opening, await versionsIn(table)];
    });
    expect([times, found]).toEqual([2, [undefined, [7]]]);
  });

  it('is none when it was dropped during a query', async () => {
    let isDropped = false;
    const found = await read(async () => {
      if (!isDropped) await writer.folder.drop(name);
      isDropped = true;
      return 'what was remembered';
    });
    expect(found).toBeUndefined();
  });
});
