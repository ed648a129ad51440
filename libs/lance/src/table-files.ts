import { open, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FOOTER_BYTES, footerProblem } from './file-footers';

const FILES_AT_ONCE = 16;
/** A file of this age is not written any more. */
const SETTLED_MS = 2_000;
/** What files end with, by their endings; those of others say nothing. */
const marks: readonly (readonly [RegExp, string])[] = [
  [/\.(lance|idx|manifest)$/, 'LANC'],
  [/\.arrow$/, 'ARROW1'],
];
const VERSIONS = '_versions';
/** Names of descriptions count down from this, so that the newest comes first. */
const VERSION_MAX = 2n ** 64n - 1n;

interface Listed {
  readonly parentPath: string;
  readonly name: string;
}

/**
 * The files of one table. LanceDB never changes one: what is another file than when it was seen first, or does not end
 * as LanceDB ends it, is damaged, whatever is still known of it in memory.
 */
export class TableFiles {
  /** By path: size and date of change. */
  private seen = new Map<string, string>();
  /** Where they were seen: a table that is dropped and made again has files of the same names in another folder. */
  private folder: string | undefined;
  /** When a look ended that found nothing. */
  soundAtMs = -Infinity;
  private last: { readonly atMs: number; readonly problem: Promise<string | undefined> } | undefined;

  constructor(private readonly path: string) {}

  /**
   * Why the table cannot be trusted; `undefined` when its files are what LanceDB wrote, or when it is not there.
   *
   * @param everyMs what was found so lately counts
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

/** What tells a folder from another one at its path. */
async function folderAt(path: string): Promise<string | undefined> {
  const found = await stat(path, { bigint: true }).catch(() => undefined);
  return found && `${found.dev} ${found.ino} ${found.birthtimeNs}`;
}

/** Files come and go while they are looked at: one that cannot be read is LanceDB's to report. */
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

/** The version that LanceDB noted last, after it was stored; `undefined` where it noted none that can be read. */
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
