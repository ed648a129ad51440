import { freePort } from '@lectern/testing';
import { existsSync } from 'node:fs';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, KnowledgeBoxClient, until } from '../harness/client';
import { BOOTSTRAP_TOKEN } from '../harness/deployment';
import { server } from '../harness/modes';
import { inParallel } from '../harness/parallel';
import { answersOk, AppProcess } from '../harness/process';
import { temporaryFolder } from '../harness/standalone';

const START_TIMEOUT_MS = 90_000;
/** Time that an orchestrator waits before it kills. */
const STOP_TIMEOUT_MS = 10_000;
/** Up to four waits, each of which takes seconds, and much longer beside other starts. */
const TEST_TIMEOUT_MS = 180_000;
const RESOURCES = 60;
const CONNECTIONS = 8;

type Command = readonly [string, ...string[]];

const root = (origin: string, token = BOOTSTRAP_TOKEN) => new Client(origin, { authorization: `Bearer ${token}` });

interface Started {
  readonly app: AppProcess;
  readonly origin: string;
  readonly ready: () => Promise<void>;
}

interface Place {
  readonly folder: string;
  readonly start: (env?: Readonly<Record<string, string>>, command?: Command) => Promise<Started>;
}

/** A test beside the others, on its own folder, that leaves nothing running. */
async function inFolder(test: (place: Place) => Promise<void>): Promise<void> {
  const folder = await temporaryFolder();
  const apps: AppProcess[] = [];
  const start: Place['start'] = async (env = {}, command) => {
    const port = await freePort();
    const app = AppProcess.start(
      'standalone',
      { HTTP_PORT: String(port), DATA_DIR: folder, BOOTSTRAP_TOKEN, ...env },
      command,
    );
    apps.push(app);
    const origin = `http://127.0.0.1:${port}`;
    return { app, origin, ready: () => app.until(() => answersOk(`${origin}/health/ready`), START_TIMEOUT_MS) };
  };
  try {
    await test({ folder, start });
  } catch (error) {
    throw new Error([String(error), ...apps.map((app) => app.printed)].join('\n'), { cause: error });
  } finally {
    await Promise.all(apps.map((app) => app.stop()));
    await rm(folder, { recursive: true, force: true });
  }
}

const databasePid = async (folder: string) =>
  Number((await readFile(join(folder, 'postgres', 'data', 'postmaster.pid'), 'utf8')).split('\n')[0]);

jest.setTimeout(TEST_TIMEOUT_MS);

describe('the life of a deployment, standalone', () => {
  it.concurrent('begins with a token that is shown once and kept until it is used, and its folder is its own', () =>
    inFolder(async ({ folder, start }) => {
      const file = join(folder, 'first-token');
      const first = await start({ BOOTSTRAP_TOKEN: '' });
      await first.ready();
      const token = /First personal access token[^\n]*: (\S+)\n/.exec(first.app.printed)?.[1] ?? '';
      expect(token.length).toBeGreaterThanOrEqual(32);
      expect([(await readFile(file, 'utf8')).trim(), (await stat(file)).mode & 0o777]).toEqual([token, 0o600]);

      const rival = await start();
      expect(await rival.app.ended(START_TIMEOUT_MS)).toBe(1);
      const reason = `The data folder ${folder} is in use by another process (${first.app.pid})`;
      const remedy = 'stop that process, or set another DATA_DIR';
      expect(rival.app.printed.trim()).toBe(`Lectern cannot start: ${reason}: ${remedy}`);
      expect(await first.app.stop()).toBe(0);

      const second = await start({ BOOTSTRAP_TOKEN: '' });
      await second.ready();
      expect(second.app.printed).not.toContain(token);
      expect((await root(second.origin, 'not-the-token').send('GET', '/accounts')).status).toBe(401);
      expect(existsSync(file)).toBe(true);
      expect((await root(second.origin, token).send('GET', '/accounts')).status).toBe(200);
      await until(async () => (existsSync(file) ? undefined : true), 'the file is removed');
      expect((await root(second.origin, token).send('GET', '/accounts')).status).toBe(200);
    }));

  it.concurrent('is ready when a request succeeds, and ends on a signal: it finishes running requests, and works off the rest after the next start', () =>
    inFolder(async ({ start }) => {
      const first = await start();
      expect(await answersOk(`${first.origin}/health/ready`)).toBe(false);
      await first.ready();
      let kb = await root(first.origin).createKnowledgeBox();
      expect((await kb.find({ query: 'narwhals' })).best_matches).toEqual([]);
      const rids: string[] = [];
      const write = async (i: number) => {
        const body = `Resource number ${i} tells of narwhals. `.repeat(50);
        const answer = await kb.client
          .send('POST', `${kb.path}/resources`, { body: { texts: { a: { body } } } })
          .catch(() => undefined);
        // Connections that are refused are fine; those that are answered are answered properly.
        expect([201, 503, undefined]).toContain(answer?.status);
        if (answer?.status !== 201) return;
        rids.push((answer.body as { uuid: string }).uuid);
        if (rids.length === RESOURCES / 2) process.kill(first.app.pid, 'SIGTERM');
      };
      await inParallel(
        Array.from({ length: RESOURCES }, (_, i) => i),
        CONNECTIONS,
        write,
      );
      expect(await first.app.ended(STOP_TIMEOUT_MS)).toBe(0);

      const second = await start();
      await second.ready();
      kb = new KnowledgeBoxClient(root(second.origin), kb.id, kb.account);
      await inParallel(rids, CONNECTIONS, async (rid) => {
        expect([rid, (await kb.untilProcessed(rid)).metadata?.status]).toEqual([rid, 'PROCESSED']);
      });
    }));

  it.concurrent('ends on a signal before it has begun', () =>
    inFolder(async ({ folder, start }) => {
      const first = await start();
      await until(async () => (existsSync(join(folder, 'owner.pid')) ? true : undefined), 'it has begun to start');
      process.kill(first.app.pid, 'SIGTERM');
      expect(await first.app.ended(START_TIMEOUT_MS)).toBe(0);
      const second = await start();
      await second.ready();
      expect((await root(second.origin).send('GET', '/accounts')).status).toBe(200);
    }));

  it.concurrent('is not ready while its database is stuck, and goes on when it was killed', () =>
    inFolder(async ({ folder, start }) => {
      const { origin, ready } = await start();
      await ready();
      const kb = await root(origin).createKnowledgeBox();
      const create = async () => {
        const answer = await kb.client
          .send('POST', `${kb.path}/resources`, { body: { title: 'x' } })
          .catch(() => undefined);
        // While it is down, requests are refused as unavailable.
        if (answer) expect([201, 503, 504]).toContain(answer.status);
        return answer?.status === 201;
      };
      const isReady = () => answersOk(`${origin}/health/ready`);

      process.kill(await databasePid(folder), 'SIGSTOP');
      await until(async () => ((await isReady()) ? undefined : true), 'it is not ready', START_TIMEOUT_MS);
      expect(await answersOk(`${origin}/health/alive`)).toBe(true);
      process.kill(await databasePid(folder), 'SIGCONT');
      await until(async () => ((await isReady()) ? true : undefined), 'it is ready again', START_TIMEOUT_MS);
      expect(await create()).toBe(true);

      process.kill(await databasePid(folder), 'SIGKILL');
      await until(async () => ((await create()) ? undefined : true), 'its database is gone', START_TIMEOUT_MS);
      await until(async () => ((await create()) ? true : undefined), 'its database is back', START_TIMEOUT_MS);
      await ready();
    }));

  it.concurrent('is ended by ending npm start', () =>
    inFolder(async ({ folder, start }) => {
      const one = await start({}, ['tools/run.mjs', 'start']);
      await one.ready();
      const owner = Number((await readFile(join(folder, 'owner.pid'), 'utf8')).trim());
      expect(owner).not.toBe(one.app.pid);
      expect(await one.app.stop()).toBe(0);
      expect(() => process.kill(owner, 0)).toThrow(/ESRCH/);
      expect(await answersOk(`${one.origin}/health/alive`)).toBe(false);
    }));
});

describe('settings that are wrong, standalone', () => {
  it.concurrent.each([
    ['HTTP_PORT', { HTTP_PORT: 'abc' }],
    ['BOOTSTRAP_TOKEN', { BOOTSTRAP_TOKEN: 'short' }],
    ['WIRE_NAMES_FILE', { WIRE_NAMES_FILE: '/nowhere/names.json' }],
    ['OPENAI_BASE_URL', { GENERATOR: 'openai-compatible' }],
  ])('end the start with 78 and a line that names them: %s', async (name, env: Record<string, string>) =>
    inFolder(async ({ start }) => {
      const { app } = await start(env);
      expect(await app.ended(START_TIMEOUT_MS)).toBe(78);
      expect(app.printed).toContain(name);
      expect(app.printed).not.toMatch(/\n {4}at /);
    }),
  );

  it.concurrent('such as a port in use or a folder that is a file end the start with a clear line', () =>
    inFolder(async ({ folder, start }) => {
      const file = join(folder, 'file');
      await writeFile(file, 'not a folder');
      const { port } = new URL(server('standalone').origin);
      const [taken, none] = await Promise.all([start({ HTTP_PORT: port }), start({ DATA_DIR: file })]);
      expect(await taken.app.ended(START_TIMEOUT_MS)).toBe(1);
      expect(taken.app.printed).toMatch(new RegExp(`Lectern cannot start: .*${port}`));
      expect(await none.app.ended(START_TIMEOUT_MS)).toBe(1);
      expect(none.app.printed).toMatch(/Lectern cannot start: .*file/);
    }));
});
