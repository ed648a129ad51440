import fc from 'fast-check';
import { resourceRow } from '../../fixtures/resource-row';
import type { ResourceEntity } from './resource.entity';
import { catalogColumns, namesOf, resourceLabels, withoutExtension } from './resource-columns';

const row = (members: Partial<ResourceEntity>) =>
  resourceRow('box', 'a'.repeat(32), { icon: 'text/plain', language: '', ...members });
const originOf = (members: object) =>
  // What a client left out is absent.
  ({ metadata: {}, tags: [], related: [], source: 'API', ...members }) as unknown as ResourceEntity['origin'];
const label = (name: string, cancelled_by_user = false) => ({ labelset: 'topic', label: name, cancelled_by_user });

describe('the labels of a resource', () => {
  it('are its media type alone where nothing else is known', () => {
    expect(resourceLabels(row({}))).toEqual(['/n/i/text/plain']);
  });

  it('are what users gave it, without what they took away', () => {
    expect(resourceLabels(row({ classifications: [label('sea'), label('sky', true)] }))).toEqual([
      '/l/topic/sea',
      '/n/i/text/plain',
    ]);
  });

  it('are its languages, the main one among all', () => {
    expect(resourceLabels(row({ language: 'de', languages: ['en', 'de', ''] })).slice(1)).toEqual([
      '/s/p/de',
      '/s/s/de',
      '/s/s/en',
    ]);
  });

  it('are where it comes from', () => {
    const origin = originOf({
      ...{ tags: ['a b'], metadata: { key: 'value', number: 7 }, path: '//docs/tides', source_id: 's1' },
      collaborators: ['ann'],
    });
    expect(resourceLabels(row({ origin })).slice(1)).toEqual([
      '/t/a b',
      '/m/key/value',
      '/m/number/7',
      '/p/docs/tides',
      '/u/s/s1',
      '/u/o/ann',
    ]);
  });
});

describe('the columns by which the catalog finds a resource', () => {
  it('have each label with all that is above it, once', () => {
    const { labels } = catalogColumns(
      row({ origin: originOf({ path: 'a/b' }), classifications: [label('sea'), label('sky')] }),
    );
    expect(labels).toEqual(
      expect.arrayContaining(['/l', '/l/topic', '/l/topic/sea', '/l/topic/sky', '/p/a', '/p/a/b']),
    );
    expect(new Set(labels).size).toBe(labels.length);
  });

  it('begin with the title, by which resources are sorted, without case and accents', () => {
    const origin = originOf({ filename: 'Übersicht.2026.PDF' });
    expect(catalogColumns(row({ title: 'Ébb  and\nFlow', origin })).titleKey).toBe(
      'ebb and flow\nubersicht.2026.pdf\nubersicht.2026',
    );
  });

  it('have the words of its names, also those that an underscore joins', () => {
    const { titleWords } = catalogColumns(row({ title: 'port_rules port' }));
    expect(titleWords).toEqual(expect.arrayContaining(['port_rules', 'rules', 'port']));
    expect(new Set(titleWords).size).toBe(titleWords.length);
  });

  it('have the title on one line, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (title) => {
        expect(catalogColumns(row({ title })).titleKey).not.toContain('\n');
      }),
      { seed: 43 },
    );
  });
});

describe('the names of a resource', () => {
  it.each([
    ['report.2026.pdf', 'report.2026'],
    ['report', 'report'],
    ['.profile', '.profile'],
    ['v1.2', 'v1.2'],
    ['archive.tar.gz', 'archive.tar'],
    ['a.verylongextension', 'a.verylongextension'],
  ])('of the file %s have %s without its extension', (filename, name) => {
    expect(withoutExtension(filename)).toBe(name);
  });

  it('are each once', () => {
    expect(namesOf({ title: 'tides', origin: originOf({ filename: 'tides' }) })).toEqual(['tides']);
    expect(namesOf({ title: 'tides', origin: originOf({ filename: 'tides.md' }) })).toEqual(['tides', 'tides.md']);
    expect(namesOf({ title: 'tides', origin: null })).toEqual(['tides']);
  });
});
