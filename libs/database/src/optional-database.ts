import { AppError } from '@lectern/contracts/core';
import { Logger } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { databaseError } from './postgres-errors';
import { type ConnectionLimits, openServiceDatabase, serviceDataSource } from './service-database';
import { type ServiceSchema, taskSchemaOf } from './service-schema';
import { installTaskSchema } from './tasks/task-schema';

const RETRY_MS = 2_000;

export interface OptionalDatabase {
  /** Not initialised until the server has been reached. */
  readonly dataSource: DataSource;
  /** Resolves when the database and its task tables are ready; never if it is closed before that. */
  readonly opened: Promise<void>;
  /** Stops the attempts and closes the connections. */
  readonly close: () => Promise<void>;
}

/**
 * Opens the data source of one schema and migrates the schema; while the server cannot be reached, retries every two
 * seconds.
 *
 * @throws Error when a newer version has migrated the schema
 */
export async function openServiceDatabaseSoon(
  url: string,
  service: ServiceSchema,
  limits: ConnectionLimits,
): Promise<OptionalDatabase> {
  const logger = new Logger(`Database ${service.schema}`);
  const dataSource = serviceDataSource(url, service, limits);
  const closing = new AbortController();
  const { promise: opened, resolve: tellOpened } = Promise.withResolvers<void>();
  const open = async () => {
    const migrated = await openServiceDatabase(url, service, { ...limits, poolMax: 2 });
    await migrated.destroy();
    if (service.hasTasks ?? true) await installTaskSchema(url, taskSchemaOf(service));
    await dataSource.initialize();
    tellOpened();
  };
  const retry = async () => {
    while (!closing.signal.aborted) {
      await sleep(RETRY_MS, undefined, { ref: false, signal: closing.signal }).catch(() => undefined);
      if (closing.signal.aborted) return;
      try {
        await open();
        logger.log('The database is available now');
        return;
      } catch (error) {
        if (!isDatabaseAway(error)) logger.error(`The database cannot be used: ${String(error)}`);
      }
    }
  };
  let retrying: Promise<void> | undefined;
  await open().catch((error: unknown) => {
    if (!isDatabaseAway(error)) throw error;
    logger.warn(`Starting without the database: ${String(error)}`);
    retrying = retry();
  });
  const close = async () => {
    closing.abort();
    await retrying;
    if (dataSource.isInitialized) await dataSource.destroy();
  };
  return { dataSource, opened, close };
}

/** The cause of the advice is the original error. */
function isDatabaseAway(error: unknown): boolean {
  const known = databaseError(error instanceof Error ? (error.cause ?? error) : error);
  return known instanceof AppError && known.code === 'unavailable';
}
