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
/** How often what killed processes left is looked for, in rounds. */
const ORPHANS_EVERY = 5;
/** How long a stopping process tries to deliver what waits. */
const LAST_DELIVERY_MS_MAX = 3_000;

export interface JournalOptions<K extends string> {
  /** What is recorded, one word: for logs, and for the metric `<name>_rows_total`. */
  readonly name: string;
  /** Folder of the journals of all processes. */
  readonly root: string;
  /** Of lines that wait. */
  readonly bytesMax: number;
  /** Letters of the kinds of lines; those that exist stay. */
  readonly kinds: JournalKinds<K>;
}

/**
 * A journal on disk. What is appended survives the process at once, also its being killed, and is delivered to the
 * sink a moment later, many lines together. A process delivers what killed ones left, too; a line that a crash left
 * unfinished is dropped. What does not fit on disk while the sink is away is refused, and counted.
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

  /** Delivers from now on. */
  start(): void {
    this.ticks.start(EVERY_MS);
  }

  /**
   * Returns once the line survives the process.
   *
   * @param json an object
   * @returns false when there is no room for it, or it is too long
   */
  append(kind: K, json: string): boolean {
    return this.files.append(journalLine(this.options.kinds[kind], json));
  }

  /** Waits until what is appended survives a power failure. @throws AppError `unavailable` */
  synced(): Promise<void> {
    return this.files.synced();
  }

  /** Counts a row that was refused, and logs it with others. */
  drop(): void {
    this.refused += 1;
    this.count('dropped', 1);
  }

  /** Delivers what waits. Never fails. @returns whether everything is delivered */
  flush(): Promise<boolean> {
    this.delivering ??= this.deliver().finally(() => {
      this.delivering = undefined;
    });
    return this.delivering;
  }

  /** Delivers what waits, for 3 s at most; the rest waits for the next start. Nothing is to be appended any more. */
  async close(): Promise<void> {
    void this.ticks.stop();
    await Promise.race([this.lastFlush(), sleep(LAST_DELIVERY_MS_MAX, false, { ref: false })]);
    if (this.waitingBytes > 0) this.logger.log('What was recorded waits on disk for the next start');
    this.release();
  }

  /** Ends as a process does that is not given time. */
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
      if (!this.isFailing) this.logger.warn(`What was recorded waits on disk: ${String(error)}`);
      this.isFailing = true;
      return false;
    }
  }

  /** What was recorded while lines were delivered comes after them. */
  private async lastFlush(): Promise<boolean> {
    await this.delivering;
    return this.flush();
  }
}
