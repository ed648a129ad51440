import { above, below, changed, extra, required, tooLong, tooMany, wireOf } from '../../validation/members.fixture';
import { conductOf, faults, list, received, routesOf, text } from '../../validation/requests.fixture';
import { activityAggregations, ActivityPagination, ActivityQuery } from './activity.dto';
import { getActivityMetrics, listActivityMonths, purgeActivity, queryActivity } from './activity.operations';

const kbid = 'f312ad155fdb40f3a6a1ec26e0617070';
const smallest = { year_month: '2026-05', filters: {} };
const faultsOf = (body: unknown) => faults(queryActivity, { body });
const page = { formToken: '' };

describe('the activity of a knowledge box', () => {
  it('is for its readers, and not for guests', () => {
    expect(routesOf(queryActivity, listActivityMonths, getActivityMetrics, purgeActivity)).toEqual({
      'POST /kb/{kbid}/activity/{event_type}/query': '200 ndjson; READER of kb; sa user pat',
      'GET /kb/{kbid}/activity/{event_type}/months': '200 json; READER of kb; sa user pat',
      'GET /kb/{kbid}/activity/metrics': '200 json; READER of kb; sa user pat',
    });
    expect(conductOf(queryActivity, listActivityMonths, getActivityMetrics, purgeActivity)).toEqual({
      'search.activity.query': '20 s',
      'search.activity.months': '20 s',
      'search.activity.metrics': '20 s',
      'search.activity.purge': '60 s',
    });
  });

  it('counts requests in a bare array', () => {
    expect(getActivityMetrics.http?.member).toBe('counts');
  });

  it.each([
    ...['visited', 'modified', 'deleted', 'new', 'search', 'suggest', 'indexed', 'chat', 'ask', 'started', 'stopped'],
    ...['processed', 'retrieve', 'augment', 'ASK', 'Search'],
  ])('has the kind %s', (event_type) => {
    expect(faults(listActivityMonths, { path: { kbid, event_type } })).toEqual([]);
  });

  it.each(['other', 'asks', '', 'ask\n', 'ask|chat'])('has no kind %j', (event_type) => {
    expect(faults(listActivityMonths, { path: { kbid, event_type } })).toEqual([
      expect.stringMatching(/^path\.event_type: String should match pattern '\^\(visited\|modified\|/),
    ]);
  });

  it('says in a header whether there is more, and then a row a line', () => {
    expect(queryActivity.http?.respond?.({ hasMore: true }, page)).toEqual({ headers: { 'has-more': 'true' } });
    expect(queryActivity.http?.respond?.({}, page)).toEqual({ headers: { 'has-more': 'false' } });
    expect(queryActivity.http?.respond?.({ row: { id: 1 } }, page)).toEqual({ body: { id: 1 } });
    expect(queryActivity.http?.read?.({ id: 1 }, 200)).toEqual({ row: { id: 1 } });
  });
});

describe('a query of activity', () => {
  it('names a month and filters, and gets ten rows', () => {
    expect(wireOf(ActivityQuery, smallest)).toEqual({
      year_month: 'text!',
      show: "null list 'all'",
      filters: 'object!',
      pagination: 'null object = {"limit":10}',
    });
    expect(wireOf(ActivityPagination, {})).toEqual({
      limit: 'null whole = 10',
      starting_after: 'null whole',
      ending_before: 'null whole',
    });
    expect(received(queryActivity, { body: smallest }).body).toEqual({ ...smallest, pagination: { limit: 10 } });
  });

  it.each([
    ['year_month', '2026-12', '2026-13', "String should match pattern '^\\d{4}-(0[1-9]|1[0-2])$'"],
    ['year_month', '2026-01', '2026-1', "String should match pattern '^\\d{4}-(0[1-9]|1[0-2])$'"],
    ['year_month', '2026-01', undefined, required],
    ['filters', {}, undefined, required],
    ['filters.unknown', undefined, {}, extra],
    ['show', list(100, String), list(101, String), tooMany(100), 'show.list[str]'],
    ['show', [text(280)], [text(281)], tooLong(280), 'show.list[str].0'],
    ['pagination.limit', 100, 101, above(100)],
    ['pagination.limit', 1, 0, below(1)],
    ['pagination.starting_after', 0, -1, below(0)],
    ['pagination.ending_before', 2 ** 53 - 1, 2 ** 53, above(Number.MAX_SAFE_INTEGER)],
    ['pagination.page', undefined, 1, extra],
    ['email_address', undefined, 'ada@example.org', extra],
    ['unknown', undefined, null, extra],
  ])('takes a proper %s only', (at, good, bad, fault, place = at) => {
    const faultsAt = (value: unknown) => faultsOf(changed<object>(smallest, at, value));
    expect(faultsAt(good)).toEqual([]);
    expect(faultsAt(bad)).toContain(`body.${place}: ${fault}`);
    expect(faultsAt(bad).length).toBeLessThanOrEqual(place.includes('[') ? 2 : 1);
  });

  it('shows all fields, or those that it names', () => {
    for (const show of ['all', [], ['question', 'audit_metadata.page'], null])
      expect(faultsOf({ ...smallest, show })).toEqual([]);
    expect(faultsOf({ ...smallest, show: 'question' })).toEqual([
      "body.show.literal['all']: Input should be 'all'",
      'body.show.list[str]: Input should be a valid list',
    ]);
  });

  it('goes in one direction', () => {
    const both = { starting_after: 1, ending_before: 5 };
    expect(faultsOf({ ...smallest, pagination: both })).toEqual([
      'body.pagination: Value error, Only one of `starting_after` and `ending_before` can be set',
    ]);
    expect(faultsOf({ ...smallest, pagination: { starting_after: null, ending_before: 5 } })).toEqual([]);
  });

  it('goes from a row, or filters by ids of rows', () => {
    const filters = { id: { gt: 1 } };
    expect(faultsOf({ ...smallest, filters, pagination: { limit: 5 } })).toEqual([]);
    for (const pagination of [{ starting_after: 0 }, { ending_before: 5 }])
      expect(faultsOf({ ...smallest, filters, pagination })).toEqual([
        'body: Value error, `pagination` cannot be combined with `filters.id`',
      ]);
    expect(faultsOf({ ...smallest, filters: { id: null }, pagination: { starting_after: 0 } })).toEqual([]);
  });
});

describe('counts of requests', () => {
  const counted = (query: object) => faults(getActivityMetrics, { query });

  it('begin at an instant, and are one for all time unless they name periods', () => {
    expect(received(getActivityMetrics, { query: { from: '2026-05-01' } }).query).toEqual({
      from: '2026-05-01',
      aggregation: 'millennium',
    });
    expect(counted({})).toEqual(['query.from: Field required']);
  });

  it('are by these periods', () => {
    expect(activityAggregations).toEqual(['hour', 'day', 'week', 'month', 'quarter', 'year', 'millennium']);
    for (const aggregation of activityAggregations) expect(counted({ from: '2026-05-01', aggregation })).toEqual([]);
    expect(counted({ from: '2026-05-01', aggregation: 'minute' })).toEqual([
      "query.aggregation: Input should be 'hour', 'day', 'week', 'month', 'quarter', 'year' or 'millennium'",
    ]);
  });

  it('are of instants only', () => {
    expect(counted({ from: 'May', to: '2026-05-32' }).map((one) => one.split(':')[0])).toEqual([
      'query.from',
      'query.to',
    ]);
  });
});
