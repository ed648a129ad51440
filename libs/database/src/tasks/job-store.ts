import type { Pool } from 'pg';

/** A job that was taken. */
export interface TakenJob {
  readonly id: string;
  readonly task: string;
  readonly payload: unknown;
  /** This one included. */
  readonly attempts: number;
  readonly attemptsMax: number;
  readonly tenant: string;
  /** Whether somebody had it tried again who saw that it was given up. */
  readonly replayed: boolean;
}

/** Whose turn it is. */
export interface Turn {
  /** The tenant that was served last; empty at first. */
  readonly after: string;
  /** Jobs of one tenant at once, in all processes. */
  readonly tenantMax: number;
  /** How jobs ended, which is written before. */
  readonly outcomes?: readonly Outcome[];
}

/** How an attempt ended. One that was interrupted, or postponed (no database, or a full disk), does not count. */
export type Outcome =
  | { readonly id: string; readonly kind: 'done' | 'interrupted' | 'postponed' }
  | { readonly id: string; readonly kind: 'failed'; readonly error: string };

/** Work whose time has come. */
export interface DueWork {
  /** Those that have such jobs. */
  readonly tasks: ReadonlySet<string>;
  /** Whether any job waits to be taken alone. */
  readonly hasAccused: boolean;
}

const ERROR_CHARS_MAX = 4_000;
/** Before work is tried again that the database was away for. */
const POSTPONED_S = 2;

/** The jobs of one schema as one worker sees them. */
export class JobStore {
  constructor(
    private readonly pool: Pool,
    private readonly schema: string,
    /** Unique among all processes, ever. */
    readonly worker: string,
  ) {}

  /** At most `count` jobs that are due, of tenants in turn, now locked by this worker. */
  async take(
    tasks: readonly string[],
    count: number,
    { after, tenantMax, outcomes = [] }: Turn,
  ): Promise<readonly TakenJob[]> {
    const ended = await this.ended(outcomes);
    const { rows } = await this.pool.query<TakenJob>({
      name: `take ${this.schema}`,
      text: `select id, task, payload, tenant, replayed, attempts, attempts_max as "attemptsMax"
        from "${this.schema}".settle_and_take_jobs($1, $2, $3, $4, $5, $6, $7, $8)`,
      values: [this.worker, ...ended, tasks, count, after, tenantMax],
    });
    return rows;
  }

  /**
   * A job that is due and was at work when a process ended by itself, now locked by this worker, which must have
   * nothing else to do.
   */
  async takeAccused(tasks: readonly string[]): Promise<TakenJob | undefined> {
    const sql = `select id, task, payload, tenant, replayed, attempts, attempts_max as "attemptsMax"
      from "${this.schema}".take_accused($1, $2)`;
    const { rows } = await this.pool.query<TakenJob>(sql, [this.worker, tasks]);
    return rows[0];
  }

  /** Other work has begun beside it. */
  async noLongerAlone(id: string): Promise<void> {
    const sql = `update "${this.schema}".job set alone = false where id = $1 and locked_by = $2`;
    await this.pool.query(sql, [id, this.worker]);
  }

  /** What may be taken of these tasks; taking shows whether it is its turn, too. One statement a look. */
  async due(tasks: readonly string[]): Promise<DueWork> {
    const waiting = (which: string) => `exists (select from "${this.schema}".job where job.task = wanted.task
      and locked_by is null and attempts < attempts_max and ${which} and run_at <= clock_timestamp())`;
    const accused = `exists (select from "${this.schema}".job where task = any($1) and proofs > 0
      and locked_by is null and attempts < attempts_max and run_at <= clock_timestamp())`;
    const { rows } = await this.pool.query<{ readonly tasks: readonly string[]; readonly hasAccused: boolean }>({
      name: `due ${this.schema}`,
      text: `select array(select task from unnest($1::text[]) as wanted (task)
          where ${waiting('crashes = 0')} or ${waiting('crashes > 0 and proofs = 0')}) as tasks,
        ${accused} as "hasAccused"`,
      values: [tasks],
    });
    return { tasks: new Set(rows[0]?.tasks), hasAccused: rows[0]?.hasAccused ?? false };
  }

  /**
   * Frees what is locked by this worker for these tasks and not among `known`: taken by a statement whose answer was
   * lost.
   */
  async releaseUnknown(tasks: readonly string[], known: readonly string[]): Promise<void> {
    const sql = `update "${this.schema}".job set locked_by = null, attempts = attempts - 1
      where locked_by = $1 and task = any($2) and id <> all($3)`;
    await this.pool.query(sql, [this.worker, tasks, known]);
  }

  async settle(outcomes: readonly Outcome[]): Promise<void> {
    const ended = await this.ended(outcomes);
    await this.pool.query({
      name: `settle ${this.schema}`,
      text: `select "${this.schema}".settle_jobs($1, $2, $3, $4)`,
      values: [this.worker, ...ended],
    });
  }

  /** What functions that settle get: ids of jobs that are done, ids of those whose attempts do not count, failures. */
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

/** Postgres takes neither zero characters nor halves of surrogate pairs. */
function storable(error: string): string {
  return error.replaceAll('\0', '').slice(0, ERROR_CHARS_MAX).toWellFormed();
}
