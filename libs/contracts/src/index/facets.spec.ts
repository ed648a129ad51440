import fc from 'fast-check';
import { facetPath, facetsProblem } from './facets';

const nested = (child: string, parent: string) => `Nested facets are not allowed: ${child} is a child of ${parent}`;
const twice = (facet: string) => `Facet ${facet} is already present in facets. Faceted list must be unique.`;
const noPath = (facet: string) => `Invalid facet. It must start with a \`/\`: ${facet}`;

describe('facets of a request', () => {
  it.each([
    [[]],
    [['/l']],
    [['/l/a', '/l/b', '/icon', '/metadata.language']],
    [['/l/a', '/l/ab']],
    [['/entities/PERSON', '/entities/PLACE']],
  ])('%j are right', (facets) => {
    expect(facetsProblem(facets)).toBeUndefined();
  });

  it.each([
    [['/l/a', '/l/a'], twice('/l/a')],
    [['/l/a', '/l/a/'], twice('/l/a/')],
    [['/l/a', '/classification.labels/a'], twice('/classification.labels/a')],
    [['/l', '/l/a'], nested('/l/a', '/l')],
    [['/l/a/b/c', '/l/a'], nested('/l/a/b/c', '/l/a')],
    [['/icon/text', '/n/i'], nested('/icon/text', '/n/i')],
    [['/l/a', 'l/b'], noPath('l/b')],
    [[''], noPath('')],
    [['topics'], noPath('topics')],
  ])('%j are wrong: %s', (facets, problem) => {
    expect(facetsProblem(facets)).toBe(problem);
  });

  it('are right in any order or in none', () => {
    const facets = fc.uniqueArray(fc.stringMatching(/^\/[ab](\/[ab]){0,3}$/), { maxLength: 4 });
    fc.assert(
      fc.property(facets, (some) => {
        expect(facetsProblem(some) === undefined).toBe(facetsProblem(some.toReversed()) === undefined);
      }),
    );
  });

  it('are a child of none of the others, where they are right', () => {
    const facets = fc.array(fc.stringMatching(/^\/[ab](\/[ab]){0,3}$/), { maxLength: 4 });
    fc.assert(
      fc.property(facets, (some) => {
        if (facetsProblem(some) !== undefined) return;
        for (const one of some) for (const other of some) expect(one.startsWith(`${other}/`)).toBe(false);
        expect(new Set(some).size).toBe(some.length);
      }),
    );
  });
});

describe('the path of a facet', () => {
  it.each([
    ['/l/a', '/l/a'],
    ['/l/a//', '/l/a'],
    ['/classification.labels/a/', '/l/a'],
    ['/entities/URL/http://h/', '/e/URL/http://h/'],
    ['/', ''],
  ])('of %s is %s', (facet, path) => {
    expect(facetPath(facet)).toBe(path);
  });
});
