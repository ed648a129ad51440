import type { VectorIndex } from './vector-index';
import { hitsOf, idOf, near, recordOf, ridOf, vectorset, type VectorIndexStore } from './vector-records.contract';

const { kbid } = vectorset;

export function describeVectorWrites(makeStore: () => Promise<VectorIndexStore>): void {
  describe('writes', () => {
    let store: VectorIndexStore;
    let index: VectorIndex;

    beforeEach(async () => {
      store = await makeStore();
      index = await store.open();
    });

    afterEach(async () => {
      await index.close();
      await store.destroy();
    });

    const put = (n: number, degrees: number, version = 1) =>
      index.put(vectorset, [recordOf(n, [degrees], { version })]);
    const best = async () =>
      (await index.search(vectorset, near(0))).map(({ score }) => Math.round((Math.acos(score) * 180) / Math.PI));

    it('replace all vectors of a resource, and only in their vectorset', async () => {
      const other = { ...vectorset, id: 'other' };
      await index.put(vectorset, [recordOf(1, [10, 20, 30])]);
      await index.put(other, [recordOf(1, [40])]);
      await index.put(vectorset, [recordOf(1, [60], { version: 2 })]);
      expect(await best()).toEqual([60]);
      expect(await index.count(vectorset)).toMatchObject({ vectors: 1 });
      expect(await index.count(other)).toMatchObject({ vectors: 1 });
    });

    it('write the same version again and ignore an older one', async () => {
      await put(1, 10, 5);
      await put(1, 20, 5);
      await put(1, 30, 4);
      expect(await best()).toEqual([20]);
    });

    it('are reported of a vectorset that holds something, and no more when its box was dropped', async () => {
      expect(await index.inspect(vectorset)).toBe('absent');
      await put(1, 10);
      expect(await index.inspect(vectorset)).toBe('held');
      expect(await index.inspect(vectorset, { whole: true })).toBe('held');
      expect(await index.inspect({ ...vectorset, id: 'other' })).toBe('absent');
      await index.drop(kbid);
      expect(await index.inspect(vectorset)).toBe('absent');
    });

    it('that a search misses are reported as absent', async () => {
      const reports: unknown[] = [];
      index.damage.listen(({ kbid, absent }) => reports.push({ kbid, absent }));
      expect(await best()).toEqual([]);
      expect(reports).toEqual([{ kbid, absent: true }]);
    });

    it('forget deleted resources in all vectorsets and ignore what is older than the deletion', async () => {
      const other = { ...vectorset, id: 'other' };
      await put(1, 10, 3);
      await put(2, 20);
      await index.put(other, [recordOf(1, [40])]);
      await index.delete(kbid, [
        { rid: ridOf(1), version: 4 },
        { rid: ridOf(77), version: 1 },
      ]);
      await put(1, 10, 3);
      expect(await hitsOf(index, near(0))).toEqual([2]);
      expect(await index.search(other, near(0))).toEqual([]);
      await put(1, 10, 5);
      expect(await hitsOf(index, near(0))).toEqual([1, 2]);
    });

    it('keep a resource that is newer than its deletion', async () => {
      await put(1, 10, 3);
      await index.delete(kbid, [{ rid: ridOf(1), version: 2 }]);
      expect(await hitsOf(index, near(0))).toEqual([1]);
    });

    it('take many writers at once, of different resources and of the same', async () => {
      const different = Array.from({ length: 60 }, (_, i) => put(i, 10 + i));
      const same = Array.from({ length: 20 }, (_, i) => put(1_000, 0, i + 1));
      await Promise.all([...different, ...same]);
      expect(await index.count(vectorset)).toMatchObject({ vectors: 61 });
      expect((await index.scroll(vectorset, 100)).resources.find(({ rid }) => rid === ridOf(1_000))).toMatchObject({
        version: 20,
        vectors: 1,
      });
    });

    it('keep the versions of resources that have no vectors', async () => {
      await index.put(vectorset, [recordOf(1, [], { version: 4 }), recordOf(2, [10])]);
      await put(1, 20, 3);
      expect(await hitsOf(index, near(0))).toEqual([2]);
      const { resources } = await index.scroll(vectorset, 10);
      expect(resources).toEqual([
        { rid: ridOf(1), version: 4, vectors: 0 },
        { rid: ridOf(2), version: 1, vectors: 1 },
      ]);
    });

    it('are there after closing and opening again, with their versions', async () => {
      await put(1, 10, 3);
      await put(1, 20, 4);
      await put(2, 30);
      await index.close();
      index = await store.open();
      await put(1, 10, 3);
      expect(await best()).toEqual([20, 30]);
    });

    it('are forgotten with their vectorset or their knowledge box', async () => {
      const other = { ...vectorset, id: 'other' };
      const elsewhere = { ...vectorset, kbid: '6f1f8d1c-6b06-4a2c-9b8a-0f5f6a1f2b05' };
      for (const set of [vectorset, other, elsewhere]) await index.put(set, [recordOf(1, [10], { version: 9 })]);
      await index.dropVectorset(kbid, other.id);
      expect([await index.count(vectorset), await index.count(other)]).toMatchObject([{ vectors: 1 }, { vectors: 0 }]);
      await index.drop(kbid);
      expect([await index.count(vectorset), await index.count(elsewhere)]).toMatchObject([
        { vectors: 0 },
        { vectors: 1 },
      ]);
      await index.put({ ...vectorset, dimensions: 8 }, [recordOf(1, [10], { version: 1 })]);
      expect(await hitsOf(index, near(0))).toEqual([1]);
    });

    it('about an unknown vectorset are no error, and reading it finds nothing', async () => {
      const unknown = { ...vectorset, kbid: '00000000-0000-4000-8000-00000000dead' };
      await index.delete(unknown.kbid, [{ rid: ridOf(1), version: 1 }]);
      await index.dropVectorset(unknown.kbid, 'any');
      await index.drop(unknown.kbid);
      expect(await index.search(unknown, near(0))).toEqual([]);
      expect(await index.scroll(unknown, 10)).toEqual({ resources: [] });
      expect(await index.count(unknown)).toEqual({ vectors: 0, sizeBytes: 0 });
    });

    it('are scrolled over, every resource exactly once', async () => {
      const records = Array.from({ length: 37 }, (_, i) =>
        recordOf(i * 7, Array(1 + (i % 3)).fill(i), { version: i + 1 }),
      );
      await index.put(vectorset, records);
      const seen: { rid: string; version: number; vectors: number }[] = [];
      for (let cursor: string | undefined, pages = 0; pages < 20; pages += 1) {
        const page = await index.scroll(vectorset, 5, cursor);
        expect(page.resources.length).toBeLessThanOrEqual(5);
        seen.push(...page.resources);
        cursor = page.cursor;
        if (!cursor) break;
      }
      const expected = records.map(({ resource: { rid, version }, vectors }) => ({
        rid,
        version,
        vectors: vectors.length,
      }));
      expect([...seen].sort((a, b) => (a.rid < b.rid ? -1 : 1))).toEqual(expected);
    });

    it('take any text as a text', async () => {
      const hostile = [
        "it's",
        `"; DROP TABLE x; --`,
        "') OR ('1'='1",
        '😀👩‍👩‍👧',
        'nul\0inside',
        'back\\slash % _ * ?',
        'x'.repeat(20_000),
        'line\nbreak',
      ];
      const set = { ...vectorset, id: hostile.join('') };
      await index.put(
        set,
        hostile.map((text, i) =>
          recordOf(i, [{ degrees: i, field: `t/${text}`, labels: [`/l/${text}`] }], { groups: [text] }),
        ),
      );
      for (const [i, text] of hostile.entries()) {
        for (const filter of [{ label: `/l/${text}` }, { fields: [`t/${text}`] }, { visibleTo: [text] }]) {
          const hits = await index.search(set, near(0, { filter }));
          expect(hits.map(({ id }) => id)).toEqual([idOf(ridOf(i), 0, `t/${text}`)]);
        }
      }
    });

    it('keep the index ready', async () => {
      await expect(index.check()).resolves.toBeUndefined();
    });
  });
}
