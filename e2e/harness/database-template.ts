import { EmbeddedPostgres } from '@lectern/database';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { AppProcess } from './process';

/** Where the setup of a run notes the folder of a database server that has all tables and no row. */
const TEMPLATE_VARIABLE = 'LECTERN_E2E_DATABASE';
const MIGRATION_MS_MAX = 60_000;
/** Only a power failure would lose something; processes that are killed do not. */
const FASTER = 'fsync = off\nfull_page_writes = off\n';

const run = promisify(execFile);

/**
 * Saves each deployment of a run the making of a server and its tables: more than a second of CPU. `lifecycle` still
 * starts from nothing.
 *
 * @throws Error with what the migrations printed when they fail
 */
export async function makeDatabaseTemplate(folder: string): Promise<void> {
  const postgres = await EmbeddedPostgres.start({ folder });
  try {
    const migration = AppProcess.start('migrate', { DATABASE_URL: postgres.url, DATA_DIR: join(folder, 'migration') });
    if ((await migration.ended(MIGRATION_MS_MAX)) !== 0) throw new Error(migration.printed);
    await dropTemplates(postgres.url);
  } finally {
    await postgres.stop();
  }
  await appendFile(join(folder, 'data/postgresql.conf'), FASTER);
  process.env[TEMPLATE_VARIABLE] = folder;
}

/** Half of all files belong to databases that only `CREATE DATABASE` uses. */
async function dropTemplates(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('UPDATE pg_database SET datistemplate = false WHERE datistemplate');
    for (const name of ['template0', 'template1']) await client.query(`DROP DATABASE ${name}`);
  } finally {
    await client.end();
  }
}

/** Does nothing outside a run of specs, and where there is a database. */
export async function copyDatabaseTemplate(folder: string): Promise<void> {
  const template = process.env[TEMPLATE_VARIABLE];
  const data = join(folder, 'data');
  if (template === undefined || existsSync(data)) return;
  await mkdir(folder, { recursive: true });
  // Keeps the owner, which is another one when we are root.
  await run('cp', ['-a', join(template, 'data'), data]);
}
