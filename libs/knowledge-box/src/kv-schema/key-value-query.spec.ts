import type { KeyValueQuery } from '@lectern/contracts/knowledge-box';
import { checkKeyValueQuery } from './key-value-query';

const field = { description: '', required: false, range: false, repeated: false };
const fields = [
  { ...field, key: 'title', type: 'text' as const },
  { ...field, key: 'pages', type: 'integer' as const },
  { ...field, key: 'price', type: 'float' as const },
  { ...field, key: 'lent', type: 'boolean' as const },
  { ...field, key: 'printed', type: 'date' as const },
  { ...field, key: 'ages', type: 'integer' as const, range: true },
  { ...field, key: 'topics', type: 'text' as const, repeated: true },
];
const check = (query: KeyValueQuery) => () => checkKeyValueQuery(query, [{ id: 'book', fields }]);
const key = (name: string) => ({ schema: 'book', key: name });

describe('conditions on key-value fields', () => {
  it.each<KeyValueQuery>([
    { ...key('title'), eq: 'Tides' },
    { ...key('price'), eq: 1 },
    { ...key('pages'), gte: 1, lte: 2 },
    { ...key('lent'), eq: true },
    { ...key('printed'), gte: '2024-01-01T00:00:00Z' },
    { ...key('ages'), contains: 7 },
    { ...key('topics'), contains: 'sea' },
  ])('are allowed by the schema: %j', (query) => {
    expect(check({ all: [{ any: [{ not: query }] }] })).not.toThrow();
  });

  it.each<[KeyValueQuery, string]>([
    [{ schema: 'none', key: 'a', eq: 1 }, "KV schema 'none' does not exist in this knowledge box"],
    [{ ...key('none'), eq: 1 }, "Unknown key 'none' in schema 'book'"],
    [{ ...key('pages'), eq: 1.5 }, "Key 'pages' in schema 'book' expects type 'integer', got float"],
    [{ ...key('pages'), gte: 1, lte: 'b' }, "Key 'pages' in schema 'book' expects type 'integer', got text"],
    [{ ...key('printed'), eq: '2024-01-01' }, "Key 'printed' in schema 'book' expects type 'date', got text"],
    [
      { ...key('title'), gte: 'a' },
      "Key 'title' in schema 'book' is of type 'text', which 'gte' and 'lte' do not compare",
    ],
    [
      { ...key('title'), contains: 'a' },
      "Key 'title' in schema 'book' holds single values; 'contains' is of ranges and lists",
    ],
    [{ ...key('ages'), eq: 1 }, "Key 'ages' in schema 'book' holds ranges and is compared with 'contains' only"],
    [{ ...key('topics'), eq: 'a' }, "Key 'topics' in schema 'book' holds lists and is compared with 'contains' only"],
  ])('are refused: %j', (query, problem) => {
    const message = `Invalid query. Error in key_value: ${problem}`;
    expect(check({ all: [{ any: [{ not: query }] }] })).toThrow(
      expect.objectContaining({ code: 'invalid_query', message }),
    );
  });
});
