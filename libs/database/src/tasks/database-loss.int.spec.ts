import { task } from '@lectern/contracts/core';
import { Logger } from '@nestjs/common';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgres, installTaskSchema, openServiceDatabase, TaskQueue, TaskRunner, Transactions } from '..';

const work = task<string>({ name: 'work', attemptsMax: 5, timeoutMs: 2_000 });
const UNTIL_MS = 20_000;

jest.setTimeout(60_000);

describe('when the database is lost and comes back', () => {
  const parent = mkdtempSync(join(tmpdir(), 'lectern-loss-'));
  chmodSync(parent, 0o755);
  afterAll(() => rmSync(parent, { recursive: true, force: true }));

  it('the process lives, says that it is unavailable meanwhile, and then loses no job that was committed', async () => {
    Logger.overrideLogger(false);
    const folder = join(parent, 'postgres');
    const before = await EmbeddedPostgres.start({ folder });
    const service = { schema: 's', entities: [], migrations: [] };
    const dataSource = await openServiceDatabase(before.url, service, { poolMax: 5, statementTimeoutMs: 5_000 });
    const queue = new TaskQueue(dataSource, 's_tasks');
    await installTaskSchema(before.url, queue.schema);
    const done = new Set<unknown>();
    const handle = async (payload: unknown) => {
      await sleep(20);
      done.add(payload);
    };
    const pace = { drainMs: 50, graceMs: 50, lookMs: 300 };
    const runner = await TaskRunner.start({
      url: before.url,
      queue,
      tasks: [{ task: work, handle }],
      concurrency: 2,
      pace,
    });
    const transactions = new Transactions(dataSource);
    for (let number = 0; number < 20; number++) await queue.add(work, `early ${number}`);

    process.kill(before.pid, 'SIGKILL');
    const failures = new Set<unknown>();
    for (const until = Date.now() + 500; Date.now() < until; await sleep(5)) {
      await transactions
        .run((tx) => tx.query('select 1'))
        .catch((error: unknown) => failures.add(Reflect.get(Object(error), 'code') ?? error));
    }
    expect([...failures]).toEqual(['unavailable']);
    const after = await EmbeddedPostgres.start({ folder });
    await queue.add(work, 'late');

    for (const until = Date.now() + UNTIL_MS; (await queue.counts()).length > 0 && Date.now() < until;) await sleep(50);
    expect(await queue.counts()).toEqual([]);
    expect(done.size).toBe(21);
    await runner.stop();
    await dataSource.destroy();
    await after.stop();
  });
});
