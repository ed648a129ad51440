import type { Table } from '@lancedb/lancedb';
import { toArrow } from './arrow-rows';
import type { RowUpdate } from './row-update';
import { contentOf, rowsOf, schema, temporaryTable } from './table.fixture';
import type { RowPage } from './row-pages';
import { updatedPages } from './updated-pages';

const change: RowUpdate = () => ({ version: 2, tags: ['v2'] });

describe('updatedPages', () => {
  let table: Table;
  let remove: () => Promise<void>;

  beforeEach(async () => {
    ({ table, remove } = await temporaryTable());
  });

  afterEach(() => remove());

  const pagesOf = (...rids: string[]) =>
    updatedPages(table, schema, { updates: new Map(rids.map((rid) => [rid, change])), write: 2 });

  async function collect(pages: AsyncIterable<RowPage>): Promise<RowPage[]> {
    const all: RowPage[] = [];
    for await (const page of pages) all.push(page);
    return all;
  }

  it('gives nothing for what is not there', async () => {
    expect(await collect(pagesOf())).toEqual([]);
    expect(await collect(pagesOf('a'))).toEqual([]);
  });

  it('gives the rows of many resources together', async () => {
    const rids = Array.from({ length: 1_500 }, (_, i) => `r${i}`);
    await table.add(
      toArrow(
        schema,
        [...rids, 'other'].flatMap((rid) => rowsOf(rid, 1)),
      ),
    );
    const pages = await collect(pagesOf(...rids));
    expect(pages.map(({ rows, full }) => [rows.numRows, full])).toEqual([[1_500, false]]);
  });

  it('bounds pages by rows, and reads what was there before the first page only', async () => {
    await table.add(toArrow(schema, rowsOf('a', 9_000)));
    const sizes: number[] = [];
    for await (const { rows, full } of pagesOf('a')) {
      sizes.push(rows.numRows);
      expect(full).toBe(rows.numRows >= 2_000);
      await table.add(rows);
    }
    expect(Math.max(...sizes)).toBeLessThan(4_000);
    await table.delete('write < 2');
    expect(await contentOf(table)).toEqual({ a: { v2: 9_000 } });
  });

  it('bounds pages by bytes', async () => {
    const text = 'x'.repeat(2 ** 18);
    for (let i = 0; i < 4; i += 1) {
      const rows = rowsOf(`r${i}`, 100, { text });
      await table.add(toArrow(schema, rows));
    }
    const sizes = (await collect(pagesOf('r0', 'r1', 'r2', 'r3'))).map(({ rows }) => rows.numRows);
    expect(sizes.reduce((sum, rows) => sum + rows, 0)).toBe(400);
    expect(Math.max(...sizes)).toBeLessThan(300);
  });
});
