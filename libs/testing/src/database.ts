import { decoratedList, reachableModules } from '@lectern/bus';
import {
  DatabaseModule,
  EmbeddedPostgres,
  type EntityClass,
  openServiceDatabase,
  RegisteredRows,
  type ServiceSchema,
} from '@lectern/database';
import type { Type } from '@nestjs/common';
import { MODULE_METADATA } from '@nestjs/common/constants';
import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';

export interface TemporaryDatabase {
  /** For `DATABASE_URL`, `openServiceDatabase` and `pg`. */
  readonly url: string;
  /** Disconnects everybody and drops the database. */
  drop(): Promise<void>;
}

let server: Promise<EmbeddedPostgres> | undefined;

/** An empty database on this test worker's own server, whose data is lost when the worker ends. */
export async function temporaryDatabase(): Promise<TemporaryDatabase> {
  server ??= EmbeddedPostgres.start({ folder: workerFolder(), durable: false });
  const running = await server;
  const name = `test_${randomBytes(8).toString('hex')}`;
  await administer(running, `create database ${name} strategy file_copy`);
  return { url: running.urlOf(name), drop: () => administer(running, `drop database if exists ${name} with (force)`) };
}

/**
 * Differences between migrations and entities: the statements that would still be needed after all migrations of an
 * empty database, and tables without an entity. Empty when they agree.
 */
export async function migrationDifferences(service: ServiceSchema): Promise<readonly string[]> {
  const database = await temporaryDatabase();
  try {
    const dataSource = await openServiceDatabase(database.url, service, { poolMax: 2, statementTimeoutMs: 30_000 });
    try {
      const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
      return [...upQueries.map(({ query }) => query), ...(await tablesWithoutEntity(dataSource, service))];
    } finally {
      await dataSource.destroy();
    }
  } finally {
    await database.drop();
  }
}

async function tablesWithoutEntity(dataSource: DataSource, { schema }: ServiceSchema): Promise<readonly string[]> {
  const described = [...dataSource.entityMetadatas.map(({ tableName }) => tableName), 'migrations'];
  const tables: { readonly name: string }[] = await dataSource.query(
    'SELECT tablename AS name FROM pg_tables WHERE schemaname = $1 AND tablename <> ALL ($2) ORDER BY 1',
    [schema, described],
  );
  return tables.map(({ name }) => `No entity describes ${schema}.${name}`);
}

/** The entities that modules and their imports register with a database, read without starting the modules. */
export function entitiesOf(...modules: readonly Type[]): readonly EntityClass[] {
  const withDatabase = reachableModules(modules).filter((module) =>
    decoratedList(module, MODULE_METADATA.IMPORTS).some(
      (imported) => imported instanceof Object && Reflect.get(imported, 'module') === DatabaseModule,
    ),
  );
  const provided = withDatabase.flatMap((module) => decoratedList(module, MODULE_METADATA.PROVIDERS));
  const values = provided.map((provider) =>
    provider instanceof Object ? Reflect.get(provider, 'useValue') : undefined,
  );
  return [...new Set(values.flatMap((value) => (value instanceof RegisteredRows ? value.entities : [])))];
}

const PREFIX = 'lectern-test-';

/**
 * Suites of one worker run one after the other, each with its own module registry: the next one finds the server
 * running.
 */
function workerFolder(): string {
  const left = readdirSync(tmpdir()).filter(
    (name) => name.startsWith(PREFIX) && !isAlive(Number(name.slice(PREFIX.length))),
  );
  for (const name of left) rmSync(join(tmpdir(), name), { recursive: true, force: true });
  return join(tmpdir(), `${PREFIX}${process.pid}`);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function administer(running: EmbeddedPostgres, sql: string): Promise<void> {
  const client = new Client({ connectionString: running.urlOf('postgres') });
  client.on('error', () => undefined); // The query fails with it.
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
