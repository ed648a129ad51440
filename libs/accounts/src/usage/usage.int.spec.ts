import { randomUUID } from 'node:crypto';
import {
  createAccount,
  findUsagePosition,
  forgetUsageJournal,
  getAccountUsage,
  recordUsage,
  type UsageEvent,
  usageMetrics,
  type UsageQuery,
} from '@lectern/contracts/accounts';
import { type Principal, systemPrincipal } from '@lectern/contracts/core';
import { AccountsHost, refusalOf } from '../accounts-host.fixture';

const call = { principal: systemPrincipal };
const KB = '00000000-0000-4000-8000-0000000000b1';
const at = (text: string) => Date.parse(text);

describe('usage of an account', () => {
  let host: AccountsHost;
  let owner: Principal;
  let account: string;

  beforeAll(async () => {
    host = await AccountsHost.start({ ACCOUNTS_PER_USER_MAX: '1000' });
  });
  afterAll(() => host.close());
  beforeEach(async () => {
    owner = { ...(await host.createUser()), roles: ['AOWNER', 'AMEMBER'] };
    const body = { title: 'Acme', workflow: 'classic', eula_accepted: false } as const;
    ({ id: account } = await host.bus.request(createAccount, { body }, { principal: owner }));
  });

  const searches = (atMs: number, more: Partial<UsageEvent> = {}): UsageEvent => ({
    ...{ account, atMs, client: 'api', metrics: { searches_performed: 1 } },
    ...more,
  });
  const deliver = (events: readonly UsageEvent[], { journal = randomUUID() as string, from = 0, to = 10 } = {}) => {
    const body = { journal, from, to, events: events.map((event) => ({ event })) };
    return host.bus.request(recordUsage, { body }, call);
  };
  const points = async (query: Partial<UsageQuery>) => {
    const whole = { from: '2026-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z', aggregation: 'millennium', ...query };
    const request = { params: { account }, query: whole as UsageQuery };
    return (await host.bus.request(getAccountUsage, request, { principal: owner })).points;
  };
  const valueOf = async (name: string, query: Partial<UsageQuery> = {}) => {
    const [point] = await points(query);
    return point?.metrics.find((metric) => metric.name === name)?.value;
  };

  it('is one point with all fifteen metrics, also where nothing was done', async () => {
    const [point, ...others] = await points({ from: '1990-01-01', to: '2030-01-01' });
    expect(others).toEqual([]);
    expect(point?.metrics).toEqual(usageMetrics.map((name) => ({ name, value: 0, details: [] })));
  });

  it('counts a part of a journal once, however often and by however many it is delivered', async () => {
    const journal = randomUUID();
    const events = Array.from({ length: 7 }, () => searches(at('2026-03-01T10:00:30Z')));
    const answers = await Promise.all(Array.from({ length: 5 }, () => deliver(events, { journal, from: 0, to: 70 })));
    expect(answers.filter(({ isNew }) => isNew)).toHaveLength(1);
    // A part that begins elsewhere than the last one ended overlaps it.
    expect(await deliver(events, { journal, from: 30, to: 90 })).toEqual({ isNew: false });
    expect(await host.bus.request(findUsagePosition, { body: { journal } }, call)).toEqual({ position: 70 });
    expect(await deliver(events, { journal, from: 70, to: 140 })).toEqual({ isNew: true });
    expect(await valueOf('searches_performed')).toBe(14);
    await host.bus.request(forgetUsageJournal, { body: { journal } }, call);
    expect(await host.bus.request(findUsagePosition, { body: { journal } }, call)).toEqual({ position: 0 });
  });

  it.each([
    ['hour', ['2026-03-29T23:00:00', '2026-03-30T00:00:00', '2026-03-30T01:00:00'], [1, 0, 2]],
    ['day', ['2026-03-29T00:00:00', '2026-03-30T00:00:00'], [1, 2]],
    ['week', ['2026-03-23T00:00:00', '2026-03-30T00:00:00'], [1, 2]],
    ['month', ['2026-03-01T00:00:00'], [3]],
    ['quarter', ['2026-01-01T00:00:00'], [3]],
    ['year', ['2026-01-01T00:00:00'], [3]],
    ['millennium', ['2001-01-01T00:00:00'], [3]],
  ] as const)('is summed by %s of UTC, without gaps', async (aggregation, spans, values) => {
    await deliver([
      searches(at('2026-03-29T23:59:59Z')),
      searches(at('2026-03-30T01:00:00Z')),
      searches(at('2026-03-30T01:20:00Z')),
    ]);
    const found = await points({ aggregation, from: '2026-03-29T23:10:00Z', to: '2026-03-30T01:30:00Z' });
    expect(found.map(({ timestamp }) => timestamp)).toEqual(spans.map((span) => `${span}+00:00`));
    const counted = found.map(({ metrics }) => metrics.find(({ name }) => name === 'searches_performed')?.value);
    expect(counted).toEqual([...values]);
  });

  it('is from the minute of the beginning to before the end', async () => {
    await deliver(['10:00:59', '10:01:00', '10:02:00'].map((time) => searches(at(`2026-05-01T${time}Z`))));
    const range = { from: '2026-05-01T10:01:30Z', to: '2026-05-01T10:02:00Z' };
    expect(await valueOf('searches_performed', range)).toBe(1);
  });

  it('is that of one box, or of one NUA client, where it is asked so', async () => {
    const atMs = at('2026-04-01T00:00:00Z');
    await deliver([searches(atMs, { kbid: KB }), searches(atMs, { kbid: KB, nuaClient: 'n1' }), searches(atMs)]);
    expect(await valueOf('searches_performed')).toBe(3);
    expect(await valueOf('searches_performed', { knowledgebox: KB })).toBe(2);
    expect(await valueOf('searches_performed', { nua_key_id: 'n1' })).toBe(1);
    expect(await valueOf('searches_performed', { nua_key_id: 'n2' })).toBe(0);
  });

  it('has tokens by kind of call and model, and those that the customer pays apart', async () => {
    const tokens = { type: 'question_answer', model: 'm1', input: 900, output: 100, customerKey: false };
    const event = { account, atMs: at('2026-04-01T00:00:00Z'), client: 'widget', tokens } as const;
    const own = { ...event, client: 'api', tokens: { ...tokens, input: 500, output: 0, customerKey: true } } as const;
    await deliver([event, event, own, { ...event, tokens: { ...tokens, type: 'rephrase', input: 10, output: 0 } }]);
    expect([await valueOf('ai_tokens_used'), await valueOf('svc_tokens'), await valueOf('svc_tokens_billed')]).toEqual([
      2_510, 2.51, 2.01,
    ]);
    const [point] = await points({});
    const details = point?.metrics.find(({ name }) => name === 'svc_tokens')?.details;
    expect(details).toHaveLength(2);
    expect(details?.[0]).toEqual({
      identifier: { type: 'question_answer', source: 'predict', version: '1', model: 'm1', service: 'lectern' },
      svc_tokens: { search: null, input: 2.3, output: 0.2, image: null, storage: null },
      svc_tokens_billed: { search: null, input: 1.8, output: 0.2, image: null, storage: null },
      raw_usage: { search: null, input: 2_300, output: 200, image: null, storage: null },
      requests: { api: 1, chrome_extension: 0, dashboard: 0, desktop: 0, internal: 0, web: 0, widget: 2 },
    });
  });

  it('leaves out accounts that are gone, and refuses what is no event', async () => {
    const gone = searches(Date.now(), { account: randomUUID() });
    expect(await deliver([gone, searches(at('2026-04-01T00:00:00Z'))])).toEqual({ isNew: true });
    expect(await valueOf('searches_performed')).toBe(1);
    for (const wrong of [
      { account: 'acme' },
      { atMs: Number.NaN },
      { metrics: { searches_performed: -1 } },
      { metrics: { svc_tokens: 1 } },
      { metrics: { constructor: 1 } },
      { kbid: 'a\0b' },
    ])
      // Only a bug could write these.
      expect(await refusalOf(deliver([searches(Date.now(), wrong as Partial<UsageEvent>)]))).toMatch(
        /^invalid_request/,
      );
  });

  it('has at most 10,000 spans, and a beginning before its end', async () => {
    const refusal = (query: Partial<UsageQuery>) => refusalOf(points(query));
    expect(await refusal({ aggregation: 'hour', from: '2020-01-01', to: '2026-01-01' })).toMatch(/10000 spans/);
    expect(await refusal({ from: '2026-01-02', to: '2026-01-01' })).toMatch(/^invalid_request: to must not be before/);
    expect(await refusal({ aggregation: 'day', from: '2026-01-01', to: '2026-01-01' })).toBe('accepted');
  });
});
