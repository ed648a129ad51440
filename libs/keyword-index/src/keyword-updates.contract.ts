import type { IndexedResource, KeywordRecord } from '@lectern/contracts/core';
import { type UpdateCase, updateCases, updatedResource } from '../../index-engine/fixtures/filter-cases';
import type { KeywordIndex } from './keyword-index';
import {
  hitsOf,
  idOf,
  idsOf,
  kbid,
  type KeywordIndexStore,
  type ParagraphOptions,
  queryOf,
  recordOf,
  ridOf,
} from './keyword-records.contract';

const before: Partial<IndexedResource> = {
  ...updatedResource.before,
  labels: [...(updatedResource.before.labels ?? []), '/s/p/en'],
};
const after: Partial<IndexedResource> = {
  ...updatedResource.after,
  labels: [...(updatedResource.after.labels ?? []), '/e/PLACE/rome'],
};
const paragraph: ParagraphOptions = {
  text: 'the old moon rises',
  language: 'es',
  labels: ['/k/table', '/l/own/greek', '/e/PERSON/ada'],
};

/** Filters that match resource 1 before the change, and those that match it afterwards. */
const filters: readonly UpdateCase[] = [
  ...updateCases,
  ['an entity that it gets', { label: '/e/PLACE' }, false, true],
  ['a language label that it loses', { label: '/s/p/en' }, true, false],
  ["the paragraph's own entity", { label: '/e/PERSON/ada' }, true, true],
];

export function describeKeywordUpdates(makeStore: () => Promise<KeywordIndexStore>): void {
  describe('updates', () => {
    let store: KeywordIndexStore;
    let index: KeywordIndex;

    beforeEach(async () => {
      store = await makeStore();
      index = await store.open();
    });

    afterEach(async () => {
      await index.close();
      await store.destroy();
    });

    const put = (n: number, paragraphs: readonly (string | ParagraphOptions)[], resource?: Partial<IndexedResource>) =>
      index.put(kbid, [recordOf(n, paragraphs, resource)]);
    const resourceOf = (n: number, resource: Partial<IndexedResource>) => recordOf(n, [], resource).resource;
    const update = (n: number, resource: Partial<IndexedResource>) => index.update(kbid, [resourceOf(n, resource)]);
    const labelled = async (label: string) => (await hitsOf(index, queryOf('', { filter: { label } }))).sort();
    const versions = async () => (await index.scroll(kbid, 100)).resources;

    it('change what every kind of filter finds, among hits by words as among the newest', async () => {
      await put(1, [paragraph], before);
      await put(2, [{ ...paragraph, text: 'sun' }], { ...before, groups: ['none'] });
      const found = async () => {
        const kept: boolean[] = [];
        for (const [, filter] of filters) {
          const hits = await hitsOf(index, queryOf('moon', { filter, language: 'es' }));
          expect((await hitsOf(index, queryOf('', { filter }))).includes(1)).toBe(hits.includes(1));
          kept.push(hits.includes(1));
        }
        return filters.map(([name], i) => [name, kept[i]]);
      };
      expect(await found()).toEqual(filters.map(([name, , expected]) => [name, expected]));
      await update(1, after);
      expect(await found()).toEqual(filters.map(([name, , , expected]) => [name, expected]));
      expect(await labelled('/l/topics/greek')).toEqual([2]);
    });

    it('change what is read, and nothing else of it', async () => {
      const whole = {
        ...paragraph,
        page: 3,
        pageWithVisual: true,
        isTable: true,
        reference: 'r',
        startSeconds: [1.5],
        endSeconds: [2],
      };
      await put(1, [whole, 'the second'], before);
      const ids = [idOf(ridOf(1), 0), idOf(ridOf(1), 1)];
      const held = await index.read(kbid, ids);
      expect(await idsOf(index, queryOf('moon second'))).toEqual(expect.arrayContaining(ids));
      expect(held).toMatchObject([{ labels: paragraph.labels, resourceLabels: before.labels }, { labels: [] }]);
      await update(1, after);
      expect(await index.read(kbid, ids)).toEqual(held.map((one) => ({ ...one, resourceLabels: after.labels })));
    });

    it('change what facets count, each paragraph once', async () => {
      await put(1, [paragraph, 'sun'], before);
      await put(2, ['sun'], { labels: ['/l/topics/greek'] });
      await update(1, { ...after, labels: ['/l/topics/latin', '/l/own/greek', '/e/PERSON/ada', '/e/PERSON/bob'] });
      expect(await index.facets(kbid, ['/l', '/l/topics', '/l/own', '/k', '/e/PERSON', '/s', '/language'])).toEqual({
        '/l': { '/l/own': 2, '/l/topics': 3 },
        '/l/topics': { '/l/topics/latin': 2, '/l/topics/greek': 1 },
        '/l/own': { '/l/own/greek': 2 },
        '/k': { '/k/table': 1 },
        '/e/PERSON': { '/e/PERSON/ada': 2, '/e/PERSON/bob': 2 },
        '/s': {},
        '/language': { '/language/en': 2, '/language/es': 1 },
      });
      const filter = { visibleTo: [] };
      expect(await index.facets(kbid, ['/l/topics'], { filter })).toEqual({ '/l/topics': { '/l/topics/greek': 1 } });
    });

    it('leave words, phrases, languages and fields to be found, each paragraph once', async () => {
      const title = { text: 'a title about tides', field: 'a/title' };
      await put(1, [paragraph, title, 'pulled by the moon'], before);
      await update(1, after);
      expect(await idsOf(index, queryOf('tides'))).toEqual([idOf(ridOf(1), 1, 'a/title')]);
      expect(await idsOf(index, queryOf('', { phrases: [['old', 'moon']] }))).toEqual([idOf(ridOf(1), 0)]);
      const excluding = { terms: queryOf('pulled').terms, excluded: queryOf('moon').terms };
      expect(await idsOf(index, queryOf('', excluding))).toEqual([]);
      expect(await idsOf(index, queryOf('', { filter: { fields: ['a'] } }))).toEqual([idOf(ridOf(1), 1, 'a/title')]);
      expect(await idsOf(index, queryOf('', { filter: { language: 'es' } }))).toEqual([idOf(ridOf(1), 0)]);
      expect(await index.count(kbid)).toMatchObject({ paragraphs: 3 });
    });

    it('make public, restrict and make public again', async () => {
      const visibleTo = (...groups: string[]) => hitsOf(index, queryOf('moon', { filter: { visibleTo: groups } }));
      await put(1, ['moon']);
      await update(1, { version: 2, groups: ['hr'] });
      expect([await visibleTo(), await visibleTo('hr'), await visibleTo('it')]).toEqual([[], [1], []]);
      await update(1, { version: 3, groups: ['public'] });
      expect([await visibleTo(), await visibleTo('hr'), await visibleTo('public')]).toEqual([[], [], [1]]);
      await update(1, { version: 4, groups: [] });
      expect(await visibleTo()).toEqual([1]);
    });

    it('take away a label only where the paragraph has no such label itself', async () => {
      await put(1, [{ text: 'moon', labels: ['/l/a/b'] }, 'sun'], { labels: ['/l/a/b', '/l/a/c'] });
      await update(1, { version: 2 });
      expect(await idsOf(index, queryOf('', { filter: { label: '/l/a/b' } }))).toEqual([idOf(ridOf(1), 0)]);
      expect(await idsOf(index, queryOf('', { filter: { label: '/l/a' } }))).toEqual([idOf(ridOf(1), 0)]);
      expect(await labelled('/l/a/c')).toEqual([]);
      expect(await index.facets(kbid, ['/l/a'])).toEqual({ '/l/a': { '/l/a/b': 1 } });
    });

    it('write the same version again and ignore an older one', async () => {
      await put(1, ['moon'], { version: 5, labels: ['/l/put'] });
      await update(1, { version: 4, labels: ['/l/older'] });
      expect(await labelled('/l/put')).toEqual([1]);
      await update(1, { version: 5, labels: ['/l/equal'] });
      expect([await labelled('/l/put'), await labelled('/l/equal')]).toEqual([[], [1]]);
      await update(1, { version: 5, labels: ['/l/again'] });
      expect([await labelled('/l/equal'), await labelled('/l/again')]).toEqual([[], [1]]);
      expect(await versions()).toEqual([{ rid: ridOf(1), version: 5, paragraphs: 1 }]);
    });

    it('hold off older puts and make way for equal and newer ones', async () => {
      await put(1, ['moon']);
      await update(1, { version: 4, labels: ['/l/updated'] });
      await put(1, ['older'], { version: 3 });
      expect(await hitsOf(index, queryOf('older'))).toEqual([]);
      expect(await labelled('/l/updated')).toEqual([1]);
      await put(1, ['equal', 'sun'], { version: 4, labels: ['/l/equal'] });
      expect([await labelled('/l/updated'), await labelled('/l/equal')]).toEqual([[], [1, 1]]);
      await put(1, ['newer'], { version: 5 });
      expect([await hitsOf(index, queryOf('newer')), await labelled('/l/equal')]).toEqual([[1], []]);
      expect(await versions()).toEqual([{ rid: ridOf(1), version: 5, paragraphs: 1 }]);
    });

    it('never bring back what was deleted', async () => {
      await put(1, ['moon'], { version: 3 });
      await put(2, ['moon']);
      await index.delete(kbid, [{ rid: ridOf(1), version: 4 }]);
      await update(1, { version: 3, labels: ['/l/a'] });
      await update(1, { version: 4, labels: ['/l/a'] });
      await update(1, { version: 9, labels: ['/l/a'] });
      expect(await hitsOf(index, queryOf('moon'))).toEqual([2]);
      expect(await labelled('/l/a')).toEqual([]);
      await put(1, ['moon'], { version: 3 });
      expect(await hitsOf(index, queryOf('moon'))).toEqual([2]);
      await put(1, ['moon'], { version: 5 });
      expect((await hitsOf(index, queryOf('moon'))).sort()).toEqual([1, 2]);
      expect((await versions())[0]).toMatchObject({ rid: ridOf(1), version: 5 });
    });

    it('keep a resource that was updated past the version of a deletion', async () => {
      await put(1, ['moon'], { version: 3 });
      await update(1, { version: 6, labels: ['/l/a'] });
      await index.delete(kbid, [{ rid: ridOf(1), version: 5 }]);
      expect(await labelled('/l/a')).toEqual([1]);
      await index.delete(kbid, [{ rid: ridOf(1), version: 6 }]);
      expect(await labelled('/l/a')).toEqual([]);
    });

    it('leave alone what is not held, and remember nothing of it', async () => {
      await put(2, ['moon']);
      await update(1, { version: 9, labels: ['/l/a'] });
      expect(await versions()).toHaveLength(1);
      await put(1, ['moon'], { version: 1 });
      expect((await hitsOf(index, queryOf('moon'))).sort()).toEqual([1, 2]);
      expect(await labelled('/l/a')).toEqual([]);
    });

    it('of an unknown knowledge box are no error, make none, and are not remembered', async () => {
      const unknown = '00000000-0000-4000-8000-00000000dead';
      await index.update(unknown, [resourceOf(1, { version: 9 })]);
      expect(await index.scroll(unknown, 10)).toEqual({ resources: [] });
      expect(await index.count(unknown)).toEqual({ paragraphs: 0, sizeBytes: 0 });
      await index.put(unknown, [recordOf(1, ['moon'])]);
      expect(await hitsOf(index, queryOf('moon'), unknown)).toEqual([1]);
    });

    it('of no resources, and of the same one several times, are fine', async () => {
      await index.update(kbid, []);
      await put(1, ['moon']);
      await index.update(kbid, []);
      await index.update(
        kbid,
        [2, 4, 3].map((version) => resourceOf(1, { version, labels: [`/l/v${version}`] })),
      );
      expect(await versions()).toEqual([{ rid: ridOf(1), version: 4, paragraphs: 1 }]);
      expect([await labelled('/l/v2'), await labelled('/l/v3'), await labelled('/l/v4')]).toEqual([[], [], [1]]);
    });

    it('keep the versions of resources that have no paragraphs', async () => {
      await index.put(kbid, [recordOf(1, [], { version: 2 }), recordOf(2, ['moon'])]);
      await update(1, { version: 5, labels: ['/l/a'] });
      expect(await versions()).toEqual([
        { rid: ridOf(1), version: 5, paragraphs: 0 },
        { rid: ridOf(2), version: 1, paragraphs: 1 },
      ]);
      expect([await labelled('/l/a'), await hitsOf(index, queryOf(''))]).toEqual([[], [2]]);
      expect(await index.facets(kbid, ['/l'])).toEqual({ '/l': {} });
      await put(1, ['moon'], { version: 4 });
      expect(await hitsOf(index, queryOf('moon'))).toEqual([2]);
    });

    it('of one knowledge box do not touch another', async () => {
      const other = '6f1f8d1c-6b06-4a2c-9b8a-0f5f6a1f2b05';
      await put(1, ['moon']);
      await index.put(other, [recordOf(1, ['moon'])]);
      await update(1, { version: 2, groups: ['hr'] });
      expect(await hitsOf(index, queryOf('moon', { filter: { visibleTo: [] } }))).toEqual([]);
      expect(await hitsOf(index, queryOf('moon', { filter: { visibleTo: [] } }), other)).toEqual([1]);
      expect((await index.scroll(other, 10)).resources).toMatchObject([{ version: 1 }]);
    });

    it('find what was put to be searchable later', async () => {
      await index.put(kbid, [recordOf(1, ['moon', 'sun'])], { searchable: false });
      await update(1, { version: 2, labels: ['/l/a'] });
      expect(await labelled('/l/a')).toEqual([1, 1]);
      expect(await index.count(kbid)).toMatchObject({ paragraphs: 2 });
    });

    it('are there after closing and opening again, with their versions', async () => {
      await put(1, [paragraph, 'sun'], before);
      await update(1, after);
      await index.close();
      index = await store.open();
      expect(await versions()).toEqual([{ rid: ridOf(1), version: 4, paragraphs: 2 }]);
      await put(1, ['older'], { version: 3 });
      await update(1, { version: 3, labels: ['/l/older'] });
      expect(await labelled('/l/topics/latin')).toEqual([1, 1]);
      expect([await labelled('/l/older'), await hitsOf(index, queryOf('older'))]).toEqual([[], []]);
      await update(1, { version: 5, labels: ['/l/again'] });
      expect([await labelled('/l/topics'), await labelled('/l/again')]).toEqual([[], [1, 1]]);
      expect(await labelled('/l/own/greek')).toEqual([1]);
    });

    it('take many resources in one call', async () => {
      const numbers = Array.from({ length: 2_000 }, (_, i) => i);
      const records = numbers.map((n): KeywordRecord => recordOf(n, ['moon', 'sun'], { labels: ['/l/old'] }));
      await index.put(kbid, records);
      const resources = [...numbers, 5_000].map((n) => resourceOf(n, { version: 2, labels: ['/l/new'] }));
      await index.update(kbid, resources);
      expect(await index.facets(kbid, ['/l'])).toEqual({ '/l': { '/l/new': 4_000 } });
      expect(await index.count(kbid)).toMatchObject({ paragraphs: 4_000 });
      const page = await index.scroll(kbid, 100);
      expect(page.resources).toEqual(numbers.slice(0, 100).map((n) => ({ rid: ridOf(n), version: 2, paragraphs: 2 })));
    });

    it('take a resource of many paragraphs', async () => {
      const paragraphs = Array.from({ length: 3_000 }, (_, i) => ({ text: `moon n${i}`, labels: [`/k/k${i % 2}`] }));
      await put(1, paragraphs, { labels: ['/l/old'] });
      await update(1, { version: 2, groups: ['hr'], labels: ['/l/new'] });
      expect(await index.facets(kbid, ['/l', '/k'])).toEqual({
        '/l': { '/l/new': 3_000 },
        '/k': { '/k/k0': 1_500, '/k/k1': 1_500 },
      });
      expect(await hitsOf(index, queryOf('moon', { filter: { visibleTo: [] } }))).toEqual([]);
      expect(await idsOf(index, queryOf('', { terms: ['n2999'] }))).toEqual([idOf(ridOf(1), 2_999)]);
      expect(await versions()).toEqual([{ rid: ridOf(1), version: 2, paragraphs: 3_000 }]);
    });

    it('of the same resources at once end with the newest', async () => {
      const numbers = Array.from({ length: 10 }, (_, n) => n);
      await index.put(
        kbid,
        numbers.map((n) => recordOf(n, ['moon', 'sun', 'star'])),
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
      expect(await index.facets(kbid, ['/l'])).toEqual({ '/l': { [`/l/v${newest}`]: 30 } });
      expect(await versions()).toEqual(numbers.map((n) => ({ rid: ridOf(n), version: newest, paragraphs: 3 })));
    });

    it('and puts of the same resources at once end with the newest', async () => {
      const numbers = Array.from({ length: 20 }, (_, n) => n);
      await index.put(
        kbid,
        numbers.map((n) => recordOf(n, ['moon'])),
      );
      const writes = numbers.flatMap((n) =>
        Array.from({ length: 8 }, (_, i) => i + 2).map((version) => {
          const resource = { version, labels: [`/l/v${version}`] };
          return (version + n) % 2 === 0 ? update(n, resource) : put(n, ['moon'], resource);
        }),
      );
      await Promise.all(writes);
      expect(await index.facets(kbid, ['/l'])).toEqual({ '/l': { '/l/v9': 20 } });
      expect(await versions()).toEqual(numbers.map((n) => ({ rid: ridOf(n), version: 9, paragraphs: 1 })));
      expect((await hitsOf(index, queryOf('moon'))).sort((a, b) => a - b)).toEqual(numbers);
    });

    it('take any text as a text', async () => {
      const hostile = ["it's", `"; DROP TABLE x; --`, "') OR ('1'='1", '😀👩‍👩‍👧', 'nul\0inside', 'back\\slash % _ * ?'];
      const long = ['x'.repeat(20_000), 'line\nbreak\ttab', 'r:/l/x', 'g:staff', 'public', 'hidden', ''];
      const texts = [...hostile, ...long];
      await index.put(
        kbid,
        texts.map((text, n) => recordOf(n, [{ text: 'moon', field: `t/${text}`, labels: [`/own/${text}/end`] }])),
      );
      await index.update(
        kbid,
        texts.map((text, n) => resourceOf(n, { version: 2, groups: [text], labels: [`/l/${text}/end`] })),
      );
      expect(await hitsOf(index, queryOf('', { filter: { any: [{ visibleTo: [] }, { hidden: true }] } }))).toEqual([]);
      for (const [n, text] of texts.entries()) {
        const labels = [{ label: `/l/${text}/end` }, { label: `/own/${text}/end` }];
        for (const filter of [...labels, { visibleTo: [text] }, { fields: [`t/${text}`] }])
          expect(await hitsOf(index, queryOf('moon', { filter }))).toEqual([n]);
        const [read] = await index.read(kbid, [idOf(ridOf(n), 0, `t/${text}`)]);
        expect(read).toMatchObject({ labels: [`/own/${text}/end`], resourceLabels: [`/l/${text}/end`] });
      }
    });
  });
}
