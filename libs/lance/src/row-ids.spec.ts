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
    expect(await rowIds.idsOf(at(known, 'c', 'a', 'b'), rowIds.now)).toEqual(['c', 'a', 'b']);
    expect(await rowIds.idsOf(at(known, 'b', 'c'), rowIds.now)).toEqual(['b', 'c']);
  });

  it('knows where the rows were that it gave', async () => {
    const rowIds = new RememberedRows().ofTable(table);
    const known = await addresses();
    await rowIds.idsOf(at(known, 'a', 'c'), rowIds.now);
    expect([...rowIds.addressesOf(['c', 'b', 'a'])]).toEqual(['c', 'a'].map((id) => [id, known.get(id)]));
  });

  it('says when a row that it does not remember has gone', async () => {
    const rowIds = new RememberedRows().ofTable(table);
    const known = await addresses();
    await table.delete("id = 'b'");
    expect(await rowIds.idsOf(at(known, 'a', 'b'), rowIds.now)).toBeUndefined();
    expect(await rowIds.idsOf(at(known, 'a'), rowIds.now)).toEqual(['a']);
  });

  it('says when compaction has moved the rows, and finds them where they are now', async () => {
    await table.add([{ id: 'd' }]);
    const rowIds = new RememberedRows().ofTable(table);
    const before = await addresses();
    await table.optimize();
    expect(await rowIds.idsOf(at(before, 'a', 'd'), rowIds.now)).toBeUndefined();
    expect(await rowIds.idsOf(at(await addresses(), 'a', 'd'), rowIds.now)).toEqual(['a', 'd']);
  });

  it('forgets what a closed table remembered', async () => {
    const remembered = new RememberedRows();
    const rowIds = remembered.ofTable(table);
    await rowIds.idsOf(at(await addresses(), 'a'), rowIds.now);
    remembered.drop(rowIds);
    expect(rowIds.addressesOf(['a']).size).toBe(0);
  });

  it('forgets what it learnt first when it is too much, of whichever table', async () => {
    const other = await connection.createTable('other', [{ id: 'x' }]);
    const [{ _rowid: place } = {}] = await other.query().select(['id']).withRowId().toArray();
    const remembered = new RememberedRows(3, 0);
    const [rowIds, others] = [remembered.ofTable(table), remembered.ofTable(other)];
    const known = await addresses();
    for (const id of ['b', 'a']) await rowIds.idsOf(at(known, id), rowIds.now);
    await others.idsOf([Number(place)], others.now);
    await rowIds.idsOf(at(known, 'c'), rowIds.now);
    expect([...rowIds.addressesOf(['a', 'b', 'c']).keys()]).toEqual(['a', 'c']);
    expect([...others.addressesOf(['x']).keys()]).toEqual(['x']);
  });

  it('knows no place of a resource that has changed since, nor by a search that began before', async () => {
    await table.add([{ id: 'r/t/body/0-1' }, { id: 's/t/body/0-1' }]);
    const [one, other] = ['r/t/body/0-1', 's/t/body/0-1'];
    const rowIds = new RememberedRows().ofTable(table);
    const known = await addresses();
    await rowIds.idsOf(at(known, one, other), rowIds.now);
    const before = rowIds.now;
    rowIds.noteChanged(['r']);
    expect([...rowIds.addressesOf([one, other]).keys()]).toEqual([other]);
    await rowIds.idsOf(at(known, one, other), before);
    expect([...rowIds.addressesOf([one, other]).keys()]).toEqual([other]);
    await rowIds.idsOf(at(known, one, other), rowIds.now);
    expect([...rowIds.addressesOf([one, other]).keys()]).toEqual([one, other]);
  });

  describe('of a table of which many rows were asked for', () => {
    const resources = ['r', 's', 't'];
    const idsOf = (rid: string) => Array.from({ length: 200 }, (_, i) => `${rid}/t/body/${i}-${i + 1}`);
    let known: ReadonlyMap<string, number>;
    let rowIds: ReturnType<RememberedRows['ofTable']>;

    beforeEach(async () => {
      await table.add(resources.flatMap(idsOf).map((id) => ({ id })));
      rowIds = new RememberedRows().ofTable(table);
      known = await addresses();
      await rowIds.idsOf(at(known, ...idsOf('r')), rowIds.now);
    });

    it('knows the others, and where they are', async () => {
      expect([...rowIds.addressesOf(idsOf('t'))]).toEqual(idsOf('t').map((id) => [id, known.get(id)]));
      expect(await rowIds.idsOf(at(known, ...idsOf('t')), rowIds.now)).toEqual(idsOf('t'));
      expect(rowIds.addressesOf(['r/t/body/7-9', 'u/t/body/0-1', '']).size).toBe(0);
    });

    it('knows rows that came later, too', async () => {
      await table.add([{ id: 'u/t/body/0-1' }]);
      const later = await addresses();
      expect(await rowIds.idsOf(at(later, 'u/t/body/0-1', 'r/t/body/0-1'), rowIds.now)).toEqual([
        'u/t/body/0-1',
        'r/t/body/0-1',
      ]);
    });

    it('knows no place of a resource that has changed since', async () => {
      rowIds.noteChanged(['s']);
      const wanted = resources.map((rid) => `${rid}/t/body/1-2`);
      expect([...rowIds.addressesOf(wanted).keys()]).toEqual(['r/t/body/1-2', 't/t/body/1-2']);
      expect(await rowIds.idsOf(at(known, ...wanted), rowIds.now)).toEqual(wanted);
    });

    it('forgets them when the table is closed, and when those of other tables are too many', async () => {
      const few = new RememberedRows(10, 80 * known.size);
      const [first, second] = [few.ofTable(table), few.ofTable(table)];
      for (const one of [first, second]) await one.idsOf(at(known, ...idsOf('r')), one.now);
      expect([first, second].map((one) => one.addressesOf(idsOf('t')).size)).toEqual([0, 200]);
      few.drop(second);
      expect(second.addressesOf(idsOf('t')).size).toBe(0);
    });
  });
});
