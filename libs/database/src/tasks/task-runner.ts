import type { TaskDefinition } from '@lectern/contracts';
import { Logger } from '@nestjs/common';
import type { Job, TaskList } from 'graphile-worker';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { attempt, InterruptedError } from './attempt';
import type { TaskHandler } from './runs';
import { startGroup, type TaskGroup } from './task-group';
import type { TaskQueue } from './task-queue';
import { WorkerRegister } from './worker-register';

const defaultPace = { drainMs: 5_000, graceMs: 3_000, lookMs: 2_000 };
const RESTART_PAUSE_MS = 1_000;
/** Fetching, completing, failing and listening, per group of tasks. */
const CONNECTIONS_PER_GROUP = 3;

export interface RegisteredTask {
  readonly task: TaskDefinition<unknown>;
  readonly handle: TaskHandler<unknown>;
  /** Runs apart from the others, at most that many at once. */
  readonly concurrency?: number;
}

export interface TaskRunnerOptions {
  readonly url: string;
  readonly queue: TaskQueue;
  readonly tasks: readonly RegisteredTask[];
  /** Of all tasks without their own. */
  readonly concurrency: number;
  readonly pace?: Partial<TaskPace>;
}

export interface TaskPace {
  /** On stop, running handlers may finish for that long; then their signals are aborted. */
  readonly drainMs: number;
  /** After an abort, a handler may still finish for that long; then it is left alone. */
  readonly graceMs: number;
  /** Between two looks for jobs of killed processes. */
  readonly lookMs: number;
}

/** Runs the jobs of one service schema in this process. */
export class TaskRunner {
  private readonly logger: Logger;
  private readonly pool: Pool;
  private readonly pace: TaskPace;
  private readonly register: WorkerRegister;
  private readonly groups = new Set<TaskGroup>();
  private readonly stopping = new AbortController();
  private readonly interrupted: string[] = [];
  private stopped?: Promise<void>;

  private constructor(
    private readonly options: TaskRunnerOptions,
    groupCount: number,
  ) {
    const { queue, url } = options;
    this.logger = new Logger(`Tasks ${queue.schema}`);
    this.pool = tasksPool(url, queue.schema, 2 + CONNECTIONS_PER_GROUP * groupCount);
    this.pace = { ...defaultPace, ...options.pace };
    this.register = new WorkerRegister(this.pool, queue.schema, this.pace.lookMs);
  }

  /** Starts to work. The tables must exist. */
  static async start(options: TaskRunnerOptions): Promise<TaskRunner> {
    const shared = options.tasks.filter(({ concurrency }) => concurrency === undefined);
    const apart = options.tasks.filter(({ concurrency }) => concurrency !== undefined);
    const groups = [...(shared.length > 0 ? [shared] : []), ...apart.map((task) => [task])];
    const runner = new TaskRunner(options, groups.length);
    await runner.register.start();
    await Promise.all(groups.map((tasks) => runner.startGroup(tasks)));
    options.queue.onAdded((count) => runner.groups.forEach((group) => group.wake(count)));
    return runner;
  }

  /**
   * Takes no more jobs, lets running ones finish for a while, then interrupts them: they are tried again at the next
   * start.
   */
  stop(): Promise<void> {
    return (this.stopped ??= this.end());
  }

  private async end(): Promise<void> {
    this.options.queue.onAdded(() => undefined);
    const drained = Promise.allSettled([...this.groups].map((group) => group.stop()));
    const timer = setTimeout(() => this.stopping.abort(new InterruptedError()), this.pace.drainMs);
    await drained;
    clearTimeout(timer);
    await this.giveBack().catch((error: unknown) =>
      this.logger.error(`Interrupted jobs wait for their back-off: ${String(error)}`),
    );
    await this.register.stop();
    await this.pool.end();
  }

  private async startGroup(tasks: readonly RegisteredTask[]): Promise<void> {
    const concurrency = tasks[0]?.concurrency ?? this.options.concurrency;
    const { schema } = this.options.queue;
    const onGivenUp = () => void this.replaceGroup(tasks);
    const group = startGroup(this.pool, { schema, concurrency, tasks: this.taskList(tasks), onGivenUp });
    this.groups.add(group);
    void group.ended.then(() => this.forget(group));
    await this.register.add(group.id);
  }

  private async replaceGroup(tasks: readonly RegisteredTask[]): Promise<void> {
    if (this.stopped) return;
    this.logger.warn('Work on tasks was interrupted and starts again');
    await sleep(RESTART_PAUSE_MS);
    if (!this.stopped) await this.startGroup(tasks);
  }

  private async forget(group: TaskGroup): Promise<void> {
    this.groups.delete(group);
    await this.register.remove(group.id);
  }

  private taskList(tasks: readonly RegisteredTask[]): TaskList {
    const entries = tasks.map(({ task, handle }) => [
      task.name,
      (payload: unknown, { job }: { readonly job: Job }) => this.run({ task, handle }, payload, job),
    ]);
    return Object.fromEntries(entries);
  }

  private async run({ task, handle }: RegisteredTask, payload: unknown, job: Job): Promise<void> {
    const { id, attempts: number, max_attempts: attemptsMax } = job;
    const limits = { timeoutMs: task.timeoutMs, graceMs: this.pace.graceMs, stopping: this.stopping.signal };
    try {
      await attempt((signal) => handle(payload, { id, signal, attempt: number, attemptsMax }), limits);
    } catch (error) {
      if (error instanceof InterruptedError) this.interrupted.push(id);
      else if (await this.isSuperseded(id)) return;
      else this.logger.warn(`${task.name} ${id}, attempt ${number} of ${attemptsMax}, failed: ${stackOf(error)}`);
      throw error;
    }
  }

  /** A newer job with the same key was added meanwhile: this one is not worth another attempt. */
  private async isSuperseded(id: string): Promise<boolean> {
    const sql = `select 1 from "${this.options.queue.schema}"._private_jobs where id = $1 and flags ? 'superseded'`;
    return this.pool.query(sql, [id]).then(
      ({ rowCount }) => rowCount === 1,
      () => false,
    );
  }

  private async giveBack(): Promise<void> {
    if (this.interrupted.length === 0) return;
    const sql = `update "${this.options.queue.schema}"._private_jobs
      set attempts = greatest(0, attempts - 1), run_at = now(), last_error = null
      where id = any($1) and locked_at is null`;
    await this.pool.query(sql, [this.interrupted]);
  }
}

function tasksPool(url: string, schema: string, max: number): Pool {
  const pool = new Pool({ connectionString: url, max, application_name: `lectern-${schema}`, keepAlive: true });
  const logger = new Logger(`Tasks ${schema}`);
  pool.on('error', (error) => logger.warn(`A connection was lost: ${error.message}`));
  // A connection in use reports its loss by the query that suffers from it.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
