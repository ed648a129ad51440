import { goldenCorpus } from './golden-corpus.contract';
import { IDS_MAX, type KeywordIndex, type KeywordQuery } from './keyword-index';
import {
  hitsOf,
  idOf,
  idsOf,
  kbid,
  type KeywordIndexStore,
  queryOf,
  recordOf,
  ridOf,
} from './keyword-records.contract';

export function describeKeywordRanking(makeStore: () => Promise<KeywordIndexStore>): void {
  describe('ranking', () => {
    let store: KeywordIndexStore;
    let index: KeywordIndex;

    beforeAll(async () => {
      store = await makeStore();
      index = await store.open();
    });

    afterAll(async () => {
      await index.close();
      await store.destroy();
    });

    describe('in five languages', () => {
      const box = '0a6c2c0e-5a8e-4e0e-8d3a-0d1a1f5c2b01';
      beforeAll(() =>
        index.put(
          box,
          goldenCorpus.map(({ language, paragraphs }, i) =>
            recordOf(
              i,
              paragraphs.map((text) => ({ text, language })),
            ),
          ),
        ),
      );

      const cases = goldenCorpus.flatMap(({ language, cases }, n) => cases.map((one) => ({ ...one, language, n })));
      it.each(cases)('answers "$query" ($language) best with paragraph $best', async ({ query, language, n, best }) => {
        const [first] = await idsOf(index, queryOf(query, { language }), box);
        expect(first).toBe(idOf(ridOf(n), best));
      });
    });

    describe('of a small collection', () => {
      beforeAll(() =>
        index.put(kbid, [
          recordOf(1, ['quick brown fox jumps over the lazy dog near the river bank today']),
          recordOf(2, ['quick brown dog']),
          recordOf(3, ['brown bread and butter']),
          recordOf(4, ['zebra']),
          recordOf(5, ['fox of brown colour, quick']),
          recordOf(6, ['same words twice']),
          recordOf(7, ['same words twice']),
          recordOf(8, ['brown brown brown bear']),
        ]),
      );

      it('puts a paragraph with more of the words first', async () => {
        expect((await hitsOf(index, queryOf('quick brown fox')))[0]).toBe(5);
        expect((await hitsOf(index, queryOf('quick brown fox'))).slice(0, 3).sort()).toEqual([1, 2, 5]);
      });

      it('finds paragraphs with any of the words', async () => {
        expect((await hitsOf(index, queryOf('zebra bread'))).sort()).toEqual([3, 4]);
      });

      it('weighs a word that the query says three times more', async () => {
        const query = queryOf('bread zebra');
        const [first] = await hitsOf(index, { ...query, terms: [...query.terms, 'bread', 'bread'] });
        expect(first).toBe(3);
        expect((await hitsOf(index, query))[0]).toBe(4);
      });

      it('weighs a rare word more than a common one', async () => {
        expect((await hitsOf(index, queryOf('brown zebra')))[0]).toBe(4);
      });

      it('prefers the shorter of two paragraphs with the same words', async () => {
        expect((await hitsOf(index, queryOf('quick dog'))).slice(0, 2)).toEqual([2, 1]);
      });

      it('finds other forms of a word', async () => {
        expect(await hitsOf(index, queryOf('jumping'))).toEqual([1]);
      });

      it('gives descending positive scores, and the same score to the same text, ordered by id', async () => {
        const { hits } = await index.search(kbid, queryOf('brown same twice'));
        expect(hits.map(({ score }) => score)).toEqual(hits.map(({ score }) => score).sort((a, b) => b - a));
        expect(hits.every(({ score }) => score > 0)).toBe(true);
        const [six, seven] = [6, 7].map((n) => hits.findIndex(({ id }) => id.startsWith(ridOf(n))));
        expect(hits[six ?? -1]?.score).toBe(hits[seven ?? -1]?.score);
        expect(seven).toBe((six ?? 0) + 1);
      });

      it('stops at the limit and says that there is more', async () => {
        const all = await index.search(kbid, queryOf('brown'));
        expect(all.more).toBe(false);
        expect(all.hits).toHaveLength(5);
        const two = await index.search(kbid, queryOf('brown', { limit: 2 }));
        expect(two).toMatchObject({ hits: all.hits.slice(0, 2), more: true });
        expect((await index.search(kbid, queryOf('brown', { limit: 5 }))).more).toBe(false);
      });

      it('gives the least ids of those that are equal at the limit, in whatever order they were written', async () => {
        const [box, again] = ['0a6c2c0e-5a8e-4e0e-8d3a-0d1a1f5c2b07', '0a6c2c0e-5a8e-4e0e-8d3a-0d1a1f5c2b08'];
        const records = Array.from({ length: 150 }, (_, i) => recordOf(i + 1, [i === 149 ? 'moon moon' : 'moon rock']));
        await index.put(box, [...records].reverse());
        await index.put(again, records);
        const least = [150, 1, 2, 3, 4, 5, 6, 7, 8, 9];
        expect(await hitsOf(index, queryOf('moon', { limit: 10 }), box)).toEqual(least);
        expect(await hitsOf(index, queryOf('moon', { limit: 10 }), again)).toEqual(least);
        const hundred = await index.search(box, queryOf('moon', { limit: 100 }));
        expect(hundred.more).toBe(true);
        expect(hundred.hits).toEqual((await index.search(again, queryOf('moon', { limit: 100 }))).hits);
      });

      it('answers a limit of 0 with whether anything matches', async () => {
        expect(await index.search(kbid, queryOf('brown', { limit: 0 }))).toMatchObject({ hits: [], more: true });
        expect(await index.search(kbid, queryOf('absent', { limit: 0 }))).toMatchObject({ hits: [], more: false });
      });

      it('drops hits below the lowest score that is wanted', async () => {
        const { hits } = await index.search(kbid, queryOf('brown'));
        const minScore = hits[1]?.score ?? 0;
        expect((await index.search(kbid, queryOf('brown', { minScore }))).hits).toEqual(
          hits.filter(({ score }) => score >= minScore),
        );
      });

      it('counts a phrase only where its words stand side by side in order', async () => {
        const phrase = (...words: string[]) => queryOf('', { phrases: [words] });
        expect(await hitsOf(index, phrase('quick', 'brown', 'fox'))).toEqual([1]);
        expect((await hitsOf(index, phrase('quick', 'brown'))).sort()).toEqual([1, 2]);
        expect(await hitsOf(index, phrase('brown', 'quick'))).toEqual([]);
        expect(await hitsOf(index, phrase('over', 'the', 'lazy'))).toEqual([1]);
        expect(await hitsOf(index, phrase('zebra'))).toEqual([4]);
      });

      it('takes phrases and words as alternatives, both together counting most', async () => {
        const found = await hitsOf(
          index,
          queryOf('dog', {
            phrases: [
              ['quick', 'brown', 'dog'],
              ['bread', 'and'],
            ],
          }),
        );
        expect(found[0]).toBe(2);
        expect(found.sort()).toEqual([1, 2, 3]);
      });

      it('leaves out paragraphs with an excluded term', async () => {
        expect((await hitsOf(index, queryOf('brown', { excluded: ['fox', 'bear'] }))).sort()).toEqual([2, 3]);
        expect(await hitsOf(index, queryOf('', { phrases: [['quick', 'brown']], excluded: ['fox'] }))).toEqual([2]);
        const { hits, more } = await index.search(kbid, queryOf('brown', { excluded: ['fox', 'bear'], limit: 1 }));
        expect([hits.length, more]).toEqual([1, true]);
      });

      it('leaves out paragraphs in which an excluded phrase stands, not those with its words elsewhere', async () => {
        const without = (text: string, ...excludedPhrases: string[][]) =>
          hitsOf(index, queryOf(text, { excludedPhrases })).then((found) => found.sort());
        expect(await without('brown', ['quick', 'brown'])).toEqual([3, 5, 8]);
        expect(await without('brown', ['brown', 'quick'])).toEqual([1, 2, 3, 5, 8]);
        expect(await without('brown', ['over', 'the', 'lazy'], ['bread', 'and'], [])).toEqual([2, 5, 8]);
        expect(await without('', ['quick', 'brown'], ['same', 'words'])).toEqual([3, 4, 5, 8]);
        const phrases = { phrases: [['quick', 'brown']], excludedPhrases: [['brown', 'fox']] };
        expect(await hitsOf(index, queryOf('', phrases))).toEqual([2]);
        const excluding = { excluded: ['bear'], excludedPhrases: [['brown', 'fox']], countMax: 10 };
        expect(await index.search(kbid, queryOf('brown', { ...excluding, limit: 1 }))).toMatchObject({
          hits: [expect.anything()],
          more: true,
          total: 3,
        });
        expect((await index.search(kbid, queryOf('', excluding))).total).toBe(6);
      });

      it('answers a query without words with everything, newest first', async () => {
        expect(await hitsOf(index, queryOf(''))).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
        expect(await hitsOf(index, queryOf('', { excluded: ['brown'] }))).toEqual([7, 6, 4]);
        expect(await index.search(kbid, queryOf('', { limit: 2 }))).toMatchObject({ more: true });
      });

      it('finds and counts, of paragraphs that are named, those that match', async () => {
        const ids = [1, 2, 3, 4].map((n) => idOf(ridOf(n), 0));
        const named = async (query: KeywordQuery) => {
          const { hits, more, total } = await index.search(kbid, { ...query, ids, countMax: 10 });
          return [hits.map(({ id }) => ids.indexOf(id) + 1).sort(), more, total];
        };
        expect(await named(queryOf('brown dog'))).toEqual([[1, 2, 3], false, 3]);
        expect(await named(queryOf('', { phrases: [['quick', 'brown']] }))).toEqual([[1, 2], false, 2]);
        expect(await named(queryOf('brown', { filter: { resources: [ridOf(3), ridOf(5)] } }))).toEqual([[3], false, 1]);
        expect(await named(queryOf('', { excluded: ['brown'] }))).toEqual([[4], false, 1]);
        expect((await index.search(kbid, queryOf('brown', { ids: [] }))).hits).toEqual([]);
        const order = { by: 'created', direction: 'asc' } as const;
        expect(await hitsOf(index, queryOf('brown', { ids, order }))).toEqual([1, 2, 3]);
        const many = Array.from({ length: IDS_MAX + 1 }, (_, n) => `${n}`);
        const search = index.search(kbid, queryOf('brown', { ids: many }));
        await expect(search).rejects.toMatchObject({ code: 'invalid_request' });
      });

      it('finds nothing for words that do not occur', async () => {
        expect(await index.search(kbid, queryOf('unheard'))).toMatchObject({ hits: [], more: false });
      });

      it('stops when the caller goes', async () => {
        const signal = AbortSignal.abort();
        await expect(index.search(kbid, queryOf('brown', { signal }))).rejects.toMatchObject({ code: 'cancelled' });
      });
    });
  });
}
