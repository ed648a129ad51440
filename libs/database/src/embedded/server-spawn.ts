import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { open } from 'node:fs/promises';
import type { ServerUser } from './server-user';

/** The first after standard input, output and error. */
const FOLDER_FD = 3;

/** The folder that a server may see, and as whom it runs. */
export interface ServerFolder {
  readonly root: string;
  /** Whom the folder belongs to; undefined when the server runs as we do. */
  readonly user: ServerUser | undefined;
  /** The user cannot pass through the folders above: the server gets the folder itself, opened. */
  readonly isHandedOver: boolean;
}

export interface SpawnOptions {
  /** Paths in the server's folder are put as the server sees them. */
  readonly args: readonly string[];
  /** Of standard output and error: `ignore`, `pipe`, or an open file. */
  readonly output: readonly ['ignore' | number, 'pipe' | number];
}

/**
 * Starts one of Postgres' programs as the folder's user. When that user cannot reach the folder by its path (root's
 * home is closed to all others), it still can through an open file: Linux follows `/proc/self/fd/3` to the folder
 * itself, without a look at what lies above.
 */
export async function spawnServer(files: ServerFolder, program: string, options: SpawnOptions): Promise<ChildProcess> {
  const { root, user, isHandedOver } = files;
  const seen = (arg: string) => (isHandedOver ? arg.replace(root, `/proc/self/fd/${FOLDER_FD}`) : arg);
  const folder = await open(root);
  try {
    const stdio: StdioOptions = ['ignore', ...options.output, folder.fd];
    const env = { PATH: process.env['PATH'], TZ: 'UTC', LC_ALL: 'C' };
    // In its own session: Ctrl-C in a terminal is for us, and we stop the server when we are done with it.
    return spawn(program, options.args.map(seen), { ...user, env, cwd: '/', detached: true, stdio });
  } finally {
    await folder.close();
  }
}
