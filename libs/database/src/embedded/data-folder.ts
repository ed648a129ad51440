import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, lstat, mkdir, readFile, realpath, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type PostgresBinaries, REACHABLE_FOLDER } from './postgres-binaries';
import { isReachable, type ServerUser } from './server-user';

/** The kernel allows 108 on Linux and 104 elsewhere, the final zero included. */
const SOCKET_PATH_BYTES_MAX = 100;

export interface DataFolder {
  /** The server's own, what `-D` names. */
  readonly data: string;
  readonly socketFolder: string;
  readonly log: string;
  /** Names the process that stops the server, and the server. */
  readonly watcher: string;
}

/** Makes `folder` with mode 0700 for `user`; where `user` cannot reach it, a link to a folder that can be reached. */
export async function prepareFolder(folder: string, user: ServerUser | undefined): Promise<DataFolder> {
  const root = await reachable(resolve(folder), user);
  await own(root, user);
  const socketFolder = await shortFolder(root, user);
  return { data: join(root, 'data'), socketFolder, log: join(root, 'server.log'), watcher: join(root, 'watcher') };
}

async function reachable(folder: string, user: ServerUser | undefined): Promise<string> {
  await mkdir(join(folder, '..'), { recursive: true });
  const isLink = await lstat(folder).then(
    (found) => found.isSymbolicLink(),
    () => false,
  );
  if (!isLink && !(await isReachable(folder, user))) {
    if (existsSync(folder))
      throw new Error(`${folder} must be reachable for the user id ${user?.uid}, or not exist yet`);
    const target = join(REACHABLE_FOLDER, `data-${digest(folder)}`);
    await mkdir(target, { recursive: true, mode: 0o755 });
    await symlink(target, folder);
  }
  await mkdir(folder, { recursive: true });
  return realpath(folder);
}

async function shortFolder(root: string, user: ServerUser | undefined): Promise<string> {
  if (Buffer.byteLength(join(root, '.s.PGSQL.5432.lock')) <= SOCKET_PATH_BYTES_MAX) return root;
  const folder = join(tmpdir(), `lectern-${digest(root)}`);
  await mkdir(folder, { recursive: true });
  await own(folder, user);
  return folder;
}

async function own(folder: string, user: ServerUser | undefined): Promise<void> {
  await chmod(folder, 0o700);
  if (user) await chown(folder, user.uid, user.gid);
}

function digest(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 16);
}

/**
 * Creates the database cluster unless it exists. A start that is killed half-way leaves nothing under `data`.
 *
 * @throws Error when the cluster is of another major version, or `initdb` fails
 */
export async function initialise(
  { data }: DataFolder,
  { initdb, major }: PostgresBinaries,
  { user, durable }: { readonly user: ServerUser | undefined; readonly durable: boolean },
): Promise<void> {
  if (existsSync(join(data, 'PG_VERSION'))) return assertVersion(data, major);
  const draft = `${data}.new`;
  await rm(draft, { recursive: true, force: true });
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--encoding=UTF8'];
  const rest = ['--username=lectern', '--auth=trust', '--no-instructions', ...(durable ? [] : ['--no-sync'])];
  await run(initdb, ['-D', draft, ...locale, ...rest], user);
  await rename(draft, data).catch((error: unknown) => {
    if (!existsSync(join(data, 'PG_VERSION'))) throw error;
  });
}

async function assertVersion(data: string, major: string): Promise<void> {
  const found = (await readFile(join(data, 'PG_VERSION'), 'utf8')).trim();
  if (found === major) return;
  throw new Error(
    `${data} was written by Postgres ${found}, this is ${major}: dump it with ${found} and load it into a new folder`,
  );
}

function run(program: string, args: readonly string[], user: ServerUser | undefined): Promise<void> {
  return new Promise((done, failed) => {
    const env = { PATH: process.env['PATH'], TZ: 'UTC', LC_ALL: 'C' };
    const child = spawn(program, args, { ...user, cwd: '/', env, stdio: ['ignore', 'ignore', 'pipe'] });
    let complaint = '';
    child.stderr.on('data', (chunk) => (complaint = `${complaint}${chunk}`.slice(-2_000)));
    child.on('error', failed);
    child.on('close', (code) =>
      code === 0 ? done() : failed(new Error(`${program} failed (${code}): ${complaint.trim()}${hintOn(complaint)}`)),
    );
  });
}

function hintOn(complaint: string): string {
  return complaint.includes('could not look up') ? ' (add a line for it to /etc/passwd, or set DATABASE_URL)' : '';
}
