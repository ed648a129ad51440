import { Logger } from '@nestjs/common';
import { Client } from 'pg';
import { LOCK_CLASS } from '../lock-class';
import { IS_GIVEN_UP, pauseAfter, PROOFS_MAX, TRIED_AGAIN } from './proven-ends';

/** Shorter than the time between looks, so that a lost connection is not mistaken for a dead process. */
const RECONNECT_MS = 200;
const TIMEOUT_MS = 5_000;
/** Factor by which looks become rarer in a process that has been idle for a while and sees no other worker. */
const QUIET_FACTOR = 5;

/** Workers of this process. */
const ownWorkers = new Set<string>();

export interface WorkerRegisterOptions {
  readonly url: string;
  /** Schema of the jobs. */
  readonly schema: string;
  /** This worker's id. */
  readonly worker: string;
  /** Time between two looks for jobs of dead workers; they must be missing at both. */
  readonly lookMs: number;
  /** Whether this process has been idle for a while. */
  readonly isQuiet?: () => boolean;
  /** Lives of processes that are known to have ended by themselves. */
  readonly selfInflictedEnds: ReadonlySet<string>;
}

/** Dead workers with jobs, and jobs whose lease has expired although their worker seems to live. */
interface Gone {
  readonly workers: readonly string[];
  readonly jobs: readonly string[];
}

/**
 * Releases the jobs of killed workers, and jobs whose lease has expired because their process or its machine is silent.
 * Every worker holds an advisory lock on its id, on its own connection: Postgres releases it when the process dies, so
 * that a locked job whose worker has no lock belongs to nobody. Deaths are counted separately from attempts: the job is
 * retried as often as necessary, with growing delays. A death counts as proof against a job only when the process is
 * known to have ended by itself; then the job runs alone, and is given up when that ends the process, too. A job that
 * was superseded in the meantime, or stopped, is not retried.
 */
export class WorkerRegister {
  private readonly logger: Logger;
  private client?: Client;
  private timer?: NodeJS.Timeout;
  private suspects: Gone = { workers: [], jobs: [] };
  private isStopped = false;
  private isAlone = false;

  constructor(private readonly options: WorkerRegisterOptions) {
    this.logger = new Logger(`Tasks ${options.schema}`);
  }

  /** Registers this worker as alive. */
  async start(): Promise<void> {
    ownWorkers.add(this.options.worker);
    await this.look();
    this.schedule(this.options.lookMs);
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    ownWorkers.delete(this.options.worker);
    clearTimeout(this.timer);
    await this.client?.end().catch(() => undefined);
  }

  /** Whether other processes work on the same database, as of the last look. */
  get hasCompany(): boolean {
    return !this.isAlone;
  }

  private get pauseMs(): number {
    const { lookMs, isQuiet } = this.options;
    if (!this.client) return RECONNECT_MS;
    return this.isAlone && countOf(this.suspects) === 0 && isQuiet?.() ? lookMs * QUIET_FACTOR : lookMs;
  }

  private schedule(afterMs: number): void {
    clearTimeout(this.timer);
    if (this.isStopped) return;
    this.timer = setTimeout(() => {
      void this.look()
        .catch((error: unknown) => this.logger.debug(`Cannot look for jobs of killed processes: ${String(error)}`))
        .then(() => this.schedule(this.pauseMs));
    }, afterMs).unref();
  }

  private async look(): Promise<void> {
    const client = (this.client ??= await this.connect());
    const gone = await this.lookForGone(client);
    const { suspects } = this;
    const goneTwice = {
      workers: gone.workers.filter((id) => suspects.workers.includes(id)),
      jobs: gone.jobs.filter((id) => suspects.jobs.includes(id)),
    };
    this.suspects = gone;
    if (countOf(goneTwice) === 0 && this.options.selfInflictedEnds.size === 0) return;
    // In one transaction, so that nobody takes a job before the proof against it is recorded.
    await client.query('begin');
    try {
      if (countOf(goneTwice) > 0) await this.giveBack(client, goneTwice);
      await this.judge(client);
    } finally {
      await client.query('commit');
    }
  }

  private async lookForGone(client: Client): Promise<Gone> {
    const { schema } = this.options;
    const { rows } = await client.query<Gone & { readonly isAlone: boolean }>({
      name: `look ${schema}`,
      text: `with living as materialized (
          select objid::bigint as lock from pg_locks where locktype = 'advisory' and objsubid = 2 and classid = $1::oid
            and database = (select oid from pg_database where datname = current_database())
        )
        select array(
            select distinct locked_by from "${schema}".job
            where locked_by is not null and hashtext(locked_by)::bigint & 4294967295 not in (select lock from living)
          ) as workers,
          array(
            select id::text from "${schema}".job
            where locked_by is not null and leased_until < clock_timestamp() and locked_by <> all($2)
          ) as jobs,
          not exists (
            select from living
            where lock <> all(select hashtext(own)::bigint & 4294967295 from unnest($2::text[]) as own)
          ) as "isAlone"`,
      values: [LOCK_CLASS.worker, [...ownWorkers]],
    });
    this.isAlone = rows[0]?.isAlone ?? false;
    const { workers = [], jobs = [] } = rows[0] ?? {};
    return { workers, jobs };
  }

  private async giveBack(client: Client, { workers, jobs }: Gone): Promise<void> {
    const { schema } = this.options;
    const isGone = '(locked_by = any($1) or (id = any($2::bigint[]) and leased_until < clock_timestamp()))';
    const { rowCount } = await client.query(
      `with superseded as (delete from "${schema}".job where ${isGone} and (superseded or stopping))
        update "${schema}".job set locked_by = null, crashes = least(crashes + 1, 30000),
          attempts = greatest(attempts - 1, 0), run_at = clock_timestamp() + ${pauseAfter('crashes + 1')},
          died_in = split_part(locked_by, '/', 3), last_error = $3
        where ${isGone} and not (superseded or stopping)`,
      [workers, jobs, TRIED_AGAIN],
    );
    this.logger.warn(`Retrying ${rowCount} jobs of killed or silent processes`);
  }

  /** Another process may have released the job before it was known how its process ended. */
  private async judge(client: Client): Promise<void> {
    const { schema, selfInflictedEnds } = this.options;
    if (selfInflictedEnds.size === 0) return;
    const { rows } = await client.query<{ id: string; task: string; proofs: number }>(
      `with proven as (
          select id, case when alone or proofs = 0 then proofs + 1 else proofs end as proofs
          from "${schema}".job where died_in = any($1) and locked_by is null
        )
        update "${schema}".job as job set died_in = null, proofs = proven.proofs,
          attempts = case when proven.proofs >= $2 then attempts_max else attempts end,
          last_error = case when proven.proofs >= $2 then $3 else last_error end
        from proven where job.id = proven.id
        returning job.id, job.task, job.proofs`,
      [[...selfInflictedEnds], PROOFS_MAX, IS_GIVEN_UP],
    );
    for (const { id, task, proofs } of rows) {
      const isGivenUp = proofs >= PROOFS_MAX;
      this.logger.warn(
        isGivenUp
          ? `${task} ${id} is given up: it ended the process each time, alone in the end`
          : `${task} ${id} was at work when the process ended by itself: it is tried again alone`,
      );
    }
  }

  private async connect(): Promise<Client> {
    const { url, schema, worker } = this.options;
    const client = new Client({
      connectionString: url,
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
      application_name: `lectern-${schema}`,
      keepAlive: true,
    });
    const lost = () => {
      if (this.client !== client) return;
      this.client = undefined;
      this.schedule(RECONNECT_MS); // Reconnects and locks again.
    };
    client.on('error', lost).on('end', lost);
    try {
      await client.connect();
      await client.query('select pg_advisory_lock($1, hashtext($2))', [LOCK_CLASS.worker, worker]);
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
  }
}

function countOf({ workers, jobs }: Gone): number {
  return workers.length + jobs.length;
}
