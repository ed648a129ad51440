import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describeUnless, findMariadb, MariadbServer } from '@lectern/testing';
import { createConnection } from 'mysql2/promise';
import type { SqlDialect } from './dialect';
import { parseDsn, type ServerAddress } from './dsn';
import { postgresShop } from './postgres-shop.fixture';
import { openMysql } from './session/mysql-session';
import { openPostgres } from './session/postgres-session';
import { openSqlite } from './session/sqlite-session';
import type { SqlSession } from './session/sql-session';
import { shop, shopRows } from './shop.fixture';

const bounds = { rowsMax: 100, bytesMax: 1_000_000, timeoutMs: 400 };
const linesOf = async (name: string) =>
  (await readFile(join(__dirname, '../fixtures', `${name}.txt`), 'utf8')).split('\n').filter((line) => line !== '');

function serverOf(dsn: string): ServerAddress {
  const address = parseDsn(dsn);
  if (address.dialect === 'sqlite') throw new Error('It is in no file');
  return address;
}

/** A database of a spec. */
interface Shop {
  readonly open: () => Promise<SqlSession>;
  /** All that is in it. */
  readonly content: () => Promise<unknown>;
  readonly end: () => Promise<void>;
}

/** The session of each dialect on its own, without the check of statements before it. */
function suite(dialect: SqlDialect, start: () => Promise<Shop>): void {
  let database: Shop;
  let session: SqlSession | undefined;
  const using = async () => (session = session?.isUsable ? session : await database.open());

  beforeAll(async () => {
    database = await start();
  }, 120_000);
  afterAll(async () => {
    session?.close();
    await database?.end();
  });

  it('answers every query', async () => {
    for (const statement of await linesOf(`allowed.${dialect}`)) {
      const result = await (await using()).query(statement, { ...bounds, timeoutMs: 5_000 });
      expect([statement, result.columns.length > 0]).toEqual([statement, true]);
    }
  });

  it('changes nothing, whatever statement gets into it', async () => {
    const before = await database.content();
    const refused = await linesOf(`refused.${dialect}`);
    let refusals = 0;
    for (const statement of refused) {
      await (await using()).query(statement, bounds).catch(() => refusals++);
      // Also not for what comes after it.
      await (await using()).query('SELECT id FROM orders', bounds).catch(() => undefined);
    }
    expect(await database.content()).toEqual(before);
    // The others read, or compute.
    expect(refusals / refused.length).toBeGreaterThan(0.6);
  }, 240_000);

  it('reads its tables', async () => {
    const tables = await (await using()).tables({ ...bounds, timeoutMs: 5_000 });
    expect(tables.map(({ name, kind }) => `${kind} ${name}`).toSorted()).toEqual(
      expect.arrayContaining(['table customers', 'table orders', 'table secrets', 'view big_orders']),
    );
    const orders = tables.find(({ name }) => name === 'orders');
    expect(orders?.columns.map(({ name }) => name)).toEqual(['id', 'customer_id', 'status', 'total', 'placed']);
    expect(orders?.columns[0]).toMatchObject({ isPrimaryKey: true });
    expect(orders?.columns[1]).toMatchObject({ references: 'customers.id' });
    expect(orders?.indexes.join('\n')).toContain('orders_by_status');
  });

  it('ends a query that takes long, and its work', async () => {
    const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n';
    const joined =
      'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 900) ' +
      'SELECT count(*) FROM n a, n b, n c, n d WHERE a.i + b.i + c.i + d.i > 5';
    // MariaDB bounds recursion.
    const slow = dialect === 'mysql' ? joined : endless;
    const began = performance.now();
    await expect((await using()).query(slow, bounds)).rejects.toMatchObject({ code: 'deadline_exceeded' });
    expect(performance.now() - began).toBeLessThan(5_000);
    expect((await (await using()).query('SELECT count(*) FROM orders', bounds)).rows).toEqual([[4]]);
  }, 30_000);

  it('reads no more rows and bytes than it may', async () => {
    const numbers = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 900) SELECT i FROM n';
    const few = await (await using()).query(numbers, { ...bounds, rowsMax: 10, timeoutMs: 5_000 });
    expect(few.rows).toHaveLength(10);
    expect(few.hasMore).toBe(true);
    const large =
      dialect === 'sqlite'
        ? "SELECT printf('%.*c', 3000000, 'x') FROM orders"
        : `SELECT repeat('x', ${dialect === 'mysql' ? 900_000 : 20_000_000}) FROM orders`;
    const asked = (await using()).query(large, { ...bounds, timeoutMs: 5_000 });
    await expect(asked).rejects.toThrow(dialect === 'sqlite' ? /not authorized/ : 'The database sent more than');
  }, 30_000);
}

describe('a session of PostgreSQL', () => {
  suite('postgresql', async () => {
    const { dsn, admin, end } = await postgresShop();
    const content = async () => {
      const queries = [
        'SELECT * FROM customers ORDER BY 1',
        'SELECT * FROM orders ORDER BY 1',
        'SELECT * FROM secrets ORDER BY 1',
        "SELECT relname, relkind, relacl FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY 1",
        "SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace ORDER BY 1",
        'SELECT last_value, is_called FROM numbers',
        'SELECT count(*) FROM pg_largeobject_metadata',
        'SELECT extname FROM pg_extension ORDER BY 1',
        'SELECT rolname, rolsuper FROM pg_roles ORDER BY 1',
        "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'",
        'SELECT obj_description(c.oid) FROM pg_class c WHERE relname = $$orders$$',
      ];
      const results = [];
      for (const query of queries) results.push((await admin.query(query)).rows);
      return results;
    };
    return { open: () => openPostgres({ server: serverOf(dsn), address: '127.0.0.1' }), content, end };
  });
});

const mariadb = findMariadb();
describeUnless('missing' in mariadb ? mariadb.missing : undefined, 'a session of MariaDB', () => {
  suite('mysql', async () => {
    const server = await MariadbServer.start(mariadb);
    const admin = await createConnection({ uri: server.url.replace(/\?.*/, '') });
    for (const statement of [...shop.mysql, ...shopRows]) await admin.query(statement);
    const queries = [
      'SELECT * FROM customers ORDER BY 1',
      'SELECT * FROM orders ORDER BY 1',
      'SELECT * FROM secrets ORDER BY 1',
      "SELECT TABLE_NAME, TABLE_TYPE FROM information_schema.TABLES WHERE TABLE_SCHEMA = 'shop' ORDER BY 1",
      "SELECT ROUTINE_NAME FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA = 'shop' ORDER BY 1",
      'SHOW DATABASES',
      'SELECT * FROM numbers',
      "SELECT is_free_lock('x')",
      'SHOW GRANTS FOR CURRENT_USER',
    ];
    return {
      open: () => openMysql({ server: serverOf(server.url), address: '127.0.0.1' }),
      content: async () => {
        const results = [];
        for (const query of queries) results.push((await admin.query(query))[0]);
        return results;
      },
      end: async () => {
        await admin.end();
        await server.stop();
      },
    };
  });
});

describe('a session of SQLite', () => {
  suite('sqlite', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-sqlite-'));
    const file = join(folder, 'shop.db');
    const admin = new DatabaseSync(file);
    for (const statement of [...shop.sqlite, ...shopRows]) admin.exec(statement);
    admin.close();
    return {
      open: () => openSqlite('shop.db', folder),
      content: async () => (await readFile(file)).toString('base64'),
      end: () => rm(folder, { recursive: true, force: true }),
    };
  });
});
