import type { IndexedResource, IndexFilter } from '@lectern/contracts/core';
import { updateCases, updatedResource } from '../../index-engine/fixtures/filter-cases';
import type { Vectorset, VectorIndex } from './vector-index';
import {
  hitsOf,
  idOf,
  near,
  recordOf,
  ridOf,
  type VectorIndexStore,
  type VectorOptions,
  vectorset,
} from './vector-records.contract';

const { kbid } = vectorset;
const other: Vectorset = { ...vectorset, id: 'other', dimensions: 4 };

const { before, after } = updatedResource;
const vector: VectorOptions = { degrees: 10, language: 'es', labels: ['/k/table', '/l/own/greek'] };

export function describeVectorUpdates(makeStore: () => Promise<VectorIndexStore>): void {
  describe('updates', () => {
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

    const put = (n: number, vectors: readonly (number | VectorOptions)[], resource?: Partial<IndexedResource>) =>
      index.put(vectorset, [recordOf(n, vectors, resource)]);
    const resourceOf = (n: number, resource: Partial<IndexedResource>) => recordOf(n, [], resource).resource;
    const update = (n: number, resource: Partial<IndexedResource>) => index.update(kbid, [resourceOf(n, resource)]);
    const labelled = (label: string) => hitsOf(index, near(0, { filter: { label } }));
    const versions = async (set = vectorset) => (await index.scroll(set, 100)).resources;

    it('change what every kind of filter finds', async () => {
      await put(1, [vector], before);
      await put(2, [vector], { ...before, groups: ['none'] });
      const found = async () => {
        const kept: boolean[] = [];
        for (const [, filter] of updateCases) kept.push((await hitsOf(index, near(0, { filter }))).includes(1));
        return updateCases.map(([name], i) => [name, kept[i]]);
      };
      expect(await found()).toEqual(updateCases.map(([name, , expected]) => [name, expected]));
      await update(1, after);
      expect(await found()).toEqual(updateCases.map(([name, , , expected]) => [name, expected]));
      expect(await labelled('/l/topics/greek')).toEqual([2]);
    });

    it('replace the labels that paragraphs are given, and no others', async () => {
      const labels = ['/k/table', '/fl/topics/old', '/l/own/greek'];
      await put(1, [{ degrees: 0, labels }, { degrees: 5, labels: ['/l/own/greek'] }, 10], before);
      const held = await index.search(vectorset, near(0));
      const [first, second, third] = [0, 1, 2].map((i) => idOf(ridOf(1), i));
      const given = {
        ofFields: new Map([['t/body', ['/fl/topics/new']]]),
        ofParagraphs: new Map([[first ?? '', ['/l/own/latin', '/l/marks/one']]]),
      };
      await index.update(kbid, [{ ...resourceOf(1, after), given }]);
      const idsBy = async (label: string, of?: 'resource' | 'paragraph') =>
        (await index.search(vectorset, near(0, { filter: of ? { label, of } : { label } }))).map(({ id }) => id);
      for (const gone of ['/l/topics/old', '/l/own/greek']) expect([gone, await idsBy(gone)]).toEqual([gone, []]);
      for (const one of ['/k/table', '/l/own', '/l/own/latin', '/l/marks'])
        expect([one, await idsBy(one)]).toEqual([one, [first]]);
      expect(await idsBy('/l/topics/new')).toEqual([first, second, third]);
      expect([await idsBy('/l/topics/new', 'resource'), await idsBy('/l/topics/new', 'paragraph')]).toEqual([
        [first, second, third],
        [],
      ]);
      expect(await index.search(vectorset, near(0))).toEqual(held);
      const none = { ofFields: new Map(), ofParagraphs: new Map() };
      await index.update(kbid, [{ ...resourceOf(1, before), given: none }]);
      expect(await idsBy('/l/own/latin')).toEqual([first]);
      await index.update(kbid, [{ ...resourceOf(1, { ...after, version: 9 }), given: none }]);
      expect([await idsBy('/l/own'), await idsBy('/l/topics/new'), await idsBy('/k/table')]).toEqual([[], [], [first]]);
    });

    it('leave vectors as they are, each once', async () => {
      await put(1, [10, { degrees: 20, field: 'a/title' }, 30], before);
      const held = await index.search(vectorset, near(15));
      await update(1, after);
      expect(await index.search(vectorset, near(15))).toEqual(held);
      expect(await index.count(vectorset)).toMatchObject({ vectors: 3 });
    });

    it('reach all vectorsets of the knowledge box, each by the version that it holds', async () => {
      const dimensions = other.dimensions;
      const short = Float32Array.from({ length: dimensions }, (_, i) => Number(i === 0));
      const visible = (set: Vectorset, query: Float32Array) =>
        hitsOf(index, { vector: query, limit: 20, filter: { visibleTo: [] } }, set);
      await put(1, [0], { version: 3 });
      await put(2, [0], { version: 3 });
      await index.put(
        other,
        [1, 2].map((n) => recordOf(n, [{ degrees: 0, vector: short }], { version: n * 3 })),
      );
      await index.update(
        kbid,
        [1, 2].map((n) => resourceOf(n, { version: 4, groups: ['hr'] })),
      );
      expect(await visible(vectorset, near(0).vector)).toEqual([]);
      expect(await visible(other, short)).toEqual([2]);
      expect(await versions(other)).toEqual([
        { rid: ridOf(1), version: 4, vectors: 1 },
        { rid: ridOf(2), version: 6, vectors: 1 },
      ]);
    });

    it('take away a label only where the vector has no such label itself', async () => {
      await put(1, [{ degrees: 10, labels: ['/l/a/b'] }, 20], { labels: ['/l/a/b', '/l/a/c'] });
      await update(1, { version: 2 });
      const found = async (label: string) =>
        (await index.search(vectorset, near(0, { filter: { label } }))).map(({ id }) => id);
      expect(await found('/l/a/b')).toEqual([idOf(ridOf(1), 0)]);
      expect(await found('/l/a')).toEqual([idOf(ridOf(1), 0)]);
      expect(await found('/l/a/c')).toEqual([]);
    });

    it('write the same version again and ignore an older one', async () => {
      await put(1, [10], { version: 5, labels: ['/l/put'] });
      await update(1, { version: 4, labels: ['/l/older'] });
      expect(await labelled('/l/put')).toEqual([1]);
      await update(1, { version: 5, labels: ['/l/equal'] });
      expect([await labelled('/l/put'), await labelled('/l/equal')]).toEqual([[], [1]]);
      expect(await versions()).toEqual([{ rid: ridOf(1), version: 5, vectors: 1 }]);
    });

    it('hold off older puts and make way for equal and newer ones', async () => {
      await put(1, [10]);
      await update(1, { version: 4, labels: ['/l/updated'] });
      await put(1, [20, 30], { version: 3 });
      expect([await labelled('/l/updated'), await versions()]).toMatchObject([[1], [{ vectors: 1 }]]);
      await put(1, [20, 30], { version: 4, labels: ['/l/equal'] });
      expect([await labelled('/l/updated'), await labelled('/l/equal')]).toEqual([[], [1, 1]]);
      await put(1, [40], { version: 5 });
      expect(await versions()).toEqual([{ rid: ridOf(1), version: 5, vectors: 1 }]);
    });

    it('never bring back what was deleted', async () => {
      await put(1, [10], { version: 3 });
      await put(2, [20]);
      await index.delete(kbid, [{ rid: ridOf(1), version: 4 }]);
      for (const version of [3, 4, 9]) await update(1, { version, labels: ['/l/a'] });
      await put(1, [10], { version: 3 });
      expect(await hitsOf(index, near(0))).toEqual([2]);
      expect(await labelled('/l/a')).toEqual([]);
      await put(1, [10], { version: 5 });
      expect(await hitsOf(index, near(0))).toEqual([1, 2]);
    });

    it('keep a resource that was updated past the version of a deletion', async () => {
      await put(1, [10], { version: 3 });
      await update(1, { version: 6, labels: ['/l/a'] });
      await index.delete(kbid, [{ rid: ridOf(1), version: 5 }]);
      expect(await labelled('/l/a')).toEqual([1]);
      await index.delete(kbid, [{ rid: ridOf(1), version: 6 }]);
      expect(await labelled('/l/a')).toEqual([]);
    });

    it('leave alone what is not held, and remember nothing of it', async () => {
      await put(2, [20]);
      await update(1, { version: 9, labels: ['/l/a'] });
      expect(await versions()).toHaveLength(1);
      await put(1, [10], { version: 1 });
      expect(await hitsOf(index, near(0))).toEqual([1, 2]);
      expect(await labelled('/l/a')).toEqual([]);
    });

    it('of an unknown knowledge box are no error and make none', async () => {
      const unknown = { ...vectorset, kbid: '00000000-0000-4000-8000-00000000dead' };
      await index.update(unknown.kbid, [resourceOf(1, { version: 9 })]);
      expect(await index.scroll(unknown, 10)).toEqual({ resources: [] });
      await index.put(unknown, [recordOf(1, [10])]);
      expect(await hitsOf(index, near(0), unknown)).toEqual([1]);
    });

    it('of no resources, and of the same one several times, are fine', async () => {
      await index.update(kbid, []);
      await put(1, [10]);
      await index.update(kbid, []);
      await index.update(
        kbid,
        [2, 4, 3].map((version) => resourceOf(1, { version, labels: [`/l/v${version}`] })),
      );
      expect(await versions()).toEqual([{ rid: ridOf(1), version: 4, vectors: 1 }]);
      expect([await labelled('/l/v2'), await labelled('/l/v3'), await labelled('/l/v4')]).toEqual([[], [], [1]]);
    });

    it('keep the versions of resources that have no vectors', async () => {
      await index.put(vectorset, [recordOf(1, [], { version: 2 }), recordOf(2, [10])]);
      await update(1, { version: 5, labels: ['/l/a'] });
      expect(await versions()).toEqual([
        { rid: ridOf(1), version: 5, vectors: 0 },
        { rid: ridOf(2), version: 1, vectors: 1 },
      ]);
      expect([await labelled('/l/a'), await hitsOf(index, near(0))]).toEqual([[], [2]]);
      await put(1, [10], { version: 4 });
      expect(await hitsOf(index, near(0))).toEqual([2]);
    });

    it('of one knowledge box do not touch another', async () => {
      const elsewhere = { ...vectorset, kbid: '6f1f8d1c-6b06-4a2c-9b8a-0f5f6a1f2b05' };
      await put(1, [10]);
      await index.put(elsewhere, [recordOf(1, [10])]);
      await update(1, { version: 2, groups: ['hr'] });
      expect(await hitsOf(index, near(0, { filter: { visibleTo: [] } }))).toEqual([]);
      expect(await hitsOf(index, near(0, { filter: { visibleTo: [] } }), elsewhere)).toEqual([1]);
      expect(await versions(elsewhere)).toMatchObject([{ version: 1 }]);
    });

    it('are there after closing and opening again, with their versions', async () => {
      await put(1, [vector, 20], before);
      await update(1, after);
      await index.close();
      index = await store.open();
      expect(await versions()).toEqual([{ rid: ridOf(1), version: 4, vectors: 2 }]);
      await put(1, [30], { version: 3 });
      await update(1, { version: 3, labels: ['/l/older'] });
      expect([await labelled('/l/topics/latin'), await labelled('/l/older')]).toEqual([[1, 1], []]);
      await update(1, { version: 5, labels: ['/l/again'] });
      expect([await labelled('/l/topics'), await labelled('/l/again')]).toEqual([[], [1, 1]]);
      expect(await labelled('/l/own/greek')).toEqual([1]);
    });

    it('take many resources in one call', async () => {
      const numbers = Array.from({ length: 2_000 }, (_, i) => i);
      const records = numbers.map((n) => recordOf(n, [n % 90, n % 80], { groups: n < 1_700 ? [] : ['hr'] }));
      await index.put(vectorset, records);
      const resources = [...numbers, 5_000].map((n) =>
        resourceOf(n, { version: 2, groups: n < 1_700 ? ['hr'] : [], labels: [`/l/l${n % 20}`] }),
      );
      await index.update(kbid, resources);
      const visible = await index.search(vectorset, { ...near(0), limit: 500, filter: { visibleTo: [] } });
      expect(visible).toHaveLength(500);
      expect(visible.filter(({ id }) => Number.parseInt(id.slice(0, 32), 16) < 1_700)).toEqual([]);
      const labels = await index.search(vectorset, { ...near(0), limit: 500, filter: { label: '/l/l7' } });
      expect(labels).toHaveLength(200);
      expect(await index.count(vectorset)).toMatchObject({ vectors: 4_000 });
      const { resources: page } = await index.scroll(vectorset, 100);
      expect(page).toEqual(page.map(({ rid }) => ({ rid, version: 2, vectors: 2 })));
      expect(page).toHaveLength(100);
    });

    it('take a resource of many vectors', async () => {
      const vectors = Array.from({ length: 3_000 }, (_, i) => ({ degrees: i % 90, labels: [`/k/k${i % 100}`] }));
      await put(1, vectors, { labels: ['/l/old'] });
      await update(1, { version: 2, groups: ['hr'], labels: ['/l/new'] });
      const found = (filter: IndexFilter) => index.search(vectorset, { ...near(0), limit: 500, filter });
      expect(await found({ visibleTo: [] })).toEqual([]);
      expect(await found({ label: '/l/old' })).toEqual([]);
      expect(await found({ label: '/l/new' })).toHaveLength(500);
      expect(await found({ label: '/k/k7' })).toHaveLength(30);
      expect(await versions()).toEqual([{ rid: ridOf(1), version: 2, vectors: 3_000 }]);
    });

    it('of the same resources at once end with the newest', async () => {
      const numbers = Array.from({ length: 10 }, (_, n) => n);
      await index.put(
        vectorset,
        numbers.map((n) => recordOf(n, [10, 20, 30])),
      );
      const newest = 16;
      const updates = Array.from({ length: newest - 1 }, (_, i) => i + 2).map((version) => {
        const order = version % 2 === 0 ? numbers : [...numbers].reverse();
        return index.update(
          kbid,
          order.map((n) => resourceOf(n, { version, labels: [`/l/v${version}`] })),
        );
      });
      await Promise.all(updates);
      const found = (label: string) => index.search(vectorset, { ...near(0), limit: 500, filter: { label } });
      expect([await found(`/l/v${newest}`), await found('/l')]).toMatchObject([{ length: 30 }, { length: 30 }]);
      expect(await versions()).toEqual(numbers.map((n) => ({ rid: ridOf(n), version: newest, vectors: 3 })));
    });

    it('and puts of the same resources at once end with the newest', async () => {
      const numbers = Array.from({ length: 20 }, (_, n) => n);
      await index.put(
        vectorset,
        numbers.map((n) => recordOf(n, [n])),
      );
      const writes = numbers.flatMap((n) =>
        Array.from({ length: 8 }, (_, i) => i + 2).map((version) => {
          const resource = { version, labels: [`/l/v${version}`] };
          return (version + n) % 2 === 0 ? update(n, resource) : put(n, [n], resource);
        }),
      );
      await Promise.all(writes);
      expect([await labelled('/l/v9'), await labelled('/l')]).toEqual([numbers, numbers]);
      expect(await versions()).toEqual(numbers.map((n) => ({ rid: ridOf(n), version: 9, vectors: 1 })));
    });

    it('take any text as a text', async () => {
      const hostile = ["it's", `"; DROP TABLE x; --`, "') OR ('1'='1", '😀👩‍👩‍👧', 'nul\0inside', 'back\\slash % _ * ?'];
      const long = ['x'.repeat(20_000), 'line\nbreak\ttab', 'r:/l/x', 'g:staff', 'public', 'hidden', ''];
      const texts = [...hostile, ...long];
      await index.put(
        vectorset,
        texts.map((text, n) => recordOf(n, [{ degrees: n, field: `t/${text}`, labels: [`/own/${text}/end`] }])),
      );
      await index.update(
        kbid,
        texts.map((text, n) => resourceOf(n, { version: 2, groups: [text], labels: [`/l/${text}/end`] })),
      );
      expect(await hitsOf(index, near(0, { filter: { any: [{ visibleTo: [] }, { hidden: true }] } }))).toEqual([]);
      for (const [n, text] of texts.entries()) {
        const labels = [{ label: `/l/${text}/end` }, { label: `/own/${text}/end` }];
        for (const filter of [...labels, { visibleTo: [text] }, { fields: [`t/${text}`] }])
          expect(await hitsOf(index, near(0, { filter }))).toEqual([n]);
      }
    });
  });
}
