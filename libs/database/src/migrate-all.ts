import { ConfigError, readConfig } from '@lectern/config';
import { databaseConfig } from './database.config';
import { openServiceDatabase } from './service-database';
import { type ServiceSchema, taskSchemaOf } from './service-schema';
import { installTaskSchema } from './tasks/task-schema';

/** As in sysexits.h: the configuration is wrong. */
const EXIT_CODE_OF_CONFIG = 78;

/**
 * Brings the schemas of several services up to date, with the tables of their tasks, without starting the services.
 *
 * @throws Error when the database was used by a newer version
 */
export async function migrateAll(url: string, services: readonly ServiceSchema[]): Promise<void> {
  for (const service of services) {
    const dataSource = await openServiceDatabase(url, service, { poolMax: 2, statementTimeoutMs: 0 });
    await dataSource.destroy();
    if (service.hasTasks ?? true) await installTaskSchema(url, taskSchemaOf(service));
  }
}

/**
 * The same as a program, for a deployment that migrates before it starts anything: on `DATABASE_URL`, then ends the
 * process. 0: up to date; 78: wrong configuration; 1: anything else.
 */
export async function migrateAndExit(services: readonly ServiceSchema[]): Promise<void> {
  try {
    const { DATABASE_URL: url } = readConfig(databaseConfig);
    if (!url) throw new ConfigError(['DATABASE_URL is missing: an embedded database is migrated when Lectern starts']);
    await migrateAll(url, services);
    process.stdout.write(`Up to date: ${services.map(({ schema }) => schema).join(', ')}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = error instanceof ConfigError ? EXIT_CODE_OF_CONFIG : 1;
  }
}
