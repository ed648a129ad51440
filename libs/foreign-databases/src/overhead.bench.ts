// What a checked query costs beyond the query: node dist/libs/foreign-databases/src/overhead.bench.js
import { Client } from 'pg';
import { ForeignDatabases } from './foreign-databases';
import { postgresShop } from './postgres-shop.fixture';

const ROUNDS = 300;
const QUERY = 'SELECT status, count(*) AS n FROM orders GROUP BY status ORDER BY n DESC';
const choice = { include: [], ignore: [], views: false };

async function median(work: () => Promise<unknown>): Promise<{ readonly p50: number; readonly p95: number }> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => Math.round((sorted[Math.floor(ROUNDS * share)] ?? 0) * 100) / 100;
  return { p50: at(0.5), p95: at(0.95) };
}

async function main(): Promise<void> {
  const shop = await postgresShop();
  const databases = new ForeignDatabases({ addressesFor: async () => ['127.0.0.1'] }, undefined);
  const database = databases.sql({ dsn: shop.dsn }, { owner: 'agent', signal: new AbortController().signal });
  const client = new Client({ connectionString: shop.dsn });
  await client.connect();
  const began = performance.now();
  await database.query(QUERY, choice);
  console.log(`first query, with thread, connection and schema: ${Math.round(performance.now() - began)} ms`);
  console.log('the query alone', await median(() => client.query(QUERY)));
  console.log('checked, in a read-only session', await median(() => database.query(QUERY, choice)));
  await client.end();
  await databases.onApplicationShutdown();
  await shop.end();
  process.exit();
}

void main();
