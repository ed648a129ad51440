import type { Table } from '@lancedb/lancedb';
import { filterIndexes } from './index-row';
import { contentOf, largePut, put, temporaryTable, update } from './table.fixture';
import { openWriter, type TableWriter } from './table-writer';

describe('TableWriter', () => {
  let table: Table;
  let remove: () => Promise<void>;
  let writer: TableWriter;
  const warnings: string[] = [];

  const open = () => openWriter(table, { indexes: filterIndexes, warn: (message) => void warnings.push(message) });

  beforeEach(async () => {
    ({ table, remove } = await temporaryTable());
    writer = await open();
  });

  afterEach(async () => {
    await writer.close();
    await remove();
    expect(warnings).toEqual([]);
  });

  it('updates a resource of many pages, and others beside it', async () => {
    await writer.change([put('large', 7_000, 1), put('small', 2, 1), put('other', 1, 1)]);
    await writer.change([update('large', 2), update('small', 3), put('new', 1, 1)]);
    const content = { large: { v2: 7_000 }, small: { v3: 2 }, other: { v1: 1 }, new: { v1: 1 } };
    expect(await contentOf(table)).toEqual(content);
    await writer.close();
    writer = await open();
    await writer.change([put('large', 1, 1), update('small', 2)]);
    expect(await contentOf(table)).toEqual(content);
  });

  it('takes back an update that failed between two pages before it writes again', async () => {
    await writer.change([put('large', 7_000, 1), put('small', 2, 1)]);
    await expect(writer.change([update('large', 2, 5_000)])).rejects.toMatchObject({ code: 'unavailable' });
    await writer.change([update('large', 3), update('small', 2)]);
    expect(await contentOf(table)).toEqual({ large: { v3: 7_000 }, small: { v2: 2 } });
  });

  it('takes back such an update when it opens the table', async () => {
    await writer.change([put('large', 7_000, 1), put('small', 2, 1)]);
    await expect(writer.change([put('small', 3, 2), update('large', 2, 5_000)])).rejects.toThrow();
    await writer.close();
    writer = await open();
    expect(await contentOf(table)).toEqual({ large: { v1: 7_000 }, small: { v1: 2 } });
  });

  it('takes back a put that failed between two pages, and shows the rows before it until then', async () => {
    await writer.change([put('large', 10, 1), put('small', 2, 1)]);
    const failing = largePut('large', 2, { failsAfter: 60 });
    await expect(writer.change([failing, put('new', 1, 1)])).rejects.toMatchObject({ code: 'unavailable' });
    await writer.close();
    writer = await open();
    expect(await contentOf(table)).toEqual({ large: { v1: 10 }, small: { v1: 2 } });
    await writer.change([largePut('large', 2)]);
    expect(await contentOf(table)).toEqual({ large: { v2: 100 }, small: { v1: 2 } });
  });

  it('updates a put of many pages that is on its way', async () => {
    await writer.change([put('small', 1, 1)]);
    await writer.change([largePut('large', 4), update('large', 5)]);
    expect(await contentOf(table)).toEqual({ small: { v1: 1 }, large: { v5: 100 } });
  });

  it('forgets after a failure what it does not hold, and keeps what was deleted', async () => {
    await writer.change([put('a', 1, 5), put('b', 1, 5)]);
    await writer.change([{ kind: 'delete', rid: 'b', version: 6 }]);
    await expect(writer.change([put('new', 1, 9), update('a', 6, 0)])).rejects.toThrow();
    await writer.change([put('a', 1, 4), put('b', 1, 5), put('c', 1, 1)]);
    expect(await contentOf(table)).toMatchObject({ a: { v5: 1 }, c: { v1: 1 } });
    expect(await contentOf(table)).not.toHaveProperty('b');
  });

  it('ends with the newest of many updates and puts at once', async () => {
    const rids = Array.from({ length: 50 }, (_, i) => `r${i}`);
    await writer.change(rids.map((rid) => put(rid, 2, 1)));
    const versions = Array.from({ length: 12 }, (_, i) => i + 2);
    const changes = versions.flatMap((version) =>
      rids.map((rid, i) => ((version + i) % 3 === 0 ? put(rid, 2, version) : update(rid, version))),
    );
    await Promise.all(changes.map((change) => writer.change([change])));
    expect(await contentOf(table)).toEqual(Object.fromEntries(rids.map((rid) => [rid, { v13: 2 }])));
  });
});
