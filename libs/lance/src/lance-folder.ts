import { connect, type Connection, Session, type Table } from '@lancedb/lancedb';
import { ensureFolder, type FolderLock } from '@lectern/config';
import { AppError } from '@lectern/contracts';
import type { Schema } from 'apache-arrow';
import { lockForWriting } from './folder-lock';
import { indexError, isMissing } from './lance-errors';
import type { TableIndex } from './table-index';
import { openWriter, type TableWriter } from './table-writer';

/** A writer reads, too. There is one per folder; readers see what it writes at their next search. */
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
  readonly writer?: TableWriter;
}

const lockWaitMs = 5_000;
const openTablesMax = 128;
const metadataCacheSizeBytes = 64n << 20n;
const namesMax = 1_000;

/** The tables of one folder: opened when asked for, and the least recently used ones let go again. */
export class LanceFolder {
  private readonly tables = new Map<string, Promise<OpenTable | undefined>>();
  private connection: Promise<Connection> | undefined;
  private lock: FolderLock | undefined;
  private closed = false;

  constructor(
    private readonly options: LanceFolderOptions,
    private readonly indexes: readonly TableIndex[],
  ) {}

  /** Runs a query; `undefined` when there is no such table. */
  async read<T>(name: string, query: (table: Table) => Promise<T>): Promise<T | undefined> {
    try {
      const open = await this.find(name);
      return open && (await query(open.table));
    } catch (error) {
      if (!isMissing(error)) throw indexError(error);
      this.tables.delete(name);
      const open = await this.find(name).catch(translated);
      return open && (await query(open.table).catch(translated));
    }
  }

  /** @throws AppError `unavailable` when another process writes here */
  async writer(name: string, schema: Schema): Promise<TableWriter> {
    const open = (await this.find(name).catch(translated)) ?? (await this.create(name, schema).catch(translated));
    if (!open?.writer) throw new AppError('unavailable', `${this.options.folder} is open for reading only`);
    return open.writer;
  }

  /** The writer of a table that exists. */
  async findWriter(name: string): Promise<TableWriter | undefined> {
    await this.connected().catch(translated);
    if (!this.lock) throw new AppError('unavailable', `${this.options.folder} is open for reading only`);
    return (await this.find(name).catch(translated))?.writer;
  }

  async names(prefix: string): Promise<string[]> {
    const connection = await this.connected().catch(translated);
    const names: string[] = [];
    for (let pageToken: string | undefined; ; ) {
      const page = await connection.listTables({ pageToken, limit: namesMax }).catch(translated);
      names.push(...page.tables.filter((name) => name.startsWith(prefix)));
      pageToken = page.pageToken;
      if (!pageToken) return names;
    }
  }

  async drop(name: string): Promise<void> {
    const writer = await this.findWriter(name);
    this.tables.delete(name);
    await writer?.close();
    const connection = await this.connected();
    await connection.dropTable(name).catch((error: unknown) => {
      if (!isMissing(error)) throw indexError(error);
    });
  }

  async check(): Promise<void> {
    await this.connected().catch(translated);
  }

  async close(): Promise<void> {
    this.closed = true;
    const open = await Promise.allSettled(this.tables.values());
    this.tables.clear();
    for (const result of open) if (result.status === 'fulfilled') await result.value?.writer?.close();
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
    if (role === 'writer') {
      this.lock = await lockForWriting(ensureFolder(folder), this.options.lockWaitMs ?? lockWaitMs);
    }
    const session = new Session(BigInt(cacheSizeBytes), metadataCacheSizeBytes);
    return connect(folder, { session, ...(role === 'reader' ? { readConsistencyInterval: 0 } : {}) });
  }

  private find(name: string): Promise<OpenTable | undefined> {
    return this.remembered(name, async () => {
      const connection = await this.connected();
      try {
        return await this.opened(await connection.openTable(name));
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    });
  }

  private create(name: string, schema: Schema): Promise<OpenTable | undefined> {
    return this.remembered(name, async () => {
      const connection = await this.connected();
      if (!this.lock) return undefined;
      return this.opened(await connection.createEmptyTable(name, schema, { mode: 'create', existOk: true }));
    });
  }

  private async opened(table: Table): Promise<OpenTable> {
    if (!this.lock) return { table };
    const { compactAfterCommits: afterCommits, warn = () => undefined } = this.options;
    return { table, writer: await openWriter(table, { indexes: this.indexes, afterCommits, warn }) };
  }

  /** One opening at a time for each name; what is not there is not remembered. */
  private remembered(name: string, open: () => Promise<OpenTable | undefined>): Promise<OpenTable | undefined> {
    const known = this.tables.get(name);
    this.tables.delete(name);
    const opening = known ?? open();
    this.tables.set(name, opening);
    const forget = () => this.tables.get(name) === opening && this.tables.delete(name);
    if (!known) opening.then((table) => table ?? forget(), forget);
    this.letGo();
    return opening;
  }

  private letGo(): void {
    if (this.tables.size <= openTablesMax) return;
    for (const [name, opening] of this.tables) {
      this.tables.delete(name);
      void opening.then((open) => open?.writer?.close(), () => undefined);
      return;
    }
  }
}

function translated(error: unknown): never {
  throw indexError(error);
}
