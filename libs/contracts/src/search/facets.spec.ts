import { facetsProblem } from './facets';

describe('facets', () => {
  it.each([
    [['/l/a', '/l/b', '/l/ab'], undefined],
    [[], undefined],
    [['/l/a', '/l/b', '/l/a'], 'Facet /l/a is already present in facets. Faceted list must be unique.'],
    [['/l/a/b', '/l'], 'Nested facets are not allowed: /l/a/b is a child of /l'],
    [['/l', '/t', '/l/x'], 'Nested facets are not allowed: /l/x is a child of /l'],
  ])('of %j are refused with %s', (facets, problem) => {
    expect(facetsProblem(facets)).toBe(problem);
  });

  it('are checked in little time, however long they are', () => {
    expect(facetsProblem(Array.from({ length: 50 }, (_, i) => `/${i}${'/a'.repeat(2_000)}`))).toBeUndefined();
  });
});
