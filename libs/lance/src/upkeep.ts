import type { Table } from '@lancedb/lancedb';
import { messageOf } from '@lectern/contracts/core';
import { UnindexedRows } from './unindexed-rows';
import { Compaction } from './compaction';
import { createMissingIndexes, type TableIndex } from './table-index';

/** Updating indexes costs about 10 µs of CPU per row, so large tables wait for a larger backlog. */
const DEBT_MS_MIN = 3;
const DEBT_MS_MAX = 12;
const DEBT_MS_PER_ROW = 0.000_07;
const RARE_DEBT_MS_MAX = 25;
/** Rewriting all rows and indexes costs about 45 µs per row. */
const COMMITS_PER_COMPACTION = 512;
const IDLE_MS = 5_000;
const IDLE_DEBT_MS = 1;
const IDLE_COMMITS_MIN = 8;
const ROWS_PER_IDLE_COMMIT = 2_000;
/** Files of old versions are kept this long for readers in other processes that still use them. */
const OLD_VERSIONS_MS = 30_000;
const PAUSE_AFTER_FAILURE_MS = 30_000;
/** Timers may fire up to this long before their time. */
const TIMER_EARLY_MS = 2;
/**
 * Finding the rows to replace costs a millisecond for every commit that the index of resources lacks, and building that
 * index 1.4 µs per row: the total is least when it is rebuilt after √(rows / LOCATING_ROWS) commits.
 */
const LOCATING_ROWS = 400;

export interface UpkeepOptions {
  readonly indexes: readonly TableIndex[];
  /** Commits after which the table is compacted; by default decided by the cost of searches. */
  readonly afterCommits?: number;
  /** Pause after a failure. */
  readonly failurePauseMs?: number;
  readonly warn: (message: string) => void;
  readonly onFailure?: (error: unknown) => void;
  /** Called before all files are read. @throws when LanceDB must not read one of them */
  readonly examine?: () => Promise<void>;
}

export interface FoundTable {
  readonly rows: number;
  readonly fragments: number;
  readonly unindexedRows: number;
  readonly rareUnindexedRows: number;
  /** Number of rows when segmented indexes were built, if known. */
  readonly rowsMadeFor?: number;
}

/**
 * Keeps searches fast while a table grows. Every search scans new rows until they are indexed: when that costs too
 * much, the indexes are rebuilt, which does not block other work. Occasionally, and in pauses, the table is compacted.
 * For an index that grows by segments, compaction is the cheaper way to update it, and the only one.
 */
export class Upkeep {
  /** Read early, because the table does not return it while it is busy. */
  private readonly name: string;
  private readonly fresh: UnindexedRows;
  private readonly rare: UnindexedRows;
  private readonly byCompaction: boolean;
  private commits: number;
  private rows: number;
  private rowsMadeFor: number | undefined;
  private running: Promise<void> | undefined;
  private compaction: Compaction | undefined;
  private locating: Promise<void> | undefined;
  private unlocatedCommits = 0;
  private writing = false;
  /** Settles when the last write ends. */
  private written = Promise.resolve();
  private idle: NodeJS.Timeout | undefined;
  private rest: NodeJS.Timeout | undefined;
  private notBeforeMs = 0;
  private stopped = false;

  constructor(
    private readonly table: Table,
    found: FoundTable,
    private readonly options: UpkeepOptions,
  ) {
    this.name = table.name;
    this.rows = found.rows;
    this.rowsMadeFor = found.rowsMadeFor;
    this.commits = found.fragments;
    this.fresh = new UnindexedRows(0, found.unindexedRows);
    this.rare = new UnindexedRows(0, found.rareUnindexedRows);
    this.byCompaction = options.indexes.some(({ segmented }) => segmented !== undefined);
    this.waitForPause();
  }

  /** The cost that the backlog adds to a search, in milliseconds. */
  get debtMs(): number {
    return this.fresh.costMs;
  }

  /** Estimated number of rows. */
  get rowCount(): number {
    return this.rows;
  }

  /** Runs a write, which reports its commits. No row move starts during it. */
  async during(write: () => Promise<void>): Promise<void> {
    const { promise, resolve: end } = Promise.withResolvers<void>();
    this.writing = true;
    this.written = promise;
    clearTimeout(this.idle);
    try {
      await write();
    } finally {
      this.writing = false;
      end();
      this.look();
    }
  }

  /** Called after every commit that added rows. */
  noteAdded(rows: number, version: number): void {
    this.compaction?.noteCommit(version);
    this.rows += rows;
    this.commits += 1;
    this.unlocatedCommits += 1;
    for (const backlog of [this.fresh, this.rare]) backlog.add(rows);
  }

  /** Called after every commit that deleted rows. */
  noteDeleted(rows: number, version: number): void {
    this.compaction?.noteCommit(version);
    this.rows -= rows;
  }

  /** Resolves when rows can be found cheaply and deleted without a conflict. */
  async readyToReplace(): Promise<void> {
    await this.compaction?.rowsMoved();
    if (this.compaction || this.unlocatedCommits < 1 + Math.sqrt(this.rows / LOCATING_ROWS)) return;
    await Promise.all(this.options.indexes.filter(({ locates }) => locates).map((index) => this.make(index)));
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.idle);
    clearTimeout(this.rest);
    await this.running;
  }

  private look(): void {
    const { afterCommits = COMMITS_PER_COMPACTION } = this.options;
    const debtMs = Math.min(DEBT_MS_MAX, DEBT_MS_MIN + this.rows * DEBT_MS_PER_ROW);
    if (this.commits >= afterCommits) this.start(() => this.compact());
    else if (this.fresh.costMs >= debtMs || this.rare.costMs >= RARE_DEBT_MS_MAX)
      this.start(() => this.bringUpToDate(this.rare.costMs >= RARE_DEBT_MS_MAX));
    this.waitForPause();
  }

  private waitForPause(): void {
    clearTimeout(this.idle);
    this.idle = setTimeout(() => {
      if (this.commits >= IDLE_COMMITS_MIN + this.rows / ROWS_PER_IDLE_COMMIT) this.start(() => this.compact());
      else if (Math.max(this.fresh.costMs, this.rare.costMs) >= IDLE_DEBT_MS)
        this.start(() => this.bringUpToDate(true));
    }, IDLE_MS).unref();
  }

  private start(work: () => Promise<void>): void {
    if (this.stopped || this.writing || Date.now() < this.notBeforeMs) return;
    const startedMs = Date.now();
    this.running ??= this.examined(work)
      .catch((error: unknown) => {
        this.notBeforeMs = Date.now() + (this.options.failurePauseMs ?? PAUSE_AFTER_FAILURE_MS);
        this.options.warn(`The index table ${this.name} was not maintained: ${messageOf(error)}`);
        this.options.onFailure?.(error);
      })
      .finally(() => {
        this.running = undefined;
        this.restFor(Date.now() - startedMs);
      });
  }

  private async examined(work: () => Promise<void>): Promise<void> {
    await this.options.examine?.();
    // A write may have started in the meantime.
    while (this.writing) await this.written;
    await work();
  }

  /** Under continuous writes, upkeep takes at most half of the time. */
  private restFor(restMs: number): void {
    if (this.stopped) return;
    this.notBeforeMs = Math.max(this.notBeforeMs, Date.now() + restMs);
    clearTimeout(this.rest);
    // Until work may start: no write may come that would look again.
    this.rest = setTimeout(() => this.look(), this.notBeforeMs - Date.now() + TIMER_EARLY_MS).unref();
    this.waitForPause();
  }

  private bringUpToDate(rarely: boolean): Promise<void> {
    return this.byCompaction ? this.compact() : this.index(rarely);
  }

  /** Safe during every other write. */
  private async index(rarely: boolean): Promise<void> {
    const done = [this.fresh.take(), ...(rarely ? [this.rare.take()] : [])];
    for (const index of this.options.indexes) {
      if (this.stopped) return;
      if (rarely || !index.rarely) await this.make(index);
    }
    for (const subtract of done) subtract();
  }

  private make(index: TableIndex): Promise<void> {
    return index.locates ? this.locate(index) : this.table.createIndex(index.column, { config: index.config() });
  }

  /** One at a time: two builds of the same index would conflict. */
  private locate({ column, config }: TableIndex): Promise<void> {
    const { unlocatedCommits } = this;
    this.locating ??= this.table
      .createIndex(column, { config: config() })
      .then(() => void (this.unlocatedCommits -= unlocatedCommits))
      .finally(() => (this.locating = undefined));
    return this.locating;
  }

  private async compact(): Promise<void> {
    const done = [this.fresh.take(), this.rare.take()];
    const { commits, unlocatedCommits } = this;
    const compaction = new Compaction(this.table, new Date(Date.now() - OLD_VERSIONS_MS));
    this.compaction = compaction;
    await compaction.ended.finally(() => (this.compaction = undefined));
    for (const subtract of done) subtract();
    this.commits -= commits;
    this.unlocatedCommits -= unlocatedCommits;
    const { rows, rowsMadeFor } = this;
    this.rowsMadeFor = await createMissingIndexes(this.table, this.options.indexes, { rows, rowsMadeFor });
  }
}
