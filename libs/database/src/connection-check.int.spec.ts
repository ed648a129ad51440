import { temporaryDatabase, type TemporaryDatabase } from '@lectern/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { ConnectionCheck } from './connection-check';

const OWN = `select pid from pg_stat_activity where application_name = 'lectern-check' and datname = current_database()`;

/** An ended connection stays listed for a moment. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 10_000; !(await holds()); await sleep(20)) {
    if (Date.now() > end) throw new Error('It does not come to be');
  }
}

describe('a check of a server', () => {
  let database: TemporaryDatabase;
  let observer: Client;
  const check = new ConnectionCheck();
  const connections = async () => (await observer.query<{ pid: number }>(OWN)).rows.map(({ pid }) => pid);

  beforeAll(async () => {
    database = await temporaryDatabase();
    observer = new Client(database.url);
    await observer.connect();
  });
  afterAll(async () => {
    await check.close();
    await observer.end();
    await database.drop();
  });

  it('keeps its connection, however many ask at a time', async () => {
    await check.ask(database.url);
    await Promise.all([check.ask(database.url), check.ask(database.url)]);
    await check.ask(database.url);
    await until(async () => (await connections()).length === 1);
  });

  it('says when the server does not answer, and asks it again over a new one', async () => {
    await check.ask(database.url);
    const [broken] = await connections();
    await observer.query('select pg_terminate_backend($1, 5000)', [broken]);
    await check.ask(database.url).catch(() => undefined);
    await check.ask(database.url);
    await until(async () => (await connections()).length === 1);
    expect(await connections()).not.toEqual([broken]);
    await check.close();
    await expect(check.ask(database.url.replace(/\/[^/?]+(\?|$)/, '/nothing$1'))).rejects.toThrow('does not exist');
  });
});
