import { AppError } from '@lectern/contracts/core';
import { temporaryDatabase, type TemporaryDatabase } from '@lectern/testing';
import type { DataSource, EntityManager } from 'typeorm';
import { knowingWhetherDone, openServiceDatabase, Transactions } from '.';

describe('work that fails', () => {
  let database: TemporaryDatabase;
  let dataSource: DataSource;
  let transactions: Transactions;

  beforeAll(async () => {
    database = await temporaryDatabase();
    const service = { schema: 's', entities: [], migrations: [] };
    dataSource = await openServiceDatabase(database.url, service, { poolMax: 4, statementTimeoutMs: 5_000 });
    transactions = new Transactions(dataSource);
  });
  beforeEach(() => dataSource.query('create table if not exists kept (name text)'));
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  const write = (tx: EntityManager) => tx.query(`insert into kept values ('a')`);
  /** Ends the connection of a transaction from outside, like a server that is killed. */
  const cut = async (tx: EntityManager) => {
    const [{ pid }]: [{ pid: number }] = await tx.query('select pg_backend_pid() as pid');
    await dataSource.query('select pg_terminate_backend($1, 5000)', [pid]);
  };
  const failureOf = (work: () => Promise<unknown>): Promise<unknown> =>
    knowingWhetherDone(work).then(
      () => undefined,
      (error: unknown) => error,
    );

  it('before its transaction was to be committed has done nothing, and says so', async () => {
    const error = await failureOf(() =>
      transactions.run(async (tx) => {
        await write(tx);
        await cut(tx);
        await write(tx);
      }),
    );
    expect(error).toMatchObject({ code: 'unavailable', isUndone: true, isRefusal: false });
  });

  it('when it is committed leaves open whether it was', async () => {
    const error = await failureOf(() =>
      transactions.run(async (tx) => {
        await write(tx);
        await cut(tx);
      }),
    );
    expect(error).toMatchObject({ code: 'unavailable', isUndone: false });
  });

  it.each([
    ['a transaction', () => transactions.run(write)],
    ['a single statement', () => transactions.single(write)],
    ['a part that knows about itself', () => knowingWhetherDone(() => transactions.run(write))],
  ])('after %s was committed has done something', async (_, first) => {
    const error = await failureOf(async () => {
      await first();
      throw new AppError('unavailable', 'away');
    });
    expect(error).toMatchObject({ isUndone: false });
  });

  it('keeps what the error says', async () => {
    const headers = { 'Retry-After': '3' };
    const error = await failureOf(() => Promise.reject(new AppError('unavailable', 'away', { headers })));
    expect(error).toMatchObject({ code: 'unavailable', message: 'away', details: { headers }, isUndone: true });
  });
});
