import { ActivityModule } from '@lectern/activity';
import { systemPrincipal } from '@lectern/contracts/core';
import type { EvaluationQuestion, EvaluationResult } from '@lectern/contracts/search';
import { type HeldRun, installTaskSchema, openServiceDatabase, TaskQueue, Transactions } from '@lectern/database';
import { entitiesOf, temporaryDatabase, type TemporaryDatabase } from '@lectern/testing';
import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { EvaluationPurge } from '../../../activity/src/evaluation/evaluation-purge';
import { EvaluationRunsRepository } from '../../../activity/src/evaluation/evaluation-runs.repository';
import { EvaluationSetsRepository } from '../../../activity/src/evaluation/evaluation-sets.repository';
import { searchSchema } from '../../../activity/src/search.database';
import type { EvaluatedQuestions } from './evaluated-questions';
import { EvaluationRunTask } from './evaluation-run.task';
import { EvaluationRunsService } from './evaluation-runs.service';
import { EvaluationSetsService } from './evaluation-sets.service';

describe('runs of sets of questions', () => {
  let database: TemporaryDatabase;
  let dataSource: DataSource;
  let transactions: Transactions;
  let sets: EvaluationSetsService;
  let runs: EvaluationRunsService;
  let task: EvaluationRunTask;
  let kbid: string;
  /** Ids of the questions that were asked. */
  let asked: string[];
  /** Called with each of them. */
  let onAsked: (id: string) => void;

  beforeAll(async () => {
    database = await temporaryDatabase();
    const schema = { ...searchSchema, entities: entitiesOf(ActivityModule) };
    dataSource = await openServiceDatabase(database.url, schema, { poolMax: 4, statementTimeoutMs: 30_000 });
    transactions = new Transactions(dataSource);
    const queue = new TaskQueue(dataSource, 'search_tasks');
    await installTaskSchema(database.url, queue.schema);
    const [setRows, runRows] = [new EvaluationSetsRepository(), new EvaluationRunsRepository()];
    sets = new EvaluationSetsService(transactions, setRows, runRows, queue);
    runs = new EvaluationRunsService(transactions, setRows, runRows, queue);
    const asking = {
      ask: async ({ id, question }: EvaluationQuestion): Promise<EvaluationResult> => {
        asked.push(id);
        onAsked(id);
        return { id, question, scores: { recall: 1 }, found: [], answer: null, status: null, ms: 1, error: null };
      },
    };
    task = new EvaluationRunTask(transactions, runRows, asking as unknown as EvaluatedQuestions);
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });
  beforeEach(() => {
    kbid = randomUUID();
    asked = [];
    onAsked = () => undefined;
  });

  const setOf = (size: number) =>
    sets.create(kbid, {
      title: 'Sea',
      questions: Array.from({ length: size }, (_, index) => ({ id: `q${index}`, question: `Why ${index}?` })),
    });
  const start = (set_id: string, body: object = {}) => {
    const call = { params: { kbid, set_id }, query: {}, headers: {}, signal: new AbortController().signal };
    return runs.start({ ...call, body, principal: { ...systemPrincipal, id: 'ada' }, requestId: 'r' });
  };
  const attempt = (signal = new AbortController().signal, attemptNumber = 1): HeldRun => ({
    id: '1',
    signal,
    alive: () => undefined,
    attempt: attemptNumber,
    attemptsMax: 5,
    isReplay: false,
    progress: undefined,
    save: async () => undefined,
    whileHeld: () => undefined,
  });

  it('continue after an interruption with the questions that have no result', async () => {
    const set = await setOf(8);
    const { id } = await start(set.id, { variants: [{}, { generative_model: 'small' }] });
    const ending = new AbortController();
    onAsked = (question) => question === 'q4' && ending.abort(new Error('The process stops'));
    await expect(task.run({ kbid, id }, attempt(ending.signal))).rejects.toThrow('The process stops');
    const before = asked.length;
    expect(await runs.get({ kbid, run_id: id })).toMatchObject({ state: 'running', author: 'ada' });
    onAsked = () => undefined;
    await task.run({ kbid, id }, attempt());
    expect([before < 16, asked.length]).toEqual([true, 16]);
    const state = await runs.get({ kbid, run_id: id });
    expect(state).toMatchObject({ state: 'finished', variants: [{ asked: 8 }, { name: 'small', asked: 8 }] });
    expect(state.variants[0]?.figures.recall).toEqual({ mean: 1, low: 1, high: 1, count: 8 });
    await task.run({ kbid, id }, attempt());
    expect(asked).toHaveLength(16);
  });

  it('ask the questions as they were when the run began', async () => {
    const set = await setOf(1);
    const { id } = await start(set.id);
    const target = { kbid, set_id: set.id, question_id: 'q0' };
    await sets.replace(target, { question: 'Another?' });
    await task.run({ kbid, id }, attempt());
    expect((await runs.results({ kbid, run_id: id }, 0)).results).toMatchObject([{ question: 'Why 0?' }]);
    await expect(runs.results({ kbid, run_id: id }, 1)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('fail for good after the last attempt, and say so', async () => {
    const { id } = await start((await setOf(1)).id);
    onAsked = () => {
      throw new TypeError('a bug');
    };
    await expect(task.run({ kbid, id }, attempt(undefined, 4))).rejects.toThrow('a bug');
    expect(await runs.get({ kbid, run_id: id })).toMatchObject({ state: 'running' });
    await expect(task.run({ kbid, id }, attempt(undefined, 5))).rejects.toThrow('a bug');
    expect(await runs.get({ kbid, run_id: id })).toMatchObject({
      state: 'failed',
      error: 'The server failed; its log says why',
    });
  });

  it('are three at a time in a box, and the newest 20 of a set are kept', async () => {
    const set = await setOf(1);
    for (let round = 0; round < 3; round += 1) await start(set.id);
    await expect(start(set.id)).rejects.toMatchObject({ code: 'rate_limited' });
    for (let round = 0; round < 22; round += 1) {
      const [open] = (await runs.list(kbid, undefined)).runs.filter(({ state }) => state === 'running');
      await task.run({ kbid, id: open?.id ?? '' }, attempt());
      await start(set.id);
    }
    const kept = (await runs.list(kbid, set.id)).runs;
    expect(kept.filter(({ state }) => state === 'finished')).toHaveLength(19);
    expect((await runs.list(randomUUID(), undefined)).runs).toEqual([]);
  });

  it('end with their set, and with the box; what they bring later is dropped', async () => {
    const set = await setOf(9);
    const { id } = await start(set.id);
    let deleted: Promise<unknown> | undefined;
    const run = { ...attempt(), save: async () => void (await deleted) };
    onAsked = () => void (deleted ??= sets.delete({ kbid, set_id: set.id }));
    await task.run({ kbid, id }, run);
    expect(asked).toHaveLength(3);
    expect((await runs.list(kbid, undefined)).runs).toEqual([]);
    const other = await setOf(1);
    const second = await start(other.id);
    await task.run({ kbid, id: second.id }, attempt());
    await new EvaluationPurge(transactions, new EvaluationSetsRepository(), new EvaluationRunsRepository()).purge(kbid);
    expect([await sets.list(kbid), await runs.list(kbid, undefined)]).toEqual([{ sets: [] }, { runs: [] }]);
    expect(await dataSource.query('SELECT FROM search.evaluation_results WHERE kbid = $1', [kbid])).toEqual([]);
  });

  it('need questions, with ids of their own, and not too many bytes', async () => {
    await expect(start((await setOf(0)).id)).rejects.toMatchObject({ code: 'invalid_request' });
    const set = await setOf(1);
    const target = { kbid, set_id: set.id };
    await expect(sets.add(target, [{ id: 'q0', question: 'x' }])).rejects.toMatchObject({ code: 'conflict' });
    const large = Array.from({ length: 60 }, () => ({
      question: 'x',
      facts: Array<string>(20).fill('f'.repeat(2_000)),
    }));
    await expect(sets.add(target, large)).rejects.toMatchObject({ code: 'too_large' });
    expect(await sets.get(target)).toMatchObject({ size: 1 });
    await expect(start(randomUUID())).rejects.toMatchObject({ code: 'not_found' });
  });

  it('belong to sets, of which a box has at most 50', async () => {
    for (let round = 0; round < 50; round += 1) await setOf(0);
    await expect(setOf(0)).rejects.toMatchObject({ code: 'quota_exceeded' });
  });
});
