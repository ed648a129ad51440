import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { AllowList, Egress, Guard } from '@lectern/egress';
import { ForeignDatabases } from './foreign-databases';
import { type PostgresShop, postgresShop } from './postgres-shop.fixture';
import type { SqlDatabase } from './sql-database';

const all = { include: [], ignore: ['secrets'], views: false };

describe('a database of somebody else', () => {
  let shop: PostgresShop;
  let egress: Egress;
  let databases: ForeignDatabases;
  const open = (dsn = shop.dsn, schema?: string): SqlDatabase =>
    databases.sql({ dsn, schema }, { owner: 'agent', signal: new AbortController().signal });

  beforeEach(async () => {
    shop = await postgresShop();
    egress = new Egress(new Guard(new AllowList([`127.0.0.1:${shop.relay.port}`])));
    databases = new ForeignDatabases(egress, undefined);
  });
  afterEach(async () => {
    await databases.onApplicationShutdown();
    await egress.onApplicationShutdown();
    await shop.end();
  });

  it('is asked with checked statements about the tables that may be read', async () => {
    const database = open();
    expect((await database.tables(all)).map(({ name }) => name)).toEqual(['customers', 'orders']);
    const query = 'SELECT status, count(*) AS n FROM orders GROUP BY status ORDER BY n DESC, status LIMIT 2';
    expect(await database.query(query, all)).toEqual({
      columns: ['status', 'n'],
      rows: [
        ['open', 2],
        ['cancelled', 1],
      ],
      hasMore: false,
    });
    for (const statement of [
      'SELECT * FROM secrets',
      'SELECT * FROM public.secrets',
      'SELECT * FROM pg_catalog.pg_user',
    ])
      await expect(database.query(statement, all)).rejects.toThrow(/There is no table/);
    await expect(database.query('SELECT * FROM big_orders', all)).rejects.toThrow('There is no table big_orders');
    expect((await database.query('SELECT id FROM big_orders', { ...all, views: true })).rows).toEqual([[2], [4]]);
    await expect(database.query('DELETE FROM orders', all)).rejects.toThrow('Only SELECT is allowed');
    await expect(database.query('SELECT nothing FROM orders', all)).rejects.toThrow('column "nothing" does not exist');
    const samples = await database.samples(await database.tables(all), 1, all);
    expect(samples.get('customers')?.rows).toEqual([[1, 'Ada', 'Oslo']]);
  });

  it('is connected to only where the operator allows its address', async () => {
    const refused = [
      shop.dsn.replace(`:${shop.relay.port}`, ':5432'),
      'postgresql://u:p@10.0.0.5/db',
      'mysql://u:p@169.254.169.254:80/db',
      'postgresql://u:p@[::1]/db',
      'mysql://u:p@localhost/db',
    ];
    for (const dsn of refused)
      await expect(open(dsn).tables(all)).rejects.toMatchObject({
        code: 'invalid_request',
        message: 'The host of the database is unknown, or not on the public internet',
      });
    await expect(open('sqlite:///x.db').tables(all)).rejects.toThrow('the operator has to set SQLITE_FOLDER');
  });

  it('says why it cannot be used, without its address', async () => {
    const wrong = shop.dsn.replace(/\/[^/]*$/, '/nowhere');
    const error: unknown = await open(wrong)
      .tables(all)
      .catch((one: unknown) => one);
    expect(error).toMatchObject({
      code: 'unavailable',
      message: 'The database could not be asked: it has no database of that name',
    });
    expect(String(error)).not.toContain('secret');
  });

  it('may go away between its schema and a query', async () => {
    const database = open();
    await database.tables(all);
    shop.relay.cut();
    await expect(database.query('SELECT * FROM orders', all)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('may stall', async () => {
    const database = open();
    await database.tables(all);
    shop.relay.stall();
    const began = performance.now();
    const asked = database.query('SELECT * FROM orders', all, { timeoutMs: 300 });
    await expect(asked).rejects.toMatchObject({ code: 'deadline_exceeded' });
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  it('may send more than it is allowed to', async () => {
    await shop.admin.query("UPDATE customers SET name = repeat('x', 8000000) WHERE id = 1");
    await expect(open().query('SELECT name FROM customers', all)).rejects.toMatchObject({ code: 'too_large' });
    // A table whose rows are too long has no examples.
    const database = open();
    const samples = await database.samples(await database.tables(all), 3, all);
    expect(samples.get('customers')?.rows).toEqual([]);
    expect(samples.get('orders')?.rows).toHaveLength(3);
  });

  it('may change its schema: the next look sees it', async () => {
    const database = open();
    await database.tables(all);
    await shop.admin.query('ALTER TABLE orders RENAME TO purchases');
    await expect(database.query('SELECT * FROM orders', all)).rejects.toThrow('relation "orders" does not exist');
    expect((await database.tables(all)).map(({ name }) => name)).toEqual(['customers', 'purchases']);
    expect((await database.query('SELECT count(*) FROM purchases', all)).rows).toEqual([[4]]);
  });

  it('ends with its caller', async () => {
    const stop = new AbortController();
    const database = databases.sql({ dsn: shop.dsn }, { owner: 'agent', signal: stop.signal });
    await database.tables(all);
    const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n';
    const asked = database.query(endless, all);
    setTimeout(() => stop.abort(), 200);
    await expect(asked).rejects.toMatchObject({ code: 'cancelled' });
    const left = () =>
      shop.admin.query("SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND application_name = 'Lectern'");
    for (let look = 0; look < 50 && (await left()).rows.length > 0; look++)
      await new Promise((go) => setTimeout(go, 100));
    expect((await left()).rows).toEqual([]);
  });

  it('may be something else', async () => {
    const sockets: Socket[] = [];
    const server: Server = createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => undefined);
      socket.write(Buffer.alloc(100_000, 'garbage'));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const other = new Egress(new Guard(new AllowList([`127.0.0.1:${port}`])));
    const elsewhere = new ForeignDatabases(other, undefined);
    const caller = { owner: 'agent', signal: new AbortController().signal };
    for (const scheme of ['postgresql', 'mysql']) {
      const asked = elsewhere.sql({ dsn: `${scheme}://u:p@127.0.0.1:${port}/db` }, caller).tables(all);
      await expect(asked).rejects.toMatchObject({ code: expect.stringMatching(/^(unavailable|deadline_exceeded)$/) });
    }
    for (const socket of sockets) socket.destroy();
    server.close();
    await other.onApplicationShutdown();
  }, 60_000);
});
