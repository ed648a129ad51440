import { Logger } from '@nestjs/common';
import type { ClientBase } from 'pg';
import { DataSource } from 'typeorm';
import { connectionAdvice, versionAdvice } from './connection-advice';
import { migrate } from './migrate';
import { PreparingClient } from './prepared';
import { QueryLogger } from './query-logger';
import type { ServiceSchema } from './service-schema';

const CONNECT_TIMEOUT_MS = 10_000;
const IDLE_TIMEOUT_MS = 30_000;
/** Kept open for the next burst: a new connection has no plans, and costs as much CPU as ten statements. */
const IDLE_CONNECTIONS = 3;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 60_000;

export interface ConnectionLimits {
  readonly poolMax: number;
  readonly statementTimeoutMs: number;
}

/**
 * Opens the data source of one schema and migrates the schema.
 *
 * @throws Error with one line that says what to do, when the server cannot be used, is too old, or a newer version of
 *   Lectern has migrated the schema
 */
export async function openServiceDatabase(
  url: string,
  service: ServiceSchema,
  limits: ConnectionLimits,
): Promise<DataSource> {
  const dataSource = serviceDataSource(url, service, limits);
  await dataSource.initialize().catch((error: unknown) => {
    throw new Error(connectionAdvice(error, url), { cause: error });
  });
  try {
    await refuseOldServer(dataSource, url);
    await migrate(dataSource, service);
    return dataSource;
  } catch (error) {
    await dataSource.destroy();
    throw error;
  }
}

async function refuseOldServer(dataSource: DataSource, url: string): Promise<void> {
  // The statement returns this.
  const [row] = (await dataSource.query('SHOW server_version_num')) as readonly { server_version_num: string }[];
  const advice = versionAdvice(Number(row?.server_version_num), url);
  if (advice) throw new Error(advice);
}

/** Not yet connected. */
export function serviceDataSource(
  url: string,
  service: ServiceSchema,
  { poolMax, statementTimeoutMs }: ConnectionLimits,
): DataSource {
  const { schema, entities = [], migrations } = service;
  const logger = new Logger(`Database ${schema}`);
  return new DataSource({
    type: 'postgres',
    url,
    schema,
    entities: [...entities],
    migrations: [...migrations],
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'each',
    installExtensions: false,
    uuidExtension: 'pgcrypto',
    // A filter that is accidentally undefined must not mean "all".
    invalidWhereValuesBehavior: { null: 'throw', undefined: 'throw' },
    poolSize: poolMax,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    applicationName: `lectern-${schema}`,
    poolErrorHandler: (error: Error) => logger.warn(`A connection was lost: ${error.message}`),
    logger: new QueryLogger(logger),
    maxQueryExecutionTime: QueryLogger.slowMs,
    extra: {
      Client: PreparingClient,
      options: `-c search_path=${schema} -c default_transaction_isolation=read\\ committed`,
      statement_timeout: statementTimeoutMs,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
      idleTimeoutMillis: IDLE_TIMEOUT_MS,
      min: Math.min(IDLE_CONNECTIONS, poolMax),
      keepAlive: true,
      // TypeORM adds its listener a moment after the pool removes its own: an error in between would crash the process.
      onConnect: (client: ClientBase) => client.on('error', () => undefined),
    },
  });
}
