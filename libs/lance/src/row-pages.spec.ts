import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { addedPages, type RowPage } from './row-pages';
import type { Row } from './arrow-rows';
import { rowsOf, schema } from './table.fixture';

const KIB = 2 ** 10;
const ROW_BYTES = 10 * KIB;

describe('pages of new rows', () => {
  const rows = (count: number) => rowsOf('a', count, { text: 'x'.repeat(ROW_BYTES) });

  it('have all rows, about 4 MiB each, and say which is the last', async () => {
    const pages: RowPage[] = [];
    for await (const page of addedPages(schema, [rows(1_000)], 7)) pages.push(page);
    expect(pages.reduce((sum, page) => sum + page.rows.numRows, 0)).toBe(1_000);
    expect(pages.map(({ full }) => full)).toEqual([true, true, false]);
    for (const page of pages) expect(page.rows.numRows * ROW_BYTES).toBeLessThan(4.5 * KIB * KIB);
    expect(new Set(pages.flatMap((page) => [...(page.rows.getChild('write') ?? [])].map(Number)))).toEqual(
      new Set([7]),
    );
  });

  it('are made of 256 KiB at a time, with a turn for others between', async () => {
    let made = 0;
    function* counted(): Generator<Row> {
      for (const row of rows(500)) {
        made += 1;
        yield row;
      }
    }
    const madeAtYields = [0];
    let isDone = false;
    const others = (async () => {
      for (; !isDone; await yieldToOthers()) madeAtYields.push(made);
    })();
    for await (const page of addedPages(schema, [{ length: 500, [Symbol.iterator]: counted }], 1))
      expect(page.rows.numRows).toBeGreaterThan(0);
    isDone = true;
    await others;
    const atOnce = madeAtYields.map((count, i) => count - (madeAtYields[i - 1] ?? 0));
    // The last row of a chunk may exceed the limit.
    expect(Math.max(...atOnce) * ROW_BYTES).toBeLessThanOrEqual(2 * (256 * KIB + ROW_BYTES));
    expect(made).toBe(500);
  });
});
