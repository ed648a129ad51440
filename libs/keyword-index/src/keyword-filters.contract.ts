import { address, type FilterCase, filterCases } from '../../index-engine/fixtures/filter-cases';
import type { KeywordIndex } from './keyword-index';
import { hitsOf, kbid, type KeywordIndexStore, queryOf, recordOf, ridOf } from './keyword-records.contract';

const many = <T>(count: number, of: (i: number) => T) => Array.from({ length: count }, (_, i) => of(i));

const cases: readonly FilterCase[] = [
  ...filterCases,
  ['no label below', { label: '/l/topics/greek/old/older' }, []],
  ['any entities', { label: '/e' }, [3]],
  ['several fields', { fields: ['a/title', 't/other'] }, [5, 6]],
  ['no fields', { fields: [] }, []],
  ['ten thousand resources', { resources: [ridOf(2), ...many(9_999, (i) => ridOf(i + 100))] }, [2]],
  [
    'five thousand fields of four hundred ids',
    { resourceFields: [`${ridOf(1)}/t/body`, ...many(4_999, (i) => `${ridOf(i)}/t/f${i % 399}`)] },
    [1],
  ],
  ['created until', { date: 'created', untilMs: 2_000 }, [1, 2]],
  ['any date', { date: 'modified' }, [1, 2, 3, 4, 5, 6]],
  ['what one of several groups may see', { visibleTo: ['board', 'staff'] }, [1, 2, 3, 4, 5, 6]],
  ['all of two', { all: [{ label: '/l/topics' }, { language: 'en' }] }, [1, 3]],
  ['the opposite of the opposite', { not: { not: { language: 'es' } } }, [2]],
];

export function describeKeywordFilters(makeStore: () => Promise<KeywordIndexStore>): void {
  describe('filters', () => {
    let store: KeywordIndexStore;
    let index: KeywordIndex;

    beforeAll(async () => {
      store = await makeStore();
      index = await store.open();
      const dates = (n: number) => ({ createdMs: n * 1_000, modifiedMs: n * 10_000 });
      await index.put(kbid, [
        recordOf(1, ['moon'], { ...dates(1), labels: ['/l/topics/greek', '/t//'] }),
        recordOf(2, [{ text: 'moon', language: 'es' }], {
          ...dates(2),
          labels: ['/l/topics/latin', '/l/topicsx', '/l/marks/red', '/t/C/'],
        }),
        recordOf(3, [{ text: 'moon', labels: [`/e/URL/${address}`] }], {
          ...dates(3),
          labels: ['/l/topics/greek/old', '/t/C/C++'],
        }),
        recordOf(4, [{ text: 'moon', labels: ['/k/table', '/l/marks/red'] }], {
          ...dates(4),
          groups: ['staff', 'other'],
          labels: ['/l/marks/blue', '/t/a//b'],
        }),
        recordOf(5, [{ text: 'moon', field: 'a/title' }], { ...dates(5), groups: ['board'] }),
        recordOf(6, [{ text: 'moon', field: 't/other' }], {
          ...dates(6),
          hidden: true,
          labels: [`/p/${Array.from({ length: 100 }, (_, i) => i + 1).join('/')}`],
        }),
      ]);
    });

    afterAll(async () => {
      await index.close();
      await store.destroy();
    });

    it.each(cases)('keeps %s', async (_name, filter, expected) => {
      expect((await hitsOf(index, queryOf('moon', { filter }))).sort()).toEqual(expected);
      expect((await hitsOf(index, queryOf('', { filter }))).sort()).toEqual(expected);
    });

    it.each(cases)('counts %s', async (_name, filter, expected) => {
      expect(await index.count(kbid, filter)).toMatchObject({ paragraphs: expected.length });
    });

    it('applies security groups before it counts to the limit', async () => {
      const box = '6f1f8d1c-6b06-4a2c-9b8a-0f5f6a1f2b02';
      const better = Array.from({ length: 60 }, (_, i) => recordOf(i, ['moon moon'], { groups: ['secret'] }));
      const worse = recordOf(100, ['one paragraph about many things and the moon at the very end of it']);
      await index.put(box, [...better, worse]);
      const visible = await index.search(box, queryOf('moon', { filter: { visibleTo: ['staff'] }, limit: 1 }));
      expect(visible.hits.map(({ id }) => id.slice(0, 32))).toEqual([ridOf(100)]);
      expect(visible.more).toBe(false);
      expect(await hitsOf(index, queryOf('', { filter: { visibleTo: [] }, limit: 1 }), box)).toEqual([100]);
    });

    it('never takes a group for what is public', async () => {
      const box = '6f1f8d1c-6b06-4a2c-9b8a-0f5f6a1f2b03';
      await index.put(
        box,
        ['', 'public', '*', 'g:public'].map((group, i) => recordOf(i, ['moon'], { groups: [group] })),
      );
      expect(await hitsOf(index, queryOf('moon', { filter: { visibleTo: [] } }), box)).toEqual([]);
      expect(await hitsOf(index, queryOf('moon', { filter: { visibleTo: ['public'] } }), box)).toEqual([1]);
    });

    describe('facets', () => {
      it('count the direct children of each path, each paragraph once', async () => {
        expect(await index.facets(kbid, ['/l/topics', '/l', '/k', '/language', '/none'])).toEqual({
          '/l/topics': { '/l/topics/greek': 2, '/l/topics/latin': 1 },
          '/l': { '/l/topics': 3, '/l/marks': 2, '/l/topicsx': 1 },
          '/k': { '/k/table': 1 },
          '/language': { '/language/en': 5, '/language/es': 1 },
          '/none': {},
        });
      });

      it('take the text of an entity for one level', async () => {
        const paths = ['/e', '/e/URL', '/e/URL/http:', `/e/URL/${address}`];
        expect(await index.facets(kbid, paths)).toEqual({
          '/e': { '/e/URL': 1 },
          '/e/URL': { [`/e/URL/${address}`]: 1 },
          '/e/URL/http:': {},
          [`/e/URL/${address}`]: {},
        });
      });

      it('count what the filter keeps', async () => {
        const filter = { all: [{ visibleTo: [] }, { hidden: false }] };
        expect(await index.facets(kbid, ['/l/topics', '/k', '/language'], { filter })).toEqual({
          '/l/topics': { '/l/topics/greek': 2, '/l/topics/latin': 1 },
          '/k': {},
          '/language': { '/language/en': 2, '/language/es': 1 },
        });
      });

      it('give the fifty most frequent children', async () => {
        const box = '6f1f8d1c-6b06-4a2c-9b8a-0f5f6a1f2b04';
        await index.put(
          box,
          Array.from({ length: 60 }, (_, i) => recordOf(i, ['x'], { labels: ['/l/a/often', `/l/a/b${i}`] })),
        );
        const children = (await index.facets(box, ['/l/a']))['/l/a'] ?? {};
        expect(Object.keys(children)).toHaveLength(50);
        expect(Object.entries(children)[0]).toEqual(['/l/a/often', 60]);
      });

      it('of an unknown knowledge box are empty', async () => {
        expect(await index.facets('00000000-0000-4000-8000-00000000dead', ['/l'])).toEqual({ '/l': {} });
      });
    });
  });
}
