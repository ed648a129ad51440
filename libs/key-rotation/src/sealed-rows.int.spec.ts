import { openServiceDatabase, Transactions } from '@lectern/database';
import { masterKeyOf, SecretEnvelope } from '@lectern/secrets';
import { temporaryDatabase, type TemporaryDatabase } from '@lectern/testing';
import type { DataSource } from 'typeorm';
import { SealedRows } from './sealed-rows';

const [old, current, other] = ['old', 'new', 'third'].map((name) => masterKeyOf(`${name} ${'x'.repeat(40)}`)) as [
  ReturnType<typeof masterKeyOf>,
  ReturnType<typeof masterKeyOf>,
  ReturnType<typeof masterKeyOf>,
]; // one for each name
const sealed = { note: ['secret'], tree: ['secrets'], 's_tasks.job': ['payload'] };

describe('Secrets in the database', () => {
  let database: TemporaryDatabase;
  let dataSource: DataSource;
  let transactions: Transactions;
  const before = new SecretEnvelope([old]);
  const rotating = new SecretEnvelope([current, old]);
  const after = new SecretEnvelope([current]);

  beforeAll(async () => {
    database = await temporaryDatabase();
    const limits = { poolMax: 8, statementTimeoutMs: 30_000 };
    dataSource = await openServiceDatabase(database.url, { schema: 's', entities: [], migrations: [] }, limits);
    transactions = new Transactions(dataSource);
    await dataSource.query('create schema s_tasks');
    await dataSource.query('create table s.note (box uuid, id int, secret text, primary key (box, id))');
    await dataSource.query('create table s.tree (id text primary key, secrets jsonb not null)');
    await dataSource.query('create table s_tasks.job (id bigint primary key, payload json not null)');
  });
  beforeEach(async () => {
    for (const table of ['s.note', 's.tree', 's_tasks.job']) await dataSource.query(`delete from ${table}`);
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  const rowsOf = (envelope: SecretEnvelope) => new SealedRows(transactions, envelope, { schema: 's', sealed });
  const box = (number: number) => `00000000-0000-4000-8000-${String(number % 7).padStart(12, '0')}`;
  async function fill(count: number, envelope = before): Promise<void> {
    for (let id = 0; id < count; id += 1)
      await dataSource.query('insert into s.note values ($1, $2, $3)', [
        box(id),
        id,
        envelope.seal(`note ${id}`, `n${id}`),
      ]);
    await dataSource.query('insert into s.note values ($1, -1, null)', [box(0)]);
    const tree = { a: { b: envelope.seal('leaf', 't') }, c: 'plain', d: envelope.seal('other leaf', 't') };
    await dataSource.query('insert into s.tree values ($1, $2)', ["it's", JSON.stringify(tree)]);
    await dataSource.query('insert into s_tasks.job values (1, $1)', [
      JSON.stringify({ sealed: envelope.seal('mail', 'm') }),
    ]);
  }
  async function all(rows: SealedRows, size = 500) {
    const sum = { resealed: 0, left: 0, batches: 0 };
    for (let cursor: string | null | undefined; cursor !== null;) {
      const batch = await rows.reseal({ rows: size, cursor });
      sum.resealed += batch.resealed;
      sum.left += batch.left;
      sum.batches += 1;
      cursor = batch.cursor;
    }
    return sum;
  }
  async function expectReadable(count: number, envelope: SecretEnvelope): Promise<void> {
    const notes: { id: number; secret: string | null }[] = await dataSource.query('select id, secret from s.note');
    expect(notes).toHaveLength(count + 1);
    for (const { id, secret } of notes) if (secret !== null) expect(envelope.open(secret, `n${id}`)).toBe(`note ${id}`);
    const [{ secrets }] = await dataSource.query('select secrets from s.tree');
    expect([envelope.open(secrets.a.b, 't'), secrets.c, envelope.open(secrets.d, 't')]).toEqual([
      'leaf',
      'plain',
      'other leaf',
    ]);
    const [{ payload }] = await dataSource.query('select payload from s_tasks.job');
    expect(envelope.open(payload.sealed, 'm')).toBe('mail');
  }

  it('are counted by master key', async () => {
    await fill(10);
    expect(await rowsOf(rotating).count()).toEqual({
      keys: [
        { id: current.id, configured: true, envelopes: 0 },
        { id: old.id, configured: true, envelopes: 13 },
      ],
    });
    const { keys } = await rowsOf(after).count();
    expect(keys[1]).toEqual({ id: old.id, configured: false, envelopes: 13 });
  });

  it.each([1, 3, 500])('name the newest key after batches of %d, and open without the earlier one', async (size) => {
    await fill(20);
    expect(await all(rowsOf(rotating), size)).toMatchObject({ resealed: 23, left: 0 });
    await expectReadable(20, after);
    expect(await all(rowsOf(rotating), size)).toMatchObject({ resealed: 0, left: 0 });
  });

  it('stay as they are where their key is unknown, and the rest is done', async () => {
    await fill(5, new SecretEnvelope([other]));
    await dataSource.query(`insert into s.note values ($1, 99, $2)`, [box(1), before.seal('x', 'p')]);
    expect(await all(rowsOf(rotating), 2)).toMatchObject({ resealed: 1, left: 8 });
    await expect(rowsOf(rotating).count()).resolves.toMatchObject({
      keys: [{ envelopes: 1 }, { envelopes: 0 }, { id: other.id, configured: false, envelopes: 8 }],
    });
  });

  it('keep what others write while it runs', async () => {
    await fill(60);
    let isRunning = true;
    const writing = (async () => {
      for (let round = 0; isRunning; round += 1) {
        const id = round % 60;
        const secret = rotating.seal(`note ${id}`, `n${id}`);
        await dataSource.query('update s.note set secret = $3 where box = $1 and id = $2', [box(id), id, secret]);
      }
    })();
    await Promise.all([all(rowsOf(rotating), 4), all(rowsOf(rotating), 5)]);
    isRunning = false;
    await writing;
    await expectReadable(60, after);
  });

  it('are all there when it is stopped anywhere and begun again', async () => {
    await fill(40);
    for (let stop = 0; stop < 30; stop += 1) {
      let left = (stop * 7) % 5;
      // The connection goes away in the middle of a batch.
      const broken = Object.assign(Object.create(transactions), {
        run: (work: Parameters<Transactions['run']>[0]) => {
          if (left === 0) throw new Error('killed');
          left -= 1;
          return transactions.run(work);
        },
      });
      const rows = new SealedRows(broken, rotating, { schema: 's', sealed });
      await rows.reseal({ rows: 500 }).catch((error: Error) => expect(error.message).toBe('killed'));
      await expectReadable(40, rotating);
    }
    await all(rowsOf(rotating));
    await expectReadable(40, after);
  });

  it.each([
    'x',
    'bm8',
    Buffer.from('{"table":9}').toString('base64url'),
    Buffer.from('{"table":0,"after":[{}]}').toString('base64url'),
  ])('refuse the cursor %s', async (cursor) => {
    await expect(rowsOf(rotating).reseal({ rows: 1, cursor })).rejects.toMatchObject({ code: 'invalid_request' });
  });
});
