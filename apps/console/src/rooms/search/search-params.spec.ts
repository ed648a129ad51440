import { filterMembers, filtersOf, toggled } from '../../parts/filters/filters';
import { searchParams } from './search-params';

describe('the address of a search', () => {
  it('keeps what makes sense', () => {
    const search = {
      q: 'sea',
      configuration: 'words',
      labels: ['/classification.labels/topics/sea'],
      from: '2026-01-31',
    };
    expect(searchParams(search)).toEqual(search);
  });

  it('takes a query of digits, which an address has as a number', () => {
    expect(searchParams({ q: 42 })).toEqual({ q: '42' });
  });

  it('has no members that mean nothing', () => {
    const search = {
      q: '',
      configuration: '',
      labels: 'topics',
      kinds: [3, null],
      languages: {},
      from: '31.1.2026',
      to: '2026-13-01',
    };
    expect(searchParams(search)).toEqual({});
  });

  it('is bounded', () => {
    const labels = Array.from({ length: 1_000 }, (_, n) => `/l/topics/${n}`);
    expect(searchParams({ labels }).labels).toHaveLength(20);
    expect(searchParams({ q: 'a'.repeat(9_000) }).q).toHaveLength(2_000);
  });
});

describe('filters', () => {
  it('demand all labels, and one of the kinds and of the languages', () => {
    const filters = filtersOf({ labels: ['/l/a/b', '/l/a/c'], kinds: ['/icon/text/plain', '/icon/text/html'] });
    expect(filterMembers(filters)).toEqual({
      filters: [{ all: ['/l/a/b', '/l/a/c'] }, { any: ['/icon/text/plain', '/icon/text/html'] }],
    });
  });

  it('include the first and the last day', () => {
    expect(filterMembers(filtersOf({ from: '2026-01-01', to: '2026-01-02' }))).toEqual({
      range_creation_start: '2026-01-01T00:00:00',
      range_creation_end: '2026-01-02T23:59:59.999',
    });
  });

  it('are chosen and unchosen', () => {
    const once = toggled(filtersOf({}), 'kinds', '/icon/text/plain');
    expect(once.kinds).toEqual(['/icon/text/plain']);
    expect(toggled(once, 'kinds', '/icon/text/plain').kinds).toEqual([]);
  });
});
