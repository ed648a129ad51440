import { randomUUID } from 'node:crypto';
import { RowsWorld } from '../../../resource-store/fixtures/rows-world';
import type { DeletionReceiptEntity } from './deletion-receipt.entity';
import { DeletionReceiptModule } from './deletion-receipt.module';
import { DeletionReceiptRepository } from './deletion-receipt.repository';

const monday = new Date('2026-03-02T10:00:00Z');
const tuesday = new Date('2026-03-03T10:00:00Z');
const wednesday = new Date('2026-03-04T10:00:00Z');

describe('receipts of deletions', () => {
  const repository = new DeletionReceiptRepository();
  let world: RowsWorld;
  let kbid: string;

  beforeAll(async () => {
    world = await RowsWorld.start(DeletionReceiptModule);
  });
  beforeEach(async () => {
    await world.dataSource.query('DELETE FROM deletion_receipts');
    kbid = randomUUID();
  });
  afterAll(() => world.stop());

  const write = (rid: string, members: Partial<DeletionReceiptEntity> = {}) => {
    const receipt = { kbid, rid, version: '1', by: 'ada', deletedAt: monday, rows: { fields: 2 }, blobKeys: ['a/b'] };
    return world.transactions.run((tx) => repository.write({ ...receipt, ...members }, tx));
  };
  const find = (rid: string, box = kbid) => world.transactions.read((tx) => repository.find(box, rid, tx));
  const markPurged = (rid: string, version: number) =>
    world.transactions.run((tx) => repository.markPurged({ kbid, rid, version }, tuesday, tx));
  const prune = (before: Date, limit = 10) => world.transactions.run((tx) => repository.prune(before, limit, tx));
  const left = async (rids: readonly string[]) => {
    const found = await Promise.all(rids.map((rid) => find(rid)));
    return rids.filter((_, at) => found[at] !== undefined);
  };

  it('say who deleted what, when, and what it left behind', async () => {
    await write('one');
    expect(await find('one')).toEqual({
      kbid,
      rid: 'one',
      version: '1',
      by: 'ada',
      deletedAt: monday,
      purgedAt: null,
      rows: { fields: 2 },
      blobKeys: ['a/b'],
    });
  });

  it('are of one resource of one box', async () => {
    await write('one');
    expect(await find('two')).toBeUndefined();
    expect(await find('one', randomUUID())).toBeUndefined();
  });

  it('are not there when the deletion did not happen', async () => {
    const receipt = { kbid, rid: 'one', version: '1', by: 'ada', deletedAt: monday, rows: {}, blobKeys: [] };
    const deletion = world.transactions.run(async (tx) => {
      await repository.write(receipt, tx);
      throw new Error('Stopped');
    });
    await expect(deletion).rejects.toThrow('Stopped');
    expect(await find('one')).toBeUndefined();
  });

  it('say when the remains were purged', async () => {
    await write('one');
    await write('two');
    await markPurged('one', 1);
    expect(await find('one')).toMatchObject({ purgedAt: tuesday, blobKeys: ['a/b'] });
    expect(await find('two')).toMatchObject({ purgedAt: null });
  });

  it('are of the latest deletion, whose remains are yet to be purged', async () => {
    await write('one');
    await markPurged('one', 1);
    await write('one', { version: '4', by: 'bo', deletedAt: wednesday, rows: {}, blobKeys: ['c'] });
    expect(await find('one')).toMatchObject({
      version: '4',
      by: 'bo',
      deletedAt: wednesday,
      purgedAt: null,
      rows: {},
      blobKeys: ['c'],
    });
  });

  it('are not marked by the purge of an earlier deletion', async () => {
    await write('one', { version: '4' });
    await markPurged('one', 1);
    expect(await find('one')).toMatchObject({ purgedAt: null });
  });

  it('keep versions beyond the integers of JavaScript exactly', async () => {
    await write('one', { version: '9007199254740993' });
    expect((await find('one'))?.version).toBe('9007199254740993');
  });

  it('are pruned by the time of the deletion, whether purged or not', async () => {
    await write('old');
    await write('old-purged');
    await markPurged('old-purged', 1);
    await write('exact', { deletedAt: tuesday });
    await write('new', { deletedAt: wednesday });
    expect(await prune(tuesday)).toBe(2);
    expect(await left(['old', 'old-purged', 'exact', 'new'])).toEqual(['exact', 'new']);
    expect(await prune(tuesday)).toBe(0);
  });

  it('are pruned a few at a time', async () => {
    const rids = ['a', 'b', 'c'];
    for (const rid of rids) await write(rid);
    expect(await prune(tuesday, 2)).toBe(2);
    expect(await left(rids)).toHaveLength(1);
    expect(await prune(tuesday, 2)).toBe(1);
    expect(await left(rids)).toEqual([]);
  });
});
