import type { Table } from '@lancedb/lancedb';
import { messageOf } from './lance-errors';

/** Search slows down by about 0.1 ms for each commit that is not folded in yet. */
const commitsMin = 64;
const commitsMax = 200;
/** Folding in costs about 30 µs of CPU for every row of the table, so large tables wait for more. */
const rowsPerCommit = 500;
const idleMs = 5_000;
const idleCommitsMin = 8;
/** Files of old versions stay this long, for readers in other processes that still look at them. */
const oldVersionsMs = 60_000;
const pauseAfterFailureMs = 30_000;

/** Folds what was added into the indexes and files of a table: after so many commits, or when writing pauses. */
export class Upkeep {
  private running: Promise<void> | undefined;
  private idle: NodeJS.Timeout | undefined;
  private notBeforeMs = 0;

  private commits: number;
  private rows: number;

  constructor(
    private readonly table: Table,
    found: { readonly commits: number; readonly rows: number },
    private readonly options: { readonly afterCommits?: number; readonly warn: (message: string) => void },
  ) {
    this.commits = found.commits;
    this.rows = found.rows;
  }

  /** Commits since the last time. */
  get backlog(): number {
    return this.commits;
  }

  /** Called after every commit that added rows. */
  noteCommit(rows: number): void {
    this.commits += 1;
    this.rows += rows;
    clearTimeout(this.idle);
    if (this.commits >= this.limit) this.start();
    else this.idle = setTimeout(() => this.commits >= idleCommitsMin && this.start(), idleMs).unref();
  }

  private get limit(): number {
    return this.options.afterCommits ?? Math.min(commitsMax, Math.max(commitsMin, this.rows / rowsPerCommit));
  }

  /** Resolves when nothing is being folded in; rows can be taken away then without a conflict. */
  async quiet(): Promise<void> {
    await this.running;
  }

  async stop(): Promise<void> {
    clearTimeout(this.idle);
    await this.running;
  }

  private start(): void {
    if (Date.now() < this.notBeforeMs) return;
    this.running ??= this.run().finally(() => (this.running = undefined));
  }

  private async run(): Promise<void> {
    const before = this.commits;
    try {
      await this.table.optimize({ cleanupOlderThan: new Date(Date.now() - oldVersionsMs) });
      this.commits -= before;
    } catch (error) {
      this.notBeforeMs = Date.now() + pauseAfterFailureMs;
      this.options.warn(`Table ${this.table.name} was not optimized: ${messageOf(error)}`);
    }
  }
}

