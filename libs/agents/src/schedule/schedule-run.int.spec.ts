import { randomUUID } from 'node:crypto';
import { frameOf, type InteractionFrame, runSchedule } from '@lectern/contracts/agents';
import type { TaskRun } from '@lectern/database';
import { type AgentsDatabase, openAgentsDatabase } from '../agents-database.fixture';
import type { InteractionService } from '../interaction/interaction.service';
import { ScheduleRights } from './schedule-rights';
import { ScheduleRuns } from './schedule-run.task';
import type { ScheduleEntity } from './schedule.entity';
import { ScheduleRepository } from './schedule.repository';

const HOUR_MS = 60 * 60_000;
const LOST = 'The rights that it ran with are gone';

describe('runs of schedules', () => {
  let database: AgentsDatabase;
  let runs: ScheduleRuns;
  let hasRight: boolean;
  /** Questions that an agent was asked. */
  let asked: string[];
  /** What it answers with; a text is an answer. */
  let script: readonly InteractionFrame[];
  const repository = new ScheduleRepository();

  beforeAll(async () => {
    database = await openAgentsDatabase();
    const bus = { request: async () => ({ role: hasRight ? 'SOWNER' : null, blockedFeatures: [] }) };
    // The calls that schedules make.
    const interactions = {
      open: async () => null,
      async *run({ request }: Parameters<InteractionService['run']>[0]) {
        asked.push(request.question);
        yield* script;
      },
    } as unknown as InteractionService;
    // Of the bus, only requests.
    const rights = new ScheduleRights(bus as never);
    runs = new ScheduleRuns(database.transactions, database.queue, repository, rights, interactions);
  });
  afterAll(() => database.drop());
  beforeEach(() => {
    hasRight = true;
    asked = [];
    script = [frameOf('start', 0), frameOf('answer', 1, { answer: 'On rocks' }), frameOf('done', 2)];
  });

  async function stored(more: Partial<ScheduleEntity> = {}): Promise<ScheduleEntity> {
    const owner = { kind: 'sa' as const, id: 'robot', account: 'a', key: 'k' };
    const facts = { name: 'n', cron: '0 8 * * *', timezone: 'UTC', workflow: 'default', question: 'Where?' };
    const unset = { webhook: null, sealed: null, paused: null, failures: 0, runningSince: null, lastRun: null };
    const row: ScheduleEntity = {
      ...{ agent: randomUUID(), id: randomUUID(), ...facts, ...unset, arguments: {}, session: 's', owner },
      ...{ enabled: true, due: new Date(Date.now() - HOUR_MS), created: new Date(), ...more },
    };
    await database.transactions.run((tx) => repository.insert(row, tx));
    return row;
  }
  const run = async ({ agent, id }: ScheduleEntity): Promise<ScheduleEntity> => {
    const { signal } = new AbortController();
    const task = { signal, alive: () => undefined } as unknown as TaskRun; // What it uses.
    await runs.run({ agent, id }, task);
    return database.transactions.read((tx) => repository.get({ agent, id }, tx));
  };
  const waiting = async ({ id }: ScheduleEntity) => {
    const { items } = await database.queue.list({ task: runSchedule.name });
    return items.filter(({ payload }) => JSON.stringify(payload).includes(id)).map(({ runAt }) => runAt);
  };

  it('that were missed happen once, and the next one waits for its time', async () => {
    const row = await stored({ due: new Date(Date.now() - 30 * 24 * HOUR_MS) });
    const after = await run(row);
    expect(asked).toEqual(['Where?']);
    expect(after).toMatchObject({
      failures: 0,
      runningSince: null,
      lastRun: { outcome: 'answered', answer: 'On rocks' },
    });
    expect(after.due?.getTime()).toBeGreaterThan(Date.now());
    expect(await waiting(row)).toEqual([after.due]);
    await run(row);
    expect(asked).toHaveLength(1);
  });

  it('that two processes begin at once happen once', async () => {
    const row = await stored();
    await Promise.all([run(row), run(row)]);
    expect(asked).toHaveLength(1);
  });

  it('whose process ends midway are not begun again, and count as failures', async () => {
    const row = await stored({ runningSince: new Date(), due: new Date(Date.now() + HOUR_MS) });
    const after = await run(row);
    expect(asked).toEqual([]);
    expect(after).toMatchObject({ failures: 1, runningSince: null, lastRun: { outcome: 'failed' } });
    expect(after.lastRun?.error).toMatch(/process/);
    expect(await waiting(row)).toEqual([after.due]);
  });

  it('do not happen without the right of the owner, and pause the schedule', async () => {
    hasRight = false;
    const row = await stored();
    const after = await run(row);
    expect(asked).toEqual([]);
    expect(after).toMatchObject({ due: null, paused: expect.stringContaining(LOST) });
    hasRight = true;
    await run(row);
    expect(asked).toEqual([]);
  });

  it('that fail five times in a row pause the schedule, and say why', async () => {
    script = [frameOf('start', 0), frameOf('error', 1, { exception: { detail: 'No driver', extra: null } })];
    const fourth = await run(await stored({ failures: 3 }));
    expect(fourth).toMatchObject({ failures: 4, paused: null });
    const fifth = await run(await stored({ failures: 4 }));
    expect(fifth).toMatchObject({ failures: 5, due: null, paused: '5 failures in a row: No driver' });
  });

  it('of a schedule that is deleted, disabled or not due do nothing', async () => {
    await runs.run({ agent: randomUUID(), id: randomUUID() }, {} as TaskRun);
    await run(await stored({ enabled: false, due: null }));
    const later = await stored({ due: new Date(Date.now() + HOUR_MS) });
    await run(later);
    expect(asked).toEqual([]);
    expect(await waiting(later)).toEqual([later.due]);
  });
});
