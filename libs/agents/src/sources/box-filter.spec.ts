import { narrowedByDriver } from './box-filter';

const finance = { field: { prop: 'label', labelset: 'topics', label: 'finance' } };
const german = { field: { prop: 'language', language: 'de' } };

describe('the conditions of a driver', () => {
  it('leave a request alone when there are none', () => {
    const request = { filters: ['/l/a/b'], resource_filters: ['r'] };
    expect(narrowedByDriver(request, { filters: [] })).toBe(request);
  });

  it('hold together with those of the request', () => {
    expect(narrowedByDriver({ filters: ['/l/a/b'] }, { filters: ['/l/c/d'] })).toEqual({
      filters: ['/l/c/d', '/l/a/b'],
    });
    expect(narrowedByDriver({ filters: [{ any: ['/l/a/b'] }] }, { filters: ['/l/c/d'] }).filters).toEqual([
      { all: ['/l/c/d'] },
      { any: ['/l/a/b'] },
    ]);
    const none = { filters: [], resource_filters: [] };
    expect(narrowedByDriver({ filter_expression: german }, { filter_expression: finance, filters: [] })).toEqual({
      ...none,
      filter_expression: { field: { and: [finance.field, german.field] } },
    });
    const written = { filters: ['/classification.labels/a/b', '/icon/image/png'], resource_filters: ['rid'] };
    expect(narrowedByDriver(written, { filter_expression: finance, filters: [] })).toEqual({
      ...none,
      filter_expression: {
        field: {
          and: [
            finance.field,
            { prop: 'label', labelset: 'a', label: 'b' },
            { prop: 'resource_mimetype', type: 'image', subtype: 'png' },
            { or: [{ prop: 'resource', id: 'rid' }] },
          ],
        },
      },
    });
  });

  it.each([
    [{ filters: ['/x/y'] }, 'cannot be joined'],
    [{ filters: [{ any: ['/l/a/b'] }] }, 'cannot be joined'],
    [{ resource_filters: ['rid/t'] }, 'name the resource only'],
    [{ filter_expression: { ...german, paragraph: { prop: 'label' }, operator: 'or' } }, 'operator: or'],
  ])('refuse %j, which cannot be joined with an expression', (request, problem) => {
    expect(() => narrowedByDriver(request, { filter_expression: finance, filters: [] })).toThrow(problem);
  });
});
