import { membersOf } from '../../validation/answers.fixture';
import { above, below, changed, extra, required, wireOf } from '../../validation/members.fixture';
import { conductOf, faults, received, routesOf, text } from '../../validation/requests.fixture';
import { ContextRelevanceCondition, RemiQuery } from './answer-scores.dto';
import { getRemiEvent, listRemiScores, queryRemiScores } from './answer-scores.operations';

const operations = [queryRemiScores, getRemiEvent, listRemiScores];
const kbid = 'f312ad155fdb40f3a6a1ec26e0617070';
const smallest = { month: '2026-05' };
const relevance = { value: 3, operation: 'gt', aggregation: 'average' };
const faultsOf = (body: unknown) => faults(queryRemiScores, { body });
const file = `${__dirname}/answer-scores.dto.ts`;

describe('scores of answers', () => {
  it('are for readers, and not for guests', () => {
    expect(routesOf(...operations)).toEqual({
      'POST /kb/{kbid}/remi/query': '200 json; READER of kb; sa user pat',
      'GET /kb/{kbid}/remi/events/{event_id}': '200 json; READER of kb; sa user pat',
      'GET /kb/{kbid}/remi/scores': '200 json; READER of kb; sa user pat',
    });
    expect(Object.values(conductOf(...operations))).toEqual(['20 s', '20 s', '20 s']);
    expect(listRemiScores.http?.member).toBe('periods');
  });

  it('are queried by month', () => {
    expect(wireOf(RemiQuery, smallest)).toEqual({
      month: 'text!',
      context_relevance: 'null object',
      feedback_good: 'null flag',
      status: "null 'SUCCESS', 'ERROR' or 'NO_CONTEXT'",
      from_date: 'null text',
      to_date: 'null text',
      pagination: 'null object = {"limit":10}',
    });
    expect(wireOf(ContextRelevanceCondition, relevance)).toEqual({
      value: 'whole!',
      operation: "'gt', 'lt' or 'eq'!",
      aggregation: "'average', 'max' or 'min'!",
    });
    expect(received(queryRemiScores, { body: smallest }).body).toEqual({ ...smallest, pagination: { limit: 10 } });
  });

  it.each([
    ['month', '2026-12', '2026-13', "String should match pattern '^\\d{4}-(0[1-9]|1[0-2])$'"],
    ['month', '2026-12', undefined, required],
    [
      'context_relevance',
      relevance,
      { ...relevance, operation: 'ge' },
      "Input should be 'gt', 'lt' or 'eq'",
      '.operation',
    ],
    [
      'context_relevance',
      relevance,
      { ...relevance, aggregation: 'sum' },
      "Input should be 'average', 'max' or 'min'",
      '.aggregation',
    ],
    ['context_relevance', { ...relevance, value: 1_000 }, { ...relevance, value: 1_001 }, above(1_000), '.value'],
    ['context_relevance', { ...relevance, value: -1_000 }, { ...relevance, value: -1_001 }, below(-1_000), '.value'],
    ['status', 'NO_CONTEXT', 'success', "Input should be 'SUCCESS', 'ERROR' or 'NO_CONTEXT'"],
    ['pagination', { limit: 100 }, { limit: 101 }, above(100), '.limit'],
    ['pagination', { starting_after: 1 }, { offset: 1 }, extra, '.offset'],
    [
      'pagination',
      {},
      { starting_after: 1, ending_before: 2 },
      'Value error, Only one of `starting_after` and `ending_before` can be set',
    ],
    [
      'from_date',
      '2026-05-06T07:08:09Z',
      'May',
      'Input should be a valid datetime or date, not an ISO 8601 date or date and time of the years 1 to 9999',
    ],
  ])('are queried by a proper %s only', (at, good, bad, fault, member = '') => {
    const faultsAt = (value: unknown) => faultsOf(changed<object>(smallest, at, value));
    expect([faultsAt(good), faultsAt(bad)]).toEqual([[], [`body.${at}${member}: ${fault}`]]);
  });

  it('of one answer are read by its number', () => {
    const read = (event_id: string) => faults(getRemiEvent, { path: { kbid, event_id } });
    expect([read('0'), read('9'.repeat(15))]).toEqual([[], []]);
    for (const id of ['', '-1', 'a', '1.5', text(16)]) expect(read(id)).toHaveLength(1);
  });

  it('by period need the instant that they begin at', () => {
    expect(faults(listRemiScores, { query: {} })).toEqual([`query.from: ${required}`]);
    expect(faults(listRemiScores, { query: { from: '2026-10-01', to: '2026-11-01', aggregation: 'day' } })).toEqual([]);
  });

  it('come with the question and the answer, and in full with the context', () => {
    const record = 'id, question, answer|null, date, remi|null';
    expect(membersOf(file, 'RecordedAnswer')).toBe(record);
    expect(membersOf(file, 'RecordedAnswerInFull')).toBe(`${record}, context`);
    expect(membersOf(file, 'RecordedContext')).toBe('text, text_block_id');
    expect(membersOf(file, 'RecordedAnswers')).toBe('data, has_more');
    expect(membersOf(file, 'ScoresOfPeriod')).toBe('timestamp, metrics');
    expect(membersOf(file, 'ScoreMetric')).toBe('name, min, max, average');
  });
});
