import { systemPrincipal, validate } from '@lectern/contracts/core';
import { AskRequest } from '@lectern/contracts/search';
import { DatabaseServer, openServiceDatabase, Transactions } from '@lectern/database';
import { Metrics } from '@lectern/runtime';
import { entitiesOf, temporaryDatabase, type TemporaryDatabase } from '@lectern/testing';
import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { ActivityRepository } from '../activity/activity.repository';
import { ActivityRetention } from '../activity/activity-retention';
import { searchSchema } from '../search.database';
import { AskTraceRecording } from './ask-trace';
import { AskTraceRecorder } from './ask-trace-recorder';
import { AskTraceRetention } from './ask-trace-retention';
import { AskTracesRepository } from './ask-traces.repository';
import { readTrace } from './stored-trace';
import { ActivityModule } from '../activity.module';

const DAY_MS = 24 * 60 * 60_000;
const never = new AbortController().signal;
const SECRET = 'The text of a paragraph';

describe('traces of questions', () => {
  let database: TemporaryDatabase;
  let dataSource: DataSource;
  let transactions: Transactions;
  let recorder: AskTraceRecorder;
  let retention: AskTraceRetention;
  let server: DatabaseServer;
  const repository = new AskTracesRepository();

  beforeAll(async () => {
    database = await temporaryDatabase();
    const schema = { ...searchSchema, entities: entitiesOf(ActivityModule) };
    dataSource = await openServiceDatabase(database.url, schema, { poolMax: 4, statementTimeoutMs: 30_000 });
    transactions = new Transactions(dataSource);
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });
  beforeEach(() => {
    server = new DatabaseServer();
    recorder = new AskTraceRecorder(transactions, repository, server, new Metrics());
    retention = new AskTraceRetention(transactions, repository);
  });

  function answered(kbid: string, date = new Date(), members: object = {}) {
    const request = validate(AskRequest, { query: 'moon', ...members });
    const recording = new AskTraceRecording({ request, principal: systemPrincipal });
    const context = [{ key: 'a/t/b/0-4', text: SECRET }];
    const how = { kbid, question: 'moon', history: [], citations: 'none' as const, preferMarkdown: false };
    recording.prompted({ ...how, context }, request);
    return { kbid, learningId: randomUUID().replaceAll('-', ''), date, recording };
  }
  const find = (key: { readonly kbid: string; readonly learningId: string }) =>
    transactions.read((tx) => repository.find(key, tx));

  it('are found by the id of the answer, without the texts of paragraphs', async () => {
    const one = answered(randomUUID());
    recorder.record(one);
    await recorder.flush();
    const row = await find(one);
    const trace = await readTrace(row?.trace ?? Buffer.of());
    expect(trace).toMatchObject({ request: { query: 'moon' }, context: [{ key: 'a/t/b/0-4', chars: SECRET.length }] });
    expect(JSON.stringify(trace)).not.toContain(SECRET);
    expect(await find({ ...one, kbid: randomUUID() })).toBeUndefined();
  });

  it('are written when the process stops', async () => {
    const one = answered(randomUUID());
    recorder.record(one);
    await server.onApplicationShutdown();
    expect(await find(one)).toBeDefined();
  });

  it('do not wait without a limit', async () => {
    const kbid = randomUUID();
    const all = Array.from({ length: 600 }, () => answered(kbid));
    for (const one of all) recorder.record(one);
    await recorder.flush();
    const written = await Promise.all(all.map(find));
    expect(written.filter((row) => row !== undefined)).toHaveLength(500);
    const late = answered(kbid);
    recorder.record(late);
    await recorder.flush();
    expect(await find(late)).toBeDefined();
  });

  it('go when they are old, and with their box, of which none follows', async () => {
    const now = new Date();
    const [kbid, other] = [randomUUID(), randomUUID()];
    const [old, fresh, theirs] = [
      answered(other, new Date(now.getTime() - 31 * DAY_MS)),
      answered(other, new Date(now.getTime() - 29 * DAY_MS)),
      answered(kbid),
    ];
    for (const one of [old, fresh, theirs]) recorder.record(one);
    await recorder.flush();
    expect(await retention.prune(now)).toBe(1);
    expect([await find(old), (await find(fresh))?.learningId]).toEqual([undefined, fresh.learningId]);

    await new ActivityRetention(transactions, new ActivityRepository()).purge(kbid, never);
    await retention.purge(kbid, never);
    const late = answered(kbid);
    recorder.record(late);
    await recorder.flush();
    expect([await find(theirs), await find(late)]).toEqual([undefined, undefined]);
    expect(await find(fresh)).toBeDefined();
  });
});
