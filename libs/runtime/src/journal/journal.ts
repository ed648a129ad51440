import { Logger } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Metrics } from '../metrics';
import { Rounds } from '../rounds';
import { JournalDrain, type JournalSink } from './journal-drain';
import { JournalFiles } from './journal-files';
import { type JournalKinds, journalLine } from './journal-line';
import { OrphanedJournals } from './orphaned-journals';

/** How long a line waits for others before it is delivered. */
const EVERY_MS = 1_000;
/** Number of rounds between two searches for journals of killed processes. */
const ORPHANS_EVERY = 5;
/** How long a stopping process tries to deliver waiting lines. */
const LAST_DELIVERY_MS_MAX = 3_000;

export interface JournalOptions<K extends string> {
  /** One word for the content: for logs, and for the metric `<name>_rows_total`. */
  readonly name: string;
  /** Folder of the journals of all processes. */
  readonly root: string;
  /** Limit of waiting lines. */
  readonly bytesMax: number;
  /** Letters of the kinds of lines; never change an existing letter. */
  readonly kinds: JournalKinds<K>;
}

/**
 * A journal on disk. An appended line survives the process at once, even if the process is killed, and is delivered to
 * the sink a moment later, in batches. A process also delivers the journals of killed processes; it drops a line that a
 * crash left unfinished. Lines that do not fit on disk while the sink is unavailable are refused and counted.
 */
export class Journal<K extends string> {
  private readonly logger: Logger;
  private readonly files: JournalFiles;
  readonly drain: JournalDrain<K>;
  readonly orphans: OrphanedJournals;
  private readonly count: (outcome: 'written' | 'dropped', lines: number) => void;
  private readonly ticks: Rounds;
  private delivering: Promise<boolean> | undefined;
  private rounds = 0;
  private refused = 0;
  private isFailing = false;

  constructor(
    private readonly options: JournalOptions<K>,
    sink: JournalSink<K>,
    metrics: Metrics,
  ) {
    const { name, root, bytesMax, kinds } = options;
    this.logger = new Logger(name.charAt(0).toUpperCase() + name.slice(1));
    const rows = metrics.counter({
      name: `${name}_rows_total`,
      help: `Rows of ${name} in the journal on disk: written, or dropped because they could not be`,
      labels: ['outcome'],
    });
    this.count = (outcome, lines) => rows.inc({ outcome }, lines);
    this.files = new JournalFiles(root, bytesMax, this.logger);
    this.drain = new JournalDrain(sink, { kinds, logger: this.logger, count: this.count });
    this.orphans = new OrphanedJournals(root, this.drain, this.logger);
    this.ticks = new Rounds(() => this.tick(), { name, failure: `Rows of ${name} wait on disk` });
  }

  get waitingBytes(): number {
    return this.files.waitingBytes;
  }

  /** Starts delivering. */
  start(): void {
    this.ticks.start(EVERY_MS);
  }

  /**
   * Returns once the line survives the process.
   *
   * @param json an object
   * @returns false when there is no room, or the line is too long
   */
  append(kind: K, json: string): boolean {
    return this.files.append(journalLine(this.options.kinds[kind], json));
  }

  /** Waits until all appended lines survive a power failure. @throws AppError `unavailable` */
  synced(): Promise<void> {
    return this.files.synced();
  }

  /** Counts a refused row; the next round logs the number. */
  drop(): void {
    this.refused += 1;
    this.count('dropped', 1);
  }

  /** Delivers waiting lines. Never fails. @returns whether all lines are delivered */
  flush(): Promise<boolean> {
    this.delivering ??= this.deliver().finally(() => {
      this.delivering = undefined;
    });
    return this.delivering;
  }

  /** Delivers waiting lines for at most 3 s; the rest waits for the next start. Append nothing after this call. */
  async close(): Promise<void> {
    void this.ticks.stop();
    await Promise.race([this.lastFlush(), sleep(LAST_DELIVERY_MS_MAX, false, { ref: false })]);
    if (this.waitingBytes > 0) this.logger.log('Undelivered rows stay on disk until the next start');
    this.release();
  }

  /** Ends without delivering, like a process that has no time left. */
  release(): void {
    this.files.close();
  }

  private async tick(): Promise<void> {
    await this.flush();
    if (this.refused === 0) return;
    this.logger.warn(`${this.refused} rows of ${this.options.name} are missing: there was no room for them on disk`);
    this.refused = 0;
  }

  private async deliver(): Promise<boolean> {
    try {
      for (const own of [...this.files.segments]) {
        const { deliveredBytes, segment } = own;
        const { path, sizeBytes } = segment;
        await this.drain.drain({ path, sizeBytes, deliveredBytes }, (bytes) => this.files.delivered(own, bytes));
        if (!this.files.segments.includes(own)) await this.drain.forget(path);
      }
      if (this.rounds % ORPHANS_EVERY === 0) await this.orphans.drainAll();
      this.rounds += 1;
      this.isFailing = false;
      return this.waitingBytes === 0;
    } catch (error) {
      if (!this.isFailing) this.logger.warn(`Recorded rows wait on disk: ${String(error)}`);
      this.isFailing = true;
      return false;
    }
  }

  /** A delivery under way misses lines appended during it, so a second one follows. */
  private async lastFlush(): Promise<boolean> {
    await this.delivering;
    return this.flush();
  }
}
