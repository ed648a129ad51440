import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readFile, realpath, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { PostgresBinaries } from './postgres-binaries';
import { type ServerFolder, spawnServer } from './server-spawn';
import { isReachable, type ServerUser } from './server-user';

/** The kernel allows 108 on Linux and 104 elsewhere, including the final zero. */
const SOCKET_PATH_BYTES_MAX = 100;
const COMPLAINT_CHARS_MAX = 2_000;

export interface DataFolder extends ServerFolder {
  /** The server's data directory, the value of `-D`. */
  readonly data: string;
  readonly socketFolder: string;
  readonly log: string;
  /** Contains the ids of the process that stops the server, and of the server. */
  readonly watcher: string;
}

/** Creates `folder` with mode 0700 for `user`, at any location. */
export async function prepareFolder(folder: string, user: ServerUser | undefined): Promise<DataFolder> {
  await mkdir(resolve(folder), { recursive: true });
  const root = await realpath(folder);
  await own(root, user);
  return {
    root,
    data: join(root, 'data'),
    socketFolder: await shortFolder(root, user),
    log: join(root, 'server.log'),
    watcher: join(root, 'watcher'),
    user,
    isHandedOver: !(await isReachable(root, user)),
  };
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
  files: DataFolder,
  { initdb, major }: PostgresBinaries,
  { durable }: { readonly durable: boolean },
): Promise<void> {
  const { data } = files;
  if (existsSync(join(data, 'PG_VERSION'))) return assertVersion(data, major);
  const draft = `${data}.new`;
  await rm(draft, { recursive: true, force: true });
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--encoding=UTF8'];
  const rest = ['--username=lectern', '--auth=trust', '--no-instructions', ...(durable ? [] : ['--no-sync'])];
  await run(files, initdb, [...locale, ...rest, '-D', draft]);
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

async function run(files: DataFolder, program: string, args: readonly string[]): Promise<void> {
  const child = await spawnServer(files, program, { args, output: ['ignore', 'pipe'] });
  await new Promise<void>((done, failed) => {
    let complaint = '';
    child.stderr?.on('data', (chunk) => (complaint = `${complaint}${chunk}`.slice(-COMPLAINT_CHARS_MAX)));
    child.on('error', failed);
    child.on('close', (code) =>
      code === 0 ? done() : failed(new Error(`${program} failed (${code}): ${complaint.trim()}${hintOn(complaint)}`)),
    );
  });
}

function hintOn(complaint: string): string {
  return complaint.includes('could not look up') ? ' (add a line for it to /etc/passwd, or set DATABASE_URL)' : '';
}
