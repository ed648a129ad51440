import { keyValueConditionIn, keyValueFilter } from './key-value-expression';

const named = { schema_id: 'book', key: 'pages' };
const key = { schema: 'book', key: 'pages' };
const read = (node: unknown) => keyValueConditionIn({ key_value: node });
const refused = expect.objectContaining({ code: 'invalid_request' });

describe('conditions on key-value fields', () => {
  it('compare one key', () => {
    for (const [given, leaf] of [
      [
        { ...named, eq: false },
        { ...key, eq: false },
      ],
      [
        { ...named, gte: 1 },
        { ...key, gte: 1 },
      ],
      [
        { ...named, gte: 1, lte: 1 },
        { ...key, gte: 1, lte: 1 },
      ],
      [
        { ...named, contains: 'a', eq: null },
        { ...key, contains: 'a' },
      ],
    ] as const)
      expect(read(given)).toEqual({ query: leaf, isNegated: false });
  });

  it('are joined, in both spellings', () => {
    const leaf = { ...named, eq: 1 };
    const query = { ...key, eq: 1 };
    const written = { or: [leaf, { operator: 'and', operands: [leaf, { operator: 'not', operand: leaf }] }] };
    expect(read(written)?.query).toEqual({ any: [query, { all: [query, { not: query }] }] });
  });

  it('are looked up without the negation around them', () => {
    const leaf = { ...named, eq: 1 };
    const [not, notNot] = [read({ not: leaf }), read({ not: { not: leaf } })];
    expect([not?.query, notNot?.query]).toEqual([
      { ...key, eq: 1 },
      { ...key, eq: 1 },
    ]);
    expect(not && keyValueFilter(not, ['a'])).toEqual({ not: { resources: ['a'] } });
    expect(notNot && keyValueFilter(notNot, ['a'])).toEqual({ resources: ['a'] });
  });

  it('may be absent', () => {
    expect([read(undefined), read(null), keyValueConditionIn({}), keyValueConditionIn('x')]).toEqual(
      Array(4).fill(undefined),
    );
  });

  it.each([
    'eq',
    {},
    named,
    { ...named, eq: 1, contains: 1 },
    { ...named, eq: 1, gte: 1 },
    { ...named, eq: [] },
    { ...named, contains: true },
    { ...named, gte: 2, lte: 1 },
    { ...named, gte: '2024-02-01T00:00:00Z', lte: '2024-01-01T00:00:00Z' },
    { ...named, gte: 1, lte: '2' },
    { ...named, eq: 1, prop: 'key' },
    { key: 'pages', eq: 1 },
    { and: [] },
    { not: 'x' },
    { and: [{ ...named, eq: 1 }], or: [{ ...named, eq: 1 }] },
    { and: [{ ...named, eq: 1 }], foo: 1 },
    { not: { ...named, eq: 1 }, ...named },
  ])('are refused: %j', (node) => {
    expect(() => read(node)).toThrow(refused);
  });

  it('are nested to a depth', () => {
    const nested = (levels: number) =>
      Array.from({ length: levels }).reduce<object>((inner) => ({ and: [inner] }), { ...named, eq: 1 });
    expect(read(nested(50))).toBeDefined();
    expect(() => read(nested(51))).toThrow(expect.objectContaining({ code: 'invalid_query' }));
  });
});
