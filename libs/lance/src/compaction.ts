import { setTimeout as sleep } from 'node:timers/promises';
import type { Table } from '@lancedb/lancedb';

const POLL_MS = 10;
/** LanceDB reserves the numbers of new fragments, then commits them in place of the old ones. */
const COMMITS_TO_MOVE_ROWS = 2;

/**
 * One run of LanceDB's `optimize`, which first moves rows into fewer files and then updates the indexes; the latter
 * takes most of the time. A deletion before rows are moved would make the whole run fail and leave its files behind for
 * days; later deletions do no harm.
 */
export class Compaction {
  readonly ended: Promise<void>;
  private readonly startVersion: Promise<number>;
  private readonly ownVersions: number[] = [];

  constructor(
    private readonly table: Table,
    cleanupOlderThan: Date,
  ) {
    this.startVersion = table.version();
    this.ended = this.startVersion.then(() => table.optimize({ cleanupOlderThan })).then(() => undefined);
  }

  /** Called with the table version after every other commit, to distinguish them from commits of the run itself. */
  noteCommit(version: number): void {
    this.ownVersions.push(version);
  }

  /** Resolves when rows are moved, or when the run has ended or failed. */
  async rowsMoved(): Promise<void> {
    const ended = this.ended.then(
      () => true,
      () => true,
    );
    while (!(await this.areRowsMoved())) if (await Promise.race([ended, sleep(POLL_MS, false)])) return;
  }

  private async areRowsMoved(): Promise<boolean> {
    const start = await this.startVersion;
    const own = this.ownVersions.filter((version) => version > start).length;
    return (await this.table.version()) - start - own >= COMMITS_TO_MOVE_ROWS;
  }
}
