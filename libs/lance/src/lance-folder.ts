import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { connect, type Connection, Session, type Table } from '@lancedb/lancedb';
import { ensureFolder, type FolderLock } from '@lectern/config';
import { type AnySequence, AppError, pagesOf } from '@lectern/contracts/core';
import type { Schema } from 'apache-arrow';
import type { Row } from './arrow-rows';
import type { Change, Extension } from './batch-plan';
import { DamageWatch, type OnDamage } from './damage-watch';
import { lockForWriting } from './folder-lock';
import { ForeignTable, ReplacedTableError } from './foreign-table';
import { indexError, isTableMissing, isMissingTable } from './lance-errors';
import { OpenTables } from './open-tables';
import { RememberedRows, type RowIds } from './row-ids';
import { isSuspicious } from './table-damage';
import { tablePath, readDescriptions, readWhole, refuseIncomplete } from './table-examination';
import type { TableIndex } from './table-index';
import { HeldFolder } from './held-folder';
import { openWriter, type TableWriter } from './table-writer';

/** A writer reads, too. There is one per folder; readers see its writes at their next search. */
export type IndexRole = 'writer' | 'reader';

export interface LanceFolderOptions {
  readonly folder: string;
  readonly role: IndexRole;
  /** Cache of decoded index data, in native memory. */
  readonly cacheSizeBytes: number;
  /** Time between two checks of the files of a table in use; by default 10 s. */
  readonly lookEveryMs?: number;
  /** How long a writer waits for the previous one to stop. */
  readonly lockWaitMs?: number;
  /** Commits after which a table is compacted; by default decided by the cost of searches. */
  readonly compactAfterCommits?: number;
  readonly warn?: (message: string) => void;
  readonly onDamage?: OnDamage;
}

/** Properties of all tables of a folder. */
export interface TableLayout {
  /** Names of the columns that are written. A table that lacks one is damaged. */
  readonly columns: readonly string[];
  readonly indexes: readonly TableIndex[];
}

interface OpenTable {
  readonly table: Table;
  readonly rowIds?: RowIds;
  readonly writer?: TableWriter;
  /** Present in a process that does not write the table. */
  readonly foreign?: ForeignTable;
}

/** An extension of a resource. */
type ExtensionPart = Pick<Extension, 'rid' | 'version' | 'since'> & { readonly rows: AnySequence<Row> };

const LOCK_WAIT_MS = 5_000;
const LOOK_EVERY_MS = 10_000;
/** Multiple of the time between two checks for which a check without findings is trusted. */
const LOOKS_TRUSTED = 3;
const metadataCacheSizeBytes = 32n << 20n;
const NAMES_PER_PAGE = 1_000;

/** The LanceDB tables of one folder, opened on demand. */
export class LanceFolder {
  private readonly tables = new OpenTables<OpenTable>((open) => this.closeTable(open));
  private readonly rows = new RememberedRows();
  private readonly watch: DamageWatch;
  private connection: Promise<Connection> | undefined;
  private lock: FolderLock | undefined;
  private knownNames: Promise<Set<string>> | undefined;
  private closed = false;

  constructor(
    private readonly options: LanceFolderOptions,
    private readonly layout: TableLayout,
  ) {
    this.watch = new DamageWatch(options.folder, layout.columns, options.onDamage);
  }

  /**
   * Runs a query; `undefined` when there is no such table.
   *
   * @throws DamagedIndexError when its files are damaged; AppError `unavailable`
   */
  async read<T>(name: string, query: (table: Table, rowIds?: RowIds) => Promise<T>): Promise<T | undefined> {
    this.watch.check(name);
    const attempt = async () => {
      const open = await this.find(name);
      if (!open) return undefined;
      // The answer may come from memory although the files are damaged, or from the damaged files.
      const asked = open.foreign ? open.foreign.read(query) : query(open.table, open.rowIds);
      const [answer] = await Promise.all([asked, this.look(name)]);
      return answer;
    };
    const again = async (error: unknown) => {
      if (!isSuspicious(error)) throw indexError(error);
      return this.readAgain(name, query);
    };
    return attempt().catch(async (error: unknown) => {
      if (!isTableMissing(error) && !(error instanceof ReplacedTableError)) return again(error);
      // Dropped by the writer, and possibly recreated.
      await this.tables.release(name);
      return this.readUnremembered(name, query).catch(again);
    });
  }

  /** Whether a readable table exists: checks its descriptions, or all of it. @throws DamagedIndexError */
  async inspect(name: string, { whole = false } = {}): Promise<'held' | 'absent'> {
    const look = whole ? readWhole : readDescriptions;
    this.watch.check(name);
    const connection = await this.connected().catch(translated);
    try {
      await this.watch.refuseUnreadable(name);
      const table = await connection.openTable(name);
      await refuseIncomplete(table, this.layout.columns);
      await look(table);
      return 'held';
    } catch (error) {
      if (isMissingTable(error)) {
        await this.tables.release(name);
        return (await this.find(name).catch(translated)) ? 'held' : 'absent';
      }
      if (!isSuspicious(error)) throw indexError(error);
      return (await this.readAgain(name, (table) => look(table).then(() => true))) ? 'held' : 'absent';
    }
  }

  /**
   * Changes a table, and creates it from `schema` if it is missing.
   *
   * @throws AppError `unavailable` when another process writes here, `invalid_request` when `accepts` says so
   */
  async change(
    name: string,
    changes: readonly Change[],
    { schema, accepts }: { readonly schema: Schema; readonly accepts?: (held: Schema) => void },
  ): Promise<void> {
    await this.write(name, async () => {
      for (;;) {
        await this.connected();
        if (!this.lock) throw new AppError('unavailable', `${this.options.folder} is open for reading only`);
        const open = (await this.find(name)) ?? (await this.create(name, schema));
        if (!open.writer?.open) continue;
        accepts?.(open.writer.schema);
        return await changeTable(open, changes, open.writer);
      }
    });
  }

  /**
   * Extends resources of a table, if it exists.
   *
   * @returns ids of resources that are not stored, or only in a version before `since`
   */
  async extend(
    name: string,
    parts: readonly ExtensionPart[],
    accepts?: (held: Schema) => void,
  ): Promise<readonly string[]> {
    const unfit = new Set(parts.map(({ rid }) => rid));
    await this.write(name, async () => {
      while (parts.length > 0 && (await this.names(name)).includes(name)) {
        const open = await this.find(name);
        if (!open) return;
        if (!open.writer?.open) continue;
        accepts?.(open.writer.schema);
        unfit.clear();
        const extensions = parts.map(async ({ rid, version, since, rows }): Promise<Extension> => {
          const made: Row[] = [];
          for await (const page of pagesOf(rows)) made.push(...page);
          return { kind: 'extend', rid, version, since, rows: made, onUnfit: () => void unfit.add(rid) };
        });
        return await changeTable(open, await Promise.all(extensions), open.writer);
      }
    });
    return [...unfit];
  }

  /** Changes a table if it exists. */
  async changeExisting(name: string, changes: readonly Change[]): Promise<void> {
    await this.write(name, async () => {
      while (changes.length > 0 && (await this.names(name)).includes(name)) {
        const open = await this.find(name);
        if (!open) return;
        if (open.writer?.open) return await changeTable(open, changes, open.writer);
      }
    });
  }

  /** Names of the tables, for a writer. */
  async names(prefix: string): Promise<string[]> {
    await this.connected().catch(translated);
    if (!this.lock) throw new AppError('unavailable', `${this.options.folder} is open for reading only`);
    this.knownNames ??= this.listNames();
    return [...(await this.knownNames)].filter((name) => name.startsWith(prefix));
  }

  /** Drops damaged tables, too. */
  async drop(name: string): Promise<void> {
    if (!(await this.names(name)).includes(name)) return;
    this.watch.noteDrop(name);
    await this.tables.release(name, async () => {
      const connection = await this.connected();
      await connection.dropTable(name).catch((error: unknown) => {
        if (isTableMissing(error) || isSuspicious(error)) return this.moveAway(name);
        throw indexError(error);
      });
      (await this.knownNames)?.delete(name);
      this.watch.noteDrop(name);
    });
  }

  /** @throws AppError `unavailable` when the folder cannot be used */
  async check(): Promise<void> {
    const connection = await this.connected().catch(translated);
    await connection.listTables({ limit: 1 }).catch(translated);
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.tables.releaseAll();
    const connection = await this.connection?.catch(() => undefined);
    connection?.close();
    this.lock?.release();
    this.lock = undefined;
  }

  /** Queries whichever table has the name now. */
  private async readUnremembered<T>(name: string, query: (table: Table) => Promise<T>): Promise<T | undefined> {
    const open = await this.find(name);
    return open && query(open.table);
  }

  /** Repeats a query without cached state, and reopens the open table if that was the cause. */
  private async readAgain<T>(name: string, query: (table: Table) => Promise<T>): Promise<T | undefined> {
    const found = await this.watch.again(name, query);
    await this.tables.release(name);
    if (found.state === 'sound') return found.value;
    const open = await this.find(name).catch(translated);
    return open && query(open.table).catch(translated);
  }

  private async write(name: string, work: () => Promise<void>): Promise<void> {
    this.watch.check(name);
    try {
      await work();
    } catch (error) {
      await this.watch.suspect(name, error);
      throw indexError(error);
    }
  }

  /** Whether the writer, who alone creates and drops tables, has a table of this name that cannot be opened. */
  private async isLost(name: string): Promise<boolean> {
    if (!this.lock) return false;
    return existsSync(this.pathOf(name)) || (await this.knownNames)?.has(name) === true;
  }

  /** Checks a table in use periodically, in the background if a recent check was fine. @throws DamagedIndexError */
  private async look(name: string): Promise<void> {
    const { lookEveryMs = LOOK_EVERY_MS } = this.options;
    const isTrusted = this.watch.wasSound(name, lookEveryMs * LOOKS_TRUSTED);
    const looking = this.watch.refuseUnreadable(name, lookEveryMs);
    // A finding is reported, and the next query is refused.
    if (isTrusted) void looking.catch(() => undefined);
    else await looking;
  }

  private pathOf(name: string): string {
    return tablePath(this.options.folder, name);
  }

  /** Leftovers that cannot be dropped must not block the replacement. */
  private async moveAway(name: string): Promise<void> {
    if (!existsSync(this.pathOf(name))) return;
    const away = `${this.pathOf(name)}.damaged`;
    await rm(away, { recursive: true, force: true });
    await rename(this.pathOf(name), away);
    await rm(away, { recursive: true, force: true });
  }

  private connected(): Promise<Connection> {
    if (this.closed) return Promise.reject(new AppError('unavailable', 'The index is closed'));
    this.connection ??= this.connect().catch((error: unknown) => {
      this.connection = undefined;
      throw error;
    });
    return this.connection;
  }

  private async connect(): Promise<Connection> {
    const { folder, role, cacheSizeBytes } = this.options;
    if (role === 'writer')
      this.lock = await lockForWriting(ensureFolder(folder), this.options.lockWaitMs ?? LOCK_WAIT_MS);
    const session = new Session(BigInt(cacheSizeBytes), metadataCacheSizeBytes);
    return connect(folder, { session, ...(role === 'reader' ? { readConsistencyInterval: 0 } : {}) });
  }

  private find(name: string): Promise<OpenTable | undefined> {
    return this.tables.get(name, async () => {
      const connection = await this.connected();
      // Taken before the table is opened: as long as the place is unchanged, the open table is the one there.
      const heldFolder = this.lock ? undefined : await HeldFolder.hold(this.pathOf(name));
      try {
        await this.watch.refuseUnreadable(name);
        const table = await connection.openTable(name);
        await refuseIncomplete(table, this.layout.columns);
        return this.lock ? await this.opened(table) : this.openedForeign(table, heldFolder);
      } catch (error) {
        await heldFolder?.close();
        if (!isMissingTable(error)) throw error;
        if (await this.isLost(name)) throw this.watch.found(name, 'its description is gone');
        return undefined;
      }
    });
  }

  private async create(name: string, schema: Schema): Promise<OpenTable> {
    const made = await this.tables.get(name, async () => {
      const connection = await this.connected();
      const table = await connection.createEmptyTable(name, schema, { mode: 'create', existOk: true });
      (await this.knownNames)?.add(name);
      return this.opened(table);
    });
    if (!made) throw new AppError('unavailable', `The index table ${name} could not be made`);
    return made;
  }

  private openedForeign(table: Table, heldFolder: HeldFolder | undefined): OpenTable {
    if (!heldFolder) return { table };
    const rowIds = this.rows.ofTable(table);
    return { table, rowIds, foreign: new ForeignTable(table, heldFolder, rowIds) };
  }

  private async opened(table: Table): Promise<OpenTable> {
    const { compactAfterCommits: afterCommits, warn = () => undefined } = this.options;
    const { name } = table;
    const onFailure = (error: unknown) => void this.watch.suspect(name, error).catch(() => undefined);
    const examine = () => this.watch.refuseUnreadable(name);
    const { indexes } = this.layout;
    const writer = await openWriter(table, { indexes, afterCommits, warn, onFailure, examine });
    return { table, rowIds: this.rows.ofTable(table), writer };
  }

  private async closeTable({ rowIds, writer, foreign }: OpenTable): Promise<void> {
    if (rowIds) this.rows.drop(rowIds);
    await foreign?.close();
    await writer?.close();
  }

  private async listNames(): Promise<Set<string>> {
    const connection = await this.connected();
    const names = new Set<string>();
    for (let pageToken: string | undefined; ;) {
      const page = await connection.listTables({ pageToken, limit: NAMES_PER_PAGE }).catch(translated);
      for (const name of page.tables) names.add(name);
      pageToken = page.pageToken;
      if (!pageToken) return names;
    }
  }
}

/** Changes a table and marks its rows as possibly moved, also after a failure, which may leave a part done. */
async function changeTable({ rowIds }: OpenTable, changes: readonly Change[], writer: TableWriter): Promise<void> {
  try {
    await writer.change(changes);
  } finally {
    rowIds?.noteChanged(new Set(changes.map(({ rid }) => rid)));
  }
}

function translated(error: unknown): never {
  throw indexError(error);
}
