import { temporaryDatabase, type TemporaryDatabase } from '@lectern/testing';
import type { DataSource } from 'typeorm';
import { admitWithinQuota, lockName, openServiceDatabase, Transactions } from '.';

describe('what two requests at once must not pass', () => {
  let database: TemporaryDatabase;
  let dataSource: DataSource;
  let transactions: Transactions;

  beforeAll(async () => {
    database = await temporaryDatabase();
    const limits = { poolMax: 8, statementTimeoutMs: 5_000 };
    dataSource = await openServiceDatabase(database.url, { schema: 's', entities: [], migrations: [] }, limits);
    transactions = new Transactions(dataSource);
    await dataSource.query('create table s.item (owner text)');
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  const add = (owner: string, adding?: number) =>
    transactions.run(async (tx) => {
      const count = async () => (await tx.query('select from s.item where owner = $1', [owner])).length;
      await admitWithinQuota(tx, { name: `items/${owner}`, count, max: 3, adding, refusal: 'At most 3 items' });
      await tx.query('insert into s.item select $1 from generate_series(1, $2)', [owner, adding ?? 1]);
    });

  it('is a quota', async () => {
    const settled = await Promise.allSettled(Array.from({ length: 8 }, () => add('ann')));
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    const refused = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused.map(({ code, message }) => `${code}: ${message}`)).toEqual(
      Array.from({ length: 5 }, () => 'quota_exceeded: At most 3 items'),
    );
    await add('bob');
  });

  it('is a quota of several, all or none of which are admitted', async () => {
    await add('cid', 2);
    await expect(add('cid', 2)).rejects.toMatchObject({ code: 'quota_exceeded' });
    await add('cid', 1);
    await add('cid', 0);
  });

  it('is a name, until the transaction that named it ends', async () => {
    const order: string[] = [];
    const release = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const first = transactions.run(async (tx) => {
      await lockName(tx, 'a');
      held.resolve();
      await release.promise;
      order.push('first');
    });
    await held.promise;
    const second = transactions.run(async (tx) => {
      await lockName(tx, 'a');
      order.push('second');
    });
    await transactions.run((tx) => lockName(tx, 'b'));
    order.push('other name');
    release.resolve();
    await Promise.all([first, second]);
    expect(order).toEqual(['other name', 'first', 'second']);
  });
});
