import { InProcessBus } from '@lectern/bus';
import { type AnyOperation, AppError, systemPrincipal, type TaskDefinition, validate } from '@lectern/contracts/core';
import { listVisibleResources, readParagraphs, readRetrievalSettings } from '@lectern/contracts/knowledge-box';
import { RemiQuery, resumeAnswerScores, scoreAnswers } from '@lectern/contracts/search';
import { predictRemi } from '@lectern/contracts/understanding';
import {
  installTaskSchema,
  openServiceDatabase,
  type TaskHandler,
  TaskQueue,
  TaskRunner,
  Transactions,
} from '@lectern/database';
import { KeywordIndex } from '@lectern/keyword-index';
import { Metrics, statementsSent } from '@lectern/runtime';
import { entitiesOf, temporaryDatabase, type TemporaryDatabase } from '@lectern/testing';
import { Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { ActivityRepository } from '../../../activity/src/activity/activity.repository';
import { FeedbackRepository } from '../../../activity/src/activity/feedback.repository';
import { ActivityWriter } from '../../../activity/src/journal/activity-writer';
import { JournalRepository } from '../../../activity/src/journal/journal.repository';
import { BoxSettings } from '../box/box-settings';
import { Degradation } from '../degradation/degradation';
import { BoxResources } from '../results/box-resources';
import { KeywordLeg } from '../retrieval/keyword-leg';
import { ActivityModule } from '@lectern/activity';
import { searchSchema } from '../../../activity/src/search.database';
import { RecordedAnswerScoring } from './recorded-answer-scoring';
import { AnswerScoresRepository } from '../../../activity/src/scores/answer-scores.repository';
import { AnswerScoresService } from './answer-scores.service';
import { AnswerScoring } from './answer-scoring';
import { ContextTexts } from './context-texts';

const allButDates = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const;

const MINUTE_MS = 60_000;
const [here, gone] = [`${'a'.repeat(32)}/t/x/0-4`, `${'b'.repeat(32)}/t/x/0-4`];
const away = new AppError('unavailable', 'Away');

describe('scoring recorded answers', () => {
  let database: TemporaryDatabase;
  let dataSource: DataSource;
  let transactions: Transactions;
  let queue: TaskQueue;
  let kbid: string;
  /** Returns the scorer's result for each call. */
  let scorer: () => object;
  let asked: { readonly name: string; readonly body?: unknown }[];

  beforeAll(async () => {
    Logger.overrideLogger(false);
    database = await temporaryDatabase();
    const schema = { ...searchSchema, entities: entitiesOf(ActivityModule) };
    dataSource = await openServiceDatabase(database.url, schema, { poolMax: 4, statementTimeoutMs: 30_000 });
    transactions = new Transactions(dataSource);
    queue = new TaskQueue(dataSource, 'search_tasks');
    await installTaskSchema(database.url, queue.schema);
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });
  beforeEach(async () => {
    await dataSource.query('DELETE FROM search.activity');
    kbid = randomUUID();
    asked = [];
    scorer = () => ({
      origin: { model: 'scorer' },
      answer: { answer_relevance: { score: 4, reason: 'so' }, context_relevance: [5], groundedness: [2] },
    });
  });

  /** Starts a process of the service. */
  function started() {
    const answers: Readonly<Record<string, () => object>> = {
      [readRetrievalSettings.name]: () => ({ kbid, vectorsets: ['m'], account: 'acc', hiddenResourcesEnabled: true }),
      [listVisibleResources.name]: () => ({ rids: ['a'.repeat(32)] }),
      [readParagraphs.name]: () => ({ paragraphs: [{ id: here, text: 'Moon' }] }),
      [predictRemi.name]: () => scorer(),
    };
    const request = async ({ name }: AnyOperation, { body }: { body?: unknown }) => {
      asked.push({ name, body });
      return answers[name]?.() ?? {};
    };
    const bus = Object.assign(new InProcessBus(), { request });
    const settings = new BoxSettings(bus);
    // Without an index, texts are read from the rows.
    const index = Object.assign(Object.create(KeywordIndex.prototype), { read: () => Promise.reject(away) });
    const texts = new ContextTexts(
      settings,
      new BoxResources(bus),
      new KeywordLeg(bus, index, new Degradation(new Metrics())),
    );
    const repository = new AnswerScoresRepository();
    const answerScorer = new RecordedAnswerScoring(bus, settings, texts);
    const rows = [new ActivityRepository(), new FeedbackRepository(), new JournalRepository()] as const;
    const writer = new ActivityWriter(transactions, ...rows);
    const scoring = new AnswerScoring(transactions, repository, answerScorer, writer, queue);
    scoring.onModuleInit();
    return { scoring, writer, service: new AnswerScoresService(transactions, repository, texts) };
  }

  const rowOf = () => ({
    kbid,
    event_type: 'ask',
    date: '2026-05-04T10:00:00Z',
    user_type: 'user',
    client_type: 'api',
    total_duration: 1,
    question: 'What?',
    result_per_page: 20,
    answer: 'Moon',
    status: 0,
    retrieved_context: [{ text_block_id: gone }, { text_block_id: here }],
  });
  const record = (members: object = {}) =>
    transactions.run((tx) => new ActivityRepository().insert(JSON.stringify([{ ...rowOf(), ...members }]), tx));
  const score = (scoring: AnswerScoring, now: () => Date, signal = new AbortController().signal) =>
    scoring.scoreDue(kbid, { signal, alive: () => undefined }, now);
  const queried = async (members: object = {}) =>
    (await started().service.query(kbid, validate(RemiQuery, { month: '2026-05', ...members }))).data;
  const after = (ms: number) => () => new Date(Date.now() + ms);

  it('scores what was recorded, with null for texts that are gone', async () => {
    await record();
    expect(await queried()).toMatchObject([{ question: 'What?', answer: 'Moon', remi: null }]);
    expect(await score(started().scoring, after(1_000))).toBe(1);
    expect(await queried()).toMatchObject([
      {
        remi: {
          answer_relevance: { score: 4, reason: 'so' },
          model: 'scorer',
          context_relevance: [null, 5],
          groundedness: [null, 2],
        },
      },
    ]);
    expect(await score(started().scoring, after(1_000))).toBe(0);
  });

  it('takes two statements for each answer, and one to find that none waits', async () => {
    for (let count = 0; count < 3; count += 1) await record();
    const sent = async () => (await statementsSent.get()).values[0]?.value ?? 0;
    const before = await sent();
    expect(await score(started().scoring, after(1_000))).toBe(3);
    expect((await sent()) - before).toBe(3 * 2 + 1);
  });

  it('misses no answer, however the log is written', async () => {
    await record();
    const names = (await dataSource.query(
      `SELECT string_agg(quote_ident(column_name), ', ') AS names FROM information_schema.columns
       WHERE table_schema = 'search' AND table_name = 'activity' AND column_name <> 'id'`,
    )) as [{ readonly names: string }]; // one row
    const columns = names[0].names;
    await dataSource.query(`
      WITH inserted AS (
        INSERT INTO search.activity (${columns}) SELECT ${columns} FROM search.activity RETURNING id
      ) SELECT count(*) FROM inserted`);
    expect(await score(started().scoring, after(1_000))).toBe(2);
  });

  it('reads the texts as who asked may see them', async () => {
    await record({ security: { groups: ['/hr'] } });
    await record({ user_type: 'none' });
    await score(started().scoring, after(1_000));
    const seen = asked.flatMap(({ name, body }) => (name === listVisibleResources.name ? [body] : []));
    expect(seen).toMatchObject([
      { visibility: { groups: ['hr'], hidden: false } },
      { visibility: { groups: [], hidden: false } },
    ]);
  });

  it('does not score what failed or found nothing', async () => {
    await record({ status: -1 });
    await record({ status: -3, answer: null });
    await record({ event_type: 'search', status: null });
    expect(await score(started().scoring, after(1_000))).toBe(0);
  });

  it('tries again later, and gives up after five times', async () => {
    await record();
    scorer = () => {
      throw away;
    };
    const { scoring } = started();
    const tries: number[] = [];
    for (let minute = 1; minute < 400; minute += 5) tries.push(await score(scoring, after(minute * MINUTE_MS)));
    expect(tries.filter((count) => count > 0)).toHaveLength(5);
    expect(await queried()).toMatchObject([{ remi: null }]);
  });

  it('tries again after a pause what a process was at that died', async () => {
    await record();
    const now = after(1_000)();
    const attempt = { now, pausesMs: [MINUTE_MS] };
    await transactions.run((tx) => new AnswerScoresRepository().begin(kbid, attempt, tx));
    const { scoring } = started();
    expect(await score(scoring, () => now)).toBe(0);
    expect(await score(scoring, () => new Date(now.getTime() + MINUTE_MS))).toBe(1);
    expect(await queried()).toMatchObject([{ remi: { model: 'scorer' } }]);
  });

  it('leaves to others at once what it was at when the process stopped', async () => {
    await record();
    const stopping = new AbortController();
    scorer = () => {
      stopping.abort();
      throw new AppError('cancelled', 'Stopped');
    };
    await score(started().scoring, after(1_000), stopping.signal);
    scorer = () => ({ answer: { answer_relevance: null, context_relevance: [1], groundedness: [1] } });
    expect(await score(started().scoring, after(2_000))).toBe(1);
  });

  describe('as jobs', () => {
    const runners: TaskRunner[] = [];
    const tasksOf = async () =>
      (await queue.list({ task: scoreAnswers.name })).items.map(({ payload, state }) => ({ payload, state }));
    let position = 0;

    afterEach(async () => {
      await Promise.all(runners.splice(0).map((runner) => runner.stop()));
      await dataSource.query('DELETE FROM search_tasks.job');
    });
    const run = async ({ scoring }: ReturnType<typeof started>) => {
      // Handlers only receive payloads of their task.
      const registered = <T>(task: TaskDefinition<T>, handle: TaskHandler<T>) => {
        return { task, handle: handle as TaskHandler<unknown> };
      };
      const tasks = [
        registered(scoreAnswers, (payload, turn) => scoring.run(payload, turn)),
        registered(resumeAnswerScores, (payload, turn) => scoring.resume(payload, turn)),
      ];
      runners.push(await TaskRunner.start({ url: database.url, queue, tasks, concurrency: 4 }));
    };
    /** Writes lines of the journal, as a process does. */
    const write = async ({ writer }: ReturnType<typeof started>, rows: readonly object[]) => {
      const lines = rows.map((row) => ({
        kind: 'activity' as const,
        json: JSON.stringify({ ...rowOf(), ...row }),
        sizeBytes: 1,
      }));
      return writer.write({ id: 'j', from: position, to: (position += 1) }, lines);
    };
    const scored = async () => {
      for (;;) {
        const answers = await queried();
        if (answers.length > 0 && answers.every(({ remi }) => remi)) return answers.length;
        await sleep(20);
      }
    };

    it('is queued with the answers, once for each box, and ends when nothing is due', async () => {
      const process = started();
      await write(process, [{ learning_id: 'a' }, { learning_id: 'b' }, { event_type: 'search', status: null }]);
      expect(await tasksOf()).toEqual([{ payload: { kbid }, state: 'waiting' }]);
      await run(process);
      expect(await scored()).toBe(2);
      while ((await tasksOf()).length > 0) await sleep(20);
    });

    it('continues when a failed answer is due again', async () => {
      const process = started();
      scorer = () => {
        throw away;
      };
      await write(process, [{ learning_id: 'a' }]);
      await run(process);
      const next = async () => (await queue.list({ task: scoreAnswers.name })).items.at(0)?.runAt.getTime() ?? 0;
      while ((await next()) < Date.now() + MINUTE_MS / 2) await sleep(20);
      expect((await queried()).map(({ remi }) => remi)).toEqual([null]);
    });

    it('is queued for boxes in one order, so that two processes that record never wait for each other', async () => {
      const process = started();
      const boxes = Array.from({ length: 20 }, () => randomUUID());
      await write(
        process,
        boxes.map((box) => ({ kbid: box, learning_id: box })),
      );
      const [{ ids }]: [{ ids: string[] }] = await dataSource.query(
        `SELECT array_agg(payload ->> 'kbid' ORDER BY id) AS ids FROM search_tasks.job`,
      );
      expect(ids).toEqual(boxes.toSorted());
    });

    it('finds what was recorded before there were jobs', async () => {
      await record();
      expect(await tasksOf()).toEqual([]);
      await run(started());
      expect(await scored()).toBe(1);
    });
  });

  it('is due by the clock of the database, however slow that of the process is', async () => {
    await record();
    const { scoring } = started();
    jest.useFakeTimers({ now: Date.now() - MINUTE_MS, doNotFake: [...allButDates] });
    try {
      expect(await scoring.scoreDue(kbid, { signal: new AbortController().signal, alive: () => undefined })).toBe(1);
    } finally {
      jest.useRealTimers();
    }
  });

  it('sums up by period, and forgets scores with their answer', async () => {
    await record();
    await record({ date: '2026-05-06T23:59:59Z' });
    const { scoring, service } = started();
    await score(scoring, after(1_000));
    const query = { from: '2026-05-04', to: '2026-05-06', aggregation: 'day' as const };
    const { periods } = await service.scores(kbid, query, new Date());
    const metrics = [
      { name: 'answer_relevance', min: 4, max: 4, average: 4 },
      { name: 'context_relevance', min: 5, max: 5, average: 5 },
      { name: 'groundedness', min: 2, max: 2, average: 2 },
    ];
    expect(periods).toEqual([
      { timestamp: '2026-05-04T00:00:00', metrics },
      { timestamp: '2026-05-05T00:00:00', metrics: [] },
      { timestamp: '2026-05-06T00:00:00', metrics },
    ]);
    const condition = { value: 5, operation: 'eq', aggregation: 'min' };
    expect(await queried({ context_relevance: condition })).toHaveLength(2);
    const [last] = await queried();
    expect(await service.event({ kbid, event_id: String(last?.id) }, systemPrincipal)).toMatchObject({
      context: [
        { text: '', text_block_id: gone },
        { text: 'Moon', text_block_id: here },
      ],
    });
    await dataSource.query('DELETE FROM search.activity');
    expect(await dataSource.query('SELECT count(*)::int AS count FROM search.answer_scores')).toEqual([{ count: 0 }]);
  });
});
