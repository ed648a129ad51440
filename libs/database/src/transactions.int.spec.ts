import { temporaryDatabase, type TemporaryDatabase } from '@lectern/testing';
import type { DataSource } from 'typeorm';
import { onCommit, openServiceDatabase, Transactions } from '.';

describe('Transactions', () => {
  let database: TemporaryDatabase;
  let dataSource: DataSource;
  let transactions: Transactions;

  beforeAll(async () => {
    database = await temporaryDatabase();
    const service = { schema: 's', entities: [], migrations: [] };
    dataSource = await openServiceDatabase(database.url, service, { poolMax: 4, statementTimeoutMs: 1_500 });
    transactions = new Transactions(dataSource);
    await dataSource.query('create table account (id int primary key, amount int not null)');
    await dataSource.query('insert into account values (1, 0), (2, 0)');
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  it('runs a transaction again that lost a deadlock', async () => {
    let attempts = 0;
    let bothStarted: () => void = () => undefined;
    const meeting = new Promise<void>((resolve) => (bothStarted = resolve));
    const add = (first: number, then: number) =>
      transactions.run(async (tx) => {
        await tx.query('update account set amount = amount + 1 where id = $1', [first]);
        if (++attempts === 2) bothStarted();
        await meeting;
        await tx.query('update account set amount = amount + 1 where id = $1', [then]);
      });
    await dataSource.query(`alter database ${await name()} set deadlock_timeout = '20ms'`);
    await dataSource.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`,
    );
    await Promise.all([add(1, 2), add(2, 1)]);
    expect(await dataSource.query('select amount from account')).toEqual([{ amount: 2 }, { amount: 2 }]);
    expect(attempts).toBe(3);
  });

  it('tells what follows only after the commit, and nothing after a rollback', async () => {
    const seen: string[] = [];
    await transactions.run(async (tx) => {
      onCommit(tx, () => seen.push('notified'));
      seen.push('worked');
    });
    const failed = transactions.run(async (tx) => {
      onCommit(tx, () => seen.push('never'));
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(seen).toEqual(['worked', 'notified']);
  });

  it('ends a statement that takes too long, in words a caller may see', async () => {
    await expect(transactions.run((tx) => tx.query('select pg_sleep(5)'))).rejects.toMatchObject({
      code: 'deadline_exceeded',
    });
  });

  it('reports a lost connection as unavailable and goes on with the next one', async () => {
    const lost = transactions.run((tx) => tx.query('select pg_terminate_backend(pg_backend_pid())'));
    await expect(lost).rejects.toMatchObject({ code: 'unavailable' });
    expect(await transactions.run((tx) => tx.query('select 1 as one'))).toEqual([{ one: 1 }]);
  });

  async function name(): Promise<string> {
    const [row]: { name: string }[] = await dataSource.query('select current_database() as name');
    return row?.name ?? '';
  }
});
