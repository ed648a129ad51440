import type { BigIntStats } from 'node:fs';
import { lstat, opendir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Ignore } from 'ignore';
import { reasonOf } from '../api';

/** Rules of what is left out, in the syntax of .gitignore; of a folder and what is below it. */
export const IGNORE_FILE = '.lecternignore';
/** Rules of who finds what. */
export const GROUPS_FILE = '.lecterngroups';
const IGNORE_FILE_BYTES_MAX = 1_000_000;
const DEPTH_MAX = 200;
const always = new Set([IGNORE_FILE, GROUPS_FILE, '.git']);

/** A file below a folder. */
export interface FoundFile {
  /** Where it can be opened. */
  readonly path: string;
  /** Below the folder, with slashes. */
  readonly name: string;
  readonly sizeBytes: number;
  /** Changes with the content: time of the last change, and which file it is. */
  readonly stamp: string;
  readonly modifiedMs: number;
}

/** A file or a folder that could not be looked at. */
export interface Unreadable {
  /** Below the folder, with slashes; empty is the folder itself. */
  readonly name: string;
  readonly problem: string;
}

export type Finding = FoundFile | Unreadable;

export const isFile = (finding: Finding): finding is FoundFile => 'stamp' in finding;

export interface WalkOptions {
  /** Whether symbolic links are followed; otherwise they are left out. */
  readonly followsLinks?: boolean;
  readonly signal?: AbortSignal;
}

interface Rules {
  readonly below: string;
  readonly rules: Ignore;
}

interface Place {
  readonly path: string;
  readonly name: string;
  readonly rules: readonly Rules[];
  /** Real paths of the folders above, where links are followed: one of them again is a circle. */
  readonly above: readonly string[];
}

/** Regular files below a folder, folder by folder, in no order; memory does not grow with their number. */
export async function* filesBelow(folder: string, options: WalkOptions = {}): AsyncGenerator<Finding> {
  yield* walk({ path: folder, name: '', rules: [], above: [] }, options);
}

async function* walk(place: Place, options: WalkOptions): AsyncGenerator<Finding> {
  const { path, name } = place;
  try {
    if (place.above.length >= DEPTH_MAX) throw new Error(`More than ${DEPTH_MAX} folders deep`);
    const real = await realpath(path);
    if (place.above.includes(real)) return;
    const within = { ...place, rules: await rulesIn(place), above: [...place.above, real] };
    for await (const entry of await opendir(path)) {
      options.signal?.throwIfAborted();
      if (!always.has(entry.name)) yield* lookAt(entry.name, within, options);
    }
  } catch (error) {
    if (options.signal?.aborted) throw error;
    yield { name, problem: reasonOf(error) };
  }
}

async function* lookAt(entry: string, place: Place, options: WalkOptions): AsyncGenerator<Finding> {
  const [path, name] = [join(place.path, entry), place.name === '' ? entry : `${place.name}/${entry}`];
  try {
    const link = await lstat(path, { bigint: true });
    if (link.isSymbolicLink() && !options.followsLinks) return;
    const stats = link.isSymbolicLink() ? await stat(path, { bigint: true }) : link;
    if (isIgnored(name, stats.isDirectory(), place.rules)) return;
    if (stats.isDirectory()) yield* walk({ ...place, path, name }, options);
    else if (stats.isFile()) yield fileOf(path, name, stats);
  } catch (error) {
    if (options.signal?.aborted) throw error;
    // Deleted since the folder was read.
    if (!isMissing(error)) yield { name, problem: reasonOf(error) };
  }
}

/** One file that was named by itself. @throws the error of the file system */
export async function fileAt(path: string): Promise<FoundFile> {
  return fileOf(path, basename(path), await stat(path, { bigint: true }));
}

function fileOf(path: string, name: string, { size, mtimeNs, ctimeNs, ino, mtimeMs }: BigIntStats): FoundFile {
  const stamp = `${size}-${mtimeNs}-${ctimeNs}-${ino}`;
  return { path, name, sizeBytes: Number(size), stamp, modifiedMs: Number(mtimeMs) };
}

async function rulesIn({ path, name, rules }: Place): Promise<readonly Rules[]> {
  const file = join(path, IGNORE_FILE);
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) return rules;
  if (found.size > IGNORE_FILE_BYTES_MAX) throw new Error(`${file} has more than ${IGNORE_FILE_BYTES_MAX} bytes`);
  const { default: ignore } = await import('ignore');
  return [...rules, { below: name, rules: ignore().add(await readFile(file, 'utf8')) }];
}

/** As in git: rules of deeper folders come later, and the last one that matches counts. */
function isIgnored(name: string, isFolder: boolean, all: readonly Rules[]): boolean {
  let ignored = false;
  for (const { below, rules } of all) {
    const relative = below === '' ? name : name.slice(below.length + 1);
    const { ignored: hides, unignored: shows } = rules.test(isFolder ? `${relative}/` : relative);
    ignored = hides || (ignored && !shows);
  }
  return ignored;
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
