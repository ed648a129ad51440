import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { open } from 'node:fs/promises';
import type { ServerUser } from './server-user';

/** The first after standard input, output and error. */
const FOLDER_FD = 3;

/** The folder that a server can access, and the user it runs as. */
export interface ServerFolder {
  readonly root: string;
  /** Owner of the folder; undefined when the server runs as the same user. */
  readonly user: ServerUser | undefined;
  /** The user cannot pass through the folders above, so the server receives the folder as an open file. */
  readonly isHandedOver: boolean;
}

export interface SpawnOptions {
  /** Paths in the server's folder are converted to the server's view. */
  readonly args: readonly string[];
  /** For standard output and error: `ignore`, `pipe`, or an open file. */
  readonly output: readonly ['ignore' | number, 'pipe' | number];
}

/**
 * Starts one of Postgres' programs as the folder's user. If that user cannot reach the folder by its path (root's home
 * is closed to all others), an open file still leads there: Linux resolves `/proc/self/fd/3` to the folder itself,
 * without checking the folders above it.
 */
export async function spawnServer(files: ServerFolder, program: string, options: SpawnOptions): Promise<ChildProcess> {
  const { root, user, isHandedOver } = files;
  const seen = (arg: string) => (isHandedOver ? arg.replace(root, `/proc/self/fd/${FOLDER_FD}`) : arg);
  const folder = await open(root);
  try {
    const stdio: StdioOptions = ['ignore', ...options.output, folder.fd];
    const env = { PATH: process.env['PATH'], TZ: 'UTC', LC_ALL: 'C' };
    // In its own session: Ctrl-C in a terminal reaches only this process, which stops the server when it no longer
    // needs it.
    return spawn(program, options.args.map(seen), { ...user, env, cwd: '/', detached: true, stdio });
  } finally {
    await folder.close();
  }
}
