import { AppError, type TaskDefinition } from '@lectern/contracts/core';
import type { DataSource, EntityManager } from 'typeorm';
import { databaseError } from '../postgres-errors';
import { onCommit } from '../transactions';
import { PROOFS_MAX } from './proven-ends';

const LIST_LIMIT_MAX = 200;
/** Tenant of work for no particular tenant. Not empty, because turns start after the empty string. */
const NO_TENANT = '-';

export interface AddOptions {
  /** The caller's transaction: the job is added when it commits. Default: added immediately. */
  readonly tx?: EntityManager;
  /**
   * Jobs with the same text (of any task of this schema) never run concurrently, and start in the order of addition.
   */
  readonly serialBy?: string;
  /** Owner of the work, such as a knowledge box: tenants are served in turn. */
  readonly tenant?: string;
  /**
   * A waiting job with the same key is replaced. A running one continues, and the new one runs after it if they have
   * the same `serialBy`.
   */
  readonly key?: string;
  /** A job that replaces another one runs no later than that one would have. */
  readonly runAt?: Date;
  /** Smaller is earlier, from -32768 to 32767. Default 0. */
  readonly priority?: number;
}

export type NewJob<T> = Omit<AddOptions, 'tx'> & { readonly payload: T };

export type JobState = 'waiting' | 'running' | 'retrying' | 'failed';

export interface JobView {
  readonly id: string;
  readonly task: string;
  readonly payload: unknown;
  /** `retrying` has failed before and will be retried; `failed` has used up its attempts and waits for a replay. */
  readonly state: JobState;
  readonly attempts: number;
  readonly attemptsMax: number;
  readonly lastError: string | null;
  readonly runAt: Date;
  readonly createdAt: Date;
  /** The progress saved by its handler; null before. */
  readonly progress: unknown;
}

export interface JobPage {
  readonly items: readonly JobView[];
  /** Pass it back for the next page; absent on the last one. */
  readonly cursor?: string;
}

/** Why a job was given up. */
export interface GivenUp {
  readonly reason: string;
  /** Its process ended by itself each time that it ran: another attempt may end another one. */
  readonly isSetAside: boolean;
}

const STATE_OF = `case when locked_by is not null then 'running' when attempts >= attempts_max then 'failed'
  when attempts > 0 then 'retrying' else 'waiting' end`;

const viewOf = `id, task, payload, ${STATE_OF} as state, attempts, attempts_max as "attemptsMax",
  last_error as "lastError", run_at as "runAt", created_at as "createdAt", progress`;

/** Some tasks of one tenant. */
export interface OwnTasks {
  readonly tenant: string;
  /** Names of tasks. */
  readonly tasks: readonly string[];
}

/** The jobs of one service schema: adding and managing them. */
export class TaskQueue {
  private wake: (task?: string) => void = () => undefined;
  private lookForStopped: () => void = () => undefined;

  constructor(
    private readonly dataSource: DataSource,
    /** Schema of the job table, separate from the service's own. */
    readonly schema: string,
    /** Settles when the tables exist, if the service started without its database. */
    readonly opened?: Promise<void>,
  ) {}

  /**
   * Registers a callback for committed jobs of a task, or of any task, in this process. Other processes find them when
   * they look, once a second. A process that works alone and has been idle for a while looks every five seconds.
   */
  onAdded(wake: (task?: string) => void): void {
    this.wake = wake;
  }

  /** Registers a callback for stopped jobs in this process. Other processes notice when they renew leases. */
  onStopped(look: () => void): void {
    this.lookForStopped = look;
  }

  /** @returns the job's id */
  async add<T>(task: TaskDefinition<T>, payload: T, options: AddOptions = {}): Promise<string> {
    const { tx = this.dataSource.manager, tenant = NO_TENANT, serialBy, key, runAt, priority = 0 } = options;
    const values = [task.name, JSON.stringify(payload), tenant, serialBy, runAt, task.attemptsMax, key, priority];
    const sql = `select "${this.schema}".add_job($1, $2, $3, $4, $5, $6, $7, $8) as id`;
    const [row]: { id: string }[] = await tx.query(sql, values).catch(rethrow);
    onCommit(tx, () => this.wake(task.name));
    return row?.id ?? '';
  }

  /** Adds many jobs of one task with one statement. */
  async addAll<T>(
    task: TaskDefinition<T>,
    jobs: readonly NewJob<T>[],
    { tx = this.dataSource.manager }: Pick<AddOptions, 'tx'> = {},
  ): Promise<void> {
    if (jobs.length === 0) return;
    const sql = `select "${this.schema}".add_job($1, payload, tenant, serial_by, run_at, $3, key, priority)
      from json_to_recordset($2) as jobs (payload json, tenant text, serial_by text, key text, run_at timestamptz,
        priority int)`;
    const rows = jobs.map(({ payload, tenant = NO_TENANT, serialBy, key, runAt, priority = 0 }) => ({
      payload,
      tenant,
      serial_by: serialBy,
      key,
      run_at: runAt,
      priority,
    }));
    await tx.query(sql, [task.name, JSON.stringify(rows), task.attemptsMax]).catch(rethrow);
    onCommit(tx, () => this.wake(task.name));
  }

  /**
   * An SQL expression that adds a job where it is evaluated, for work in a single statement. Arguments are SQL, too.
   * Call `added` after the commit.
   */
  addSql(
    task: TaskDefinition<unknown>,
    { payload, tenant, serialBy, key }: Readonly<Record<'payload' | 'tenant' | 'serialBy' | 'key', string>>,
    { priority = 0 }: Pick<AddOptions, 'priority'> = {},
  ): string {
    const { name, attemptsMax } = task;
    const rest = `${serialBy}, null, ${attemptsMax}, ${key}, ${priority}`;
    return `"${this.schema}".add_job('${name}', ${payload}, ${tenant}, ${rest})`;
  }

  /** Wakes the runners of these tasks in this process. */
  added(tasks: readonly TaskDefinition<unknown>[]): void {
    for (const { name } of tasks) this.wake(name);
  }

  /** Oldest first. `limit` is at most 200. */
  async list(filter: {
    readonly task?: string;
    readonly state?: JobState;
    readonly limit?: number;
    readonly cursor?: string;
  }): Promise<JobPage> {
    const limit = Math.min(filter.limit ?? LIST_LIMIT_MAX, LIST_LIMIT_MAX);
    const sql = `select * from (
        select ${viewOf} from "${this.schema}".job
      ) jobs where id > $1 and ($2::text is null or task = $2) and ($3::text is null or state = $3)
      order by id limit $4`;
    const values = [filter.cursor ?? 0, filter.task ?? null, filter.state ?? null, limit + 1];
    const rows: JobView[] = await this.query(sql, values);
    const items = rows.slice(0, limit);
    return { items, cursor: rows.length > limit ? items.at(-1)?.id : undefined };
  }

  /** Number of jobs by task and state. */
  async counts(): Promise<readonly { readonly task: string; readonly state: JobState; readonly count: number }[]> {
    const sql = `select task, ${STATE_OF} as state, count(*)::int as count from "${this.schema}".job
      group by 1, 2 order by 1, 2`;
    return this.query(sql);
  }

  /** Number of jobs of one tenant that wait or run, of these tasks; counted up to `max`. */
  async countOf({ tenant, tasks }: OwnTasks, max: number): Promise<number> {
    const sql = `select count(*)::int as count from (
        select from "${this.schema}".job
        where task = any($1) and tenant = $2 and (attempts < attempts_max or locked_by is not null) limit $3
      ) as jobs`;
    const [row]: { count: number }[] = await this.query(sql, [tasks, tenant, max]);
    return row?.count ?? 0;
  }

  /** Those of these `serialBy` with a job that is waiting, running or to be retried. */
  async busy(serialBys: readonly string[]): Promise<ReadonlySet<string>> {
    const sql = `select serial_by from "${this.schema}".job
      where serial_by = any($1) and locked_by is null and attempts <> attempts_max
      union select serial_by from "${this.schema}".job where serial_by = any($1) and locked_by is not null`;
    const rows: { serial_by: string }[] = await this.query(sql, [serialBys]);
    return new Set(rows.map(({ serial_by }) => serial_by));
  }

  /** Running jobs of one tenant, in no particular order; the cost does not depend on other tenants. */
  async listRunning({ tenant, tasks }: OwnTasks): Promise<readonly JobView[]> {
    const sql = `select ${viewOf} from "${this.schema}".job
      where task = any($1) and tenant = $2 and locked_by is not null`;
    return this.query(sql, [tasks, tenant]);
  }

  /**
   * The same for jobs that have failed for good: of the tenant's oldest `limit`, whatever their task, those of these
   * tasks.
   */
  async listGivenUp({ tenant, tasks }: OwnTasks, limit: number): Promise<readonly JobView[]> {
    // With a constant tenant, the planner might search for it in the order of ids, through all others.
    const sql = `select * from (
        select ${viewOf} from "${this.schema}".job
        where tenant between $2 and $2 and locked_by is null and attempts >= attempts_max
        order by tenant, id limit $3
      ) jobs where task = any($1)`;
    return this.query(sql, [tasks, tenant, limit]);
  }

  /** Jobs of these tasks that have failed for good, of all tenants: the first `limit` after the id `after`. */
  async listAllGivenUp(
    tasks: readonly string[],
    { after, limit }: { readonly after: string; readonly limit: number },
  ): Promise<readonly JobView[]> {
    const sql = `select ${viewOf} from "${this.schema}".job
      where task = any($1) and id > $2 and locked_by is null and attempts >= attempts_max order by id limit $3`;
    return this.query(sql, [tasks, after, limit]);
  }

  /**
   * Jobs of these tasks that have been waiting since before a date, of all tenants: the first `limit` after the id
   * `after`.
   */
  async listOld(
    tasks: readonly string[],
    { before, after, limit }: { readonly before: Date; readonly after: string; readonly limit: number },
  ): Promise<readonly JobView[]> {
    const sql = `select ${viewOf} from "${this.schema}".job
      where task = any($1) and id > $2 and created_at < $3 and locked_by is null and attempts < attempts_max
      order by id limit $4`;
    return this.query(sql, [tasks, after, before, limit]);
  }

  /** Jobs with these keys that are waiting or running, or have failed for good. */
  async listWithKeys(keys: readonly string[]): Promise<readonly JobView[]> {
    return this.query(`select ${viewOf} from "${this.schema}".job where key = any($1)`, [keys]);
  }

  /**
   * Positions of these jobs in the queue of their tenant and task, from 1, by id. Jobs that wait for a later time have
   * none, nor do those of a paused tenant, nor those after the first `positionsMax`.
   */
  async positions(
    { tenant, tasks }: OwnTasks,
    { ids, positionsMax }: { readonly ids: readonly string[]; readonly positionsMax: number },
  ): Promise<ReadonlyMap<string, number>> {
    const sql = `select id, position::int as position from unnest($1::text[]) as wanted (task),
      lateral (
        select id, row_number() over (order by priority, run_at, id) as position from (
          select id, priority, run_at from "${this.schema}".job
          where task = wanted.task and tenant = $2 and locked_by is null and attempts < attempts_max and crashes = 0
            and run_at <= clock_timestamp() and not exists (
              select from "${this.schema}".pause
              where pause.task = wanted.task and pause.tenant = $2 and until > clock_timestamp()
            )
          order by priority, run_at, id limit $3
        ) as first
      ) as line
      where id = any($4)`;
    const rows: { id: string; position: number }[] = await this.query(sql, [tasks, tenant, positionsMax, ids]);
    return new Map(rows.map(({ id, position }) => [id, position]));
  }

  /** Those of these keys whose jobs are waiting or running, or have failed for good. */
  async withKeys(keys: readonly string[]): Promise<ReadonlySet<string>> {
    const rows: { key: string }[] = await this.query(`select key from "${this.schema}".job where key = any($1)`, [
      keys,
    ]);
    return new Set(rows.map(({ key }) => key));
  }

  /** By `serialBy`, why the last job of each was given up; those without such a job are omitted. */
  async givenUp(serialBys: readonly string[]): Promise<ReadonlyMap<string, GivenUp>> {
    const sql = `select serial_by as "serialBy", coalesce(last_error, '') as reason, proofs >= ${PROOFS_MAX} as "isSetAside"
      from "${this.schema}".job
      where serial_by = any($1) and locked_by is null and attempts = attempts_max order by id`;
    const rows: (GivenUp & { readonly serialBy: string })[] = await this.query(sql, [serialBys]);
    return new Map(rows.map(({ serialBy, ...givenUp }) => [serialBy, givenUp]));
  }

  /** The same check for some keys as an SQL condition, for work in a single statement. Arguments are SQL, too. */
  hasKeySql(keys: readonly string[]): string {
    return `exists (select from "${this.schema}".job where key in (${keys.join(', ')}))`;
  }

  /**
   * Retries a job now, with a full set of attempts.
   *
   * @throws AppError `not_found`, `conflict` when it is running
   */
  async replay(id: string): Promise<void> {
    await this.change(
      id,
      `update "${this.schema}".job set attempts = 0, crashes = 0, proofs = 0, died_in = null, replayed = true, run_at = clock_timestamp()
      where id = $1 and locked_by is null returning id`,
    );
    this.wake();
  }

  /** The same for all jobs that have failed for good. @returns their number */
  async replayFailed(): Promise<number> {
    const [replayed]: [unknown[]] = await this.query(`update "${this.schema}".job
      set attempts = 0, crashes = 0, proofs = 0, died_in = null, replayed = true, run_at = clock_timestamp()
      where locked_by is null and attempts >= attempts_max returning id`);
    this.wake();
    return replayed.length;
  }

  /** @throws AppError `not_found`, `conflict` when it is running */
  async remove(id: string): Promise<void> {
    await this.change(id, `delete from "${this.schema}".job where id = $1 and locked_by is null returning id`);
  }

  /**
   * Cancels the job with this key: a waiting job is removed; a running one is aborted (within some seconds if another
   * process has it) and not retried. Does nothing without such a job.
   */
  async stop(key: string, { tx = this.dataSource.manager }: Pick<AddOptions, 'tx'> = {}): Promise<void> {
    // Twice, in case the job is taken between the two statements.
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await tx.query(`delete from "${this.schema}".job where key = $1 and locked_by is null`, [key]).catch(rethrow);
      await tx
        .query(`update "${this.schema}".job set stopping = true, key = null where key = $1 and locked_by is not null`, [
          key,
        ])
        .catch(rethrow);
    }
    onCommit(tx, () => this.lookForStopped());
  }

  /**
   * Pauses these tasks for this tenant for a time: no further job starts, running ones continue. A pause replaces an
   * earlier one; a time of 0 ends it immediately.
   */
  async pause({ tenant, tasks }: OwnTasks, forMs: number): Promise<void> {
    const until = `clock_timestamp() + $3::float8 * interval '1 ms'`;
    await this.query(
      `with over as (delete from "${this.schema}".pause where until <= clock_timestamp() and tenant <> $2)
        insert into "${this.schema}".pause as known (task, tenant, until) select task, $2, ${until}
        from unnest($1::text[]) as tasks (task) on conflict (task, tenant) do update set until = excluded.until`,
      [tasks, tenant, forMs],
    );
    if (forMs <= 0) this.wake();
  }

  /** The same, unless it is running or gone. */
  async removeWaiting(id: string): Promise<void> {
    await this.query(`delete from "${this.schema}".job where id = $1 and locked_by is null`, [id]);
  }

  private async change(id: string, sql: string): Promise<void> {
    if (!/^\d{1,18}$/.test(id)) throw new AppError('not_found', `There is no job ${id}`);
    const [changed]: [unknown[]] = await this.query(sql, [id]);
    if (changed.length > 0) return;
    const found: unknown[] = await this.query(`select 1 from "${this.schema}".job where id = $1`, [id]);
    if (found.length > 0) throw new AppError('conflict', `Job ${id} is running`);
    throw new AppError('not_found', `There is no job ${id}`);
  }

  private query<T>(sql: string, values: unknown[] = []): Promise<T> {
    return this.dataSource.query<T>(sql, values).catch(rethrow);
  }
}

function rethrow(error: unknown): never {
  throw databaseError(error);
}
