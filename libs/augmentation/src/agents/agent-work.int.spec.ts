import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { InProcessBus } from '@lectern/bus';
import type { TaskDefinition } from '@lectern/contracts/core';
import { resumeAgentTasks, workOnAgentTasks } from '@lectern/contracts/understanding';
import {
  installTaskSchema,
  openServiceDatabase,
  type TaskHandler,
  TaskQueue,
  TaskRunner,
  Transactions,
} from '@lectern/database';
import { entitiesOf, temporaryDatabase, type TemporaryDatabase } from '@lectern/testing';
import { type AgentTaskEntity } from './agent-task.entity';
import { AgentTaskRepository } from './agent-task.repository';
import { understandingSchema } from '@lectern/understanding';
import type { DataSource } from 'typeorm';
import { BlockedAccounts } from '../../../understanding/src/account/blocked-accounts';
import { AgentJob } from './agent-job';
import { AgentTaskRows } from './agent-task-rows';
import type { AgentTaskWork, LeasedRun, RunEnd } from './leased-run';
import { AgentNudges } from './agent-nudges.listener';
import { AgentWorkTask, BOXES_MAX } from './agent-work.task';
import { AugmentationModule } from '../augmentation.module';

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
    report: null,
    cursor: '',
    dueAt: now,
    lease: null,
    ...members,
  };
}

describe('work on tasks of agents', () => {
  let database: TemporaryDatabase;
  let dataSource: DataSource;
  let rows: AgentTaskRows;
  let queue: TaskQueue;
  const runners: TaskRunner[] = [];

  beforeAll(async () => {
    database = await temporaryDatabase();
    const limits = { poolMax: 6, statementTimeoutMs: 30_000 };
    const schema = { ...understandingSchema, entities: entitiesOf(AugmentationModule) };
    dataSource = await openServiceDatabase(database.url, schema, limits);
    queue = new TaskQueue(dataSource, 'understanding_tasks');
    await installTaskSchema(database.url, queue.schema);
    rows = new AgentTaskRows(new Transactions(dataSource), new AgentTaskRepository(), queue);
  });
  afterEach(async () => {
    await Promise.all(runners.splice(0).map((runner) => runner.stop()));
    await rows.deleteOfBox(kbid);
    expect((await queue.list({ task: workOnAgentTasks.name })).items).toEqual([]);
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  /** @param work work of one task, whose result ends the turn */
  const start = async (work: (one: AgentTaskWork, turn: LeasedRun) => Promise<RunEnd>) =>
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
  const startTurns = async (work: AgentJob['work']) => {
    const job: AgentJob = Object.assign(Object.create(AgentJob.prototype), { work });
    const worker = new AgentWorkTask(rows, job, new BlockedAccounts(bus));
    // Handlers only receive payloads of their task.
    const registered = <T>(task: TaskDefinition<T>, handle: TaskHandler<T>) => {
      return { task, handle: handle as TaskHandler<unknown>, concurrency: BOXES_MAX };
    };
    const tasks = [
      registered(workOnAgentTasks, (payload, run) => worker.run(payload, run)),
      registered(resumeAgentTasks, (payload, run) => worker.resume(payload, run)),
    ];
    const pace = { drainMs: 0, graceMs: 1_000, lookMs: 300 };
    const runner = await TaskRunner.start({ url: database.url, queue, tasks, concurrency: 4, pace });
    runners.push(runner);
    return runner;
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
    await start(work);
    await start(work);
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
      const [{ task }] = works as [AgentTaskWork]; // there is at least one
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
    await startTurns(work);
    await startTurns(work);
    for (const task of tasks) await until(task, ({ completedAt }) => completedAt !== null);
    await rows.deleteOfBox(other);
    expect([Math.max(...turns), turns.length]).toEqual([1, 1 + 1 + 1 + 5 + 1]);
    expect([...together].every((one) => JSON.parse(one).length === 1)).toBe(true);
  });

  it('ends when the task is stopped', async () => {
    const task = newTask();
    await rows.add([task]);
    const ended = new Promise<void>((resolve) => {
      void start(async (one, { keep }) => {
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

  it('ends at once when the box is deleted', async () => {
    const [task, other] = [newTask(), newTask()];
    await rows.add([task, other]);
    const ended = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    await startTurns(async (_, { signal }) => {
      begun.resolve();
      await sleep(60_000, undefined, { signal }).catch(() => undefined);
      ended.resolve();
    });
    await begun.promise;
    await rows.deleteOfBox(kbid);
    await ended.promise;
    expect(await rows.list(kbid)).toEqual([]);
  });

  it('is interrupted when its process stops, and continues in another one where it was', async () => {
    const task = newTask();
    await rows.add([task]);
    const begun = Promise.withResolvers<void>();
    const first = await start(async (one, { keep, signal }) => {
      one.note({ cursor: 'a' });
      await keep([one]);
      begun.resolve();
      await sleep(60_000, undefined, { signal });
      return done;
    });
    await begun.promise;
    expect(await stored(task)).toMatchObject({ cursor: 'a', lease: expect.any(String) });
    await first.stop();
    expect(await stored(task)).toMatchObject({ cursor: 'a', lease: null, retries: 0, log: null });
    await start(async ({ task: { cursor } }) => ({ ...done, cursor: `${cursor}b` }));
    expect(await until(task, ({ completedAt }) => completedAt !== null)).toMatchObject({ cursor: 'ab', lease: null });
  });

  it('continues where it was when a process is gone', async () => {
    const day = new Date(Date.now() + 24 * 3_600_000);
    const task = newTask({ cursor: 'a', lease: randomUUID(), dueAt: day });
    await rows.add([task]);
    await dataSource.query('update understanding_tasks.job set run_at = now(), crashes = 1');
    await start(async ({ task: { cursor } }) => ({ ...done, cursor: `${cursor}b` }));
    expect(await until(task, ({ completedAt }) => completedAt !== null)).toMatchObject({ cursor: 'ab', lease: null });
  });

  it('that has no job, as an earlier version left it, gets one', async () => {
    const task = newTask();
    await rows.add([task]);
    await dataSource.query('delete from understanding_tasks.job');
    await start(async () => done);
    await until(task, ({ completedAt }) => completedAt !== null);
  });

  it('that fails is tried again with its reason noted, and given up in the end', async () => {
    const [once, always] = [newTask(), newTask({ retries: 7 })];
    await rows.add([once, always]);
    const failed = new Set<string>();
    await start(async ({ task: { id } }) => {
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
    await start(async ({ task: { account } }, { admit }) => {
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
    await start(async () => ({ dueAt: later, cursor: 'seen' }));
    const nudges = new AgentNudges(rows);
    nudges.notice({ kbid, rid: '0'.repeat(32), step: 'processed', errors: false });
    expect(await until(task, ({ cursor, lease }) => cursor === 'seen' && lease === null)).toMatchObject({
      dueAt: later,
    });
  });
});
