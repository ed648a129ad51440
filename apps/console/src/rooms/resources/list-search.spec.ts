import { listSearch } from './list-search';
import { placeSearch } from './resource/place-search';

describe('the address of the table', () => {
  it('says what it shows', () => {
    const search = { q: 'ebb', status: 'ERROR', kind: 'application/pdf', label: 'a/b', hidden: false, page: 2 };
    expect(listSearch({ ...search, sort: 'title', order: 'asc' })).toEqual({ ...search, sort: 'title', order: 'asc' });
  });

  it.each([
    [{ q: '' }],
    [{ q: null }],
    [{ status: 'LOST' }],
    [{ kind: [] }],
    [{ hidden: 'yes' }],
    [{ sort: 'size' }],
    [{ order: 'desc' }],
    [{ page: 1 }],
    [{ page: 0 }],
    [{ page: 2.5 }],
    [{ page: '2' }],
    [{ foreign: true }],
  ])('restricts nothing by %j', (given) => {
    expect(Object.keys(listSearch(given))).toEqual([]);
  });

  it('may look for a number, which addresses do not tell from a text', () => {
    expect(listSearch({ q: 2026 })).toEqual({ q: '2026' });
  });
});

describe('the address of a resource', () => {
  it('names a field or a passage, and nothing else', () => {
    expect(placeSearch({ field: 't/a', paragraph: 'r/t/a/0-1', page: 3 })).toEqual({
      field: 't/a',
      paragraph: 'r/t/a/0-1',
    });
    expect(placeSearch({ field: 3, paragraph: null })).toEqual({});
  });
});
