import { type DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';
import { LOCK_CLASS } from './lock-class';
import type { ServiceSchema } from './service-schema';

/** Maximum wait for another process that migrates the same schema. */
const LOCK_TIMEOUT_MS = 300_000;

/** Runs pending migrations, one process at a time. */
export async function migrate(dataSource: DataSource, { schema, migrations }: ServiceSchema): Promise<void> {
  const runner = dataSource.createQueryRunner();
  try {
    await runner.query(`set statement_timeout = 0; set lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await runner.query('select pg_advisory_lock($1, hashtext($2))', [LOCK_CLASS.migration, schema]);
    await runner.query(`create schema if not exists "${schema}"`);
    await refuseNewer(runner, schema, new Set(migrations.map(({ name }) => name)));
    const executor = new MigrationExecutor(dataSource, runner);
    executor.transaction = 'each';
    await executor.executePendingMigrations();
  } finally {
    await runner.query('select pg_advisory_unlock_all()');
    await runner.query('reset statement_timeout; reset lock_timeout');
    await runner.release();
  }
}

async function refuseNewer(runner: QueryRunner, schema: string, known: ReadonlySet<string>): Promise<void> {
  const [found]: { name: string | null }[] = await runner.query('select to_regclass($1)::text as name', [
    `"${schema}".migrations`,
  ]);
  if (!found?.name) return;
  const done: { name: string }[] = await runner.query(`select name from "${schema}".migrations order by id`);
  const unknown = done.filter(({ name }) => !known.has(name)).map(({ name }) => name);
  if (unknown.length === 0) return;
  throw new Error(
    `The schema ${schema} is newer than this version of Lectern, which does not know ${unknown.join(', ')}: ` +
      'start a newer version',
  );
}
