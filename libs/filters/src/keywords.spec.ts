import type { IndexFilter } from '@lectern/contracts/core';
import { compileFilterExpression } from './filter-expression';
import { compileKeywordFilters, keywordsIn, keywordsOfFilters } from './keywords';

const moon: IndexFilter = { resourceFields: ['a/t/body'] };
const sea: IndexFilter = { resourceFields: ['b/t/body'] };
const keywords = new Map([
  ['moon', moon],
  ['high sea', sea],
]);
const leaf = (word: unknown) => ({ prop: 'keyword', word });

describe('words that fields must have', () => {
  it('are looked up once, wherever they are named', () => {
    const field = {
      and: [leaf('moon'), { not: { or: [leaf('high sea'), leaf('moon')] } }, { prop: 'kind', word: 'x' }],
    };
    expect(keywordsIn({ field })).toEqual(['moon', 'high sea']);
    expect(keywordsOfFilters(['moon', { any: ['high sea', 'moon'] }, { none: ['sun'] }])).toEqual([
      'moon',
      'high sea',
      'sun',
    ]);
    expect(keywordsIn(undefined)).toEqual([]);
  });

  it('are conditions of an expression', () => {
    const field = { and: [leaf('moon'), { not: leaf('high sea') }] };
    expect(compileFilterExpression({ field }, new Map(), { keywords })).toEqual({
      all: [{ all: [moon, { not: sea }] }],
    });
    for (const word of [undefined, 1])
      expect(() => compileFilterExpression({ field: leaf(word) }, new Map(), { keywords })).toThrow(
        expect.objectContaining({ code: 'invalid_request' }),
      );
  });

  it('are conditions of their own', () => {
    const words = ['moon', 'high sea'];
    expect(
      compileKeywordFilters(['moon', { all: words }, { any: words }, { none: words }, { not_all: words }], keywords),
    ).toEqual([
      moon,
      { all: [moon, sea] },
      { any: [moon, sea] },
      { not: { any: [moon, sea] } },
      { not: { all: [moon, sea] } },
    ]);
  });
});
