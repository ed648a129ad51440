import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryDatabase } from '@lectern/testing';
import { Logger } from '@nestjs/common';
import { Client } from 'pg';
import { openServiceDatabaseSoon } from './optional-database';
import { work } from './tasks/task-world.fixture';
import { TaskQueue } from './tasks/task-queue';
import { Transactions } from './transactions';

const service = { schema: 'optional', entities: [], migrations: [], hasTasks: false };
const limits = { poolMax: 2, statementTimeoutMs: 30_000 };

async function closedPort(): Promise<number> {
  const listener = createServer();
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as AddressInfo;
  await new Promise((resolve) => listener.close(resolve));
  return port;
}

describe('A database that a service can do without', () => {
  beforeAll(() => Logger.overrideLogger(false));

  it('is open at once where the server is there', async () => {
    const database = await temporaryDatabase();
    const { dataSource, close } = await openServiceDatabaseSoon(database.url, service, limits);
    const [row] = await new Transactions(dataSource).read((tx) => tx.query('SELECT current_schema() AS schema'));
    expect(row).toEqual({ schema: 'optional' });
    await close();
    await database.drop();
  });

  it('does not keep the service from starting, and fails as unavailable', async () => {
    const url = `postgresql://lectern@127.0.0.1:${await closedPort()}/lectern`;
    const { dataSource, close } = await openServiceDatabaseSoon(url, service, limits);
    const transactions = new Transactions(dataSource);
    const unavailable = { code: 'unavailable' };
    await expect(transactions.read((tx) => tx.query('SELECT 1'))).rejects.toMatchObject(unavailable);
    await expect(transactions.run((tx) => tx.query('SELECT 1'))).rejects.toMatchObject(unavailable);
    await close();
  });

  it('is opened when the server comes, with the tables of its tasks', async () => {
    const database = await temporaryDatabase();
    const port = await closedPort();
    const { user, database: name, host } = new Client({ connectionString: database.url });
    const url = `postgresql://${user}@127.0.0.1:${port}/${name}`;
    const { dataSource, opened, close } = await openServiceDatabaseSoon(url, { ...service, hasTasks: true }, limits);
    expect(dataSource.isInitialized).toBe(false);
    const door = createServer((client) => {
      const server = connect(`${host}/.s.PGSQL.5432`);
      client.on('error', () => server.destroy()).on('close', () => server.destroy());
      server.on('error', () => client.destroy());
      client.pipe(server).pipe(client);
    });
    await new Promise<void>((resolve) => door.listen(port, '127.0.0.1', resolve));
    const transactions = new Transactions(dataSource);
    const schemas: unknown[] = [];
    while (schemas.length === 0) {
      await sleep(100);
      schemas.push(...(await transactions.read((tx) => tx.query('SELECT current_schema()')).catch(() => [])));
    }
    expect(schemas).toEqual([{ current_schema: 'optional' }]);
    await opened;
    const queue = new TaskQueue(dataSource, 'optional_tasks', opened);
    expect(await queue.add(work, { name: 'a' })).toMatch(/^\d+$/);
    await close();
    door.close();
    await database.drop();
  }, 30_000);
});
