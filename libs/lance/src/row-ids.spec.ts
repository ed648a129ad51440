import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type Connection, type Table } from '@lancedb/lancedb';
import { RememberedRows } from './row-ids';

describe('RowIds', () => {
  let folder: string;
  let connection: Connection;
  let table: Table;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rows-'));
    connection = await connect(folder);
    table = await connection.createTable('table', [{ id: 'a' }, { id: 'b' }, { id: 'c' }]);
  });

  afterEach(async () => {
    connection.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function addresses(): Promise<Map<string, number>> {
    const rows = await table.query().select(['id']).withRowId().toArray();
    return new Map(rows.map(({ id, _rowid: address }) => [String(id), Number(address)]));
  }

  const at = (known: ReadonlyMap<string, number>, ...ids: string[]) => ids.map((id) => known.get(id) ?? -1);

  it('gives ids in the order of the addresses', async () => {
    const rowIds = new RememberedRows().ofTable(table);
    const known = await addresses();
    expect(await rowIds.idsOf(at(known, 'c', 'a', 'b'))).toEqual(['c', 'a', 'b']);
    expect(await rowIds.idsOf(at(known, 'b', 'c'))).toEqual(['b', 'c']);
  });

  it('knows where the rows were that it gave', async () => {
    const rowIds = new RememberedRows().ofTable(table);
    const known = await addresses();
    await rowIds.idsOf(at(known, 'a', 'c'));
    expect(rowIds.addressesOf(['c', 'b', 'a'])).toEqual(at(known, 'c', 'a'));
  });

  it('says when a row that it does not remember has gone', async () => {
    const rowIds = new RememberedRows().ofTable(table);
    const known = await addresses();
    await table.delete("id = 'b'");
    expect(await rowIds.idsOf(at(known, 'a', 'b'))).toBeUndefined();
    expect(await rowIds.idsOf(at(known, 'a'))).toEqual(['a']);
  });

  it('says when compaction has moved the rows, and finds them where they are now', async () => {
    await table.add([{ id: 'd' }]);
    const rowIds = new RememberedRows().ofTable(table);
    const before = await addresses();
    await table.optimize();
    expect(await rowIds.idsOf(at(before, 'a', 'd'))).toBeUndefined();
    expect(await rowIds.idsOf(at(await addresses(), 'a', 'd'))).toEqual(['a', 'd']);
  });

  it('forgets what a closed table remembered', async () => {
    const remembered = new RememberedRows();
    const rowIds = remembered.ofTable(table);
    await rowIds.idsOf(at(await addresses(), 'a'));
    remembered.drop(rowIds);
    expect(rowIds.addressesOf(['a'])).toEqual([]);
  });
});
