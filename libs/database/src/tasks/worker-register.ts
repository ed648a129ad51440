import { Logger } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';

/** Shorter than the time between looks: nobody takes a lost connection for a dead process. */
const RECONNECT_MS = 200;
/** The first half of the locks' keys, any fixed number; the second is a hash of the worker's id. */
const LOCK_CLASS = 0x1ec9;

/**
 * Gives the jobs of killed workers back. Every worker holds an advisory lock of its id on one connection: Postgres
 * drops it when the process dies, so that a locked job whose worker has no lock belongs to nobody. It keeps the attempt
 * it made: a job that kills its process again and again is given up in the end.
 */
export class WorkerRegister {
  private readonly ids = new Set<string>();
  private readonly logger: Logger;
  private client?: PoolClient;
  private timer?: NodeJS.Timeout;
  private suspects: readonly string[] = [];

  constructor(
    private readonly pool: Pool,
    private readonly schema: string,
    /** Between two looks for jobs of workers that are gone; they must be gone at both. */
    private readonly lookMs: number,
  ) {
    this.logger = new Logger(`Tasks ${schema}`);
  }

  async start(): Promise<void> {
    await this.look();
    this.schedule(this.lookMs);
  }

  async add(id: string): Promise<void> {
    this.ids.add(id);
    // When the connection is lost, all are locked again on the next one.
    if (this.client) await lock(this.client, id).catch(() => undefined);
  }

  /** What is still locked by it belongs to nobody from now on. */
  async remove(id: string): Promise<void> {
    this.ids.delete(id);
    await this.client?.query('select pg_advisory_unlock($1, hashtext($2))', [LOCK_CLASS, id]).catch(() => undefined);
  }

  async stop(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.client?.release(true);
    this.client = undefined;
  }

  private schedule(afterMs: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      void this.look()
        .catch((error: unknown) => this.logger.warn(`Could not look for jobs of killed processes: ${String(error)}`))
        .then(() => this.timer && this.schedule(this.client ? this.lookMs : RECONNECT_MS));
    }, afterMs).unref();
  }

  private async look(): Promise<void> {
    const client = (this.client ??= await this.connect());
    const { rows } = await client.query<{ id: string }>(
      `select distinct locked_by as id from (
        select locked_by from "${this.schema}"._private_jobs where locked_by is not null
        union select locked_by from "${this.schema}"._private_job_queues where locked_by is not null
      ) workers where not exists (
        select from pg_locks where locktype = 'advisory'
          and database = (select oid from pg_database where datname = current_database())
          and objsubid = 2 and classid = $1::oid and objid = hashtext(locked_by)::bigint & 4294967295
      )`,
      [LOCK_CLASS],
    );
    const gone = rows.map(({ id }) => id).filter((id) => !this.ids.has(id));
    const goneTwice = gone.filter((id) => this.suspects.includes(id));
    this.suspects = gone;
    if (goneTwice.length > 0) await this.giveBack(client, goneTwice);
  }

  private async giveBack(client: PoolClient, ids: readonly string[]): Promise<void> {
    const { rowCount } = await client.query(
      `update "${this.schema}"._private_jobs set locked_by = null, locked_at = null, run_at = least(run_at, now()),
        last_error = 'The process that ran it was killed' where locked_by = any($1)`,
      [ids],
    );
    await client.query(
      `update "${this.schema}"._private_job_queues set locked_by = null, locked_at = null where locked_by = any($1)`,
      [ids],
    );
    this.logger.warn(`${rowCount} jobs of a killed process are tried again`);
  }

  private async connect(): Promise<PoolClient> {
    const client = await this.pool.connect();
    client.once('error', () => {
      client.release(true);
      this.client = undefined;
      if (this.timer) this.schedule(RECONNECT_MS); // Connects again and takes the locks again.
    });
    for (const id of this.ids) await lock(client, id);
    return client;
  }
}

async function lock(client: PoolClient, id: string): Promise<void> {
  await client.query('select pg_advisory_lock($1, hashtext($2))', [LOCK_CLASS, id]);
}
