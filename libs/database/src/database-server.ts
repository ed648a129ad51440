import { type ConfigOf, dataDir, readConfig } from '@lectern/config';
import { Rounds } from '@lectern/runtime';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { join } from 'node:path';
import { ConnectionCheck } from './connection-check';
import { databaseConfig } from './database.config';
import { EmbeddedPostgres } from './embedded/embedded-postgres';

const REVIVE_INTERVAL_MS = 500;

/**
 * The database server of this process: the one named by `DATABASE_URL`, or the embedded one, which starts on first use,
 * restarts when another process ends it, and stops after everything opened on it has been closed.
 */
@Injectable()
export class DatabaseServer implements OnApplicationShutdown {
  private readonly logger = new Logger('Database');
  private readonly connection = new ConnectionCheck();
  private readonly closers: (() => Promise<void>)[] = [];
  private embedded?: Promise<EmbeddedPostgres>;
  private readonly watch = new Rounds(() => this.revive(), {
    name: 'Database',
    failure: 'The embedded database cannot be started again',
  });

  constructor(
    readonly config: ConfigOf<typeof databaseConfig> = readConfig(databaseConfig),
    private readonly dataFolder: string = dataDir(),
  ) {}

  /** @throws Error when the embedded server does not start */
  async url(): Promise<string> {
    if (this.config.DATABASE_URL) return this.config.DATABASE_URL;
    this.embedded ??= this.start();
    return (await this.embedded).url;
  }

  /** Whatever was opened last is closed first, before the server itself. */
  beforeStop(close: () => Promise<void>): void {
    this.closers.unshift(close);
  }

  async onApplicationShutdown(): Promise<void> {
    for (const close of this.closers.splice(0)) {
      await close().catch((error: unknown) => this.logger.error(`Closing failed: ${String(error)}`));
    }
    await Promise.all([this.watch.stop(), this.connection.close()]);
    const server = await this.embedded?.catch(() => undefined);
    this.embedded = undefined;
    await server?.stop();
  }

  /** @throws Error with the reason when the database does not answer within three seconds */
  async check(): Promise<void> {
    await this.connection.ask(await this.url());
  }

  private async start(): Promise<EmbeddedPostgres> {
    const startedAt = performance.now();
    const server = await EmbeddedPostgres.start({ folder: join(this.dataFolder, 'postgres') });
    this.logger.log(`Embedded Postgres ready in ${Math.round(performance.now() - startedAt)} ms`);
    this.watch.start(REVIVE_INTERVAL_MS);
    return server;
  }

  /** Uses the same socket, so that clients only have to reconnect. */
  private async revive(): Promise<void> {
    if ((await this.embedded)?.isRunning !== false) return;
    this.logger.error('The embedded database has ended; starting it again');
    const server = await this.start();
    this.embedded = Promise.resolve(server);
  }
}
