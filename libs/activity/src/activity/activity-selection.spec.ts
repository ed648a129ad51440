import { validate } from '@lectern/contracts/core';
import { activityEventTypes, ActivityQuery } from '@lectern/contracts/search';
import { eventTypeOf, activitySelection, shownOf } from './activity-selection';

const refused = expect.objectContaining({ code: 'invalid_request' });
const query = (members: object) => validate(ActivityQuery, { year_month: '2026-12', filters: {}, ...members });

describe('what a query of activity shows', () => {
  it('is what the event type shows by default', () => {
    expect(shownOf(undefined, 'deleted').fields).toEqual(['id', 'date']);
    expect(shownOf(null, 'search').fields).toEqual(['id', 'date', 'question', 'resources_count']);
    expect(shownOf(undefined, 'ask').fields).toEqual([
      'id',
      'date',
      'question',
      'resources_count',
      'rephrased_question',
      'answer',
      'rag_strategies_names',
    ]);
  });

  it('is everything of the event type: of an ask, what a search and a chat have', () => {
    const [search, chat, ask] = (['search', 'chat', 'ask'] as const).map((type) => shownOf('all', type).fields);
    expect(new Set(ask)).toEqual(new Set([...(search ?? []), ...(chat ?? [])]));
  });

  it('has the id in any case, and nothing that the event type does not have', () => {
    expect(shownOf(['question'], 'search').fields).toEqual(['id', 'question']);
    expect(() => shownOf(['answer'], 'search')).toThrow(refused);
    expect(() => shownOf(['constructor'], 'ask')).toThrow(refused);
    expect(() => shownOf(['question'], 'visited')).toThrow(refused);
  });

  it('may be members of the audit metadata', () => {
    const members = { fields: ['id', 'audit_metadata'], auditKeys: ['page', 'a.b'] };
    expect(shownOf(['audit_metadata.page', 'audit_metadata.a.b'], 'chat')).toEqual(members);
    expect(shownOf(['audit_metadata', 'audit_metadata.page'], 'chat')).toEqual({ fields: ['id', 'audit_metadata'] });
  });
});

describe('which rows a query of activity is for', () => {
  it('are those of a month', () => {
    expect(activitySelection(query({}), 'search').month).toBe(2026 * 12 + 11);
    expect(activitySelection(query({ year_month: '0000-01' }), 'search').month).toBe(0);
  });

  it('are not filtered by a field that the event type does not have', () => {
    expect(() => activitySelection(query({ filters: { answer: { eq: 'a' } } }), 'search')).toThrow(refused);
    expect(activitySelection(query({ filters: { answer: null } }), 'search').filter.sql).toBe('');
  });

  it.each([
    { year_month: '2026-13' },
    { year_month: '2026-1' },
    { filters: undefined },
    { pagination: { limit: 101 } },
    { pagination: { starting_after: 1, ending_before: 9 } },
    { pagination: { starting_after: 1 }, filters: { id: { eq: 1 } } },
    { pagination: { page: 1 } },
    { other: 1 },
  ])('cannot be chosen by %j', (members) => {
    expect(() => query(members)).toThrow(refused);
  });

  it('may be written in any case of letters', () => {
    for (const type of activityEventTypes) expect(eventTypeOf(type.toUpperCase())).toBe(type);
  });
});
