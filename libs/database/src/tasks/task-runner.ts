import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, type TaskDefinition } from '@lectern/contracts/core';
import { type DiskRoom, LookPace, processLife, selfInflictedEnds } from '@lectern/runtime';
import { Logger } from '@nestjs/common';
import { Pool } from 'pg';
import { databaseError, isDatabaseAway } from '../postgres-errors';
import { attempt, InterruptedError, LostJobError, PausedError } from './attempt';
import { type HeldLease, HeldLeases } from './held-leases';
import { JobStore, LEASE_MS, type Outcome, type ScheduledTask, type TakenJob } from './job-store';
import type { HeldRun, TaskHandler } from './runs';
import { TaskGroup } from './task-group';
import type { EndedAttempt } from './task-metrics';
import type { TaskQueue } from './task-queue';
import { Trials } from './trials';
import { WorkerRegister } from './worker-register';

const defaultPace = { drainMs: 4_000, graceMs: 1_500, lookMs: 2_000 };
const CONNECT_TIMEOUT_MS = 5_000;
const TENANT_UNBOUNDED = 1_000_000;
const STATEMENT_TIMEOUT_MS = 30_000;
/**
 * How often one look, for all groups, finds jobs added by other processes, and jobs whose time has come. A process that
 * works alone looks less often after it has been idle for a while.
 */
const DUE_EVERY_MS = 1_000;

let runners = 0;

export interface RegisteredTask {
  readonly task: TaskDefinition<unknown>;
  readonly handle: TaskHandler<unknown>;
  /** Runs separately from other tasks, with at most this many concurrent jobs. */
  readonly concurrency?: number;
  readonly tenantMax?: number;
}

export interface TaskRunnerOptions {
  readonly url: string;
  readonly queue: TaskQueue;
  readonly tasks: readonly RegisteredTask[];
  /** For all tasks without their own limit. */
  readonly concurrency: number;
  readonly pace?: Partial<TaskPace>;
  /** When aborted, the runner stops by itself: `stop` then only waits for it. */
  readonly stopping?: AbortSignal;
  /** While disk space is short, only tasks that work without are taken. */
  readonly disk?: Pick<DiskRoom, 'isShort'>;
  /** Called for every attempt that ended here. */
  readonly observe?: (ended: EndedAttempt) => void;
}

export interface TaskPace {
  /** On stop, running handlers may take this long to finish; then their signals are aborted. */
  readonly drainMs: number;
  /** After an abort, a handler may still take this long to finish; then it is abandoned. */
  readonly graceMs: number;
  /** Time between two looks for jobs of killed processes. */
  readonly lookMs: number;
}

/** Runs the jobs of one service schema in this process. */
export class TaskRunner {
  private readonly logger: Logger;
  private readonly pace: TaskPace;
  private readonly pool: Pool;
  private readonly store: JobStore;
  private readonly register: WorkerRegister;
  private readonly leases: HeldLeases;
  private readonly looks = new LookPace(performance.now());
  private readonly stopping = new AbortController();
  private groups: readonly TaskGroup[] = [];
  private trials?: Trials;
  private readonly ended = new AbortController();
  private looking: Promise<void> | undefined;
  private stopped?: Promise<void>;

  private constructor(private readonly options: TaskRunnerOptions) {
    const { url, queue } = options;
    const worker = `${hostname()}/${process.pid}/${processLife}/${(runners += 1)}`;
    this.logger = new Logger(`Tasks ${queue.schema}`);
    this.pace = { ...defaultPace, ...options.pace };
    this.pool = openPool(url, queue.schema, grouped(options.tasks).length + 1);
    const leasesMs = new Map(options.tasks.map(({ task }) => [task.name, task.leaseMs ?? LEASE_MS]));
    this.store = new JobStore(this.pool, queue.schema, worker, leasesMs);
    this.leases = new HeldLeases(this.store, [...leasesMs.values()]);
    const { lookMs } = this.pace;
    const ends = selfInflictedEnds();
    const isQuiet = () => this.looks.isQuiet(performance.now());
    this.register = new WorkerRegister({ url, schema: queue.schema, worker, lookMs, isQuiet, selfInflictedEnds: ends });
  }

  /** Starts the runner. The tables must exist. */
  static async start(options: TaskRunnerOptions): Promise<TaskRunner> {
    const runner = new TaskRunner(options);
    await runner.register.start();
    await runner.store.schedule(scheduledOf(options.tasks));
    runner.groups = grouped(options.tasks).map((tasks) => runner.open(tasks));
    runner.trials = runner.openTrials();
    options.queue.onAdded((task) => {
      runner.looks.worked(performance.now());
      for (const group of runner.groups) if (task === undefined || group.tasks.includes(task)) group.added();
    });
    options.queue.onStopped(() => void runner.leases.renewAll());
    runner.looking = runner.lookForDue();
    // The caller of `stop` gets the error.
    options.stopping?.addEventListener('abort', () => void runner.stop().catch(() => undefined), { once: true });
    return runner;
  }

  /** Takes no more jobs, lets running ones finish for a while, then interrupts them: they are retried immediately. */
  stop(): Promise<void> {
    return (this.stopped ??= this.end());
  }

  private async end(): Promise<void> {
    this.options.queue.onAdded(() => undefined);
    this.options.queue.onStopped(() => undefined);
    const timer = setTimeout(() => this.stopping.abort(new InterruptedError()), this.pace.drainMs);
    await Promise.all(this.groups.map((group) => group.stop()));
    clearTimeout(timer);
    this.leases.stop();
    this.ended.abort();
    await this.looking;
    await this.register.stop();
    await this.pool.end();
  }

  private openTrials(): Trials {
    return new Trials({
      store: this.store,
      tasks: this.options.tasks.map(({ task }) => task.name),
      start: async (job) => this.groups.find(({ tasks }) => tasks.includes(job.task))?.start(job),
      onDoubt: () => this.groups.forEach((group) => group.doubt()),
    });
  }

  private async lookForDue(): Promise<void> {
    const tasks = this.options.tasks.map(({ task }) => task.name);
    while (!this.ended.signal.aborted) {
      if (this.register.hasCompany) this.looks.worked(performance.now());
      if (this.looks.isDue(performance.now())) await this.look(tasks);
      await sleep(DUE_EVERY_MS, undefined, { signal: this.ended.signal }).catch(() => undefined);
    }
  }

  private async look(tasks: readonly string[]): Promise<void> {
    const waiting = this.groups.filter(({ waits }) => waits);
    // If the look fails, the groups find the cause, report it, and wait longer and longer.
    const unknown = { tasks: new Set(tasks), hasAccused: false, scheduled: new Set<string>() };
    const scheduled = this.doable(this.options.tasks.filter(({ task }) => task.every !== undefined));
    const due = await this.store.due(tasks, scheduled).catch(() => unknown);
    // Scheduled work alone does not count as work here.
    if (due.tasks.size > 0 || due.hasAccused) this.looks.worked(performance.now());
    for (const group of this.groups) {
      if (group.tasks.some((task) => due.tasks.has(task) || due.scheduled.has(task))) group.due();
      else if (waiting.includes(group)) group.nothingDue();
    }
    if (due.hasAccused) void this.trials?.run();
  }

  private open(tasks: readonly RegisteredTask[]): TaskGroup {
    const byName = new Map(tasks.map((each) => [each.task.name, each]));
    return new TaskGroup({
      store: this.store,
      tasks: [...byName.keys()],
      now: () => this.doable(tasks),
      concurrency: tasks[0]?.concurrency ?? this.options.concurrency,
      tenantMax: tasks[0]?.tenantMax ?? TENANT_UNBOUNDED,
      run: (job) => this.observed(job, byName.get(job.task)),
      onSettled: () => this.groups.forEach((group) => group.attemptsSettled()),
      onTrouble: (error) => this.report(error),
    });
  }

  /** Names of the tasks that may be taken now. */
  private doable(tasks: readonly RegisteredTask[]): readonly string[] {
    const isShort = this.options.disk?.isShort ?? false;
    return tasks.filter(({ task }) => !isShort || task.worksWithoutRoom).map(({ task }) => task.name);
  }

  private async observed(job: TakenJob, registered: RegisteredTask | undefined): Promise<Outcome> {
    const startMs = performance.now();
    const outcome = await this.run(job, registered);
    const isGivenUp = outcome.kind === 'failed' && job.attempts >= job.attemptsMax;
    const kind = outcome.kind === 'lost' ? 'interrupted' : outcome.kind;
    const endMs = performance.now();
    if (!registered?.task.every) this.looks.worked(endMs);
    const durationMs = endMs - startMs;
    this.options.observe?.({ task: job.task, outcome: isGivenUp ? 'given_up' : kind, durationMs });
    return outcome;
  }

  private async run(job: TakenJob, registered: RegisteredTask | undefined): Promise<Outcome> {
    const { id } = job;
    if (!registered) return { id, kind: 'failed', error: `Nothing runs ${job.task}` };
    const lease = this.leases.begin(id, registered.task.leaseMs ?? LEASE_MS);
    const outcome = await this.runHeld(job, registered, lease);
    this.leases.end(lease);
    if (!lease.error) return outcome;
    return { id, kind: lease.error.isStopped ? 'done' : 'lost' };
  }

  private async runHeld(job: TakenJob, { task, handle }: RegisteredTask, lease: HeldLease): Promise<Outcome> {
    const { id, payload, attempts: number, attemptsMax } = job;
    const { timeoutMs } = task;
    const limits = { timeoutMs, graceMs: this.pace.graceMs, stopping: this.stopping.signal, lost: lease.signal };
    const save = this.saving(lease);
    const whileHeld = (check: () => Promise<void>) => lease.whileHeld(check);
    try {
      const known = { id, attempt: number, attemptsMax, isReplay: job.replayed, progress: job.progress ?? undefined };
      await attempt((signal, alive) => handle(payload, { ...known, signal, alive, save, whileHeld }), limits);
      return { id, kind: 'done' };
    } catch (error) {
      if (error instanceof InterruptedError || error instanceof PausedError) return { id, kind: 'interrupted' };
      if (isDatabaseAway(error) || this.lacksRoom(error)) return { id, kind: 'postponed' };
      this.logger.warn(`${task.name} ${id}, attempt ${number} of ${attemptsMax}, failed: ${stackOf(error)}`);
      return { id, kind: 'failed', error: error instanceof Error ? error.message : String(error) };
    }
  }

  private saving(lease: HeldLease): HeldRun['save'] {
    return async (progress, { tx } = {}) => {
      if (lease.error) throw lease.error;
      try {
        await this.store.save(lease, progress, tx);
      } catch (error) {
        if (error instanceof LostJobError) lease.lose(error);
        throw databaseError(error);
      }
    };
  }

  /** Whether the job failed for lack of disk space; it is then taken again when there is some. */
  private lacksRoom(error: unknown): boolean {
    const isShort = this.options.disk?.isShort ?? false;
    return isShort && error instanceof AppError && error.code === 'storage_full';
  }

  private report(error: unknown): void {
    if (error === undefined) this.logger.log('Work on tasks continues');
    else this.logger.error(`Work on tasks waits for the database: ${String(error)}`);
  }
}

function scheduledOf(tasks: readonly RegisteredTask[]): readonly ScheduledTask[] {
  return tasks.flatMap(({ task: { name, attemptsMax, every } }) => (every ? [{ name, attemptsMax, ...every }] : []));
}

/** One group per task with its own limit, and one for all others. */
function grouped(tasks: readonly RegisteredTask[]): readonly (readonly RegisteredTask[])[] {
  const apart = tasks.filter(({ concurrency }) => concurrency !== undefined).map((task) => [task]);
  const shared = tasks.filter(({ concurrency }) => concurrency === undefined);
  return shared.length > 0 ? [shared, ...apart] : apart;
}

/** One connection per loop. */
function openPool(url: string, schema: string, loops: number): Pool {
  const pool = new Pool({
    connectionString: url,
    max: loops,
    application_name: `lectern-${schema}`,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    keepAlive: true,
  });
  // The affected query reports a lost connection.
  pool.on('error', () => undefined).on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
