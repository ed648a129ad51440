import { Logger } from '@nestjs/common';
import { Client } from 'pg';
import { LOCK_CLASS } from '../lock-class';

/** Shorter than the time between looks: nobody takes a lost connection for a dead process. */
const RECONNECT_MS = 200;
const TIMEOUT_MS = 5_000;
/** Deaths of its process after which a job is not tried again by itself. */
const CRASHES_MAX = 2;
const SET_ASIDE = 'The process ended twice while it worked on this: it is set aside until it is replayed';

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
 * counts apart from attempts: after the first one a job runs beside no other suspect, after the second it is set aside.
 * A job that another has superseded meanwhile is not tried again.
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
    const { rowCount } = await client.query(
      `with superseded as (delete from "${this.options.schema}".job where locked_by = any($1) and superseded)
        update "${this.options.schema}".job set locked_by = null, crashes = crashes + 1,
          attempts = case when crashes + 1 < $2 then greatest(attempts - 1, 0) else attempts_max end,
          last_error = case when crashes + 1 < $2 then $3 else $4 end
        where locked_by = any($1) and not superseded`,
      [ids, CRASHES_MAX, 'The process ended while it worked on this', SET_ASIDE],
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
