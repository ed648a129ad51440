import { Client } from 'pg';
import { ForeignDatabases } from './foreign-databases';

/**
 * `node dist/libs/foreign-databases/src/overhead.bench.js DSN QUERY` prints what a checked query costs beyond the
 * query, on a PostgreSQL of this machine; asserts nothing.
 */
const [dsn = '', query = 'SELECT 1 AS n'] = process.argv.slice(2);
const ROUNDS = 300;
const choice = { include: [], ignore: [], views: true };

async function timed(name: string, work: () => Promise<unknown>): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => (sorted[Math.floor(ROUNDS * share)] ?? 0).toFixed(2);
  console.log(`${name}: median ${at(0.5)} ms, 95 % within ${at(0.95)} ms`);
}

async function main(): Promise<void> {
  const databases = new ForeignDatabases({ addressesFor: async () => ['127.0.0.1'] }, undefined);
  const database = databases.sql({ dsn }, { owner: 'agent', signal: new AbortController().signal });
  const client = new Client({ connectionString: dsn });
  await client.connect();
  await database.query(query, choice);
  await timed('the query alone', () => client.query(query));
  await timed('checked, in a read-only session', () => database.query(query, choice));
  await client.end();
  await databases.onApplicationShutdown();
  process.exit();
}

void main();
