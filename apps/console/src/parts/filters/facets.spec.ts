import { facetName, facetsOf } from './facets';

describe('facets', () => {
  it('are labels, kinds and languages of the box, the most frequent first', () => {
    const counts = { '/l': 3, '/l/topics': 3, '/l/topics/sea': 1, '/l/topics/moon': 2, '/n/i/text': 2, '/s/p/es': 4 };
    expect(facetsOf({ ...counts, '/n/i/text/plain': 2, '/e/PERSON/Homer': 9 })).toEqual({
      labels: [
        { path: '/l/topics/moon', count: 2 },
        { path: '/l/topics/sea', count: 1 },
      ],
      kinds: [{ path: '/n/i/text/plain', count: 2 }],
      languages: [{ path: '/s/p/es', count: 4 }],
    });
  });

  it.each([
    ['/l/topics/sea', 'labels', 'topics / sea'],
    ['/classification.labels/topics/salt/water', 'labels', 'topics / salt/water'],
    ['/icon/application/pdf', 'kinds', 'application/pdf'],
    ['/n/i/application/x-odd', 'kinds', 'application/x-odd'],
    ['/s/p/de', 'languages', 'alemán'],
    ['/s/p/no such tag', 'languages', 'no such tag'],
  ] as const)('%s of %s is called %s', (path, group, name) => {
    expect(facetName(path, group, 'es')).toBe(name);
  });
});
