import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseServer, openServiceDatabase, Transactions } from '@lectern/database';
import { Metrics } from '@lectern/runtime';
import { entitiesOf, temporaryDatabase, type TemporaryDatabase } from '@lectern/testing';
import type { DataSource } from 'typeorm';
import { agentsSchema } from '../agents.database';
import { AgentsModule } from '../agents.module';
import { InteractionRepository } from '../interaction/interaction.repository';
import { InteractionRetention } from '../interaction/interaction-retention';
import type { TimelineEntity } from './timeline.entity';
import { TimelineJournal } from './timeline-journal';
import { TimelineRepository } from './timeline.repository';
import { TimelineWriter } from './timeline-writer';

const DAY_MS = 24 * 60 * 60_000;

describe('timelines', () => {
  let database: TemporaryDatabase;
  let dataSource: DataSource;
  let transactions: Transactions;
  let folder: string;
  let writer: TimelineWriter;
  const repository = new TimelineRepository();
  const journals: TimelineJournal[] = [];

  beforeAll(async () => {
    database = await temporaryDatabase();
    const schema = { ...agentsSchema, entities: entitiesOf(AgentsModule) };
    dataSource = await openServiceDatabase(database.url, schema, { poolMax: 4, statementTimeoutMs: 30_000 });
    transactions = new Transactions(dataSource);
    folder = await mkdtemp(join(tmpdir(), 'timelines-'));
    process.env['ACTIVITY_DIR'] = folder;
    writer = new TimelineWriter(transactions, repository);
  });
  afterAll(async () => {
    for (const journal of journals) journal.release();
    delete process.env['ACTIVITY_DIR'];
    await dataSource.destroy();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  function opened(): TimelineJournal {
    const journal = new TimelineJournal(writer, new Metrics(), new DatabaseServer());
    journals.push(journal);
    return journal;
  }

  function timeline(agent: string, members: Partial<TimelineEntity> = {}): TimelineEntity {
    const detail = {
      steps: [],
      context: [{ source: 's', agent: 'a', agent_id: 'i', chunks: ['p'] }],
      is_reduced: false,
    };
    return {
      agent,
      id: randomUUID(),
      session_id: 'ephemeral',
      workflow: 'default',
      user_id: 'ada',
      user_type: 'user',
      date: new Date('2026-05-04T10:00:00.123Z'),
      question: 'Where?',
      answer: 'There.',
      outcome: 'answered',
      error: null,
      total_time: 1.5,
      input_svc_tokens: 1,
      output_svc_tokens: 0.25,
      detail,
      ...members,
    };
  }

  const find = ({ agent, id }: TimelineEntity) => transactions.read((tx) => repository.find(agent, id, tx));
  const idsOf = async (selection: Parameters<TimelineRepository['list']>[0]) =>
    (await transactions.read((tx) => repository.list(selection, tx))).map(({ id }) => id);

  it('are kept as they were recorded', async () => {
    const journal = opened();
    const one = timeline(randomUUID());
    const failed = timeline(one.agent, { answer: null, outcome: 'failed', error: 'away', user_id: null });
    for (const row of [one, failed]) journal.record(row);
    expect(await journal.flush()).toBe(true);
    expect(await find(one)).toEqual(one);
    expect(await find(failed)).toEqual(failed);
    expect(await find({ ...one, agent: randomUUID() })).toBeUndefined();
  });

  it('survive the process that recorded them, and are written once', async () => {
    const killed = opened();
    const one = timeline(randomUUID());
    killed.record(one);
    expect(await find(one)).toBeUndefined();
    killed.release();
    const root = join(folder, 'timelines');
    for (const name of await readdir(root)) await utimes(join(root, name), 0, 0);
    const next = opened();
    await next.orphans.drainAll();
    await next.orphans.drainAll();
    expect(await find(one)).toEqual(one);
  });

  it('that are too large lack their calls and what was read', async () => {
    const journal = opened();
    const step = {
      module: 'm',
      title: 't',
      agent_path: '/context/a',
      start: 0,
      timeit: 1,
      value: 'v'.repeat(1_000),
      reason: null,
      input_svc_tokens: 0,
      output_svc_tokens: 0,
      error: null,
      calls: [],
    };
    const steps = Array.from({ length: 200 }, () => step);
    const context = [
      { source: 's', agent: 'a', agent_id: 'i', chunks: Array.from({ length: 2_000 }, () => 'p'.repeat(200)) },
    ];
    const one = timeline(randomUUID(), { detail: { steps, context, is_reduced: false } });
    journal.record(one);
    expect(await journal.flush()).toBe(true);
    const kept = await find(one);
    expect(kept?.detail).toMatchObject({ context: [], is_reduced: true });
    expect(kept?.detail.steps).toHaveLength(200);
  });

  it('are listed newest first, in parts, by session', async () => {
    const journal = opened();
    const agent = randomUUID();
    const at = (minute: number, session_id = 's') => timeline(agent, { date: new Date(minute * 60_000), session_id });
    const all = [at(3), at(2, 'other'), at(2), at(1)];
    const [newest, ...older] = all.toSorted((a, b) => b.date.getTime() - a.date.getTime() || (a.id < b.id ? 1 : -1));
    for (const row of all) journal.record(row);
    await journal.flush();
    const ids = (rows: readonly TimelineEntity[]) => rows.map(({ id }) => id);
    expect(await idsOf({ agent, limit: 2 })).toEqual([newest?.id, older[0]?.id]);
    expect(await idsOf({ agent, limit: 10, before: newest?.id ?? '' })).toEqual(ids(older));
    const ofSession = older.filter(({ session_id }) => session_id === 's');
    expect(await idsOf({ agent, limit: 10, before: newest?.id ?? '', session: 's' })).toEqual(ids(ofSession));
    expect(await idsOf({ agent, limit: 10, before: randomUUID() })).toEqual([]);
  });

  it('go when they are old', async () => {
    const journal = opened();
    const now = new Date();
    const aged = (days: number) => timeline(randomUUID(), { date: new Date(now.getTime() - days * DAY_MS) });
    const [old, fresh] = [aged(181), aged(179)];
    for (const row of [old, fresh]) journal.record(row);
    await journal.flush();
    const retention = new InteractionRetention(transactions, repository, new InteractionRepository(), writer);
    expect(await retention.prune(now)).toBeGreaterThan(0);
    expect([await find(old), (await find(fresh))?.id]).toEqual([undefined, fresh.id]);
  });

  it('are not recorded where activity is not kept', async () => {
    process.env['ACTIVITY_DAYS'] = '0';
    const journal = opened();
    delete process.env['ACTIVITY_DAYS'];
    const one = timeline(randomUUID());
    journal.record(one);
    expect(await journal.flush()).toBe(true);
    expect(await find(one)).toBeUndefined();
  });
});
