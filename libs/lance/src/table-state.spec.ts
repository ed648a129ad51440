import type { Table } from '@lancedb/lancedb';
import { type Row, toArrow } from './arrow-rows';
import { contentOf, rowsOf, schema, temporaryTable } from './table.fixture';
import { loadState, unfinishedRow } from './table-state';

describe('loadState', () => {
  let table: Table;
  let remove: () => Promise<void>;

  beforeEach(async () => {
    ({ table, remove } = await temporaryTable());
  });

  afterEach(() => remove());

  const add = async (...rows: Row[]) => void (await table.add(toArrow(schema, rows)));

  it('knows the versions that are held, and the last write', async () => {
    expect(await loadState(table)).toEqual({ versions: new Map(), lastWrite: 0, rows: 0 });
    await add(...rowsOf('a', 2, { version: 4, write: 1 }));
    await add(...rowsOf('b', 3, { version: 2, write: 9 }));
    const versions = new Map([
      ['a', 4],
      ['b', 2],
    ]);
    expect(await loadState(table)).toEqual({ versions, lastWrite: 9, rows: 5 });
  });

  it('takes away what newer rows replace, where a write stopped before it did', async () => {
    await add(...rowsOf('a', 3, { version: 1, write: 1 }), ...rowsOf('b', 2, { version: 5, write: 1 }));
    await add(...rowsOf('c', 1, { version: 1, write: 2 }));
    await add(...rowsOf('a', 2, { version: 2, write: 3 }), ...rowsOf('c', 1, { version: 2, write: 3 }));
    const { versions, lastWrite } = await loadState(table);
    expect([Object.fromEntries(versions), lastWrite]).toEqual([{ a: 2, b: 5, c: 2 }, 3]);
    expect(await contentOf(table)).toEqual({ a: { v2: 2 }, b: { v5: 2 }, c: { v2: 1 } });
  });

  it.each([0, 1, 2])('takes back all of an unfinished write that stopped after page %i', async (pages) => {
    await add(...rowsOf('a', 5, { version: 1, write: 1 }), ...rowsOf('b', 1, { version: 1, write: 1 }));
    await add(unfinishedRow(schema, 2));
    const updated = rowsOf('a', 5, { version: 2, write: 2 });
    for (let page = 0; page < pages; page += 1) await add(...updated.slice(page * 2, page * 2 + 2));
    expect(await loadState(table)).toMatchObject({ lastWrite: 1, rows: 6 });
    expect(await contentOf(table)).toEqual({ a: { v1: 5 }, b: { v1: 1 } });
  });

  it('keeps a write of several commits that was finished', async () => {
    await add(...rowsOf('a', 4, { version: 1, write: 1 }));
    await add(unfinishedRow(schema, 2));
    for (const page of [0, 2]) await add(...rowsOf('a', 4, { version: 2, write: 2 }).slice(page, page + 2));
    await table.delete(`write < 2 AND rid IN ('a', '')`);
    expect(await loadState(table)).toMatchObject({ lastWrite: 2, rows: 4 });
    expect(await contentOf(table)).toEqual({ a: { v2: 4 } });
  });
});
