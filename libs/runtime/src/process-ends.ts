import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** This process, among all that ever were. */
export const processLife: string = randomUUID();

/** Below the data folder. `tools/child-end.mjs` knows it, too. */
const FOLDER = 'process-ends';
/** Written when the process begins, removed when it exits. A parent renames it to `.ended` after a fatal signal. */
const RUNNING = '.running';
/** By the process itself, or by its parent: it ended by itself. */
const ENDED = '.ended';
/** By V8, when it has no heap left or finds itself broken. */
const REPORT = '.report';
const NAME = /^.+_(\d+)_([0-9a-f-]{36})\.(?:running|ended|report)$/;

/** By then every service has judged its work by it. */
const KEPT_MS = 7 * 24 * 3_600_000;
const FILES_MAX = 10_000;

let current: { readonly folder: string; readonly name: string } | undefined;
let ends: ReadonlySet<string> = new Set();

/**
 * Lives of processes that are known to have ended by themselves: by an error that nobody handled, a heap that ran full,
 * or a fatal signal that their parent has seen. A process that was killed, or whose machine was, is not among them.
 */
export function selfInflictedEnds(): ReadonlySet<string> {
  return ends;
}

/**
 * Has an end that this process brings about leave a note below the data folder, and reads the notes of earlier
 * processes. Without a folder that can be written nothing is noted, and every end counts as an unknown one.
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

/** Called by a process that is about to end because of an error that nobody handled. */
export function noteUnhandledError(): void {
  if (!current) return;
  try {
    writeFileSync(join(current.folder, `${current.name}${ENDED}`), 'error', { mode: 0o600 });
  } catch {
    // The end counts as an unknown one.
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

/** Of this host, whose processes can be looked up. */
function isOwn(file: string): boolean {
  return file.startsWith(`${hostname().replaceAll('_', '-')}_`);
}

function isAlive(pid: number): boolean {
  return pid !== process.pid && existsSync(`/proc/${pid}`);
}
