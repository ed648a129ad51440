import { Client } from 'pg';
import { givenUpJobs } from './given-up-jobs';
import { LOCK_CLASS } from '../lock-class';
import { leases } from './leases';
import { provenEnds } from './proven-ends';
import { settleAndTake } from './settle-and-take';
import { suspectsByTask, takeJobs, takeJobsAgain } from './take-jobs';
import { taskTables } from './task-tables';

const CONNECT_TIMEOUT_MS = 10_000;

/** Executed once each, in order: append only, never change. */
const steps: readonly ((schema: string) => string)[] = [
  taskTables,
  takeJobs,
  givenUpJobs,
  takeJobsAgain,
  takeJobsAgain,
  suspectsByTask,
  provenEnds,
  settleAndTake,
  leases,
];

/**
 * Migrates the task tables in `schema`, one process at a time.
 *
 * @throws Error when the schema is newer than this version
 */
export async function installTaskSchema(url: string, schema: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  client.on('error', () => undefined); // Queries report the error.
  await client.connect();
  try {
    // Released with the connection.
    await client.query('select pg_advisory_lock($1, hashtext($2))', [LOCK_CLASS.taskSchema, schema]);
    await client.query(`create schema if not exists "${schema}"`);
    await client.query(`create table if not exists "${schema}".step (number int primary key)`);
    const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from "${schema}".step`);
    await runSteps(client, schema, rows[0]?.count ?? 0);
  } finally {
    await client.end();
  }
}

async function runSteps(client: Client, schema: string, done: number): Promise<void> {
  if (done > steps.length) throw new Error(`The schema ${schema} is newer than this version of Lectern`);
  for (const [index, step] of steps.entries()) {
    if (index < done) continue;
    const sql = step(`"${schema}"`);
    await client.query(`begin; ${sql} insert into "${schema}".step values (${index + 1}); commit`);
  }
}
