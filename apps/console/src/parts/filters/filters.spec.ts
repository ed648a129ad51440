import { filterMembers, filtersOf, hasFilters, noFilters, toggled } from './filters';

describe('filters', () => {
  it('can be in the name of groups, which restricts what is found and is no filter', () => {
    const filters = filtersOf({ groups: ['crew', '', 5, 'crew'] });
    expect(filters).toEqual({ ...noFilters, groups: ['crew'] });
    expect(hasFilters(filters)).toBe(false);
    expect(filterMembers(filters)).toEqual({ security: { groups: ['crew'] } });
  });

  it('of an address are read, one or several of a kind', () => {
    const search = { labels: ['/l/a/b', '/l/a/c', '/l/a/b'], kinds: '/icon/text/plain', from: '2026-01-31' };
    expect(filtersOf(search)).toEqual({
      labels: ['/l/a/b', '/l/a/c'],
      kinds: ['/icon/text/plain'],
      languages: [],
      from: '2026-01-31',
    });
  });

  it.each([
    [{ labels: 'no slash' }],
    [{ labels: [1, null, {}, `/${'x'.repeat(1_000)}`] }],
    [{ from: '2026-13-01' }],
    [{ to: '2026-01-32' }],
    [{ to: 20260101 }],
    [{}],
  ])('of an address without valid ones are empty: %j', (search) => {
    expect(filtersOf(search)).toEqual(noFilters);
    expect(hasFilters(filtersOf(search))).toBe(false);
  });

  it('are twenty of a kind at most', () => {
    const labels = Array.from({ length: 50 }, (_, at) => `/l/a/${at}`);
    expect(filtersOf({ labels }).labels).toEqual(labels.slice(0, 20));
  });

  it('are all of the labels, and one of the kinds and languages', () => {
    const filters = { ...noFilters, labels: ['/l/a/b', '/l/a/c'], kinds: ['/k1', '/k2'], languages: ['/s/p/es'] };
    expect(filterMembers(filters)).toEqual({
      filters: [{ all: ['/l/a/b', '/l/a/c'] }, { any: ['/k1', '/k2'] }, { any: ['/s/p/es'] }],
    });
  });

  it('of days begin with the first and end with the last moment', () => {
    expect(filterMembers({ ...noFilters, from: '2026-01-01', to: '2026-01-31' })).toEqual({
      range_creation_start: '2026-01-01T00:00:00',
      range_creation_end: '2026-01-31T23:59:59.999',
    });
  });

  it('that are empty add no members to the request', () => {
    expect(filterMembers(noFilters)).toEqual({});
  });

  it.each([
    [{ ...noFilters, languages: ['/s/p/es'] }, true],
    [{ ...noFilters, to: '2026-01-31' }, true],
    [noFilters, false],
  ])('in %j are some: %s', (filters, some) => {
    expect(hasFilters(filters)).toBe(some);
  });

  it('are chosen and left one by one', () => {
    const one = toggled(noFilters, 'kinds', '/icon/text/plain');
    expect(one.kinds).toEqual(['/icon/text/plain']);
    expect(toggled(one, 'kinds', '/icon/text/plain')).toEqual(noFilters);
    expect(noFilters.kinds).toEqual([]);
  });
});
