import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataFolder } from './data-folder';
import { isAlive } from './server-process';

/**
 * Stops the server when this process ends, even if it is killed: a shell waits on a pipe that nobody ever writes to
 * and that the kernel closes with this process. Returns a function that cancels the watch.
 */
export async function watchOver(pid: number, files: DataFolder): Promise<() => void> {
  if ((await watcherOf(files)) === `${process.pid} ${pid}`) return () => undefined;
  const script = 'read -r _; [ "$(head -n 1 "$2")" = "$1" ] && kill -INT "$1"';
  const args = ['-c', script, 'lectern-database-watch', String(pid), join(files.data, 'postmaster.pid')];
  const child = spawn('/bin/sh', args, { detached: true, cwd: '/', stdio: ['pipe', 'ignore', 'ignore'] });
  child.on('error', () => undefined); // Without a shell there is no watch: the next start finds the server running.
  child.stdin.on('error', () => undefined);
  child.unref();
  // A pipe to a child is a socket, which could keep the process alive.
  if ('unref' in child.stdin && typeof child.stdin.unref === 'function') child.stdin.unref();
  await writeFile(files.watcher, `${process.pid} ${pid}`);
  return () => child.kill('SIGKILL');
}

/** Whether the server runs only because it has not yet noticed that its process has ended. */
export async function isAbandoned(files: DataFolder): Promise<boolean> {
  const watcher = Number((await watcherOf(files)).split(' ')[0]);
  return watcher > 0 && !isAlive(watcher);
}

async function watcherOf({ watcher }: DataFolder): Promise<string> {
  return readFile(watcher, 'utf8').catch(() => '');
}
