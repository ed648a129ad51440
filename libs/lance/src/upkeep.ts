import type { Table } from '@lancedb/lancedb';
import { messageOf } from './lance-errors';
import type { TableIndex } from './table-spec';

/** What a search pays for each commit and each row that the indexes do not cover yet, in milliseconds. */
const commitCostMs = 0.085;
const rowCostMs = 0.0025;
/** Indexing again costs about 10 µs of CPU for every row, so large tables wait for more. */
const debtMsMin = 3;
const debtMsMax = 12;
const debtMsPerRow = 0.000_07;
/** Rewriting all rows and indexes costs about 45 µs for every row. */
const commitsPerCompaction = 512;
const idleMs = 5_000;
const idleDebtMs = 1;
const idleCommitsMin = 32;
const rowsPerIdleCommit = 1_000;
/** Files of old versions stay this long, for readers in other processes that still look at them. */
const oldVersionsMs = 60_000;
const pauseAfterFailureMs = 30_000;

export interface UpkeepOptions {
  readonly indexes: readonly TableIndex[];
  /** Commits after which everything is rewritten; by default what searches pay decides. */
  readonly afterCommits?: number;
  readonly warn: (message: string) => void;
}

interface Backlog {
  commits: number;
  rows: number;
}

/**
 * Keeps searches fast while a table grows. What was added lately is scanned by every search until it is indexed; the
 * indexes are made again when that costs too much, and now and then, or in a pause, the table is written anew.
 */
export class Upkeep {
  private readonly unindexed: Backlog;
  private commitsToCompact: number;
  private rows: number;
  private running: Promise<void> | undefined;
  private compacting: Promise<void> | undefined;
  private idle: NodeJS.Timeout | undefined;
  private notBeforeMs = 0;
  private stopped = false;

  constructor(
    private readonly table: Table,
    found: { readonly rows: number; readonly commits: number; readonly unindexedRows: number },
    private readonly options: UpkeepOptions,
  ) {
    this.rows = found.rows;
    this.commitsToCompact = found.commits;
    this.unindexed = { rows: found.unindexedRows, commits: found.unindexedRows > 0 ? found.commits : 0 };
    this.waitForPause();
  }

  /** What the backlog adds to a search, in milliseconds. */
  get debtMs(): number {
    return this.unindexed.commits * commitCostMs + this.unindexed.rows * rowCostMs;
  }

  /** Called after every commit that added rows. */
  noteCommit(rows: number): void {
    this.rows += rows;
    this.unindexed.rows += rows;
    this.unindexed.commits += 1;
    this.commitsToCompact += 1;
    const { afterCommits = commitsPerCompaction } = this.options;
    if (this.commitsToCompact >= afterCommits) this.start(() => this.compact());
    else if (this.debtMs >= Math.min(debtMsMax, debtMsMin + this.rows * debtMsPerRow)) this.start(() => this.index());
    this.waitForPause();
  }

  /** Resolves when rows can be taken away without a conflict. */
  async settled(): Promise<void> {
    await this.compacting;
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.idle);
    await this.running;
  }

  private waitForPause(): void {
    clearTimeout(this.idle);
    this.idle = setTimeout(() => {
      if (this.commitsToCompact >= idleCommitsMin + this.rows / rowsPerIdleCommit) this.start(() => this.compact());
      else if (this.debtMs >= idleDebtMs) this.start(() => this.index());
    }, idleMs).unref();
  }

  private start(work: () => Promise<void>): void {
    if (this.stopped || Date.now() < this.notBeforeMs) return;
    this.running ??= work()
      .catch((error: unknown) => {
        this.notBeforeMs = Date.now() + pauseAfterFailureMs;
        this.options.warn(`The index table ${this.table.name} was not maintained: ${messageOf(error)}`);
      })
      .finally(() => (this.running = undefined));
  }

  /** Safe beside every other write. */
  private async index(): Promise<void> {
    const before = { ...this.unindexed };
    for (const { column, config, rarely } of this.options.indexes) {
      if (this.stopped) return;
      if (!rarely) await this.table.createIndex(column, { config: config() });
    }
    this.unindexed.rows -= before.rows;
    this.unindexed.commits -= before.commits;
  }

  private async compact(): Promise<void> {
    const [before, commits] = [{ ...this.unindexed }, this.commitsToCompact];
    const cleanupOlderThan = new Date(Date.now() - oldVersionsMs);
    const optimized = this.table.optimize({ cleanupOlderThan }).then(() => undefined);
    this.compacting = optimized.catch(() => undefined).finally(() => (this.compacting = undefined));
    await optimized;
    this.unindexed.rows -= before.rows;
    this.unindexed.commits -= before.commits;
    this.commitsToCompact -= commits;
  }
}
