import { setTimeout as sleep } from 'node:timers/promises';
import type { JobStore, Outcome, TakenJob } from './job-store';
import { processWork } from './process-work';

/** Delay after a database failure, doubled each time. */
const RETRY_MS = 100;
const RETRY_MS_MAX = 5_000;

export interface TaskGroupOptions {
  readonly store: JobStore;
  readonly tasks: readonly string[];
  /** Those of its tasks that may be taken now. */
  readonly now: () => readonly string[];
  readonly concurrency: number;
  /** Concurrent jobs per tenant, in all processes. */
  readonly tenantMax: number;
  /** Never fails. */
  readonly run: (job: TakenJob) => Promise<Outcome>;
  /** Called when the end of jobs has been written: others with the same `serialBy` may run now. */
  readonly onSettled?: () => void;
  /** Called once when the database starts to fail, and once with undefined when it works again. */
  readonly onTrouble: (error: unknown) => void;
}

/**
 * Workers that share a limit: one loop takes as many jobs as may run, and writes their outcomes. Outcomes that arrive
 * while it is busy are written with the next statement, so that few statements serve many jobs.
 */
export class TaskGroup {
  private readonly running = new Map<string, Promise<void>>();
  private outcomes: Outcome[] = [];
  private wakeUp?: () => void;
  private isWoken = false;
  private isAdded = false;
  private isWaiting = false;
  private isStopping = false;
  private isInDoubt = false;
  private failures = 0;
  /** The tenant that was served last. */
  private served = '';
  private readonly looping: Promise<void>;

  constructor(private readonly options: TaskGroupOptions) {
    this.looping = this.loop();
  }

  get tasks(): readonly string[] {
    return this.options.tasks;
  }

  /** Looks immediately, because jobs were added. */
  added(): void {
    this.isAdded = true;
    this.wake();
  }

  /**
   * Called when jobs have ended elsewhere: looks again if added jobs could not be taken because they waited for their
   * turn.
   */
  attemptsSettled(): void {
    if (this.isWaiting) this.wake();
  }

  /** Called when jobs are due: added by other processes, or their time has come. */
  due(): void {
    this.wake();
  }

  /** Whether an added job could not be taken at the last look. */
  get waits(): boolean {
    return this.isWaiting;
  }

  /** No job waits for its turn: another look has taken it, or its time comes later. */
  nothingDue(): void {
    this.isWaiting = false;
  }

  /** Looks for jobs immediately. */
  private wake(): void {
    this.isWoken = true;
    this.wakeUp?.();
  }

  /**
   * Takes no more jobs; settles when the running ones have ended and their outcomes are written, or cannot be written.
   */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.wake();
    await this.looping;
    await Promise.all(this.running.values());
    await this.settle().catch(this.options.onTrouble);
  }

  private async loop(): Promise<void> {
    while (!this.isStopping) {
      this.isWoken = false;
      try {
        await this.settleAndTake();
        this.works();
      } catch (error) {
        await this.pauseAfter(error);
        continue;
      }
      if (!this.isWoken) await this.idle();
    }
  }

  private async settle(): Promise<void> {
    if (this.outcomes.length > 0) await this.settling((outcomes) => this.options.store.settle(outcomes));
  }

  /** Outcomes that could not be written are written the next time. */
  private async settling<T>(write: (outcomes: readonly Outcome[]) => Promise<T>): Promise<T> {
    const settled = this.outcomes;
    this.outcomes = [];
    try {
      const result = await write(settled);
      if (settled.length > 0) this.options.onSettled?.();
      return result;
    } catch (error) {
      this.outcomes.push(...settled);
      throw error;
    }
  }

  /** Uses one statement when there is both to do. */
  private async settleAndTake(): Promise<void> {
    const free = this.options.concurrency - this.running.size;
    // Added jobs are found again by the next look for all groups.
    const tasks = free > 0 && !processWork.isReserved ? this.options.now() : [];
    if (tasks.length === 0) return this.settle();
    processWork.begin();
    try {
      await this.takeSome(tasks, free);
    } finally {
      processWork.end();
    }
  }

  private async takeSome(tasks: readonly string[], free: number): Promise<void> {
    const { store, tenantMax } = this.options;
    if (this.failures > 0 || this.isInDoubt) await this.releaseUnknown();
    this.isInDoubt = false;
    const isAdded = this.isAdded || this.isWaiting;
    this.isAdded = false;
    const order = { after: this.served, tenantMax };
    const jobs = await this.settling((outcomes) => store.take(tasks, free, { ...order, outcomes }));
    this.isWaiting = isAdded && jobs.length === 0;
    this.served = lastTenantOf(jobs, this.served);
    for (const job of jobs) void this.start(job);
  }

  private releaseUnknown(): Promise<void> {
    const known = [...this.running.keys(), ...this.outcomes.map(({ id }) => id)];
    return this.options.store.releaseUnknown(this.options.tasks, known);
  }

  /** Runs a job taken by this worker; settles when it has ended. */
  start(job: TakenJob): Promise<void> {
    processWork.begin();
    const attempt = this.options.run(job).then((outcome) => {
      processWork.end();
      if (outcome.kind !== 'lost') this.outcomes.push(outcome);
      // The job may have been taken again while it ended.
      if (this.running.get(job.id) === attempt) this.running.delete(job.id);
      this.wake();
    });
    this.running.set(job.id, attempt);
    return attempt;
  }

  /** A statement whose answer was lost may have taken a job. */
  doubt(): void {
    this.isInDoubt = true;
  }

  private idle(): Promise<void> {
    return new Promise((resolve) => {
      this.wakeUp = resolve;
    });
  }

  private works(): void {
    if (this.failures > 0) this.options.onTrouble(undefined);
    this.failures = 0;
  }

  private async pauseAfter(error: unknown): Promise<void> {
    if (this.failures++ === 0) this.options.onTrouble(error);
    const pauseMs = Math.min(RETRY_MS_MAX, RETRY_MS * 2 ** Math.min(this.failures, 10));
    await sleep(this.isStopping ? 0 : pauseMs);
  }
}

/** The last tenant that was served, in circular order after `after`. */
function lastTenantOf(jobs: readonly TakenJob[], after: string): string {
  const tenants = jobs.map(({ tenant }) => tenant).sort();
  return tenants.filter((tenant) => tenant <= after).at(-1) ?? tenants.at(-1) ?? after;
}
