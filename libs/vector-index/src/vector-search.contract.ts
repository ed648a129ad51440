import type { IndexFilter } from '@lectern/contracts/core';
import type { VectorIndex } from './vector-index';
import { at, hitsOf, idOf, near, recordOf, ridOf, vectorset, type VectorIndexStore } from './vector-records.contract';

const address = 'http://moon.example/a//b/';

/** A filter for Spanish, nested `count` times. */
const nested = (count: number, wrap: (inner: IndexFilter, i: number) => IndexFilter) =>
  Array.from({ length: count }).reduce<IndexFilter>((inner, _, i) => wrap(inner, i), { language: 'es' });

const filters: readonly (readonly [name: string, filter: IndexFilter, expected: readonly number[]])[] = [
  ['a label of the resource', { label: '/l/topics/greek' }, [1, 3]],
  ['a label above', { label: '/l/topics' }, [1, 2, 3]],
  ['a label of the paragraph', { label: '/k/table' }, [4]],
  ['a label that the paragraph has itself', { label: '/l/marks', of: 'paragraph' }, [4]],
  ['no label that only its resource has', { label: '/l/marks/blue', of: 'paragraph' }, []],
  ['labels that the resource has', { label: '/l/marks', of: 'resource' }, [2, 4]],
  ['no label that only the paragraph has', { label: '/l/marks/red', of: 'resource' }, [2]],
  [
    'labels of one, the other or either',
    {
      any: [{ label: '/l/marks/red', of: 'paragraph' }, { label: '/l/topics/greek', of: 'resource' }, { label: '/p' }],
    },
    [1, 3, 4, 6],
  ],
  ['no label that only begins alike', { label: '/l/top' }, []],
  ['a label that is called like a separator', { label: '/t//', isExact: true }, [1]],
  ['a label that ends with a slash', { label: '/t/C/', isExact: true }, [2]],
  ['a label with an empty part', { label: '/t/a//b' }, [4]],
  ['a label of several parts', { label: '/t/C/C++' }, [3]],
  ['a label without a name, which nothing has', { label: '/u/o/', isExact: true }, []],
  ['an entity, slashes and all', { label: `/e/URL/${address}` }, [3]],
  ['a type of entities', { label: '/e/URL/' }, [3]],
  ['no part of an entity', { label: '/e/URL/http:' }, []],
  ['no entity that only a slash tells apart', { label: `/e/URL/${address.slice(0, -1)}` }, []],
  ['what is deep in a path', { label: '/p/1/2/3/4/5/6/7/8/9/10' }, [6]],
  ['resources', { resources: [ridOf(5), ridOf(2), ridOf(99)] }, [2, 5]],
  ['no resources', { resources: [] }, []],
  ['a field', { fields: ['a/title'] }, [5]],
  ['all fields of a type', { fields: ['t'] }, [1, 2, 3, 4, 6]],
  [
    'fields of one resource',
    { resourceFields: [`${ridOf(1)}/t/body`, `${ridOf(6)}/t/body`, `${ridOf(5)}/a/title`] },
    [1, 5],
  ],
  ['created since', { date: 'created', sinceMs: 5_000 }, [5, 6]],
  ['modified between', { date: 'modified', sinceMs: 20_000, untilMs: 30_000 }, [2, 3]],
  ['what is public', { visibleTo: [] }, [1, 2, 3, 6]],
  ['what is public or a group may see', { visibleTo: ['staff'] }, [1, 2, 3, 4, 6]],
  ['what is hidden', { hidden: true }, [6]],
  ['what is not hidden', { hidden: false }, [1, 2, 3, 4, 5]],
  ['a language', { language: 'es' }, [2]],
  ['all of nothing', { all: [] }, [1, 2, 3, 4, 5, 6]],
  ['any of nothing', { any: [] }, []],
  ['any of two', { any: [{ language: 'es' }, { hidden: true }] }, [2, 6]],
  ['the opposite', { not: { label: '/l/topics' } }, [4, 5, 6]],
  ['negations, 56 deep', nested(56, (not) => ({ not })), [2]],
  ['negated lists, 56 deep', nested(28, (inner) => ({ not: { all: [inner, { hidden: false }] } })), [2, 6]],
  [
    'alternations, 56 deep',
    nested(56, (inner, i) => (i % 2 === 0 ? { all: [{ hidden: false }, inner] } : { any: [{ hidden: true }, inner] })),
    [2, 6],
  ],
  [
    'a nesting of all',
    {
      all: [
        { any: [{ label: '/l/topics/greek' }, { not: { date: 'created', untilMs: 4_000 } }] },
        { not: { any: [{ hidden: true }, { resources: [ridOf(3)] }] } },
        { visibleTo: ['board'] },
      ],
    },
    [1, 5],
  ],
];

export function describeVectorSearch(makeStore: () => Promise<VectorIndexStore>): void {
  describe('search', () => {
    let store: VectorIndexStore;
    let index: VectorIndex;

    beforeAll(async () => {
      store = await makeStore();
      index = await store.open();
      const dates = (n: number) => ({ createdMs: n * 1_000, modifiedMs: n * 10_000 });
      await index.put(vectorset, [
        recordOf(1, [10], { ...dates(1), labels: ['/l/topics/greek', '/t//'] }),
        recordOf(2, [{ degrees: 20, language: 'es' }], {
          ...dates(2),
          labels: ['/l/topics/latin', '/l/marks/red', '/t/C/'],
        }),
        recordOf(3, [{ degrees: 30, labels: [`/e/URL/${address}`] }], {
          ...dates(3),
          labels: ['/l/topics/greek/old', '/t/C/C++'],
        }),
        recordOf(4, [{ degrees: 40, labels: ['/k/table', '/l/marks/red'] }], {
          ...dates(4),
          groups: ['staff', 'other'],
          labels: ['/l/marks/blue', '/t/a//b'],
        }),
        recordOf(5, [{ degrees: 50, field: 'a/title' }], { ...dates(5), groups: ['board'] }),
        recordOf(6, [{ degrees: 180, field: 't/other' }], {
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

    it('gives the cosine of every hit, best first', async () => {
      const hits = await index.search(vectorset, near(0));
      expect(hits.map(({ id }) => Number.parseInt(id.slice(0, 32), 16))).toEqual([1, 2, 3, 4, 5, 6]);
      for (const [i, degrees] of [10, 20, 30, 40, 50, 180].entries()) {
        expect(hits[i]?.score).toBeCloseTo(Math.cos((degrees * Math.PI) / 180), 5);
      }
    });

    it('stops at the limit and at the lowest score that is wanted', async () => {
      expect(await hitsOf(index, near(28, { limit: 2 }))).toEqual([3, 2]);
      expect(await hitsOf(index, near(0, { minScore: 0.9 }))).toEqual([1, 2]);
      expect(await hitsOf(index, near(0, { minScore: 0 }))).toEqual([1, 2, 3, 4, 5]);
    });

    it.each(filters)('keeps %s', async (_name, filter, expected) => {
      expect((await hitsOf(index, near(0, { filter }))).sort()).toEqual(expected);
    });

    it.each(filters)('counts %s', async (_name, filter, expected) => {
      expect(await index.count(vectorset, filter)).toMatchObject({ vectors: expected.length });
    });

    it('applies security groups before it counts to the limit', async () => {
      const set = { ...vectorset, kbid: '6f1f8d1c-6b06-4a2c-9b8a-0f5f6a1f2b02' };
      const better = Array.from({ length: 60 }, (_, i) => recordOf(i, [i / 100], { groups: ['secret'] }));
      await index.put(set, [...better, recordOf(100, [80])]);
      expect(await hitsOf(index, near(0, { filter: { visibleTo: ['staff'] }, limit: 1 }), set)).toEqual([100]);
    });

    it('never takes a group for what is public', async () => {
      const set = { ...vectorset, kbid: '6f1f8d1c-6b06-4a2c-9b8a-0f5f6a1f2b03' };
      await index.put(
        set,
        ['', 'public', '*'].map((group, i) => recordOf(i, [i], { groups: [group] })),
      );
      expect(await hitsOf(index, near(0, { filter: { visibleTo: [] } }), set)).toEqual([]);
    });

    it('orders equal scores by id', async () => {
      const set = { ...vectorset, id: 'ties' };
      await index.put(set, [recordOf(3, [5, 5]), recordOf(1, [5]), recordOf(2, [5])]);
      const ids = (await index.search(set, near(0))).map(({ id }) => id);
      expect(ids).toEqual([idOf(ridOf(1), 0), idOf(ridOf(2), 0), idOf(ridOf(3), 0), idOf(ridOf(3), 1)]);
    });

    it('gives the least ids of those that are equal at the limit, in whatever order they were written', async () => {
      const [set, last] = [
        { ...vectorset, id: 'equal' },
        { ...vectorset, id: 'equal-again' },
      ];
      const records = Array.from({ length: 150 }, (_, i) => recordOf(i + 1, [i === 149 ? 0 : 5]));
      await index.put(set, [...records].reverse());
      await index.put(last, records);
      const least = [150, 1, 2, 3, 4, 5, 6, 7, 8, 9];
      expect(await hitsOf(index, near(0, { limit: 10 }), set)).toEqual(least);
      expect(await hitsOf(index, near(0, { limit: 10 }), last)).toEqual(least);
      expect(await hitsOf(index, near(0, { limit: 100 }), set)).toEqual(
        await hitsOf(index, near(0, { limit: 100 }), last),
      );
    });

    it('keeps vectorsets apart', async () => {
      const [small, other] = [
        { ...vectorset, id: 'small', dimensions: 2 },
        { ...vectorset, id: 'other' },
      ];
      await index.put(small, [recordOf(1, [{ degrees: 0, vector: at(90, 2) }])]);
      expect(await index.search(other, near(0))).toEqual([]);
      const [hit] = await index.search(small, { vector: at(90, 2), limit: 5 });
      expect(hit?.score).toBeCloseTo(1, 5);
    });

    it('refuses vectors of another length', async () => {
      const short = recordOf(9, [{ degrees: 0, vector: at(0, 2) }]);
      await expect(index.put(vectorset, [short])).rejects.toMatchObject({ code: 'invalid_request' });
      await expect(index.search(vectorset, { vector: at(0, 2), limit: 1 })).rejects.toMatchObject({
        code: 'invalid_request',
      });
      const claimed = { ...vectorset, dimensions: 2 };
      await expect(index.put(claimed, [short])).rejects.toMatchObject({ code: 'invalid_request' });
    });

    it('stops when the caller goes', async () => {
      await expect(index.search(vectorset, near(0, { signal: AbortSignal.abort() }))).rejects.toMatchObject({
        code: 'cancelled',
      });
    });
  });
}
