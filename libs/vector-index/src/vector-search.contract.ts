import { address, filterCases } from '../../index-engine/fixtures/filter-cases';
import type { VectorIndex } from './vector-index';
import { at, hitsOf, idOf, near, recordOf, ridOf, vectorset, type VectorIndexStore } from './vector-records.contract';

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

    it.each(filterCases)('keeps %s', async (_name, filter, expected) => {
      expect((await hitsOf(index, near(0, { filter }))).sort()).toEqual(expected);
    });

    it.each(filterCases)('counts %s', async (_name, filter, expected) => {
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
