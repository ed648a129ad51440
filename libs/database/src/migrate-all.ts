import { ConfigError, readConfig } from '@lectern/config';
import { databaseConfig } from './database.config';
import { openServiceDatabase } from './service-database';
import { type ServiceSchema, taskSchemaOf } from './service-schema';
import { installTaskSchema } from './tasks/task-schema';

/** As in sysexits.h: configuration error. */
const EXIT_CODE_OF_CONFIG = 78;

/**
 * Migrates the schemas of several services, including their task tables, without starting the services.
 *
 * @throws Error when a newer version has migrated the database
 */
export async function migrateAll(url: string, services: readonly ServiceSchema[]): Promise<void> {
  for (const service of services) {
    const dataSource = await openServiceDatabase(url, service, { poolMax: 2, statementTimeoutMs: 0 });
    await dataSource.destroy();
    if (service.hasTasks ?? true) await installTaskSchema(url, taskSchemaOf(service));
  }
}

/**
 * The same as a program, for a deployment that migrates before it starts anything: uses `DATABASE_URL`, then ends the
 * process. Exit code 0: up to date; 78: wrong configuration; 1: anything else.
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
