import { setTimeout as sleep } from 'node:timers/promises';
import type { JobStore, Outcome, TakenJob } from './job-store';
import { processWork } from './process-work';

/** Pauses after the database failed: doubled each time. */
const RETRY_MS = 100;
const RETRY_MS_MAX = 5_000;

export interface TaskGroupOptions {
  readonly store: JobStore;
  readonly tasks: readonly string[];
  /** Of these, the tasks that may be taken now. */
  readonly now: () => readonly string[];
  readonly concurrency: number;
  /** Jobs of one tenant at once, in all processes. */
  readonly tenantMax: number;
  /** Never fails. */
  readonly run: (job: TakenJob) => Promise<Outcome>;
  /** Called when it is written that jobs have ended: others of the same `serialBy` may run now. */
  readonly onSettled?: () => void;
  /** Called once when the database begins to fail, and once with undefined when it works again. */
  readonly onTrouble: (error: unknown) => void;
}

/**
 * Workers that share a limit: one loop that takes as many jobs as may run, and writes how they ended. Whatever ended
 * while it was busy is written with the next statement, so that few statements serve many jobs.
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

  /** Jobs were added: looks for them at once. */
  added(): void {
    this.isAdded = true;
    this.wake();
  }

  /** Jobs have ended elsewhere: looks again when what was added was not to be had, as it waited for its turn. */
  turnsEnded(): void {
    if (this.isWaiting) this.wake();
  }

  /** Jobs are due: added by other processes, or their time has come. */
  due(): void {
    this.wake();
  }

  /** Whether something that was added was not to be had when it looked last. */
  get waits(): boolean {
    return this.isWaiting;
  }

  /** Nothing waits for its turn: another look has taken it, or its time comes later. */
  nothingDue(): void {
    this.isWaiting = false;
  }

  /** Looks for jobs at once. */
  private wake(): void {
    this.isWoken = true;
    this.wakeUp?.();
  }

  /** Takes no more jobs; settles when the running ones have ended and that is written, or cannot be written. */
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

  /** What could not be written is written the next time. */
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

  /** With one statement, where there is both to do. */
  private async settleAndTake(): Promise<void> {
    const free = this.options.concurrency - this.running.size;
    // What was added is looked for again with the next look for all groups.
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
    const turn = { after: this.served, tenantMax };
    const jobs = await this.settling((outcomes) => store.take(tasks, free, { ...turn, outcomes }));
    this.isWaiting = isAdded && jobs.length === 0;
    this.served = lastInTurn(jobs, this.served);
    for (const job of jobs) void this.start(job);
  }

  private releaseUnknown(): Promise<void> {
    const known = [...this.running.keys(), ...this.outcomes.map(({ id }) => id)];
    return this.options.store.releaseUnknown(this.options.tasks, known);
  }

  /** Settles when the job, which this worker has taken, has ended. */
  start(job: TakenJob): Promise<void> {
    processWork.begin();
    const attempt = this.options.run(job).then((outcome) => {
      processWork.end();
      if (outcome.kind !== 'lost') this.outcomes.push(outcome);
      // It may have come back while it ended.
      if (this.running.get(job.id) === attempt) this.running.delete(job.id);
      this.wake();
    });
    this.running.set(job.id, attempt);
    return attempt;
  }

  /** A job may have been taken whose answer was lost. */
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

/** The last of the tenants that were served, in their circle from `after` on. */
function lastInTurn(jobs: readonly TakenJob[], after: string): string {
  const tenants = jobs.map(({ tenant }) => tenant).sort();
  return tenants.filter((tenant) => tenant <= after).at(-1) ?? tenants.at(-1) ?? after;
}
