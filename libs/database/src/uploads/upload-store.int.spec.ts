import { type TemporaryDatabase, temporaryDatabase } from '@lectern/testing';
import { randomUUID } from 'node:crypto';
import { Column, DataSource, Entity, PrimaryColumn } from 'typeorm';
import { Transactions } from '../transactions';
import { UploadStore } from './upload-store';

@Entity({ name: 'uploads' })
class UploadEntity {
  @PrimaryColumn('text') owner!: string;
  @PrimaryColumn('text') id!: string;
  @Column('boolean') complete!: boolean;
  @Column('integer') offset!: number;
  @Column({ type: 'timestamptz', precision: 6 }) expires!: Date;
}

@Entity({ name: 'parts' })
class PartEntity {
  @PrimaryColumn('text') owner!: string;
  @PrimaryColumn('text', { name: 'upload_id' }) uploadId!: string;
  @PrimaryColumn('integer') start!: number;
  @Column('text', { name: 'blob_key' }) blobKey!: string;
}

const now = new Date('2026-05-01T10:00:00Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000);

describe('UploadStore', () => {
  const tables = { upload: UploadEntity, part: PartEntity, owner: 'owner', unfinished: { complete: false } } as const;
  const store = new UploadStore<'owner', UploadEntity, PartEntity>({ ...tables, ownerName: 'The owner' });
  let database: TemporaryDatabase;
  let dataSource: DataSource;
  let transactions: Transactions;
  let owner: string;

  beforeAll(async () => {
    database = await temporaryDatabase();
    const entities = [UploadEntity, PartEntity];
    dataSource = await new DataSource({
      type: 'postgres',
      url: database.url,
      entities,
      synchronize: true,
    }).initialize();
    transactions = new Transactions(dataSource);
  });
  beforeEach(() => {
    owner = randomUUID();
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  const upload = (id: string, expires = later(60)) => ({ owner, id, complete: false, offset: 0, expires });
  const insert = (id: string, expires?: Date) => transactions.run((tx) => store.insert(upload(id, expires), now, tx));
  const find = (id: string, at = now) => transactions.read((tx) => store.find({ owner, id }, at, tx));
  const addPart = (start: number, blobKey: string) =>
    transactions.run((tx) => store.addPart({ owner, uploadId: 'a', start, blobKey }, tx));

  it('finds uploads of their owner until they expire', async () => {
    await insert('a');
    expect(await find('a')).toEqual(upload('a'));
    expect(await find('a', later(61))).toBeUndefined();
    const elsewhere = transactions.read((tx) => store.get({ owner: 'other', id: 'a' }, now, tx));
    await expect(elsewhere).rejects.toMatchObject({ code: 'not_found' });
  });

  it('knows no upload by an id that no text of the database can have', async () => {
    expect(await find('a\0b')).toBeUndefined();
    const locked = transactions.run((tx) => store.lock({ owner, id: 'a\0b' }, now, tx));
    await expect(locked).rejects.toMatchObject({
      code: 'not_found',
      message: 'Resumable URI not found for upload_id: a\0b',
    });
  });

  it('changes what was locked, and nothing else', async () => {
    await insert('a');
    await insert('b');
    await transactions.run(async (tx) =>
      store.update({ ...(await store.lock({ owner, id: 'a' }, now, tx)), offset: 5 }, tx),
    );
    expect([(await find('a'))?.offset, (await find('b'))?.offset]).toEqual([5, 0]);
  });

  it('lists parts in the order of their bytes, and lets go of them', async () => {
    await insert('a');
    for (const [start, key] of [
      [10, 'three'],
      [0, 'one'],
      [9, 'two'],
    ] as const)
      await addPart(start, key);
    const key = { owner, id: 'a' };
    expect(await transactions.read((tx) => store.listParts(key, tx))).toEqual(['one', 'two', 'three']);
    expect(await transactions.run((tx) => store.deletePart(key, 'two', tx))).toBe(9);
    expect(await transactions.run((tx) => store.deletePart(key, 'two', tx))).toBeUndefined();
    expect(await transactions.run((tx) => store.deleteParts(key, tx))).toEqual(['one', 'three']);
    expect(await transactions.read((tx) => store.listParts(key, tx))).toEqual([]);
  });

  it('refuses more unfinished uploads of an owner, and more parts of an upload, than there may be', async () => {
    await insert('a');
    const uploads = `INSERT INTO uploads SELECT $1, n::text, false, 0, $2 FROM generate_series(1, 9999) n`;
    await dataSource.query(uploads, [owner, later(60)]);
    await expect(insert('b')).rejects.toMatchObject({
      code: 'rate_limited',
      message: 'The owner has 10000 unfinished uploads',
    });
    await dataSource.query('UPDATE uploads SET complete = true WHERE owner = $1 AND id = $2', [owner, '1']);
    await insert('b');
    const parts = `INSERT INTO parts SELECT $1, 'a', n, 'key' FROM generate_series(1, 10000) n`;
    await dataSource.query(parts, [owner]);
    await expect(addPart(0, 'one')).rejects.toMatchObject({ code: 'precondition_failed' });
  });

  it('gives those that have expired to one of those who ask, the earliest first', async () => {
    await insert('fresh');
    await insert('second', later(-5));
    await insert('first', later(-10));
    await transactions.run(async (tx) => {
      const ids = (await store.lockExpired(now, 10, tx)).map(({ id }) => id);
      expect(ids).toEqual(['first', 'second']);
      expect(await transactions.run((other) => store.lockExpired(now, 10, other))).toEqual([]);
      await store.delete({ owner, id: 'first' }, tx);
    });
    expect(await transactions.run((tx) => store.findForUpdate({ owner, id: 'first' }, tx))).toBeUndefined();
  });
});
