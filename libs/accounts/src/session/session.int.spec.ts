import { createHash } from 'node:crypto';
import { Handles, InProcessBus, On } from '@lectern/bus';
import { openSession, verifyUserCredential } from '@lectern/contracts/accounts';
import { accessChanged, type AppError, systemPrincipal } from '@lectern/contracts/core';
import { indexKnowledgeBoxes } from '@lectern/contracts/knowledge-box';
import { Application, Metrics } from '@lectern/runtime';
import { temporaryDatabase, type TemporaryDatabase } from '@lectern/testing';
import { Controller, Module } from '@nestjs/common';
import { Client } from 'pg';
import { AccountsModule } from '..';

const token = 'a-token-that-somebody-has-chosen-0123456789';
const SESSIONS_MAX = 100;
const ended: string[] = [];

@Controller()
class Zone {
  @Handles(indexKnowledgeBoxes)
  async index() {
    return { boxes: [] };
  }

  @On(accessChanged)
  changed({ key }: { readonly key?: string }): void {
    if (key !== undefined) ended.push(key);
  }
}

@Module({ controllers: [Zone] })
class ZoneModule {}

describe('sessions of the console', () => {
  let temporary: TemporaryDatabase;
  let app: Application;
  let database: Client;
  const bus = new InProcessBus();
  const asSystem = { principal: systemPrincipal };
  const open = (body: { token?: string; code?: string } = { token }) => bus.request(openSession, { body }, asSystem);
  const verify = (secret: string) =>
    bus.request(verifyUserCredential, { body: { carrier: 'session', token: secret } }, asSystem);
  const codeOf = (error: unknown) => (error as AppError).code; // what the bus rejects with

  beforeAll(async () => {
    temporary = await temporaryDatabase();
    Object.assign(process.env, { DATABASE_URL: temporary.url, BOOTSTRAP_TOKEN: token });
    const parts = { bus, metrics: new Metrics(), logger: false, host: '127.0.0.1', port: 0 } as const;
    app = await Application.start([AccountsModule, ZoneModule], parts);
    for (const name of ['DATABASE_URL', 'BOOTSTRAP_TOKEN']) delete process.env[name];
    database = new Client(temporary.url);
    await database.connect();
    await database.query('set search_path to accounts');
  });
  afterAll(async () => {
    await database.end();
    await app.close();
    await temporary.drop();
  });

  it('are a hundred of a user: one more ends the oldest, and tells everyone who caches it', async () => {
    const first = await open();
    const { key } = await verify(first.secret);
    for (let opened = 1; opened < SESSIONS_MAX; opened++) await open();
    expect(await verify(first.secret)).toMatchObject({ key });
    expect(ended).toEqual([]);
    await open();
    await expect(verify(first.secret)).rejects.toMatchObject({ code: 'unauthorized' });
    expect(ended).toEqual([key]);
  });

  it('are not opened by a link after its hour, which is then void', async () => {
    const { id: user } = await open();
    const put = (code: string, minutes: number) =>
      database.query(
        `insert into sign_in_codes (user_id, hash, expires) values ($1, $2, now() + make_interval(mins => $3))
         on conflict (user_id) do update set hash = excluded.hash, expires = excluded.expires`,
        [user, createHash('sha256').update(code).digest(), minutes],
      );
    await put('late', -1);
    expect(await open({ code: 'late' }).catch(codeOf)).toBe('unauthorized');
    await put('in-time', 1);
    expect(await open({ code: 'in-time' })).toMatchObject({ id: user, name: 'Root' });
    expect(await open({ code: 'in-time' }).catch(codeOf)).toBe('unauthorized');
  });

  it('are opened once by a link that many use at the same time', async () => {
    const { id: user } = await open();
    const hash = createHash('sha256').update('shared').digest();
    await database.query(
      `insert into sign_in_codes (user_id, hash, expires) values ($1, $2, now() + interval '1 hour')`,
      [user, hash],
    );
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => open({ code: 'shared' }).then(() => 'opened', codeOf)),
    );
    expect(outcomes.filter((outcome) => outcome === 'opened')).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set(['opened', 'unauthorized']));
  });
});
