import { setTimeout as sleep } from 'node:timers/promises';
import type { JobStore, TakenJob } from './job-store';
import { processWork } from './process-work';

/** Longer than most jobs take. While others take longer, the trial waits. */
const DRAIN_MS = 30_000;
/** Others wait no longer than this: a job that runs longer is no longer alone, and nothing is proven against it. */
const ALONE_MS = 5 * 60_000;
/** Minimum time for other work between two trials. */
const PAUSE_MS = 5_000;

export interface TrialsOptions {
  readonly store: JobStore;
  readonly tasks: readonly string[];
  /** Starts the job and settles when it has ended. */
  readonly start: (job: TakenJob) => Promise<void>;
  /** Called when a job may have been taken without our knowledge. */
  readonly onDoubt: () => void;
}

/**
 * Reruns jobs that were running when a process ended by itself, one at a time, with nothing else running in this
 * process: if the process ends again, that job was the cause.
 */
export class Trials {
  private nextMs = 0;
  private isRunning = false;

  constructor(private readonly options: TrialsOptions) {}

  /** Tries one job if it is time. Never fails: another look follows. */
  async run(): Promise<void> {
    if (this.isRunning || performance.now() < this.nextMs) return;
    this.isRunning = true;
    try {
      await processWork.alone(() => this.tryOne(), DRAIN_MS);
    } catch {
      this.options.onDoubt();
    } finally {
      this.isRunning = false;
      this.nextMs = performance.now() + PAUSE_MS;
    }
  }

  private async tryOne(): Promise<void> {
    const { store, tasks, start } = this.options;
    const job = await store.takeAccused(tasks);
    if (!job) return;
    const waiting = new AbortController();
    const isLong = sleep(ALONE_MS, true, { ref: false, signal: waiting.signal }).catch(() => false);
    const ended = start(job).then(() => false);
    const hasCompany = await Promise.race([ended, isLong]);
    waiting.abort();
    if (hasCompany) await store.noLongerAlone(job.id);
  }
}
