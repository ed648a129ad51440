import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type Connection, type Table } from '@lancedb/lancedb';
import { ReadingAll } from './reading-all';

const ROWS = 30_000;

describe('ReadingAll', () => {
  let folder: string;
  let connection: Connection;
  let table: Table;
  let read: number[];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'reading-'));
    connection = await connect(folder);
    const rows = Array.from({ length: ROWS }, (_, i) => ({ id: `${i}` }));
    table = await connection.createTable('table', rows);
  });
  beforeEach(() => (read = []));
  afterAll(async () => {
    connection.close();
    await rm(folder, { recursive: true, force: true });
  });

  const readingAll = (rowsInOrder: number) =>
    new ReadingAll(table, { rowsInOrder, readAll: async (rows) => void read.push(rows) });

  it('reads all rows when taking some has cost as much, and again when it has done so again', async () => {
    const reading = readingAll(10);
    let taken = 0;
    for (; read.length < 2 && taken < ROWS; taken += 200) await reading.insteadOf(200);
    expect(read).toEqual([ROWS, ROWS]);
    // 300 per query, of the 3,000 that reading all rows costs.
    expect(taken).toBe(2 * 10 * 200);
  });

  it('does not where little is taken', async () => {
    const reading = readingAll(10);
    for (let i = 0; i < 5; i += 1) await reading.insteadOf(100);
    expect(read).toEqual([]);
  });

  it('reads them once for all that ask at the same time', async () => {
    const reading = readingAll(100);
    await Promise.all(Array.from({ length: 20 }, () => reading.insteadOf(200)));
    expect(read).toEqual([ROWS]);
  });
});
