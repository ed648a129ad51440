import { activitySearch } from './activity-search';
import { daysOf, filtersOf } from './activity';

describe('the address of the activity', () => {
  it('names a month, a kind, words and an order; what it cannot have counts as absent', () => {
    const whole = { month: '2026-05', kind: 'failed', q: 'tide', order: 'weakest' } as const;
    expect(activitySearch(whole)).toEqual(whole);
    expect(activitySearch({ month: '2026-13', kind: 'all', q: '', order: 'newest' })).toEqual({});
    expect(activitySearch({ month: 5, kind: {}, q: 1874, order: null })).toEqual({ q: '1874' });
  });
});

describe('the conditions of a list', () => {
  it('do not narrow a list of all questions, and take words literally', () => {
    expect(filtersOf({})).toEqual({});
    expect(filtersOf({ q: String.raw`a_b%c\d` })).toEqual({ question: { ilike: String.raw`%a\_b\%c\\d%` } });
    expect(filtersOf({ kind: 'unanswered' })).toEqual({ status: { isin: ['-2', '-3'] } });
  });
});

describe('the days of a month', () => {
  it('are all there, those without questions, too', () => {
    const days = daysOf('2024-02', [{ timestamp: '2024-02-29T00:00:00', chat: 3, search: 1 }]);
    expect(days).toHaveLength(29);
    expect(days.at(-1)).toEqual({ day: '2024-02-29', questions: 3, searches: 1 });
    expect(days[0]).toEqual({ day: '2024-02-01', questions: 0, searches: 0 });
    expect(daysOf('2026-12', [])).toHaveLength(31);
  });
});
