import type { IndexFilter } from '@lectern/contracts/core';
import fc from 'fast-check';
import { compileLegacyFilters, type LegacyFilters } from './legacy-filters';

const RID = '0123456789abcdef0123456789abcdef';
const ofParagraphs = new Set(['marks', 'a/b']);
const compiled = (members: Partial<LegacyFilters>) =>
  compileLegacyFilters({ fields: [], filters: [], resource_filters: [], ...members }, ofParagraphs);

describe('the older filters', () => {
  it.each<[Partial<LegacyFilters>, readonly IndexFilter[]]>([
    [{}, []],
    [
      { filters: ['/l/a/', '/t//'] },
      [
        { label: '/l/a/', of: 'resource' },
        { label: '/t//', isExact: true },
      ],
    ],
    [
      { range_creation_end: '2024-01-02', range_modification_start: '2024-01-02' },
      [
        { date: 'created', sinceMs: undefined, untilMs: Date.UTC(2024, 0, 3) - 1 },
        { date: 'modified', sinceMs: Date.UTC(2024, 0, 2), untilMs: undefined },
      ],
    ],
    [{ filters: ['/l/a', '/t/b'] }, [{ label: '/l/a', of: 'resource' }, { label: '/t/b' }]],
    [
      { filters: [{ all: ['/l/a', '/l/b'] }] },
      [
        {
          all: [
            { label: '/l/a', of: 'resource' },
            { label: '/l/b', of: 'resource' },
          ],
        },
      ],
    ],
    [
      { filters: [{ any: ['/l/a', '/l/b'] }] },
      [
        {
          any: [
            { label: '/l/a', of: 'resource' },
            { label: '/l/b', of: 'resource' },
          ],
        },
      ],
    ],
    [
      { filters: [{ none: ['/l/a', '/l/b'] }] },
      [
        {
          not: {
            any: [
              { label: '/l/a', of: 'resource' },
              { label: '/l/b', of: 'resource' },
            ],
          },
        },
      ],
    ],
    [
      { filters: [{ not_all: ['/l/a', '/l/b'] }] },
      [
        {
          not: {
            all: [
              { label: '/l/a', of: 'resource' },
              { label: '/l/b', of: 'resource' },
            ],
          },
        },
      ],
    ],
    [{ filters: [{ none: ['/origin.tags/x'], all: null }] }, [{ not: { any: [{ label: '/t/x' }] } }]],
    [{ fields: ['t', '/a/title', 'u/page/'] }, [{ fields: ['t', 'a/title', 'u/page'] }]],
    [{ range_creation_start: '1970-01-01T00:00:01Z' }, [{ date: 'created', sinceMs: 1_000, untilMs: undefined }]],
    [{ range_modification_end: '1970-01-01T00:00:00Z' }, [{ date: 'modified', sinceMs: undefined, untilMs: 0 }]],
    [{ range_creation_start: '', range_creation_end: null }, []],
  ])('%j become %j', (members, expected) => {
    expect(compiled(members)).toEqual(expected);
  });

  it.each<[string, IndexFilter]>([
    ['/l/marks/red', { label: '/l/marks/red', of: 'paragraph' }],
    ['/classification.labels/marks/red', { label: '/l/marks/red', of: 'paragraph' }],
    ['/l/marks', { label: '/l/marks', of: 'resource' }],
    ['/l/marks/', { label: '/l/marks/', of: 'resource' }],
    ['/l/a/b', { label: '/l/a/b', of: 'resource' }],
    ['/l/marksx/red', { label: '/l/marksx/red', of: 'resource' }],
    ['/l/a/b/c', { label: '/l/a/b/c', of: 'paragraph' }],
    ['/l', { label: '/l', of: 'resource' }],
    ['/k/ocr', { label: '/k/ocr' }],
  ])('by a label, %s, concern whom its labelset is for', (path, expected) => {
    expect(compiled({ filters: [path] })).toEqual([expected]);
    expect(compiled({ filters: [{ none: [path] }] })).toEqual([{ not: { any: [expected] } }]);
  });

  it('refuse labels of paragraphs where a field would have to have one of several, or not all of them', () => {
    for (const path of ['/l/marks/red', '/l/a/b/c'])
      for (const filter of [{ any: ['/t/a', path] }, { not_all: [path] }])
        expect(() => compiled({ filters: [filter] })).toThrow(
          expect.objectContaining({
            code: 'invalid_query',
            message: expect.stringContaining("Paragraph labels can only be used with 'all' filter"),
          }),
        );
  });

  it.each<[string, IndexFilter]>([
    [RID, { resources: [RID] }],
    ['01234567-89AB-CDEF-0123-456789ABCDEF', { resources: [RID] }],
    [`${RID}/t`, { all: [{ resources: [RID] }, { fields: ['t'] }] }],
    [`${RID}/t/body`, { resourceFields: [`${RID}/t/body`] }],
    [`${RID}/u/a/b`, { resourceFields: [`${RID}/u/a/b`] }],
  ])('of resources: %s becomes %j', (filter, expected) => {
    expect(compiled({ resource_filters: [filter] })).toEqual([{ any: [expected] }]);
  });

  it.each([
    [{ filters: [''] }, 'invalid_query'],
    [{ filters: ['l/a'] }, 'invalid_query'],
    [{ filters: [{ none: ['l/a'] }] }, 'invalid_query'],
    [{ resource_filters: ['moon'] }, 'invalid_request'],
    [{ resource_filters: [`${RID}/x/body`] }, 'invalid_request'],
    [{ resource_filters: [`${RID}/tt`] }, 'invalid_request'],
  ])('that mean nothing are refused: %j', (members, code) => {
    expect(() => compiled(members)).toThrow(expect.objectContaining({ code }));
  });

  it('all apply: what is added narrows, in whichever order', () => {
    const some = fc.array(fc.constantFrom('/l/a', '/l/b', '/t/c'), { maxLength: 4 });
    fc.assert(
      fc.property(some, some, (one, other) => {
        expect(compiled({ filters: [...one, ...other] })).toEqual([
          ...compiled({ filters: one }),
          ...compiled({ filters: other }),
        ]);
      }),
    );
  });
});
