import type { TaskDefinition, TaskInterval } from '@lectern/contracts/core';
import type { Pool } from 'pg';
import type { EntityManager } from 'typeorm';
import { LostJobError } from './attempt';

/** A job taken by a worker. */
export interface TakenJob {
  readonly id: string;
  readonly task: string;
  readonly payload: unknown;
  /** Including this one. */
  readonly attempts: number;
  readonly attemptsMax: number;
  readonly tenant: string;
  /** Whether an operator replayed it after it was given up. */
  readonly replayed: boolean;
  /** The progress saved by an earlier attempt. */
  readonly progress: unknown;
}

/** Which tenants get jobs next. */
export interface TenantOrder {
  /** The tenant that was served last; empty at first. */
  readonly after: string;
  /** Concurrent jobs per tenant, in all processes. */
  readonly tenantMax: number;
  /** Outcomes to be written first. */
  readonly outcomes?: readonly Outcome[];
}

/**
 * How an attempt ended. One that was interrupted, or postponed (no database, or a full disk), does not count. For one
 * that lost its job, nothing is written.
 */
export type Outcome =
  | { readonly id: string; readonly kind: 'done' | 'interrupted' | 'postponed' | 'lost' }
  | { readonly id: string; readonly kind: 'failed'; readonly error: string };

/** Due work. */
export interface DueWork {
  /** Tasks with due jobs. */
  readonly tasks: ReadonlySet<string>;
  /** Whether any job waits to run alone. */
  readonly hasAccused: boolean;
  /** Scheduled tasks whose interval is over: they have a job now. */
  readonly scheduled: ReadonlySet<string>;
}

/** A task that is done once per interval. */
export type ScheduledTask = TaskInterval & Pick<TaskDefinition<unknown>, 'name' | 'attemptsMax'>;

const TAKEN = 'id, task, payload, tenant, replayed, attempts, attempts_max as "attemptsMax", progress';
/** Lease of a task that declares none. */
export const LEASE_MS = 60_000;
const ERROR_CHARS_MAX = 4_000;
/** Delay of work that failed because the database was unavailable. */
const POSTPONED_S = 2;

/** The jobs of one schema, from the perspective of one worker. */
export class JobStore {
  constructor(
    private readonly pool: Pool,
    private readonly schema: string,
    /** Globally unique. */
    readonly worker: string,
    /** By task. */
    private readonly leasesMs: ReadonlyMap<string, number> = new Map(),
  ) {}

  /** Takes at most `count` due jobs, of tenants in turn, and locks them for this worker. */
  async take(
    tasks: readonly string[],
    count: number,
    { after, tenantMax, outcomes = [] }: TenantOrder,
  ): Promise<readonly TakenJob[]> {
    const ended = await this.ended(outcomes);
    const { rows } = await this.pool.query<TakenJob>({
      name: `take ${this.schema}`,
      text: `select ${TAKEN}
        from "${this.schema}".settle_and_take_jobs($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      values: [this.worker, ...ended, tasks, count, after, tenantMax, this.leasesS(tasks)],
    });
    return rows;
  }

  /**
   * Takes a due job that was running when a process ended by itself, and locks it for this worker, which must have
   * nothing else to do.
   */
  async takeAccused(tasks: readonly string[]): Promise<TakenJob | undefined> {
    const sql = `select ${TAKEN} from "${this.schema}".take_accused($1, $2, $3)`;
    const { rows } = await this.pool.query<TakenJob>(sql, [this.worker, tasks, this.leasesS(tasks)]);
    return rows[0];
  }

  /** Records that other work has started beside the job. */
  async noLongerAlone(id: string): Promise<void> {
    const sql = `update "${this.schema}".job set alone = false where id = $1 and locked_by = $2`;
    await this.pool.query(sql, [id, this.worker]);
  }

  /**
   * Which of these tasks have due jobs; taking them also checks whether it is their turn. Adds jobs for those of
   * `scheduled` whose interval is over. One statement per call.
   */
  async due(tasks: readonly string[], scheduled: readonly string[]): Promise<DueWork> {
    const waiting = (which: string) => `exists (select from "${this.schema}".job where job.task = wanted.task
      and locked_by is null and attempts < attempts_max and ${which} and run_at <= clock_timestamp()
      and coalesce((select until from "${this.schema}".pause where pause.task = job.task and pause.tenant = job.tenant),
        '-infinity') <= clock_timestamp())`;
    const accused = `exists (select from "${this.schema}".job where task = any($1) and proofs > 0
      and locked_by is null and attempts < attempts_max and run_at <= clock_timestamp())`;
    const started = `array(select "${this.schema}".start_scheduled($2))`;
    const { rows } = await this.pool.query<Readonly<Record<'tasks' | 'started', string[]>> & { hasAccused: boolean }>({
      name: `due ${this.schema}`,
      text: `select array(select task from unnest($1::text[]) as wanted (task)
          where ${waiting('crashes = 0')} or ${waiting('crashes > 0 and proofs = 0')}) as tasks,
        ${accused} as "hasAccused", ${started} as started`,
      values: [tasks, scheduled],
    });
    const { tasks: due, hasAccused = false, started: begun } = rows[0] ?? {};
    return { tasks: new Set(due), hasAccused, scheduled: new Set(begun) };
  }

  /**
   * Releases jobs of these tasks that this worker has locked but that are not among `known`: they were taken by a
   * statement whose answer was lost.
   */
  async releaseUnknown(tasks: readonly string[], known: readonly string[]): Promise<void> {
    const sql = `update "${this.schema}".job set locked_by = null, attempts = attempts - 1
      where locked_by = $1 and task = any($2) and id <> all($3)`;
    await this.pool.query(sql, [this.worker, tasks, known]);
  }

  /** Schedules these tasks once per interval; new ones start now. */
  async schedule(tasks: readonly ScheduledTask[]): Promise<void> {
    if (tasks.length === 0) return;
    await this.pool.query(
      `insert into "${this.schema}".schedule as known (task, every, attempts_max, next_at)
        select name, "intervalMs" * interval '1 ms', "attemptsMax",
          clock_timestamp() + coalesce("afterStartMs", "intervalMs") * interval '1 ms'
        from json_to_recordset($1)
          as tasks (name text, "intervalMs" float8, "afterStartMs" float8, "attemptsMax" smallint)
        on conflict (task) do update set every = excluded.every, attempts_max = excluded.attempts_max,
          next_at = least(known.next_at, excluded.next_at)`,
      [JSON.stringify(tasks)],
    );
  }

  /** Renews leases. @returns the jobs that this worker still has, and whether they must stop */
  async keep(
    jobs: readonly { readonly id: string; readonly leaseMs: number }[],
  ): Promise<ReadonlyMap<string, boolean>> {
    const { rows } = await this.pool.query<{ readonly id: string; readonly stopping: boolean }>({
      name: `keep ${this.schema}`,
      text: `update "${this.schema}".job set leased_until = clock_timestamp() + kept.lease * interval '1 ms'
        from unnest($2::bigint[], $3::float8[]) as kept (id, lease)
        where job.id = kept.id and job.locked_by = $1 returning job.id, job.stopping`,
      values: [this.worker, jobs.map(({ id }) => id), jobs.map(({ leaseMs }) => leaseMs)],
    });
    return new Map(rows.map(({ id, stopping }) => [id, stopping]));
  }

  /**
   * Renews the lease of one job and saves its progress; with a transaction, both take effect at its commit.
   *
   * @throws LostJobError
   */
  async save(
    { id, leaseMs }: { readonly id: string; readonly leaseMs: number },
    progress: unknown,
    tx?: EntityManager,
  ): Promise<void> {
    const sql = `update "${this.schema}".job
      set progress = $3, leased_until = clock_timestamp() + $4::float8 * interval '1 ms'
      where id = $1 and locked_by = $2 returning stopping`;
    const values = [id, this.worker, JSON.stringify(progress ?? null), leaseMs];
    const rows = await (tx
      ? tx.query<[{ readonly stopping: boolean }[], number]>(sql, values).then(([updated]) => updated)
      : this.pool.query<{ readonly stopping: boolean }>(sql, values).then((result) => result.rows));
    const isStopped = rows[0]?.stopping;
    if (isStopped !== false) throw new LostJobError(isStopped ?? false);
  }

  async settle(outcomes: readonly Outcome[]): Promise<void> {
    const ended = await this.ended(outcomes);
    await this.pool.query({
      name: `settle ${this.schema}`,
      text: `select "${this.schema}".settle_jobs($1, $2, $3, $4)`,
      values: [this.worker, ...ended],
    });
  }

  /** In the order of the tasks. */
  private leasesS(tasks: readonly string[]): readonly number[] {
    return tasks.map((name) => Math.ceil((this.leasesMs.get(name) ?? LEASE_MS) / 1_000));
  }

  /**
   * Arguments of the functions that settle jobs: ids of completed jobs, ids of jobs whose attempts do not count,
   * failures.
   */
  private async ended(outcomes: readonly Outcome[]): Promise<[done: string[], interrupted: string[], failed: unknown]> {
    const failed = outcomes.flatMap((outcome) =>
      outcome.kind === 'failed' ? [{ id: outcome.id, error: storable(outcome.error) }] : [],
    );
    const idsOf = (kind: Outcome['kind']) => outcomes.filter((each) => each.kind === kind).map(({ id }) => id);
    await this.postpone(idsOf('postponed'));
    return [idsOf('done'), idsOf('interrupted'), failed.length > 0 ? JSON.stringify(failed) : null];
  }

  private async postpone(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const sql = `update "${this.schema}".job set locked_by = null, attempts = attempts - 1,
      run_at = clock_timestamp() + interval '${POSTPONED_S} seconds' where id = any($1) and locked_by = $2`;
    await this.pool.query(sql, [ids, this.worker]);
  }
}

/** Postgres accepts neither NUL characters nor unpaired surrogates. */
function storable(error: string): string {
  return error.replaceAll('\0', '').slice(0, ERROR_CHARS_MAX).toWellFormed();
}
