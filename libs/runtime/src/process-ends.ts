import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** Id of this process, unique among all processes ever. */
export const processLife: string = randomUUID();

/** Below the data folder. `tools/child-end.mjs` uses the same name. */
const FOLDER = 'process-ends';
/** Created when the process starts, removed when it exits. A parent renames it to `.ended` after a fatal signal. */
const RUNNING = '.running';
/** Written by the process or its parent: the process ended through its own fault. */
const ENDED = '.ended';
/** Written by V8 when the heap is full or a fatal error occurs. */
const REPORT = '.report';
const NAME = /^.+_(\d+)_([0-9a-f-]{36})\.(?:running|ended|report)$/;

/** Long enough for every service to judge its tasks by the notes. */
const KEPT_MS = 7 * 24 * 3_600_000;
const FILES_MAX = 10_000;

let current: { readonly folder: string; readonly name: string } | undefined;
let ends: ReadonlySet<string> = new Set();

/**
 * Ids of processes that are known to have ended through their own fault: an unhandled error, a full heap, or a fatal
 * signal that the parent saw. Processes that were killed, or whose machine went down, are not among them.
 */
export function selfInflictedEnds(): ReadonlySet<string> {
  return ends;
}

/**
 * Ensures that this process leaves a note below the data folder when it ends through its own fault, and reads the notes
 * of earlier processes. Without a writable folder there are no notes, and the cause of every end is unknown.
 */
export function noteOwnEnd(dataFolder: string): void {
  if (!existsSync(dataFolder)) return;
  const folder = join(dataFolder, FOLDER);
  const name = `${hostname().replaceAll('_', '-')}_${process.pid}_${processLife}`;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    ends = readEnds(folder);
    writeFileSync(join(folder, `${name}${RUNNING}`), '', { mode: 0o600 });
  } catch {
    return;
  }
  current = { folder, name };
  const { report } = process;
  report.directory = folder;
  report.filename = `${name}${REPORT}`;
  report.compact = true;
  Reflect.set(report, 'excludeNetwork', true); // Not among Node's types yet.
  // The environment holds secrets.
  report.excludeEnv = true;
  report.reportOnFatalError = true;
  process.on('exit', () => rmSync(join(folder, `${name}${RUNNING}`), { force: true }));
}

/** Called by a process that is about to end because of an unhandled error. */
export function noteUnhandledError(): void {
  if (!current) return;
  try {
    writeFileSync(join(current.folder, `${current.name}${ENDED}`), 'error', { mode: 0o600 });
  } catch {
    // The cause of this end stays unknown.
  }
}

/** Removes notes that are no longer needed. */
function readEnds(folder: string): ReadonlySet<string> {
  const lives = new Set<string>();
  for (const file of readdirSync(folder).slice(0, FILES_MAX)) {
    const [, pid, life] = NAME.exec(file) ?? [];
    const path = join(folder, file);
    if (!life) continue;
    if (file.endsWith(RUNNING)) {
      if (isOwn(file) && !isAlive(Number(pid))) rmSync(path, { force: true });
    } else if (isOld(path)) rmSync(path, { force: true });
    else lives.add(life);
  }
  return lives;
}

function isOld(path: string): boolean {
  return Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) > KEPT_MS;
}

/** Whether the note is from this host, whose processes can be looked up. */
function isOwn(file: string): boolean {
  return file.startsWith(`${hostname().replaceAll('_', '-')}_`);
}

function isAlive(pid: number): boolean {
  return pid !== process.pid && existsSync(`/proc/${pid}`);
}
