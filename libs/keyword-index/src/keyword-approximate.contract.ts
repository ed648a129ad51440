import type { ApproximateWord, KeywordIndex, KeywordQuery } from './keyword-index';
import { hitsOf, idsOf, kbid, type KeywordIndexStore, queryOf, recordOf, ridOf } from './keyword-records.contract';

const nothing: KeywordQuery = { terms: [], phrases: [], excluded: [], limit: 20 };
const misspelt = (word: string): ApproximateWord => ({ word, edits: 1, prefix: false });
const unfinished = (word: string): ApproximateWord => ({ word, edits: 0, prefix: true });

/** Approximate words, totals, orders, and facets of matches. */
export function describeApproximateSearch(makeStore: () => Promise<KeywordIndexStore>): void {
  describe('words that are not quite right', () => {
    let store: KeywordIndexStore;
    let index: KeywordIndex;
    const found = (approximate: readonly ApproximateWord[], more: Partial<KeywordQuery> = {}) =>
      hitsOf(index, { ...nothing, approximate, ...more }).then((hits) => hits.sort());

    beforeAll(async () => {
      store = await makeStore();
      index = await store.open();
      const labelled = (label: string) => ({ labels: [`/l/topics/${label}`] });
      await index.put(kbid, [
        recordOf(1, ['The tides follow the moon'], { ...labelled('sea'), modifiedMs: 9_000 }),
        recordOf(2, ['A tide table of the harbour'], { ...labelled('sea'), modifiedMs: 4_000 }),
        recordOf(3, ['Tidy harbours, tidy boats'], { ...labelled('order'), modifiedMs: 7_000 }),
        recordOf(4, ['Moonlight on the water'], { ...labelled('sea'), hidden: true, modifiedMs: 1_000 }),
        recordOf(5, ["It's 50 %", 'The moon, the moon']),
      ]);
    });

    afterAll(async () => {
      await index.close();
      await store.destroy();
    });

    it('are found with one letter wrong, missing or too many', async () => {
      expect(await found([misspelt('tydes')])).toEqual([1]);
      expect(await found([misspelt('moonligt')])).toEqual([4]);
      expect(await found([misspelt('harbourss')])).toEqual([3]);
      expect(await found([misspelt('tide')])).toEqual([1, 2, 3]);
    });

    it('are found with two neighbouring letters swapped', async () => {
      expect(await found([misspelt('itdes')])).toEqual([1]);
      expect(await found([misspelt('harbuor')])).toEqual([2]);
      expect(await found([misspelt('moonlihgt')])).toEqual([4]);
      expect(await found([misspelt('itdse')])).toEqual([]);
    });

    it('are not found with two letters wrong', async () => {
      expect(await found([misspelt('tyyes')])).toEqual([]);
      expect(await found([{ word: 'tydes', edits: 0, prefix: false }])).toEqual([]);
    });

    it('are found by how they begin', async () => {
      expect(await found([unfinished('tid')])).toEqual([1, 2, 3]);
      expect(await found([unfinished('moonl')])).toEqual([4]);
      expect(await found([unfinished('ater')])).toEqual([]);
    });

    it('are found by how they begin as soon as they are written, and no longer than they are there', async () => {
      expect(await found([unfinished('gull')])).toEqual([]);
      await index.put(kbid, [recordOf(9, ['Gulls over the harbour'])]);
      expect(await found([unfinished('gull')])).toEqual([9]);
      await index.put(kbid, [recordOf(9, ['Gullies in the dunes'], { version: 2 })]);
      expect(await found([unfinished('gull')])).toEqual([9]);
      expect(await found([unfinished('gulls')])).toEqual([]);
      await index.delete(kbid, [{ rid: ridOf(9), version: 3 }]);
      expect(await found([unfinished('gull')])).toEqual([]);
    });

    it('are looked for besides words that are right, within the filter, without what is excluded', async () => {
      expect(await found([unfinished('moonl')], { terms: ['boat'] })).toEqual([3, 4]);
      expect(await found([unfinished('moon')], { filter: { hidden: false } })).toEqual([1, 5]);
      expect(await found([unfinished('tid')], { excluded: ['moon'] })).toEqual([2, 3]);
      expect(await found([unfinished('zzz'), misspelt('qqqq')])).toEqual([]);
    });

    it('mean nothing but letters', async () => {
      for (const word of ["it's", "'", '%', '50', '*', '?', '~', '[a-z]', 'a b'])
        for (const approximate of [[misspelt(word)], [unfinished(word)]])
          await expect(index.search(kbid, { ...nothing, approximate })).resolves.toBeDefined();
      expect(await found([unfinished('*')])).toEqual([]);
    });

    it('are so many at most', async () => {
      const approximate = Array.from({ length: 17 }, () => misspelt('tide'));
      await expect(index.search(kbid, { ...nothing, approximate })).rejects.toMatchObject({ code: 'invalid_request' });
    });

    it('leave it to the caller how many matches are counted', async () => {
      const count = async (query: Partial<KeywordQuery>) => (await index.search(kbid, { ...nothing, ...query })).total;
      expect(await count({ terms: ['moon'], limit: 1, countMax: 10 })).toBe(2);
      expect(await count({ terms: ['moon'], limit: 1, countMax: 1 })).toBe(1);
      expect(await count({ terms: ['moon'], limit: 1 })).toBeUndefined();
      expect(await count({ terms: ['absent'], countMax: 10 })).toBe(0);
      expect(await count({ limit: 2, countMax: 10_000 })).toBe(6);
      expect(await count({ limit: 2, countMax: 4 })).toBe(4);
      expect(await count({ approximate: [unfinished('tid')], limit: 0, countMax: 10 })).toBe(3);
    });

    it('come in the order of a date where that is wanted', async () => {
      const query = { ...nothing, approximate: [unfinished('tid')] };
      const ordered = (order: KeywordQuery['order'], limit = 20) => hitsOf(index, { ...query, order, limit });
      expect(await ordered({ by: 'modified', direction: 'desc' })).toEqual([1, 3, 2]);
      expect(await ordered({ by: 'modified', direction: 'asc' })).toEqual([2, 3, 1]);
      expect(await ordered({ by: 'created', direction: 'asc' }, 2)).toEqual([1, 2]);
      expect(await idsOf(index, { ...nothing, order: { by: 'modified', direction: 'asc' }, limit: 2 })).toHaveLength(2);
      expect(await hitsOf(index, { ...nothing, order: { by: 'modified', direction: 'asc' }, limit: 2 })).toEqual([
        4, 2,
      ]);
    });

    it('are counted by label, with words that are right', async () => {
      const counts = (scope: Partial<KeywordQuery>) => index.facets(kbid, ['/l/topics'], scope);
      expect(await counts({ approximate: [unfinished('tid')] })).toEqual({
        '/l/topics': { '/l/topics/sea': 2, '/l/topics/order': 1 },
      });
      expect(await counts({ terms: ['moon'] })).toEqual({ '/l/topics': { '/l/topics/sea': 1 } });
      expect(await counts({ terms: ['absent'] })).toEqual({ '/l/topics': {} });
      expect(await counts({ ...queryOf('harbour'), filter: { label: '/l/topics/order' } })).toEqual({
        '/l/topics': { '/l/topics/order': 1 },
      });
    });

    it.each([{ limit: 5_001 }, { limit: -1 }, { countMax: 10_001 }, { countMax: 1.5 }])(
      'are not looked for with %j',
      async (query) => {
        await expect(index.search(kbid, { ...nothing, ...query })).rejects.toMatchObject({ code: 'invalid_request' });
      },
    );
  });
}
