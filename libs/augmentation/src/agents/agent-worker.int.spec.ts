import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { InProcessBus } from '@lectern/bus';
import { openServiceDatabase, Transactions } from '@lectern/database';
import { temporaryDatabase, type TemporaryDatabase } from '@lectern/testing';
import { type AgentTaskEntity, AgentTaskRepository, understandingSchema } from '@lectern/understanding-rows';
import type { DataSource } from 'typeorm';
import { BlockedAccounts } from '../../../understanding/src/account/blocked-accounts';
import { AgentJob } from './agent-job';
import { AgentTaskRows } from './agent-task-rows';
import type { AgentTaskWork, Turn, TurnEnd } from './agent-turn';
import { AgentWorker } from './agent-worker';

const kbid = randomUUID();
const bus = Object.assign(new InProcessBus(), { request: async () => ({ blockedFeatures: ['generative'] }) });

function newTask(members: Partial<AgentTaskEntity> = {}): AgentTaskEntity {
  const now = new Date();
  return {
    id: randomUUID(),
    kbid,
    account: randomUUID(),
    kind: 'request',
    name: 'labeler',
    parameters: {},
    configId: null,
    cleanupOf: null,
    nuaClient: null,
    startedBy: 'me',
    enabled: true,
    created: now,
    scheduledAt: null,
    completedAt: null,
    stoppedAt: null,
    failedAt: null,
    retries: 0,
    log: null,
    cursor: '',
    dueAt: now,
    lease: null,
    leasedUntil: null,
    ...members,
  };
}

describe('work on tasks of agents', () => {
  let database: TemporaryDatabase;
  let dataSource: DataSource;
  let rows: AgentTaskRows;
  const workers: AgentWorker[] = [];

  beforeAll(async () => {
    database = await temporaryDatabase();
    const limits = { poolMax: 6, statementTimeoutMs: 30_000 };
    dataSource = await openServiceDatabase(database.url, understandingSchema, limits);
    rows = new AgentTaskRows(new Transactions(dataSource), new AgentTaskRepository());
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.onModuleDestroy()));
    await rows.deleteOfBox(kbid);
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  /** @param work of one task, whose turn ends as it says */
  const start = (work: (one: AgentTaskWork, turn: Turn) => Promise<TurnEnd>) =>
    startTurns(async (works, turn) => {
      const ended = works.map(async (one) => {
        try {
          one.end = await work(one, turn);
        } catch (error) {
          one.failure = { error };
        }
      });
      await Promise.all(ended);
    });
  const startTurns = (work: AgentJob['work']) => {
    const job: AgentJob = Object.assign(Object.create(AgentJob.prototype), { work });
    const worker = new AgentWorker(rows, job, new BlockedAccounts(bus));
    worker.onApplicationBootstrap();
    workers.push(worker);
    return worker;
  };
  const stored = async ({ id }: AgentTaskEntity) => {
    const task = await rows.find(kbid, id);
    if (!task) throw new Error('The task is gone');
    return task;
  };
  const until = async (task: AgentTaskEntity, isSo: (task: AgentTaskEntity) => boolean): Promise<AgentTaskEntity> => {
    for (;;) {
      const now = await stored(task);
      if (isSo(now)) return now;
      await sleep(20);
    }
  };
  const done = { dueAt: null, completedAt: new Date() };

  it('is done by one process each', async () => {
    const tasks = Array.from({ length: 10 }, () => newTask());
    await rows.add(tasks);
    const worked: string[] = [];
    const work = async ({ task }: AgentTaskWork) => {
      worked.push(task.id);
      await sleep(20);
      return done;
    };
    start(work);
    start(work);
    for (const task of tasks) await until(task, ({ completedAt }) => completedAt !== null);
    expect(worked.toSorted()).toEqual(tasks.map(({ id }) => id).toSorted());
  });

  it('of one box is done in turns, together where that is possible, and holds up no other box', async () => {
    const other = randomUUID();
    const kinds = [{}, { kind: 'config' as const }, { cleanupOf: randomUUID() }, { cursor: 'a' }];
    const tasks = kinds.flatMap((members) => Array.from({ length: 5 }, () => newTask(members)));
    const elsewhere = newTask({ kbid: other, dueAt: new Date() });
    await rows.add(tasks);
    await rows.add([elsewhere]);
    const [busy, turns, together]: [Map<string, number>, number[], Set<string>] = [new Map(), [], new Set()];
    const otherDone = Promise.withResolvers<void>();
    const work = async (works: readonly AgentTaskWork[]) => {
      const [{ task }] = works as [AgentTaskWork]; // there is one at least
      busy.set(task.kbid, (busy.get(task.kbid) ?? 0) + 1);
      turns.push(busy.get(task.kbid) ?? 0);
      together.add(
        JSON.stringify([...new Set(works.map((one) => [one.task.kind, one.task.cursor, one.task.cleanupOf].join()))]),
      );
      if (task.kbid === other) otherDone.resolve();
      await otherDone.promise;
      busy.set(task.kbid, (busy.get(task.kbid) ?? 0) - 1);
      for (const one of works) one.end = { ...done, completedAt: new Date() };
    };
    startTurns(work);
    startTurns(work);
    for (const task of tasks) await until(task, ({ completedAt }) => completedAt !== null);
    await rows.deleteOfBox(other);
    expect([Math.max(...turns), turns.length]).toEqual([1, 1 + 1 + 1 + 5 + 1]);
    expect([...together].every((one) => JSON.parse(one).length === 1)).toBe(true);
  });

  it('ends when the task is stopped', async () => {
    const task = newTask();
    await rows.add([task]);
    const ended = new Promise<void>((resolve) => {
      start(async (one, { keep }) => {
        for (let turn = 0; !one.isLost; turn += 1) {
          one.note({ cursor: String(turn) });
          await keep([one]);
          await sleep(10);
        }
        resolve();
        return done;
      });
    });
    await until(task, ({ cursor }) => cursor !== '');
    await rows.change(task, () => ({ stoppedAt: new Date(), dueAt: null, lease: null }));
    await ended;
    expect(await stored(task)).toMatchObject({ dueAt: null, failedAt: null, lease: null, log: null });
  });

  it('goes on where it stood when a process is gone', async () => {
    const task = newTask({ cursor: 'a', lease: randomUUID(), leasedUntil: new Date(Date.now() - 1) });
    await rows.add([task]);
    start(async ({ task: { cursor } }) => ({ ...done, cursor: `${cursor}b` }));
    expect(await until(task, ({ completedAt }) => completedAt !== null)).toMatchObject({ cursor: 'ab', lease: null });
  });

  it('that fails is tried again with its reason noted, and given up in the end', async () => {
    const [once, always] = [newTask(), newTask({ retries: 7 })];
    await rows.add([once, always]);
    const failed = new Set<string>();
    start(async ({ task: { id } }) => {
      if (id === once.id && failed.has(id)) return done;
      failed.add(id);
      throw new Error('The provider is away');
    });
    expect(await until(always, ({ failedAt }) => failedAt !== null)).toMatchObject({
      log: 'The provider is away',
      dueAt: null,
      retries: 8,
      completedAt: null,
    });
    expect(await until(once, ({ completedAt }) => completedAt !== null)).toMatchObject({ retries: 1 });
  });

  it('waits while the account is blocked, says so once, and counts no failure', async () => {
    const task = newTask({ log: 'Waits: This account is blocked for generative' });
    await rows.add([task]);
    start(async ({ task: { account } }, { admit }) => {
      await admit(account);
      return done;
    });
    const held = await until(task, ({ dueAt, lease }) => lease === null && dueAt !== null && dueAt > new Date());
    expect(held).toMatchObject({ retries: 0, failedAt: null, log: 'Waits: This account is blocked for generative' });
  });

  it('for new resources begins at once when something was processed', async () => {
    const later = new Date(Date.now() + 3_600_000);
    const task = newTask({ kind: 'config', dueAt: later });
    await rows.add([task]);
    const worker = start(async () => ({ dueAt: later, cursor: 'seen' }));
    worker.notice({ kbid, rid: '0'.repeat(32), step: 'processed', errors: false });
    expect(await until(task, ({ cursor, lease }) => cursor === 'seen' && lease === null)).toMatchObject({
      dueAt: later,
    });
  });
});
