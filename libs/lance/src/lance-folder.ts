import { connect, type Connection, Session, type Table } from '@lancedb/lancedb';
import { ensureFolder, type FolderLock } from '@lectern/config';
import { AppError } from '@lectern/contracts';
import type { Schema } from 'apache-arrow';
import type { Change } from './batch-plan';
import { lockForWriting } from './folder-lock';
import { indexError, isMissing } from './lance-errors';
import { OpenTables } from './open-tables';
import { RememberedRows, type RowIds } from './row-ids';
import type { TableIndex } from './table-index';
import { openWriter, type TableWriter } from './table-writer';

/** A writer reads, too. There is one per folder; readers see what it wrote at their next search. */
export type IndexRole = 'writer' | 'reader';

export interface LanceFolderOptions {
  readonly folder: string;
  readonly role: IndexRole;
  /** Of decoded index data, in native memory. */
  readonly cacheSizeBytes: number;
  /** How long a writer waits for the one before it to go. */
  readonly lockWaitMs?: number;
  /** Commits after which a table is compacted; by default what searches pay decides. */
  readonly compactAfterCommits?: number;
  readonly warn?: (message: string) => void;
}

interface OpenTable {
  readonly table: Table;
  readonly rowIds?: RowIds;
  readonly writer?: TableWriter;
}

const lockWaitMs = 5_000;
const metadataCacheSizeBytes = 32n << 20n;
const namesPerPage = 1_000;

/** The LanceDB tables of one folder, opened when they are asked for. */
export class LanceFolder {
  private readonly tables = new OpenTables<OpenTable>((open) => this.closeTable(open));
  private readonly rows = new RememberedRows();
  private connection: Promise<Connection> | undefined;
  private lock: FolderLock | undefined;
  private knownNames: Promise<Set<string>> | undefined;
  private closed = false;

  constructor(
    private readonly options: LanceFolderOptions,
    private readonly indexes: readonly TableIndex[],
  ) {}

  /** Runs a query; `undefined` when there is no such table. */
  async read<T>(name: string, query: (table: Table, rowIds?: RowIds) => Promise<T>): Promise<T | undefined> {
    const attempt = async () => {
      const open = await this.find(name);
      return open && (await query(open.table, open.rowIds));
    };
    return attempt().catch(async (error: unknown) => {
      if (!isMissing(error)) throw indexError(error);
      // Dropped by the writer, and perhaps made again.
      await this.tables.release(name);
      return attempt().catch(translated);
    });
  }

  /**
   * Changes a table, made from `schema` when it is not there.
   *
   * @throws AppError `unavailable` when another process writes here, `invalid_request` when `accepts` says so
   */
  async change(
    name: string,
    changes: readonly Change[],
    { schema, accepts }: { readonly schema: Schema; readonly accepts?: (held: Schema) => void },
  ): Promise<void> {
    for (;;) {
      await this.connected().catch(translated);
      if (!this.lock) throw new AppError('unavailable', `${this.options.folder} is open for reading only`);
      const open = (await this.find(name).catch(translated)) ?? (await this.create(name, schema).catch(translated));
      if (!open.writer?.open) continue;
      accepts?.(open.writer.schema);
      return open.writer.change(changes);
    }
  }

  /** Changes a table if it is there. */
  async changeExisting(name: string, changes: readonly Change[]): Promise<void> {
    while (changes.length > 0 && (await this.names(name)).includes(name)) {
      const open = await this.find(name).catch(translated);
      if (!open) return;
      if (open.writer?.open) return open.writer.change(changes);
    }
  }

  /** Names of the tables, for a writer. */
  async names(prefix: string): Promise<string[]> {
    await this.connected().catch(translated);
    if (!this.lock) throw new AppError('unavailable', `${this.options.folder} is open for reading only`);
    this.knownNames ??= this.listNames();
    return [...(await this.knownNames)].filter((name) => name.startsWith(prefix));
  }

  async drop(name: string): Promise<void> {
    if (!(await this.names(name)).includes(name)) return;
    await this.tables.release(name, async () => {
      const connection = await this.connected();
      await connection.dropTable(name).catch((error: unknown) => {
        if (!isMissing(error)) throw indexError(error);
      });
      (await this.knownNames)?.delete(name);
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
      this.lock = await lockForWriting(ensureFolder(folder), this.options.lockWaitMs ?? lockWaitMs);
    const session = new Session(BigInt(cacheSizeBytes), metadataCacheSizeBytes);
    return connect(folder, { session, ...(role === 'reader' ? { readConsistencyInterval: 0 } : {}) });
  }

  private find(name: string): Promise<OpenTable | undefined> {
    return this.tables.get(name, async () => {
      const connection = await this.connected();
      try {
        return await this.opened(await connection.openTable(name));
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
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

  private async opened(table: Table): Promise<OpenTable> {
    if (!this.lock) return { table };
    const { compactAfterCommits: afterCommits, warn = () => undefined } = this.options;
    const writer = await openWriter(table, { indexes: this.indexes, afterCommits, warn });
    return { table, rowIds: this.rows.ofTable(table), writer };
  }

  private async closeTable({ rowIds, writer }: OpenTable): Promise<void> {
    if (rowIds) this.rows.drop(rowIds);
    await writer?.close();
  }

  private async listNames(): Promise<Set<string>> {
    const connection = await this.connected();
    const names = new Set<string>();
    for (let pageToken: string | undefined; ;) {
      const page = await connection.listTables({ pageToken, limit: namesPerPage }).catch(translated);
      for (const name of page.tables) names.add(name);
      pageToken = page.pageToken;
      if (!pageToken) return names;
    }
  }
}

function translated(error: unknown): never {
  throw indexError(error);
}
