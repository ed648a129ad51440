import type { ChildProcess } from 'node:child_process';
import { open, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataFolder } from './data-folder';
import type { PostgresBinaries } from './postgres-binaries';
import { serverArguments } from './server-settings';
import { spawnServer } from './server-spawn';

/** Recovery after a crash may replay a gigabyte. */
const READY_TIMEOUT_MS = 600_000;
const READY_POLL_MS = 3;
const LOG_BYTES_MAX = 4 * 1024 * 1024;
const COMPLAINT_BYTES_MAX = 4_000;

export interface PidFile {
  readonly pid: number;
  readonly ready: boolean;
  /** Identifies one version of the file. */
  readonly written: string;
}

/** The server's own status; undefined when it is not running and was shut down properly. */
export async function readPidFile({ data }: DataFolder): Promise<PidFile | undefined> {
  const path = join(data, 'postmaster.pid');
  // Read first, so that old content is never mistaken for a new version.
  const written = await stat(path).catch(() => undefined);
  const content = await readFile(path, 'utf8').catch(() => '');
  const lines = content.split('\n');
  const pid = Number(lines[0]);
  if (!(pid > 0) || !written) return undefined;
  return { pid, ready: lines[7]?.trim() === 'ready', written: `${written.ino} ${written.mtimeMs}` };
}

/**
 * Whether the server that was started is the one that reports to be ready. In a container process ids are reused: a
 * killed server may have had the id of the next, and its file, which still exists, reports to be ready, too.
 */
export function isReadyServer(pid: number | undefined, before: PidFile | undefined, now: PidFile | undefined): boolean {
  return now?.ready === true && now.pid === pid && now.written !== before?.written;
}

export function isAlive(pid: number): boolean {
  return signal(pid, 0);
}

/** @returns false when there was no such process */
export function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch {
    return false;
  }
}

/** Starts the server and waits until it accepts connections. Returns its process id, or its output if it ended. */
export async function launch(
  files: DataFolder,
  { postgres }: PostgresBinaries,
  { durable }: { readonly durable: boolean },
): Promise<{ readonly pid?: number; readonly complaint: string }> {
  const log = await openLog(files.log);
  const { size } = await log.stat();
  try {
    const before = await readPidFile(files);
    const args = ['-D', files.data, ...serverArguments(files.socketFolder, durable)];
    const child = await spawnServer(files, postgres, { args, output: [log.fd, log.fd] });
    child.unref();
    const ready = await isReady(child, files, before);
    return ready ? { pid: child.pid, complaint: '' } : { complaint: await tail(files.log, size) };
  } finally {
    await log.close();
  }
}

async function isReady(child: ChildProcess, files: DataFolder, before?: PidFile): Promise<boolean> {
  let failure: Error | undefined;
  child.on('error', (error) => (failure = error));
  for (const until = Date.now() + READY_TIMEOUT_MS; Date.now() < until; await sleep(READY_POLL_MS)) {
    if (failure) throw failure;
    if (child.exitCode !== null || child.signalCode !== null) return false;
    if (isReadyServer(child.pid, before, await readPidFile(files))) return true;
  }
  throw new Error(`The embedded database was not ready after ${READY_TIMEOUT_MS} ms: see ${files.log}`);
}

/** Appends; one previous log is kept. */
async function openLog(path: string) {
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  if (size > LOG_BYTES_MAX) await rename(path, `${path}.1`);
  return open(path, 'a', 0o600);
}

async function tail(path: string, from: number): Promise<string> {
  const content = await readFile(path);
  return content
    .subarray(Math.max(from, content.length - COMPLAINT_BYTES_MAX))
    .toString()
    .trim();
}
