import { EmbeddedPostgres } from '@lectern/database';
import { describeUnless, findNatsServer, freePort, NatsServer } from '@lectern/testing';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { Client as Database } from 'pg';
import { Distributed, type Engines } from '../harness/distributed';
import { EngineServers, enginesOfRun } from '../harness/engines';
import { AppProcess } from '../harness/process';
import { temporaryFolder } from '../harness/standalone';

/** NATS is waited for half a minute. */
const END_MS_MAX = 90_000;
const CANNOT_START = 1;
const WRONG_SETTING = 78;

type Environment = Readonly<Record<string, string>>;

describeUnless(Distributed.missing() ?? EngineServers.missing(), 'a service with a wrong setting', () => {
  let folder: string;
  let engines: Engines;
  let nats: NatsServer;
  let postgres: EmbeddedPostgres;
  let guard: Server;
  let right: Environment;
  let nowhere: string;
  let endWithoutNats: ReturnType<typeof end>;

  jest.setTimeout(2 * END_MS_MAX);

  beforeAll(async () => {
    folder = await temporaryFolder();
    [engines, nats, postgres, guard, nowhere] = await Promise.all([
      enginesOfRun(),
      NatsServer.start(findNatsServer(), { token: 'tests-only' }),
      EmbeddedPostgres.start({ folder: join(folder, 'postgres') }),
      listeningGuard(),
      freePort().then((port) => `127.0.0.1:${port}`),
    ]);
    right = {
      ...engines.env,
      NATS_URL: nats.url,
      NATS_TOKEN: 'tests-only',
      DATABASE_URL: postgres.url,
      DATA_DIR: join(folder, 'data'),
      HEALTH_PORT: String(await freePort()),
    };
    await migrated(right);
    // It takes longer than all others together.
    endWithoutNats = end({ NATS_URL: `nats://${nowhere}`, HEALTH_PORT: String(await freePort()) });
  });
  afterAll(async () => {
    guard.closeAllConnections();
    guard.close();
    await Promise.all([engines.stop(), nats.stop(), postgres.stop()]);
    await rm(folder, { recursive: true, force: true });
  });

  /** The one line that the program leaves, and its exit code. */
  async function end(wrong: Environment): Promise<{ readonly code: number | null; readonly line: string }> {
    const app = AppProcess.start('knowledge-box', { ...right, ...wrong });
    try {
      return { code: await app.ended(END_MS_MAX), line: app.printed.replace(/\n$/, '') };
    } finally {
      if (app.running) await app.stop();
    }
  }

  const put = async (address: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(address, { method: 'PUT', headers, body: JSON.stringify(body) });
    expect([address, answer.status]).toEqual([address, 200]);
  };
  const guardUrl = () => `http://127.0.0.1:${Reflect.get(Object(guard.address()), 'port')}`;
  const postgresAt = (change: (url: URL) => void) => {
    const url = new URL(postgres.url.replace(/^postgres(ql)?:/, 'http:'));
    change(url);
    return url.href.replace(/^http:/, 'postgresql:');
  };

  it.each<[string, () => Environment, RegExp]>([
    [
      'the token of NATS',
      () => ({ NATS_TOKEN: 'wrong' }),
      /NATS at \S+ refuses the credentials: correct NATS_USER and NATS_PASSWORD, or NATS_TOKEN/,
    ],
    [
      'the address of Postgres',
      () => ({ DATABASE_URL: `postgresql://lectern@${nowhere}/lectern` }),
      /Postgres at \S+ cannot be used: correct DATABASE_URL, or start it \(/,
    ],
    [
      'the database',
      () => ({ DATABASE_URL: postgresAt((url) => (url.pathname = '/other')) }),
      /Postgres at \S+ has no database other: create it, or correct DATABASE_URL/,
    ],
    [
      'the user of Postgres',
      () => ({ DATABASE_URL: postgresAt((url) => (url.username = 'nobody')) }),
      /Postgres at \S+ refuses nobody: correct user and password in DATABASE_URL/,
    ],
    [
      'the address of OpenSearch',
      () => ({ OPENSEARCH_URL: `http://${nowhere}` }),
      /OPENSEARCH_URL \(\S+\) does not answer: is the address right, and does the cluster run\?/,
    ],
    [
      'the password of OpenSearch',
      () => ({ OPENSEARCH_URL: guardUrl(), OPENSEARCH_USERNAME: 'ada', OPENSEARCH_PASSWORD: 'wrong' }),
      /OpenSearch does not accept the credentials of ada \(OPENSEARCH_USERNAME\)/,
    ],
    [
      'the address of Qdrant',
      () => ({ QDRANT_URL: `http://${nowhere}` }),
      /Qdrant at \S+ cannot be used \(QDRANT_URL, QDRANT_API_KEY\): Qdrant cannot be reached/,
    ],
    [
      'the key of Qdrant',
      () => ({ QDRANT_URL: guardUrl(), QDRANT_API_KEY: 'wrong' }),
      /Qdrant at \S+ cannot be used \(QDRANT_URL, QDRANT_API_KEY\): Qdrant refuses the key/,
    ],
    [
      'the address of the object store',
      () => ({ S3_ENDPOINT: `http://${nowhere}` }),
      /The object store at \S+ cannot be reached: correct S3_ENDPOINT, or start it/,
    ],
    [
      'the secret of the object store',
      () => ({ S3_SECRET_ACCESS_KEY: 'wrong' }),
      /refuses access to the bucket \S+: correct S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY/,
    ],
    [
      'the bucket',
      () => ({ S3_BUCKET: 'not-there' }),
      /The bucket not-there does not exist at \S+: create it, or correct S3_BUCKET/,
    ],
  ])('ends at the start, and says in a line what to do about %s', async (_, wrong, line) => {
    expect(await end(wrong())).toEqual({ code: CANNOT_START, line: expect.stringMatching(oneLine(line)) });
  });

  it.each<[string, Environment, RegExp]>([
    ['text instead of a number', { TASK_CONCURRENCY: 'many' }, /TASK_CONCURRENCY/],
    ['a key that is too short', { SECRETS_KEY: 'short' }, /SECRETS_KEY/],
  ])('ends at the start because of %s, and names it', async (_, wrong, name) => {
    expect(await end(wrong)).toEqual({ code: WRONG_SETTING, line: expect.stringMatching(name) });
  });

  it('ends at the start where an index has an older mapping, or one of the future', async () => {
    const { OPENSEARCH_URL, OPENSEARCH_INDEX_PREFIX = 'lectern-local' } = engines.env;
    const name = `${OPENSEARCH_INDEX_PREFIX}-keywords-5f0c1a52-8a53-4d29-9a55-3f6f0f7c8e01-1`;
    const address = `${OPENSEARCH_URL}/${name}`;
    for (const [version, line] of [
      [0, `${name} of OpenSearch have an older mapping: run the migration`],
      [1_000, `A newer release of Lectern has written ${name}: run that one, or a later one`],
    ] as const) {
      await put(address, { mappings: { _meta: { version } } });
      const ended = await end({}).finally(() => fetch(address, { method: 'DELETE' }));
      expect(ended).toEqual({ code: CANNOT_START, line: expect.stringContaining(`Lectern cannot start: ${line}`) });
      expect(ended.line).not.toContain('\n');
    }
  });

  it('ends at the start where vectors have another size', async () => {
    const QDRANT_COLLECTION_PREFIX = 'mistaken';
    const { QDRANT_URL } = engines.env;
    await put(`${QDRANT_URL}/collections/mistaken-old`, {
      vectors: { text: { size: 7, distance: 'Cosine' } },
    });
    const alias = { create_alias: { collection_name: 'mistaken-old', alias_name: 'mistaken-384' } };
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ actions: [alias] });
    await fetch(`${QDRANT_URL}/collections/aliases`, { method: 'POST', headers, body });
    const line = /The Qdrant collection mistaken-384 has vectors of 7 dimensions instead of 384: remove it and rebuild/;
    expect(await end({ QDRANT_COLLECTION_PREFIX })).toEqual({
      code: CANNOT_START,
      line: expect.stringMatching(oneLine(line)),
    });
  });

  it('ends at the start where the database was used by a newer version', async () => {
    const database = new Database({ connectionString: postgres.url });
    await database.connect();
    await database.query(`insert into knowledge_box.migrations (timestamp, name) values (1, 'AddMoon2763740900000')`);
    await database.end();
    const line = /The schema knowledge_box is newer than this version of Lectern.* AddMoon2763740900000: start a newer/;
    expect(await end({})).toEqual({ code: CANNOT_START, line: expect.stringMatching(oneLine(line)) });
  });

  it('ends at the start, and says in a line what to do about the address of NATS', async () => {
    const line = /NATS at \S+ does not answer: correct NATS_URL/;
    expect(await endWithoutNats).toEqual({ code: CANNOT_START, line: expect.stringMatching(oneLine(line)) });
  });
});

function oneLine({ source }: RegExp): RegExp {
  return new RegExp(`^Lectern cannot start: .*${source}[^\\n]*$`);
}

async function migrated(env: Environment): Promise<void> {
  const app = AppProcess.start('migrate', env);
  expect([await app.ended(END_MS_MAX), app.printed]).toEqual([0, expect.stringContaining('Up to date')]);
}

/** Lets nobody in. */
async function listeningGuard(): Promise<Server> {
  const refusal = JSON.stringify({ error: 'unauthorized' });
  const guard = createServer((_, answer) => answer.writeHead(401, { 'content-type': 'application/json' }).end(refusal));
  guard.listen(0, '127.0.0.1');
  await once(guard, 'listening');
  return guard;
}
