import { randomUUID } from 'node:crypto';
import { systemPrincipal, validate } from '@lectern/contracts/core';
import {
  ActivityMetricsQuery,
  ActivityQuery,
  type ActivityRow,
  AskRequest,
  FindRequest,
} from '@lectern/contracts/search';
import type { ActivityRecorder } from '../record/activity-recorder';
import type { ActivityRetention } from './activity-retention';
import { type ActivityWorld, activityWorld } from '../../fixtures/activity-world';
import type { ActivityService } from './activity.service';
import { AskRecording } from '../record/ask-recording';
import { recordedFind } from '../record/recorded-request';

const never = new AbortController().signal;
const principal = { ...systemPrincipal, kind: 'user' as const, id: 'u1', label: 'me' };
const at = new Date('2026-05-04T10:00:00.123Z');
const DAY_MS = 24 * 60 * 60_000;

describe('the activity log', () => {
  let world: ActivityWorld;
  let recorder: ActivityRecorder;
  let retention: ActivityRetention;
  let activity: ActivityService;
  let kbid: string;

  beforeAll(async () => {
    world = await activityWorld();
    ({ activity, retention } = world);
    ({ recorder } = world.start());
  });

  afterAll(() => world.end());

  beforeEach(() => {
    kbid = randomUUID();
  });

  const find = (members: object = {}, more: object = {}) =>
    recordedFind({
      kbid,
      principal,
      client: 'web',
      at,
      durationMs: 12.5,
      retrievalMs: 10,
      request: validate(FindRequest, { query: 'moon', ...members }),
      ...more,
    });

  async function record(...rows: readonly ReturnType<typeof find>[]): Promise<void> {
    for (const row of rows) recorder.record(() => row);
    expect(await recorder.flush()).toBe(true);
  }

  async function query(type: string, members: object = {}) {
    const rows: ActivityRow[] = [];
    let hasMore: boolean | undefined;
    const body = validate(ActivityQuery, { year_month: '2026-05', filters: {}, ...members });
    for await (const value of activity.query({ kbid, event_type: type }, body)) {
      if (value.row) rows.push(value.row);
      else hasMore = value.hasMore;
    }
    return { rows, hasMore };
  }

  it('has a find with who asked, how and what for', async () => {
    const audit_metadata = { page: 'home', nul: 'a\0b' };
    await record(find({ audit_metadata, filters: ['/l/a'], security: { groups: ['hr'] }, top_k: 7 }));
    const { rows, hasMore } = await query('SEARCH', { show: 'all' });
    expect(hasMore).toBe(false);
    expect(rows).toEqual([
      expect.objectContaining({
        id: expect.any(Number),
        date: '2026-05-04T10:00:00.123000',
        user_id: 'me',
        user_type: 'user',
        client_type: 'web',
        total_duration: 12.5,
        audit_metadata: { page: 'home', nul: 'a\ufffdb' },
        question: 'moon',
        filter: { filters: ['/l/a'] },
        security: { groups: ['hr'] },
        result_per_page: 7,
        retrieval_time: 10,
        resources_count: null,
        token_details: null,
        resource_id: null,
      }),
    ]);
    expect(rows[0]).not.toHaveProperty('answer');
  });

  it('has a question as `ask` and as `chat`, with its answer', async () => {
    const request = validate(AskRequest, { query: 'why?', chat_history: [{ author: 'USER', text: 'moon' }] });
    const recording = new AskRecording({ kbid, principal, client: 'api', at, request });
    recording.asksModel('model-1');
    recording.value({ learningId: 'f'.repeat(32) });
    for (const text of ['Because', ' so']) recording.value({ item: { type: 'answer', text } });
    recording.value({ item: { type: 'status', code: '0', status: 'success' } });
    await record(recording.row());
    const { rows } = await query('chat', { show: 'all' });
    expect(rows).toEqual([
      expect.objectContaining({
        question: 'why?',
        answer: 'Because so',
        status: '0',
        model: 'model-1',
        learning_id: 'f'.repeat(32),
        chat_history: [{ author: 'USER', text: 'moon' }],
        feedback_good: null,
        remi_scores: null,
        generative_answer_time: expect.any(Number),
      }),
    ]);
    expect(rows[0]).not.toHaveProperty('retrieval_time');
    expect((await query('ask')).rows[0]).toEqual({
      id: rows[0]?.id,
      date: '2026-05-04T10:00:00.123000',
      question: 'why?',
      resources_count: null,
      rephrased_question: null,
      answer: 'Because so',
      rag_strategies_names: null,
    });
    expect((await query('search')).rows).toEqual([]);
  });

  it('goes through its rows in both directions', async () => {
    await record(...['a', 'b', 'c', 'd'].map((text) => find({ query: text })));
    const questions = async (pagination?: object) => {
      const { rows, hasMore } = await query('search', pagination && { pagination });
      return [rows.map(({ question }) => question).join(''), hasMore];
    };
    const { rows } = await query('search');
    const [last = 0, , , first = 0] = rows.map(({ id }) => id);
    expect(await questions()).toEqual(['dcba', false]);
    expect(await questions({ limit: 3 })).toEqual(['dcb', true]);
    expect(await questions({ limit: 2, starting_after: first })).toEqual(['bc', true]);
    expect(await questions({ limit: 3, starting_after: first })).toEqual(['bcd', false]);
    expect(await questions({ limit: 2, ending_before: last })).toEqual(['cb', true]);
    expect(await questions({ limit: 3, ending_before: last })).toEqual(['cba', false]);
  });

  it('selects members of the audit metadata', async () => {
    await record(find({ audit_metadata: { page: 'home', lang: 'en' } }));
    const { rows } = await query('search', { show: ['audit_metadata.page', 'audit_metadata.other'] });
    expect(rows).toEqual([{ id: expect.any(Number), audit_metadata: { page: 'home', other: null } }]);
  });

  it('has months and counts, each by UTC', async () => {
    const days = ['2026-01-31T23:59:59.999Z', '2026-02-01T00:00:00Z', '2026-05-04T10:00:00Z', '2026-05-04T11:00:00Z'];
    await record(...days.map((day) => ({ ...find(), date: new Date(day) })));
    await record({ ...find(), event_type: 'ask', date: new Date('2026-05-04T11:30:00Z') });
    const months = async (type: string) => (await activity.months({ kbid, event_type: type })).downloads;
    expect(await months('search')).toEqual(['2026-01', '2026-02', '2026-05']);
    expect([await months('chat'), await months('Ask'), await months('visited')]).toEqual([
      ['2026-05'],
      ['2026-05'],
      [],
    ]);
    const counts = async (members: object) =>
      (await activity.counts(kbid, validate(ActivityMetricsQuery, { from: '2026-01-01', ...members }), at)).counts;
    expect(await counts({ aggregation: 'month', to: '2026-06-01' })).toEqual([
      { timestamp: '2026-01-01T00:00:00', search: 1, chat: 0 },
      { timestamp: '2026-02-01T00:00:00', search: 1, chat: 0 },
      { timestamp: '2026-05-01T00:00:00', search: 2, chat: 1 },
    ]);
    // Up to the current time, just after the third event.
    expect(await counts({})).toEqual([{ timestamp: '2001-01-01T00:00:00', search: 3, chat: 0 }]);
    await expect(counts({ from: '1900-01-01', aggregation: 'hour' })).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });

  it('is of one box only', async () => {
    await record(find());
    const before = kbid;
    kbid = randomUUID();
    expect([(await query('search')).rows, (await activity.months({ kbid, event_type: 'search' })).downloads]).toEqual([
      [],
      [],
    ]);
    kbid = before;
    expect((await query('search')).rows).toHaveLength(1);
  });

  it('forgets a deleted box, and records nothing of it that comes later', async () => {
    const other = { ...find(), kbid: randomUUID() };
    await record(find(), find(), other);
    await retention.purge(kbid, never);
    await record(find(), other);
    await retention.purge(kbid, never);
    expect((await query('search')).rows).toEqual([]);
    kbid = other.kbid;
    expect((await query('search')).rows).toHaveLength(2);
  });

  it('forgets what is old', async () => {
    const agedDays = (days: number) => ({ ...find(), date: new Date(at.getTime() - days * DAY_MS) });
    await record(agedDays(0), agedDays(179.9), agedDays(180.1), agedDays(400));
    await retention.prune(at);
    expect((await activity.months({ kbid, event_type: 'search' })).downloads).toEqual(['2025-11', '2026-05']);
  });
});
