import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { type DataFolder, initialise, prepareFolder } from './data-folder';
import { type PostgresBinaries, postgresBinaries } from './postgres-binaries';
import { isAlive, launch, readPidFile, signal } from './server-process';
import { serverUser } from './server-user';
import { isAbandoned, watchOver } from './server-watch';

/** A stale process id or shared memory block of a killed server can linger for some seconds. */
const LINGERING_MS = 20_000;
const RETRY_MS = 100;
/**
 * Longer than the watcher takes to notice; a server that still runs after this has lost its watcher, too, and is taken
 * over.
 */
const ABANDONED_MS = 3_000;
const STOP_TIMEOUT_MS = 30_000;
const STOP_POLL_MS = 5;
const CONNECT_TIMEOUT_MS = 5_000;
const DATABASE = 'lectern';

export interface EmbeddedPostgresOptions {
  /** Each folder has one server. Created with mode 0700. */
  readonly folder: string;
  /** False only in tests: nothing is forced to disk, so a power failure may destroy all data. */
  readonly durable?: boolean;
}

/**
 * An embedded Postgres server on a Unix socket: started here, or found running because the process that started it was
 * killed. It stops when `stop` is called, and when this process ends in any other way.
 */
export class EmbeddedPostgres {
  private constructor(
    /** URL of the database `lectern`, for `pg` and for child processes. */
    readonly url: string,
    readonly pid: number,
    private readonly files: DataFolder,
    private readonly dismissWatch: () => void,
  ) {}

  /** @throws Error with the end of the server's log when it cannot be started */
  static async start({ folder, durable = true }: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
    const user = serverUser();
    const [binaries, files] = await Promise.all([postgresBinaries(user), prepareFolder(folder, user)]);
    await initialise(files, binaries, { durable });
    const pid = await running(files, binaries, durable);
    const dismiss = await watchOver(pid, files);
    await ensureDatabase(files);
    return new EmbeddedPostgres(urlOf(files, DATABASE), pid, files, dismiss);
  }

  /** False when another process ended the server. */
  get isRunning(): boolean {
    return isAlive(this.pid);
  }

  /** The URL of another database of the same server. */
  urlOf(database: string): string {
    return urlOf(this.files, database);
  }

  /**
   * Disconnects all clients, writes a checkpoint and ends; if that takes too long, ends immediately and recovers at the
   * next start.
   */
  async stop(): Promise<void> {
    this.dismissWatch();
    signal(this.pid, 'SIGINT');
    if (!(await this.ended(STOP_TIMEOUT_MS))) {
      signal(this.pid, 'SIGQUIT');
      await this.ended(STOP_TIMEOUT_MS);
    }
    const { socketFolder, data } = this.files;
    if (socketFolder !== dirname(data)) await rm(socketFolder, { recursive: true, force: true });
  }

  private async ended(timeoutMs: number): Promise<boolean> {
    for (const until = Date.now() + timeoutMs; Date.now() < until; await sleep(STOP_POLL_MS)) {
      const file = await readPidFile(this.files);
      if (!isAlive(this.pid) || file?.pid !== this.pid) return true;
    }
    return false;
  }
}

async function running(files: DataFolder, binaries: PostgresBinaries, durable: boolean): Promise<number> {
  const until = Date.now() + LINGERING_MS;
  await abandonedIsGone(files);
  for (;;) {
    const found = await readPidFile(files);
    if (found?.ready && isAlive(found.pid) && (await answers(files))) return found.pid;
    const { pid, complaint } = await launch(files, binaries, { durable });
    if (pid !== undefined) return pid;
    const lingers = /postmaster\.pid|still in use|shared memory/.test(complaint);
    if (!lingers || Date.now() > until) throw new Error(`The embedded database did not start:\n${complaint}`);
    await sleep(RETRY_MS);
  }
}

/** A server whose process was killed is about to be stopped, and must not be taken over at that moment. */
async function abandonedIsGone(files: DataFolder): Promise<void> {
  if (!(await isAbandoned(files))) return;
  for (const until = Date.now() + ABANDONED_MS; Date.now() < until; await sleep(STOP_POLL_MS)) {
    const found = await readPidFile(files);
    if (!found || !isAlive(found.pid)) return;
  }
}

async function answers(files: DataFolder): Promise<boolean> {
  return withClient(urlOf(files, 'postgres'), async (client) => client.query('select 1')).then(
    () => true,
    () => false,
  );
}

async function ensureDatabase(files: DataFolder): Promise<void> {
  await withClient(urlOf(files, 'postgres'), async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  });
}

async function withClient<T>(connectionString: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  client.on('error', () => undefined); // The affected query reports the error.
  try {
    await client.connect();
    return await use(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

function urlOf({ socketFolder }: DataFolder, database: string): string {
  return `postgresql://lectern@localhost/${database}?host=${encodeURIComponent(socketFolder)}`;
}
