import fc from 'fast-check';
import {
  entityLabel,
  entityLabels,
  FIELD_LABELS_CHARS_MAX,
  fieldLabelPaths,
  isChildLabel,
  LABEL_LEVELS_MAX,
  labelPath,
  PATH_LEVELS_MAX,
  shownLabels,
  withAncestors,
} from './label';

describe('withAncestors', () => {
  it.each([
    ['/l/a/b', ['/l/a/b', '/l/a', '/l']],
    ['/', ['/']],
    ['plain', ['plain']],
    ['/a//b', ['/a//b', '/a/', '/a']],
    ['/e/URL/http://h/a/b', ['/e/URL/http://h/a/b', '/e/URL', '/e']],
    ['/e/URL//', ['/e/URL//', '/e/URL', '/e']],
    ['/e/URL', ['/e/URL', '/e']],
  ])('of %s are those above it', (label, expected) => {
    expect(withAncestors(label)).toEqual(expected);
  });

  it.each([
    ['/p/', PATH_LEVELS_MAX],
    ['/m/', LABEL_LEVELS_MAX],
  ])('are few for a deep label below %s', (root, levelsMax) => {
    const label = `${root}${'a/'.repeat(1_000)}b`;
    const paths = withAncestors(label);
    expect(paths).toHaveLength(levelsMax + 1);
    expect(paths.slice(-2)).toEqual([`${root}a`, root.slice(0, -1)]);
    expect(paths[0]).toBe(label);
  });

  it('are all that a label is a child of, one below the other', () => {
    const segment = fc.constantFrom('a', 'b', 'e', 'URL');
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 6 }), (segments) => {
        const paths = withAncestors(`/${segments.join('/')}`);
        const pairs = paths.slice(1).map((parent, i) => isChildLabel(paths[i] ?? '', parent));
        expect(pairs).not.toContain(false);
      }),
    );
  });
});

describe('labelPath', () => {
  it.each([
    ['/l/a//', '/l/a'],
    ['/', ''],
    ['', ''],
    ['/e/URL/', '/e/URL'],
    ['/e/URL/http://h/', '/e/URL/http://h/'],
    ['/e/URL//', '/e/URL//'],
  ])('of %s is %s', (label, expected) => {
    expect(labelPath(label)).toBe(expected);
  });

  it('takes no time for many slashes', () => {
    expect(labelPath(`${'/'.repeat(200_000)}x`)).toHaveLength(200_001);
  });
});

describe('isChildLabel', () => {
  it.each([
    ['/l/a', '/l', true],
    ['/l/a/b', '/l', false],
    ['/la', '/l', false],
    ['/l/', '/l', false],
    ['/l', '', true],
    ['plain', '', false],
    ['/e/URL/http://h/a', '/e/URL', true],
    ['/e/URL/http://h/a', '/e', false],
    ['/e/URL', '/e', true],
    ['/e/URL/http://h', '/e/URL/http:', false],
    ['/e/X/a/b', '/e/X/a', false],
  ])('says whether %s lies directly below %s', (label, path, expected) => {
    expect(isChildLabel(label, path)).toBe(expected);
  });
});

describe('entityLabel', () => {
  it('is none for a long text', () => {
    expect(entityLabel('URL', 'a/b')).toBe('/e/URL/a/b');
    expect(entityLabel('URL', 'x'.repeat(200))).toHaveLength(207);
    expect(entityLabel('URL', 'x'.repeat(201))).toBeUndefined();
  });
});

describe('entityLabels', () => {
  const entities = Array.from({ length: 4_000 }, (_, i) => ({ label: 'PERSON', text: `person ${i}` }));

  it('are those of all entities where a field is of common size, each once', () => {
    const given = [...entities, ...entities, { label: 'URL', text: 'x'.repeat(201) }];
    expect(entityLabels(given, 500)).toHaveLength(4_000);
  });

  it('are those of the first ones where a field has very many paragraphs', () => {
    const labels = entityLabels(entities, 100_000);
    expect(labels[0]).toBe('/e/PERSON/person 0');
    expect(labels.length).toBeGreaterThan(20);
    expect(labels.join('').length * 100_000).toBeLessThanOrEqual(FIELD_LABELS_CHARS_MAX);
  });
});

describe('labels of fields', () => {
  it('have separate paths, and only where the path is below /l', () => {
    expect(['/l', '/l/topics/sea', '/t/sea', '/lx'].flatMap(fieldLabelPaths)).toEqual(['/fl', '/fl/topics/sea']);
  });

  it('are shown like all others, once each', () => {
    expect(shownLabels(['/l/topics/sea', '/fl/topics/sea', '/fl/topics/land', '/flat/x', '/k/text'])).toEqual([
      '/l/topics/sea',
      '/l/topics/land',
      '/flat/x',
      '/k/text',
    ]);
  });
});
