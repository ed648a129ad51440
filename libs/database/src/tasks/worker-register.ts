import { Logger } from '@nestjs/common';
import { Client } from 'pg';
import { LOCK_CLASS } from '../lock-class';
import { SET_ASIDE } from './take-jobs';

/** Shorter than the time between looks: nobody takes a lost connection for a dead process. */
const RECONNECT_MS = 200;
const TIMEOUT_MS = 5_000;
const TRIED_AGAIN = 'The process ended while it worked on this';
const IS_SET_ASIDE = 'The process ended each time it worked on this: it is set aside until it is replayed';

export interface WorkerRegisterOptions {
  readonly url: string;
  /** Of the jobs. */
  readonly schema: string;
  /** This worker's id. */
  readonly worker: string;
  /** Between two looks for jobs of workers that are gone; they must be gone at both. */
  readonly lookMs: number;
}

/**
 * Gives the jobs of killed workers back. Every worker holds an advisory lock of its id on its own connection:
 * Postgres drops it when the process dies, so that a locked job whose worker has no lock belongs to nobody. A death
 * counts apart from attempts: after the first one a job runs beside no other suspect of its task. After the second it
 * is set aside, unless a suspect of another task was at work, too: then it runs beside no other suspect at all, and is
 * set aside after the third. A job that another has superseded meanwhile is not tried again.
 */
export class WorkerRegister {
  private readonly logger: Logger;
  private client?: Client;
  private timer?: NodeJS.Timeout;
  private suspects: readonly string[] = [];
  private isStopped = false;

  constructor(private readonly options: WorkerRegisterOptions) {
    this.logger = new Logger(`Tasks ${options.schema}`);
  }

  /** From now on this worker is known to live. */
  async start(): Promise<void> {
    await this.look();
    this.schedule(this.options.lookMs);
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.client?.end().catch(() => undefined);
  }

  private schedule(afterMs: number): void {
    clearTimeout(this.timer);
    if (this.isStopped) return;
    this.timer = setTimeout(() => {
      void this.look()
        .catch((error: unknown) => this.logger.debug(`No look for jobs of killed processes: ${String(error)}`))
        .then(() => this.schedule(this.client ? this.options.lookMs : RECONNECT_MS));
    }, afterMs).unref();
  }

  private async look(): Promise<void> {
    const client = (this.client ??= await this.connect());
    const { rows } = await client.query<{ id: string }>(
      `select distinct locked_by as id from "${this.options.schema}".job where locked_by is not null and not exists (
        select from pg_locks where locktype = 'advisory'
          and database = (select oid from pg_database where datname = current_database())
          and objsubid = 2 and classid = $1::oid and objid = hashtext(locked_by)::bigint & 4294967295
      )`,
      [LOCK_CLASS.worker],
    );
    const gone = rows.map(({ id }) => id);
    const goneTwice = gone.filter((id) => this.suspects.includes(id));
    this.suspects = gone;
    if (goneTwice.length > 0) await this.giveBack(client, goneTwice);
  }

  private async giveBack(client: Client, ids: readonly string[]): Promise<void> {
    const { schema } = this.options;
    const { rowCount } = await client.query(
      `with superseded as (delete from "${schema}".job where locked_by = any($1) and superseded),
        gone as (
          select locked_by, count(*) filter (where crashes > 0) as suspects from "${schema}".job
          where locked_by = any($1) group by locked_by
        ), counted as (
          select id, case when crashes = 0 then 1 when crashes = 1 and suspects > 1 then 2 else $2 end as crashes
          from "${schema}".job join gone using (locked_by) where not superseded
        )
        update "${schema}".job set locked_by = null, crashes = counted.crashes,
          attempts = case when counted.crashes < $2 then greatest(attempts - 1, 0) else attempts_max end,
          last_error = case when counted.crashes < $2 then $3 else $4 end
        from counted where job.id = counted.id and locked_by = any($1)`,
      [ids, SET_ASIDE, TRIED_AGAIN, IS_SET_ASIDE],
    );
    this.logger.warn(`${rowCount} jobs of a killed process are tried again`);
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
      this.schedule(RECONNECT_MS); // Connects again and locks again.
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
