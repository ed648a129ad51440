import { open, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FOOTER_BYTES, footerProblem } from './file-footers';

const FILES_AT_ONCE = 16;
/** A file of this age is no longer being written. */
const SETTLED_MS = 2_000;
/** Final bytes of files by extension; other files are not checked. */
const marks: readonly (readonly [RegExp, string])[] = [
  [/\.(lance|idx|manifest)$/, 'LANC'],
  [/\.arrow$/, 'ARROW1'],
];
const VERSIONS = '_versions';
/** Names of descriptions count down from this number, so that the newest sorts first. */
const VERSION_MAX = 2n ** 64n - 1n;

interface Listed {
  readonly parentPath: string;
  readonly name: string;
}

/**
 * The files of one table. LanceDB never changes a file, so a file that has changed since it was first seen, or lacks
 * LanceDB's final bytes, is damaged, whatever is cached in memory.
 */
export class TableFiles {
  /** Size and modification time by path. */
  private seen = new Map<string, string>();
  /** The folder in which they were seen: a recreated table has files with the same names in another folder. */
  private folder: string | undefined;
  /** Time of the last check that found no problem. */
  soundAtMs = -Infinity;
  private last: { readonly atMs: number; readonly problem: Promise<string | undefined> } | undefined;

  constructor(private readonly path: string) {}

  /**
   * Why the table cannot be trusted; `undefined` when its files are intact, or when it does not exist.
   *
   * @param everyMs maximum age of a cached result
   */
  problem(everyMs = 0): Promise<string | undefined> {
    const nowMs = Date.now();
    if (this.last && nowMs - this.last.atMs < everyMs) return this.last.problem;
    this.last = { atMs: nowMs, problem: this.look() };
    return this.last.problem;
  }

  private async look(): Promise<string | undefined> {
    const hinted = await hintedVersion(this.path);
    const folder = await folderAt(this.path);
    const entries = await readdir(this.path, { withFileTypes: true, recursive: true }).catch(() => []);
    const files = entries.filter((entry) => entry.isFile());
    if (files.length === 0) return undefined;
    if (hinted !== undefined && newestVersion(files) < hinted) return `its newest version, ${hinted}, is gone`;
    const marked = files.filter(({ name }) => markOf(name) !== undefined);
    const before = folder === this.folder ? this.seen : new Map<string, string>();
    const now = new Map<string, string>();
    for (let start = 0; start < marked.length; start += FILES_AT_ONCE) {
      const some = marked.slice(start, start + FILES_AT_ONCE).map((file) => lookAt(file, before, now));
      const found = (await Promise.all(some)).find((problem) => problem !== undefined);
      if (found) return found;
    }
    this.seen = now;
    this.folder = folder;
    this.soundAtMs = Date.now();
    return undefined;
  }
}

/** Identifies a folder among those that had the same path. */
async function folderAt(path: string): Promise<string | undefined> {
  const found = await stat(path, { bigint: true }).catch(() => undefined);
  return found && `${found.dev} ${found.ino} ${found.birthtimeNs}`;
}

/** Files come and go during the check: LanceDB reports those that cannot be read. */
async function lookAt(
  { parentPath, name }: Listed,
  before: ReadonlyMap<string, string>,
  now: Map<string, string>,
): Promise<string | undefined> {
  const path = join(parentPath, name);
  try {
    const { size, mtimeMs } = await stat(path);
    const state = `${size} ${mtimeMs}`;
    const known = before.get(path);
    if (known !== undefined && known !== state) return `${name}: it was changed`;
    const isSettled = Date.now() - mtimeMs >= SETTLED_MS;
    const problem = known === undefined ? await endProblem(path, { name, size, isSettled }) : undefined;
    if (problem) return `${name}: ${problem}`;
    if (isSettled) now.set(path, state);
  } catch {
    return undefined;
  }
  return undefined;
}

async function endProblem(
  path: string,
  { name, size, isSettled }: { readonly name: string; readonly size: number; readonly isSettled: boolean },
): Promise<string | undefined> {
  await using file = await open(path);
  const footer = Buffer.alloc(Math.min(FOOTER_BYTES, size));
  await file.read(footer, 0, footer.length, size - footer.length);
  if (footer.toString('latin1').endsWith(markOf(name) ?? ''))
    return name.endsWith('.lance') ? footerProblem(footer, size) : undefined;
  return isSettled ? 'it does not end as such a file ends' : undefined;
}

function markOf(name: string): string | undefined {
  return marks.find(([ending]) => ending.test(name))?.[1];
}

/** The latest version that LanceDB recorded, after storing it; `undefined` where there is no readable record. */
async function hintedVersion(path: string): Promise<bigint | undefined> {
  const hint = await readFile(join(path, VERSIONS, 'latest_version_hint.json'), 'utf8').catch(() => '');
  const [, version] = /^\{"version":(\d{1,18})\}$/.exec(hint) ?? [];
  return version === undefined ? undefined : BigInt(version);
}

function newestVersion(files: readonly Listed[]): bigint {
  const versions = files.flatMap(({ name }) => {
    const [, number] = /^(\d{20})\.manifest$/.exec(name) ?? [];
    return number === undefined ? [] : [VERSION_MAX - BigInt(number)];
  });
  return versions.reduce((newest, version) => (version > newest ? version : newest), 0n);
}
