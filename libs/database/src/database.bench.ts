import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TaskDefinition } from '@lectern/contracts/core';
import type { DataSource, EntityManager } from 'typeorm';
import { EmbeddedPostgres, installTaskSchema, openServiceDatabase, TaskQueue, TaskRunner, Transactions } from '.';

/** `node dist/libs/database/src/database.bench.js [transactions]`: prints, asserts nothing. */
const wanted = Number(process.argv[2] ?? 2_000);
const concurrency = 16;
const backlog = 200_000;
const jobsPerStatement = 10_000;
const work: TaskDefinition<{ readonly number: number }> = { name: 'work', attemptsMax: 3, timeoutMs: 10_000 };

async function timed<T>(name: string, action: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const result = await action();
  console.log(`${name}: ${(performance.now() - startedAt).toFixed(0)} ms`);
  return result;
}

/** Runs `action` `count` times, `atOnce` concurrently. */
async function repeat(name: string, atOnce: number, action: (number: number) => Promise<unknown>): Promise<void> {
  const times: number[] = [];
  const startedAt = performance.now();
  const worker = async () => {
    while (times.length < wanted) {
      const from = performance.now();
      await action(times.push(0));
      times[times.length - 1] = performance.now() - from;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  const perSecond = (times.length / (performance.now() - startedAt)) * 1_000;
  times.sort((a, b) => a - b);
  const p50 = times[times.length >> 1] ?? 0;
  console.log(`${name}, ${atOnce} at once: ${perSecond.toFixed(0)} a second, p50 ${p50.toFixed(2)} ms`);
}

async function drain(name: string, queue: TaskQueue, options: { readonly url: string; handle(): Promise<void> }) {
  const total = (await queue.counts()).reduce((sum, { count }) => sum + count, 0);
  let done = 0;
  const startedAt = performance.now();
  const finished = Promise.withResolvers<void>();
  const handle = async () => {
    await options.handle();
    if (++done === total) finished.resolve();
  };
  const runner = await TaskRunner.start({ url: options.url, queue, tasks: [{ task: work, handle }], concurrency });
  await finished.promise;
  console.log(`${name}: ${((total / (performance.now() - startedAt)) * 1_000).toFixed(0)} jobs a second`);
  await runner.stop();
}

async function measure(server: EmbeddedPostgres): Promise<void> {
  const { url } = server;
  const service = { schema: 'bench', entities: [], migrations: [] };
  const dataSource = await openServiceDatabase(url, service, { poolMax: concurrency, statementTimeoutMs: 60_000 });
  await installTaskSchema(url, 'bench_tasks');
  await dataSource.query('create table bench.written (id bigint generated always as identity, text text)');
  const transactions = new Transactions(dataSource);
  const queue = new TaskQueue(dataSource, 'bench_tasks');
  const insert = (tx: EntityManager) => tx.query(`insert into bench.written (text) values ('one row')`);
  const insertAndAdd = (number: number) => async (tx: EntityManager) => {
    await insert(tx);
    await queue.add(work, { number }, { tx, serialBy: `r${number}`, key: `k${number}` });
  };
  for (const atOnce of [1, concurrency]) await repeat('commit a row', atOnce, () => transactions.run(insert));
  for (const atOnce of [1, concurrency]) {
    await repeat('commit a row and a job', atOnce, (number) => transactions.run(insertAndAdd(number)));
  }
  await drain('empty jobs', queue, { url, handle: async () => undefined });
  await queue.addAll(
    work,
    Array.from({ length: wanted }, (_, number) => ({ payload: { number }, serialBy: `r${number}` })),
  );
  await drain('jobs of one commit', queue, { url, handle: () => transactions.run(insert) });
  await takeBesideBacklog(dataSource, queue);
  await dataSource.destroy();
}

/** Cost of looking for jobs of one task beside a large backlog of another. */
async function takeBesideBacklog(dataSource: DataSource, queue: TaskQueue): Promise<void> {
  const other = { ...work, name: 'other' };
  for (let from = 0; from < backlog; from += jobsPerStatement) {
    const jobs = Array.from({ length: jobsPerStatement }, (_, i) => ({ payload: { number: from + i } }));
    await queue.addAll(other, jobs);
  }
  const take = (tasks: readonly string[]) =>
    dataSource.query(`select count(*) from "bench_tasks".take_jobs('bench', $1, 64, '', 1000000)`, [tasks]);
  await repeat(`look for a task that has no jobs beside ${backlog} of another`, 1, () => take([work.name]));
  await repeat(`take 64 of ${backlog}`, 1, () => take([other.name, work.name]));
}

async function main(): Promise<void> {
  const parent = await mkdtemp(join(tmpdir(), 'database-bench-'));
  const folder = join(parent, 'postgres');
  const first = await timed('first start', () => EmbeddedPostgres.start({ folder }));
  await timed('stop', () => first.stop());
  const server = await timed('start', () => EmbeddedPostgres.start({ folder }));
  await measure(server);
  await timed('stop', () => server.stop());
  rmSync(parent, { recursive: true, force: true });
}

void main();
