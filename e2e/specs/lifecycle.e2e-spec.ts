import { existsSync } from 'node:fs';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, KnowledgeBoxClient, until } from '../harness/client';
import { BOOTSTRAP_TOKEN } from '../harness/deployment';
import { inParallel } from '../harness/parallel';
import { answersOk, AppProcess, freePort } from '../harness/process';
import { Standalone, temporaryFolder } from '../harness/standalone';

const START_TIMEOUT_MS = 60_000;
/** What an orchestrator waits before it kills. */
const STOP_TIMEOUT_MS = 10_000;
const RESOURCES = 40;
const CONNECTIONS = 8;

const root = (origin: string, token = BOOTSTRAP_TOKEN) => new Client(origin, { authorization: `Bearer ${token}` });

interface Started {
  readonly app: AppProcess;
  readonly origin: string;
}

async function started(env: Record<string, string>, command?: readonly [string, ...string[]]): Promise<Started> {
  const port = await freePort();
  return {
    app: AppProcess.start('standalone', { HTTP_PORT: String(port), ...env }, command),
    origin: `http://127.0.0.1:${port}`,
  };
}

const ready = ({ app, origin }: Started) =>
  app.until(() => answersOk(`${origin}/api/v1/health/ready`), START_TIMEOUT_MS);

describe('the life of a deployment, standalone', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await temporaryFolder();
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('begins with a token that is shown once and kept until it is used', async () => {
    const file = join(folder, 'first-token');
    const first = await started({ DATA_DIR: folder });
    await ready(first);
    const token = /First personal access token[^\n]*: (\S+)\n/.exec(first.app.printed)?.[1] ?? '';
    expect(token.length).toBeGreaterThanOrEqual(32);
    expect([(await readFile(file, 'utf8')).trim(), (await stat(file)).mode & 0o777]).toEqual([token, 0o600]);
    expect(await first.app.stop()).toBe(0);

    const second = await started({ DATA_DIR: folder });
    await ready(second);
    expect(second.app.printed).not.toContain(token);
    expect(existsSync(file)).toBe(true);
    expect((await root(second.origin, 'not-the-token').send('GET', '/accounts')).status).toBe(401);
    expect(existsSync(file)).toBe(true);
    expect((await root(second.origin, token).send('GET', '/accounts')).status).toBe(200);
    await until(async () => (existsSync(file) ? undefined : true), 'the file is removed');
    expect((await root(second.origin, token).send('GET', '/accounts')).status).toBe(200);
    await second.app.stop();
  });

  it('has its data folder for itself', async () => {
    const first = await started({ DATA_DIR: folder, BOOTSTRAP_TOKEN });
    await ready(first);
    const second = await started({ DATA_DIR: folder, BOOTSTRAP_TOKEN });
    expect(await second.app.ended(START_TIMEOUT_MS)).not.toBe(0);
    expect(second.app.printed.trim()).toBe(
      `Lectern cannot start: The data folder ${folder} is in use by another process (${first.app.pid})`,
    );
    expect((await root(first.origin).send('GET', '/accounts')).status).toBe(200);
    await first.app.stop();
  });

  it('ends when it is told to, and what was queued is done after the next start', async () => {
    let standalone = await Standalone.start({ dataDir: folder });
    let kb = await root(standalone.origin).createKnowledgeBox();
    const numbers = Array.from({ length: RESOURCES }, (_, i) => i);
    const rids = await inParallel(numbers, CONNECTIONS, (i) => {
      const body = `Resource number ${i} tells of narwhals. `.repeat(50);
      return i % 4 === 0
        ? kb.upload(Buffer.from(body), { filename: `${i}.txt`, contentType: 'text/plain' })
        : kb.createResource({ texts: { a: { body } } });
    });
    process.kill(standalone.app.pid, 'SIGTERM');
    expect(await standalone.app.ended(STOP_TIMEOUT_MS)).toBe(0);

    standalone = await Standalone.start({ dataDir: folder });
    kb = new KnowledgeBoxClient(root(standalone.origin), kb.id, kb.account);
    await inParallel(rids, CONNECTIONS, async (rid) => {
      expect([rid, (await kb.untilProcessed(rid)).metadata?.status]).toEqual([rid, 'PROCESSED']);
    });
    await standalone.stop();
  });

  it('ends when it is told to before it has begun', async () => {
    const first = await started({ DATA_DIR: folder, BOOTSTRAP_TOKEN });
    await until(async () => (existsSync(join(folder, 'owner.pid')) ? true : undefined), 'it has begun to start');
    process.kill(first.app.pid, 'SIGTERM');
    expect(await first.app.ended(START_TIMEOUT_MS)).toBe(0);
    const second = await started({ DATA_DIR: folder, BOOTSTRAP_TOKEN });
    await ready(second);
    expect((await root(second.origin).send('GET', '/accounts')).status).toBe(200);
    expect(await second.app.stop('SIGINT')).toBe(0);
  });

  it('finishes what it is answering before it ends', async () => {
    const standalone = await Standalone.start({ dataDir: folder });
    const kb = await root(standalone.origin).createKnowledgeBox();
    const answers = Array.from({ length: 30 }, () =>
      kb.client.send('POST', `${kb.path}/resources`, { body: { title: 'x' } }).catch(() => undefined),
    );
    await Promise.race(answers);
    process.kill(standalone.app.pid, 'SIGTERM');
    const statuses = (await Promise.all(answers)).map((answer) => answer?.status);
    expect(await standalone.app.ended(STOP_TIMEOUT_MS)).toBe(0);
    // Refused connections are fine; broken promises are not.
    for (const status of statuses) expect([201, 503, undefined]).toContain(status);
    expect(statuses).toContain(201);
  });

  it('is ready when a request succeeds, and not before', async () => {
    const one = await started({ DATA_DIR: folder, BOOTSTRAP_TOKEN });
    let early = 0;
    await one.app.until(async () => {
      const answer = await fetch(`${one.origin}/health/ready`).catch(() => undefined);
      if (answer?.status !== 200) early += 1;
      return answer?.status === 200;
    }, START_TIMEOUT_MS);
    const kb = await root(one.origin).createKnowledgeBox();
    expect(await kb.createResource({ texts: { a: { body: 'at once' } } })).toMatch(/^[0-9a-f]{32}$/);
    expect((await kb.find({ query: 'once' })).best_matches).toEqual(expect.any(Array));
    expect(early).toBeGreaterThan(0);
    await one.app.stop();
  });

  it('goes on, or ends with a clear line, when the embedded database dies', async () => {
    const one = await started({ DATA_DIR: folder, BOOTSTRAP_TOKEN });
    await ready(one);
    const kb = await root(one.origin).createKnowledgeBox();
    const create = () =>
      kb.client.send('POST', `${kb.path}/resources`, { body: { title: 'x' } }).catch(() => undefined);
    expect((await create())?.status).toBe(201);
    process.kill(
      Number((await readFile(join(folder, 'postgres', 'data', 'postmaster.pid'), 'utf8')).split('\n')[0]),
      'SIGKILL',
    );

    let wasAway = false;
    let unready = false;
    const outcome = await until(
      async () => {
        if (!one.app.running) return 'ended';
        const answer = await create();
        // While it is away, requests are refused as such.
        if (answer) expect([201, 503]).toContain(answer.status);
        wasAway ||= answer?.status !== 201;
        if (answer?.status === 503) unready ||= (await fetch(`${one.origin}/health/ready`)).status === 503;
        return wasAway && answer?.status === 201 ? 'goes on' : undefined;
      },
      'it ends or goes on',
      30_000,
    );

    if (outcome === 'goes on') {
      expect(unready).toBe(true);
      await one.app.until(() => answersOk(`${one.origin}/health/ready`), START_TIMEOUT_MS);
      return void (await one.app.stop());
    }
    expect(await one.app.ended(STOP_TIMEOUT_MS)).not.toBe(0);
    expect(one.app.printed).toMatch(/database/i);
  });
});

describe('settings that are wrong, standalone', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await temporaryFolder();
    await writeFile(join(folder, 'file'), 'not a folder');
    await writeFile(join(folder, 'names.json'), '{"headers": {"nonsense": {}}}');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.concurrent.each([
    ['HTTP_PORT', 'abc'],
    ['EGRESS_ALLOW', 'http://not/a/host'],
    ['TRUSTED_PROXIES', 'nonsense'],
    ['BOOTSTRAP_TOKEN', 'short'],
    ['WIRE_NAMES_FILE', '/nowhere/names.json'],
  ])('end the start with 78 and a line that names them: %s=%s', async (name, value) => {
    const data = await temporaryFolder();
    const { app } = await started({ DATA_DIR: data, BOOTSTRAP_TOKEN, [name]: value });
    expect(await app.ended(START_TIMEOUT_MS)).toBe(78);
    expect(app.printed).toContain(name);
    expect(app.printed).not.toMatch(/\n {4}at /);
    await rm(data, { recursive: true, force: true });
  });

  it.concurrent('of a provider are missed at the start, not at the first question', async () => {
    const data = await temporaryFolder();
    const { app } = await started({ DATA_DIR: data, BOOTSTRAP_TOKEN, GENERATOR: 'openai-compatible' });
    expect(await app.ended(START_TIMEOUT_MS)).toBe(78);
    expect(app.printed).toContain('OPENAI_BASE_URL');
    await rm(data, { recursive: true, force: true });
  });

  it.concurrent('such as a port that is taken or a folder that is none end the start with a clear line', async () => {
    const data = await temporaryFolder();
    const { origin } = await taken();
    const port = new URL(origin).port;
    const { app } = await started({ DATA_DIR: data, BOOTSTRAP_TOKEN, HTTP_PORT: port });
    expect(await app.ended(START_TIMEOUT_MS)).toBeGreaterThan(0);
    expect(app.printed).toMatch(new RegExp(`Lectern cannot start: .*${port}`));
    const other = await started({ DATA_DIR: join(folder, 'file'), BOOTSTRAP_TOKEN });
    expect(await other.app.ended(START_TIMEOUT_MS)).toBeGreaterThan(0);
    expect(other.app.printed).toMatch(/Lectern cannot start: .*file/);
    await rm(data, { recursive: true, force: true });
  });

  /** Somebody listens there already. */
  async function taken(): Promise<{ origin: string }> {
    const { server } = await import('../harness/modes');
    return server('standalone');
  }
});

describe('npm start, standalone', () => {
  it('passes on the signal that ends it', async () => {
    const folder = await temporaryFolder();
    const command = ['tools/run.mjs', 'start'] as const;
    const one = await started({ DATA_DIR: folder, BOOTSTRAP_TOKEN }, command);
    await ready(one);
    const owner = Number((await readFile(join(folder, 'owner.pid'), 'utf8')).trim());
    expect(owner).not.toBe(one.app.pid);
    expect(await one.app.stop()).toBe(0);
    expect(() => process.kill(owner, 0)).toThrow(/ESRCH/);
    expect(await answersOk(`${one.origin}/health/alive`)).toBe(false);
    await rm(folder, { recursive: true, force: true });
  });
});
