import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { FoundFile } from '../content/walk';
import { CommandError, exitCodes } from '../exit-code';

const PAGE_ROWS = 500;
/** SQLITE_BUSY */
const BUSY = 5;

/** A file that the knowledge box has, or that was begun to be sent. */
export interface KnownFile {
  readonly name: string;
  /** Of its resource. */
  readonly slug: string;
  readonly sizeBytes: number;
  /** Of the file when it was read; empty: it is to be compared by its hash. */
  readonly stamp: string;
  /** Null until it is sent. */
  readonly sha256: string | null;
  /** Groups that may find it, sorted, as JSON; null where it is not known. */
  readonly groups: string | null;
}

/** A file of the folder that is new, or may have changed, with what the knowledge box has of it. */
export interface DueFile {
  readonly file: FoundFile;
  readonly groups: string;
  readonly known?: KnownFile;
}

type Row = Readonly<Record<string, SQLInputValue>>;

/**
 * What a synchronisation knows, on disk: it survives a kill at any moment, and memory does not grow with it. One
 * process has it at a time, until it closes it or ends in any way.
 */
export class SyncState {
  private readonly database: DatabaseSync;

  /** @throws CommandError when another has it open */
  constructor(file: string) {
    this.database = new DatabaseSync(file);
    try {
      this.prepare();
    } catch (error) {
      this.close();
      if (!(error instanceof Error && 'errcode' in error && error.errcode === BUSY)) throw error;
      throw new CommandError('This folder is being synchronised already', exitCodes.notAsItShouldBe);
    }
  }

  private prepare(): void {
    // The lock is one of the system, which a killed process loses with its life.
    this.database.exec(`
      PRAGMA locking_mode = EXCLUSIVE;
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA temp_store = FILE;
      CREATE TABLE IF NOT EXISTS files (
        name TEXT PRIMARY KEY, slug TEXT NOT NULL UNIQUE, size INTEGER NOT NULL, stamp TEXT NOT NULL, sha256 TEXT, groups TEXT
      ) WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
      CREATE TEMP TABLE found (
        name TEXT PRIMARY KEY, path TEXT NOT NULL, size INTEGER NOT NULL, stamp TEXT NOT NULL, modified REAL NOT NULL, groups TEXT NOT NULL
      ) WITHOUT ROWID;
      CREATE TEMP TABLE unreadable (name TEXT PRIMARY KEY) WITHOUT ROWID;
      CREATE TEMP TABLE gone (
        name TEXT PRIMARY KEY, slug TEXT NOT NULL, size INTEGER NOT NULL, stamp TEXT NOT NULL, sha256 TEXT, groups TEXT
      ) WITHOUT ROWID;
    `);
  }

  close(): void {
    this.database.close();
  }

  fact(name: string): string | undefined {
    const row = this.one('SELECT value FROM facts WHERE name = ?', name);
    return row === undefined ? undefined : String(row['value']);
  }

  setFact(name: string, value: string): void {
    this.run('INSERT INTO facts VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value', name, value);
  }

  /** Begins another look at the folder. */
  forgetFound(): void {
    this.database.exec('DELETE FROM found; DELETE FROM unreadable; DELETE FROM gone');
  }

  addFound({ name, path, sizeBytes, stamp, modifiedMs }: FoundFile, groups: string): void {
    this.run(
      'INSERT OR REPLACE INTO found VALUES (?, ?, ?, ?, ?, ?)',
      name,
      path,
      sizeBytes,
      stamp,
      modifiedMs,
      groups,
    );
  }

  /** What is there, or below it, is not known to be gone. */
  addUnreadable(name: string): void {
    this.run('INSERT OR REPLACE INTO unreadable VALUES (?)', name);
  }

  /** Notes the files that the folder has no longer. */
  findGone(): void {
    this.database.exec(`
      INSERT INTO gone SELECT files.* FROM files LEFT JOIN found USING (name) WHERE found.name IS NULL AND NOT EXISTS (
        SELECT 1 FROM unreadable AS u
        WHERE u.name = '' OR u.name = files.name OR substr(files.name, 1, length(u.name) + 1) = u.name || '/'
      )
    `);
  }

  get counts(): { readonly known: number; readonly gone: number; readonly opened: number } {
    const count = (sql: string) => Number(this.one(`SELECT count(*) AS n FROM ${sql}`)?.['n']);
    return {
      known: count('files'),
      gone: count('gone'),
      opened: count("found JOIN files USING (name) WHERE found.groups = '[]' AND files.groups NOT IN ('[]')"),
    };
  }

  /** Files that are new or may have changed, by name. The list may be read while files in it are done. */
  *due(): Generator<DueFile> {
    const sql = `
      SELECT found.*, files.slug, files.size AS size_before, files.stamp AS stamp_before, files.sha256, files.groups AS groups_before
      FROM found LEFT JOIN files USING (name)
      WHERE found.name > ? AND (
        files.name IS NULL OR files.sha256 IS NULL OR files.stamp != found.stamp OR files.groups IS NOT found.groups
      ) ORDER BY found.name LIMIT ${PAGE_ROWS}
    `;
    for (const row of this.pages(sql)) yield dueOf(row);
  }

  *gone(): Generator<KnownFile> {
    for (const row of this.pages(`SELECT * FROM gone WHERE name > ? ORDER BY name LIMIT ${PAGE_ROWS}`))
      yield knownOf(row);
  }

  /** Whether any file that is gone had this size: only then a new one can be the same under another name. */
  hasGoneOfSize(sizeBytes: number): boolean {
    return this.one('SELECT 1 FROM gone WHERE size = ? AND sha256 IS NOT NULL LIMIT 1', sizeBytes) !== undefined;
  }

  /** Takes a file that is gone, and had this content, out of those to delete. */
  takeGone(sha256: string): KnownFile | undefined {
    const row = this.one('SELECT * FROM gone WHERE sha256 = ? ORDER BY name LIMIT 1', sha256);
    if (!row) return undefined;
    const known = knownOf(row);
    this.run('DELETE FROM gone WHERE name = ?', known.name);
    return known;
  }

  put({ name, slug, sizeBytes, stamp, sha256, groups }: KnownFile): void {
    this.run('INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?, ?, ?)', name, slug, sizeBytes, stamp, sha256, groups);
  }

  /** The same resource under another name, in one step. */
  move(before: string, now: KnownFile): void {
    this.database.exec('BEGIN');
    this.remove(before);
    this.put(now);
    this.database.exec('COMMIT');
  }

  remove(name: string): void {
    this.run('DELETE FROM files WHERE name = ?', name);
  }

  private *pages(sql: string): Generator<Row> {
    for (let after: string | undefined = ''; after !== undefined;) {
      const rows: readonly Row[] = this.database.prepare(sql).all(after);
      yield* rows;
      after = rows.length < PAGE_ROWS ? undefined : String(rows.at(-1)?.['name']);
    }
  }

  private one(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.database.prepare(sql).get(...values);
  }

  private run(sql: string, ...values: SQLInputValue[]): void {
    this.database.prepare(sql).run(...values);
  }
}

function dueOf(row: Row): DueFile {
  const file = {
    name: String(row['name']),
    path: String(row['path']),
    sizeBytes: Number(row['size']),
    stamp: String(row['stamp']),
    modifiedMs: Number(row['modified']),
  };
  const before = {
    ...row,
    size: row['size_before'] ?? 0,
    stamp: row['stamp_before'] ?? '',
    groups: row['groups_before'] ?? null,
  };
  return { file, groups: String(row['groups']), ...(row['slug'] !== null && { known: knownOf(before) }) };
}

function knownOf(row: Row): KnownFile {
  const text = (value: SQLInputValue | undefined) => (typeof value === 'string' ? value : null);
  return {
    name: String(row['name']),
    slug: String(row['slug']),
    sizeBytes: Number(row['size']),
    stamp: String(row['stamp']),
    sha256: text(row['sha256']),
    groups: text(row['groups']),
  };
}
