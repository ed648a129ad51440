import type { IndexFilter } from '@lectern/contracts/core';
import fc from 'fast-check';
import { compileLegacyFilters, type LegacyFilters } from './legacy-filters';

const RID = '0123456789abcdef0123456789abcdef';
const compiled = (members: Partial<LegacyFilters>) =>
  compileLegacyFilters({ fields: [], filters: [], resource_filters: [], ...members });

describe('the older filters', () => {
  it.each<[Partial<LegacyFilters>, readonly IndexFilter[]]>([
    [{}, []],
    [{ filters: ['/l/a', '/t/b'] }, [{ label: '/l/a' }, { label: '/t/b' }]],
    [{ filters: [{ all: ['/l/a', '/l/b'] }] }, [{ all: [{ label: '/l/a' }, { label: '/l/b' }] }]],
    [{ filters: [{ any: ['/l/a', '/l/b'] }] }, [{ any: [{ label: '/l/a' }, { label: '/l/b' }] }]],
    [{ filters: [{ none: ['/l/a', '/l/b'] }] }, [{ not: { any: [{ label: '/l/a' }, { label: '/l/b' }] } }]],
    [{ filters: [{ not_all: ['/l/a', '/l/b'] }] }, [{ not: { all: [{ label: '/l/a' }, { label: '/l/b' }] } }]],
    [{ filters: [{ none: ['/origin.tags/x'], all: null }] }, [{ not: { any: [{ label: '/t/x' }] } }]],
    [{ fields: ['t', '/a/title', 'u/page/'] }, [{ fields: ['t', 'a/title', 'u/page'] }]],
    [{ range_creation_start: '1970-01-01T00:00:01Z' }, [{ date: 'created', sinceMs: 1_000, untilMs: undefined }]],
    [{ range_modification_end: '1970-01-01' }, [{ date: 'modified', sinceMs: undefined, untilMs: 0 }]],
    [{ range_creation_start: '', range_creation_end: null }, []],
  ])('%j become %j', (members, expected) => {
    expect(compiled(members)).toEqual(expected);
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
