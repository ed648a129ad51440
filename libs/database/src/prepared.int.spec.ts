import { temporaryDatabase, type TemporaryDatabase } from '@lectern/testing';
import type { DataSource } from 'typeorm';
import { prepared } from './prepared';
import { openServiceDatabase } from './service-database';

describe('prepared statements', () => {
  let database: TemporaryDatabase;
  let dataSource: DataSource;

  beforeAll(async () => {
    database = await temporaryDatabase();
    const limits = { poolMax: 1, statementTimeoutMs: 5_000 };
    dataSource = await openServiceDatabase(database.url, { schema: 's', entities: [], migrations: [] }, limits);
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  it('are prepared once on a connection, with other values each time', async () => {
    const sql = prepared('select $1::int + 1 as sum');
    const sums: { sum: number }[][] = [];
    for (const value of [1, 2, 3]) sums.push(await dataSource.query(sql, [value]));

    expect(sums).toEqual([[{ sum: 2 }], [{ sum: 3 }], [{ sum: 4 }]]);
    const held: unknown = await dataSource.query(
      `select statement, generic_plans + custom_plans as runs from pg_prepared_statements`,
    );
    expect(held).toEqual([{ statement: sql, runs: '3' }]);
  });

  it('fail as others do, and can be used again', async () => {
    const sql = prepared('select 1 / $1::int as quotient');
    await expect(dataSource.query(sql, [0])).rejects.toThrow('division by zero');
    await expect(dataSource.query(sql, [1])).resolves.toEqual([{ quotient: 1 }]);
  });

  it('are marked once', () => {
    expect(prepared(prepared('select 1'))).toBe(prepared('select 1'));
  });
});
