import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SqlModuleConfig } from '@lectern/contracts/agents';
import { ForeignDatabases } from '@lectern/foreign-databases';
import { type ChatScript, objectOf, testRun } from '../../../engine/module-run.fixture';
import { sql } from './sql';

const moduleOf = (members: Partial<SqlModuleConfig> = {}) =>
  Object.assign(new SqlModuleConfig(), { module: 'sql', source: 'shop', ...members });
const asking = (text: string) => ({ id: 'q', text });

describe('the module sql', () => {
  let folder: string;
  let databases: ForeignDatabases;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-sql-'));
    const database = new DatabaseSync(join(folder, 'shop.db'));
    database.exec(`
      CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT);
      CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers (id), status TEXT, total REAL);
      CREATE TABLE secrets (token TEXT);
      INSERT INTO customers VALUES (1, 'Ada', 'Oslo'), (2, 'Grace', 'Lima');
      INSERT INTO orders VALUES (1, 1, 'open', 12.5), (2, 2, 'shipped', 99), (3, 1, 'open', 7.25);
      INSERT INTO secrets VALUES ('hunter2');
    `);
    database.close();
    const noNetwork = { addressesFor: async () => [] };
    databases = new ForeignDatabases(noNetwork, folder);
  });
  afterAll(async () => {
    await databases.onApplicationShutdown();
    await rm(folder, { recursive: true, force: true });
  });

  const runWith = (script?: ChatScript, dsn = 'sqlite:///shop.db') =>
    testRun({
      ...(script && { script }),
      databases,
      drivers: [{ identifier: 'shop', provider: 'sql', config: { dsn } }],
    });
  const writing = (...statements: readonly string[]) => {
    const script: ChatScript = (_, call) => objectOf({ statement: statements[call] ?? '' });
    return runWith(script);
  };

  it('answers with the query of a model', async () => {
    const statement =
      'SELECT c.name, sum(o.total) AS total FROM orders o JOIN customers c ON c.id = o.customer_id GROUP BY c.name ORDER BY total';
    const { run, asked } = writing(statement);
    const found = await sql.run(moduleOf({ description: 'A shop' }), asking('How much did each customer spend?'), run);
    expect(found).toMatchObject({ value: '2 rows from shop', metadata: { statement, attempts: 1, rows: 2 } });
    const [context] = found.contexts;
    expect(context?.chunks.map(({ text }) => text)).toEqual([
      '| name | total |\n| --- | --- |\n| Ada | 19.75 |\n| Grace | 99 |',
    ]);
    expect(context?.json_objects).toEqual([
      {
        statement,
        has_more: false,
        rows: [
          { name: 'Ada', total: 19.75 },
          { name: 'Grace', total: 99 },
        ],
      },
    ]);
    // The model saw the tables as data.
    const [request] = asked;
    expect(request?.query_context).toMatchObject({
      about: 'A shop',
      'table-orders': expect.stringContaining('- customer_id INTEGER, references customers.id'),
    });
    expect(JSON.stringify(request?.query_context)).toContain('Grace');
    expect(request?.system).not.toContain('orders');
  });

  it('has the model write another query after one that failed', async () => {
    const { run, asked } = writing(
      'DELETE FROM orders',
      'SELECT colour FROM orders',
      'SELECT count(*) AS n FROM orders',
    );
    const found = await sql.run(moduleOf(), asking('How many orders?'), run);
    expect(found).toMatchObject({ value: '1 row from shop', metadata: { attempts: 3 } });
    expect(found.contexts[0]?.chunks[0]?.text).toBe('n: 3');
    expect(asked[2]?.query_context).toMatchObject({
      'failed-query-1': 'DELETE FROM orders\nfailed: Only SELECT is allowed',
      'failed-query-2': 'SELECT colour FROM orders\nfailed: no such column: colour',
    });
  });

  it('ends after the retries of its configuration, and says so', async () => {
    const { run, asked } = runWith(() => objectOf({ statement: 'DROP TABLE orders' }));
    const found = await sql.run(moduleOf({ retries: 1 }), asking('How many orders?'), run);
    expect(asked).toHaveLength(2);
    expect(found).toMatchObject({ contexts: [], reason: 'No query of the model could be run: Only SELECT is allowed' });
    const none = await sql.run(
      moduleOf(),
      asking('What pulls the sea?'),
      runWith(() => objectOf({ statement: '' })).run,
    );
    expect(none.reason).toBe('The model says that the database does not answer the question');
  });

  it('reads the tables that it may read', async () => {
    const ignoring = moduleOf({ ignore_tables: ['Secrets'], retries: 0 });
    const { run, asked } = writing('SELECT token FROM secrets');
    const found = await sql.run(ignoring, asking('What is the token?'), run);
    expect(found).toMatchObject({
      contexts: [],
      reason: 'No query of the model could be run: There is no table secrets',
    });
    expect(JSON.stringify(asked)).not.toContain('hunter2');
    const only = moduleOf({ include_tables: ['customers'], custom_table_info: { customers: 'Who buys' }, retries: 0 });
    const other = writing('SELECT * FROM orders');
    expect((await sql.run(only, asking('Orders?'), other.run)).contexts).toEqual([]);
    expect(other.asked[0]?.query_context).toEqual({ 'table-customers': 'table customers\nWho buys' });
  });

  it('shows models columns only of the tables that the question is about, where it is told to', async () => {
    const { run, asked } = writing('SELECT 1 AS n');
    await sql.run(
      moduleOf({ lazy_table_reflection: true, sample_rows_in_table_info: 0 }),
      asking('Which customers are there?'),
      run,
    );
    const keys = Object.keys(asked[0]?.query_context ?? {});
    expect(keys).toEqual(['table-customers', 'further-tables']);
  });

  it('makes a query by a rule where the model follows no prompts', async () => {
    const { run } = runWith();
    const found = await sql.run(moduleOf(), asking('How many customers live in Oslo?'), run);
    expect(found.reason).toBe('The model follows no prompts: a rule made the query');
    expect(found.contexts[0]?.chunks[0]?.text).toBe('number of customers: 1');
    const foreign = await sql.run(moduleOf(), asking('What pulls the sea?'), run);
    expect(foreign).toMatchObject({
      contexts: [],
      reason: 'The model follows no prompts, and the question names no table or column of the database',
    });
  });

  it('cuts long values', async () => {
    const { run } = writing("SELECT 'abcdefghij' AS x");
    const found = await sql.run(moduleOf({ max_string_length: 3 }), asking('x'), run);
    expect(found.contexts[0]?.chunks[0]?.text).toBe('x: abc…');
  });

  it('has functions for models that plan', async () => {
    const { run } = writing('SELECT city FROM customers ORDER BY city');
    const call = async (name: string, given: object) =>
      ((await sql.functions?.(moduleOf(), run)) ?? [])
        .find((one) => one.name === name)
        ?.run({ ...given }, asking('Cities?'), run);
    expect((await call('query_database', { statement: 'SELECT name FROM customers ORDER BY id' }))?.items).toEqual([
      { name: 'Ada' },
      { name: 'Grace' },
    ]);
    await expect(call('query_database', { statement: 'DROP TABLE orders' })).rejects.toMatchObject({
      code: 'invalid_request',
      message: 'The database refused the query: Only SELECT is allowed',
    });
    expect((await call('ask_database', { question: 'Cities?' }))?.items).toEqual([
      '| city |\n| --- |\n| Lima |\n| Oslo |',
    ]);
    expect(JSON.stringify((await call('describe_database', {}))?.items)).toContain('- status TEXT');
  });

  it('fails with a clear text without its database', async () => {
    const gone = runWith(() => objectOf({ statement: 'SELECT 1' }), 'sqlite:///gone.db');
    await expect(sql.run(moduleOf(), asking('x'), gone.run)).rejects.toThrow('The database has no such file');
    await expect(sql.run(moduleOf({ source: 'other' }), asking('x'), gone.run)).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('takes little more than its query', async () => {
    const statement = 'SELECT status, count(*) FROM orders GROUP BY status';
    const { run } = runWith(() => objectOf({ statement }));
    const plain = new DatabaseSync(join(folder, 'shop.db'), { readOnly: true });
    const database = databases.sql(
      { dsn: 'sqlite:///shop.db' },
      { owner: 'spec', signal: new AbortController().signal },
    );
    const median = async (work: () => unknown) => {
      const times: number[] = [];
      for (let round = 0; round < 31; round += 1) {
        const began = performance.now();
        await work();
        times.push(performance.now() - began);
      }
      return (times.toSorted((a, b) => a - b)[15] ?? 0).toFixed(2);
    };
    const whole = () => sql.run(moduleOf(), asking('How many orders?'), run);
    expect(await whole()).toMatchObject({ value: '2 rows from shop' });
    const figures = [
      await median(() => plain.prepare(statement).all()),
      await median(() => database.query(statement, { include: [], ignore: [], views: false })),
      await median(whole),
    ];
    plain.close();
    process.stdout.write(`a query, checked, by the module: ${figures.join(', ')} ms\n`);
  });
});
