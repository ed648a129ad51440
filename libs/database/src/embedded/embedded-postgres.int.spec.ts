import { itUnless } from '@lectern/testing';
import { entryFile } from '@lectern/config';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { EmbeddedPostgres } from './embedded-postgres';

const notRoot = process.getuid?.() === 0 ? undefined : 'only root can start it as somebody else';
/** An ordinary user on every system. */
const DAEMON = 1;
const UNTIL_MS = 10_000;

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined); // The query reports the error.
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const children = new Set<ChildProcess>();

/** Starts a server in a separate process, and returns both. */
async function inProcess(folder: string, user: { readonly uid?: number; readonly gid?: number } = {}) {
  const module = JSON.stringify(entryFile(__dirname, 'embedded-postgres'));
  const program = `const tell = (what) => console.log(JSON.stringify(what));
    require(${module}).EmbeddedPostgres.start({ folder: process.argv[1] })
      .then(({ url, pid }) => tell({ url, pid }), (error) => tell({ error: String(error) }));
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['-e', program, folder], {
    ...user,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.add(child);
  const [line] = await once(child.stdout, 'data');
  return { child, server: JSON.parse(String(line)) };
}

jest.setTimeout(60_000);

describe('EmbeddedPostgres', () => {
  let folder: string;
  const parent = mkdtempSync(join(tmpdir(), 'lectern-postgres-'));
  chmodSync(parent, 0o755);

  beforeEach(() => (folder = join(parent, 'data', 'postgres')));
  afterAll(() => {
    for (const child of children) child.kill('SIGKILL');
    rmSync(parent, { recursive: true, force: true });
  });

  it('is durable, private, speaks Unicode, and keeps what was written over stop and start', async () => {
    const first = await EmbeddedPostgres.start({ folder });
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    await query(first.url, `create table kept as select lower('ÄÖÜ') as word`);
    const settings = await query(
      first.url,
      `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
      current_setting('listen_addresses') as listen, current_setting('server_encoding') as encoding`,
    );
    expect(settings).toEqual([{ fsync: 'on', commit: 'on', listen: '', encoding: 'UTF8' }]);
    await first.stop();
    await expect(query(first.url, 'select 1')).rejects.toThrow();
    const second = await EmbeddedPostgres.start({ folder });
    expect(await query(second.url, 'select word from kept')).toEqual([{ word: 'äöü' }]);
    await second.stop();
  });

  it('recovers what was committed when the server was killed', async () => {
    const killed = await EmbeddedPostgres.start({ folder });
    await query(killed.url, 'create table committed as select 1 as one');
    process.kill(killed.pid, 'SIGKILL');
    const next = await EmbeddedPostgres.start({ folder });
    expect(await query(next.url, 'select one from committed')).toEqual([{ one: 1 }]);
    await next.stop();
  });

  it('finds the server running that another start left', async () => {
    const one = await EmbeddedPostgres.start({ folder });
    const two = await EmbeddedPostgres.start({ folder });
    expect(two.pid).toBe(one.pid);
    await Promise.all([one.stop(), two.stop()]);
  });

  it('ends with the process that started it, however that ends, and starts again at once', async () => {
    const { child, server } = await inProcess(folder);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const next = await EmbeddedPostgres.start({ folder });
    expect(await query(next.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(next.pid).not.toBe(server.pid);
    await next.stop();
    expect(readFileSync(join(folder, 'server.log'), 'utf8')).toContain('received fast shutdown request');
  });

  it('works below a path that is too long for a socket', async () => {
    const long = join(parent, 'x'.repeat(100));
    renameSync(folder, long);
    const server = await EmbeddedPostgres.start({ folder: long });
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await server.stop();
    renameSync(long, folder);
  });

  itUnless(notRoot, 'works where only root may pass, though it runs as somebody else', async () => {
    const closed = join(parent, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    renameSync(folder, join(closed, 'postgres'));
    const server = await EmbeddedPostgres.start({ folder: join(closed, 'postgres') });
    await query(server.url, 'create table written as select 1 as one; checkpoint');
    expect(await query(server.url, 'select one from written')).toEqual([{ one: 1 }]);
    await server.stop();
    renameSync(join(closed, 'postgres'), folder);
    const fresh = await EmbeddedPostgres.start({ folder: join(closed, 'fresh') });
    await fresh.stop();
  });

  itUnless(notRoot, 'runs as who starts it when that is not root', async () => {
    const home = join(parent, 'home');
    mkdirSync(home);
    chownSync(home, DAEMON, DAEMON);
    const { child, server } = await inProcess(join(home, 'postgres'), { uid: DAEMON, gid: DAEMON });
    expect(server.error).toBeUndefined();
    expect(statSync(join(home, 'postgres', 'data')).uid).toBe(DAEMON);
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    child.kill('SIGKILL');
    for (const until = Date.now() + UNTIL_MS; Date.now() < until; await sleep(20)) {
      if (
        !(await query(server.url, 'select 1').then(
          () => true,
          () => false,
        ))
      )
        return;
    }
    throw new Error('It outlived its parent');
  });

  it('says why it does not start', async () => {
    rmSync(join(folder, 'data', 'global'), { recursive: true });
    await expect(EmbeddedPostgres.start({ folder })).rejects.toThrow(/did not start[\s\S]*global/);
  });
});
