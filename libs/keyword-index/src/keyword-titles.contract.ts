import { randomUUID } from 'node:crypto';
import type { IndexedParagraph, IndexFilter } from '@lectern/contracts/core';
import fc from 'fast-check';
import { type KeywordIndex, type KeywordQuery, OWN_MATCHES_MAX } from './keyword-index';
import { idOf, kbid, type KeywordIndexStore, type ParagraphOptions, recordOf, ridOf } from './keyword-records.contract';

const RUNS = 25;
const nothing: KeywordQuery = { terms: [], phrases: [], excluded: [], limit: 500, countMax: 10_000 };

/** A paragraph that can also be found by the terms of a title. */
function titled(title: readonly string[], own: readonly string[]): ParagraphOptions {
  const lacked = title.filter((term) => !own.includes(term));
  return {
    text: own.join(' '),
    terms: [...title, ...own].join(' '),
    words: own.join(' '),
    ...(lacked.length > 0 && { titleTerms: lacked }),
  };
}

type Written = Pick<IndexedParagraph, 'id' | 'terms' | 'words' | 'titleTerms'>;

function saysPhrase({ words }: Pick<Written, 'words'>, phrase: readonly string[]): boolean {
  return ` ${words} `.includes(` ${phrase.join(' ')} `);
}

function saysOneOf({ terms, words, titleTerms = [] }: Written, query: KeywordQuery): boolean {
  const own = terms.split(' ').filter((term) => !titleTerms.includes(term));
  const says = (word: string) => words.split(' ').includes(word);
  const { approximate = [] } = query;
  return (
    query.terms.some((term) => own.includes(term)) ||
    query.phrases.some((phrase) => saysPhrase({ words }, phrase)) ||
    approximate.some(({ word }) => says(word))
  );
}

/** Matches by title alone are found, but not counted. */
export function describeTitleTerms(makeStore: () => Promise<KeywordIndexStore>): void {
  describe('paragraphs with the title of their resource', () => {
    let store: KeywordIndexStore;
    let index: KeywordIndex;
    const totalOf = async (query: Partial<KeywordQuery>) => (await index.search(kbid, { ...nothing, ...query })).total;

    beforeAll(async () => {
      store = await makeStore();
      index = await store.open();
      await index.put(kbid, [
        recordOf(1, ['roman aqueduct', titled(['roman', 'aqueduct'], ['water', 'ran', 'far'])]),
        recordOf(2, [titled(['roman', 'coin'], ['silver', 'coin']), titled(['roman', 'coin'], ['roman', 'gold'])]),
        recordOf(3, ['gold and silver']),
      ]);
    });

    afterAll(async () => {
      await index.close();
      await store.destroy();
    });

    it('are found by it, and counted by what they say themselves', async () => {
      const { hits, more, total } = await index.search(kbid, { ...nothing, terms: ['roman'] });
      expect(hits).toHaveLength(4);
      expect({ more, total }).toEqual({ more: false, total: 2 });
      expect(await totalOf({ terms: ['aqueduct'] })).toBe(1);
      expect(await totalOf({ terms: ['coin'] })).toBe(1);
    });

    it('are counted when they have one of several words, a phrase or a word that is nearly right', async () => {
      expect(await totalOf({ terms: ['roman', 'silver'] })).toBe(4);
      expect(await totalOf({ terms: ['aqueduct', 'coin', 'roman', 'water'] })).toBe(4);
      expect(await totalOf({ terms: ['roman'], phrases: [['ran', 'far']] })).toBe(3);
      expect(await totalOf({ terms: ['coin'], approximate: [{ word: 'farr', edits: 1, prefix: false }] })).toBe(2);
      expect(await totalOf({ terms: ['coin'], approximate: [{ word: 'wat', edits: 0, prefix: true }] })).toBe(2);
    });

    it('are counted alike whatever is shown of them, and in whichever order', async () => {
      for (const limit of [0, 1, 3]) expect(await totalOf({ terms: ['roman'], limit })).toBe(2);
      for (const countMax of [0, 1]) expect(await totalOf({ terms: ['roman'], countMax })).toBe(countMax);
      expect(await totalOf({ terms: ['roman'], order: { by: 'created', direction: 'asc' } })).toBe(2);
      expect(await totalOf({ terms: ['roman'], limit: 1, countMax: undefined })).toBeUndefined();
    });

    it('are left out by a word of the title, too', async () => {
      expect(await totalOf({ terms: ['silver', 'gold', 'roman'], excluded: ['coin'] })).toBe(2);
      expect(await totalOf({ terms: ['roman'], excluded: ['coin'] })).toBe(1);
    });

    it('are counted in facets as in totals', async () => {
      const facetsOf = async (query: Partial<KeywordQuery>) =>
        Object.values(await index.facets(kbid, ['/language'], query)).map((counts) => counts['/language/en'] ?? 0);
      const queries = [
        { terms: ['roman'] },
        { terms: ['roman', 'silver'] },
        { terms: ['aqueduct', 'coin', 'roman', 'water'] },
        { terms: ['roman'], phrases: [['ran', 'far']], excluded: ['gold'] },
        { terms: ['coin'], approximate: [{ word: 'farr', edits: 1, prefix: false }] as const },
        { terms: ['silver'], filter: { resources: [ridOf(3)] } },
        { excluded: ['coin'] },
      ];
      for (const query of queries) expect([query, ...(await facetsOf(query))]).toEqual([query, await totalOf(query)]);
    });

    it('count as they are filtered', async () => {
      expect(await totalOf({ terms: ['roman'], filter: { resources: [ridOf(2)] } })).toBe(1);
      const either = { any: [{ resources: [ridOf(1)] }, { resources: [ridOf(3)] }] };
      expect(await totalOf({ terms: ['roman', 'gold'], filter: either })).toBe(2);
    });

    it('are what they were when their resource is updated, extended or put again', async () => {
      const box = '0a6c2c0e-5a8e-4e0e-8d3a-0d1a1f5c2b02';
      const count = async (...terms: string[]) => (await index.search(box, { ...nothing, terms })).total;
      const first = recordOf(1, [titled(['roman'], ['road']), titled(['roman'], ['roman', 'road'])]);
      await index.put(box, [first]);
      const updated = { ...first.resource, version: 2, labels: ['/l/a'], groups: ['g'] };
      await index.update(box, [updated]);
      expect([await count('roman'), await count('road')]).toEqual([1, 2]);
      const added = { ...titled(['roman'], ['wall']), id: idOf(ridOf(1), 7) };
      const { paragraphs } = recordOf(1, [added]);
      await index.extend(box, [{ ...first, resource: { ...updated, version: 3 }, paragraphs, since: 2 }]);
      expect([await count('roman'), await count('wall'), await count('roman', 'wall')]).toEqual([1, 1, 2]);
      await index.put(box, [recordOf(1, [titled(['wall'], ['roman', 'road'])], { version: 4 })]);
      expect([await count('roman'), await count('wall')]).toEqual([1, 0]);
    });

    it('are counted where there are many of them, for many words', async () => {
      const title = ['p', 'q', 'r', 's', 't'];
      const paragraphs = Array.from({ length: 180 }, (_, i) => titled(title, i % 3 === 0 ? ['q', 'z'] : ['z']));
      const [box, query] = ['0a6c2c0e-5a8e-4e0e-8d3a-0d1a1f5c2b05', { ...nothing, terms: title }];
      await index.put(box, [recordOf(1, paragraphs)]);
      expect(await index.search(box, { ...query, limit: 1 })).toMatchObject({ more: true, total: 60 });
      expect((await index.search(box, query)).total).toBe(60);
      expect((await index.search(box, { ...query, countMax: 40 })).total).toBe(40);
      expect((await index.search(box, { ...query, terms: [...title, 'z'] })).total).toBe(180);
    });

    it('are all counted where more match than are looked at one by one, in totals and facets alike', async () => {
      const [box, query] = ['0a6c2c0e-5a8e-4e0e-8d3a-0d1a1f5c2b06', { ...nothing, terms: ['road', 'wall'] }];
      const own = (i: number) => (i % 4 === 0 ? ['road'] : ['stone']);
      const paragraphs = Array.from({ length: OWN_MATCHES_MAX + 1 }, (_, i) => titled(['road'], own(i)));
      await index.put(box, [recordOf(1, paragraphs.slice(1)), recordOf(2, paragraphs.slice(0, 1))]);
      const first = { resources: [ridOf(1)] };
      const phrases = [['road', 'map']];
      for (const limit of [1, 500]) {
        const totalOfAll = async (more: Partial<KeywordQuery>) =>
          (await index.search(box, { ...query, limit, ...more })).total;
        expect(await totalOfAll({})).toBe(OWN_MATCHES_MAX + 1);
        expect(await totalOfAll({ order: { by: 'created', direction: 'asc' } })).toBe(OWN_MATCHES_MAX + 1);
        expect(await totalOfAll({ countMax: OWN_MATCHES_MAX })).toBe(OWN_MATCHES_MAX);
        expect(await totalOfAll({ filter: first })).toBe(OWN_MATCHES_MAX / 4);
        expect(await totalOfAll({ filter: first, phrases })).toBe(OWN_MATCHES_MAX / 4);
      }
      const countsOf = async (filter?: IndexFilter) => await index.facets(box, ['/language'], { ...query, filter });
      expect(await countsOf()).toEqual({ '/language': { '/language/en': OWN_MATCHES_MAX + 1 } });
      expect(await countsOf(first)).toEqual({ '/language': { '/language/en': OWN_MATCHES_MAX / 4 } });
    });

    it('come in the same order with the same scores as if nothing distinguished them', async () => {
      const boxes = ['0a6c2c0e-5a8e-4e0e-8d3a-0d1a1f5c2b03', '0a6c2c0e-5a8e-4e0e-8d3a-0d1a1f5c2b04'] as const;
      const [marked, unmarked] = [true, false].map((isMarked) =>
        [1, 2, 3, 4].map((n) => {
          const paragraph = titled(
            ['roman', 'road'],
            Array.from({ length: n }, (_, i) => `w${i}`),
          );
          return recordOf(n, [isMarked ? paragraph : { ...paragraph, titleTerms: undefined }]);
        }),
      );
      await Promise.all([index.put(boxes[0], marked ?? []), index.put(boxes[1], unmarked ?? [])]);
      const query = { ...nothing, terms: ['roman', 'w1', 'w3'], phrases: [['w0', 'w1']] };
      const [one, other] = await Promise.all(boxes.map((box) => index.search(box, query)));
      expect(one?.hits).toEqual(other?.hits);
      expect([one?.total, other?.total]).toEqual([3, 4]);
    });

    it('are counted as a look at each of them counts, whatever they and the query say', async () => {
      const word = fc.constantFrom('a', 'b', 'c', 'd', "it's", '%', 'x'.repeat(128));
      const texts = fc.array(word, { minLength: 1, maxLength: 4 });
      const resource = fc.tuple(fc.uniqueArray(word, { maxLength: 3 }), fc.array(texts, { maxLength: 3 }));
      const query = fc.record({
        terms: fc.array(word, { maxLength: 4 }),
        phrases: fc.array(fc.tuple(word, word), { maxLength: 1 }),
        excluded: fc.array(word, { maxLength: 1 }),
        excludedPhrases: fc.array(fc.tuple(word, word), { maxLength: 1 }),
        approximate: fc.array(fc.record({ word, edits: fc.constant(0 as const), prefix: fc.constant(false) }), {
          maxLength: 1,
        }),
        limit: fc.constantFrom(1, 500),
        order: fc.constantFrom(undefined, { by: 'created', direction: 'asc' } as const),
        rank: fc.nat(4),
      });
      const resources = fc.array(resource, { minLength: 1, maxLength: 5 });
      const queries = fc.array(query, { minLength: 8, maxLength: 8 });
      const isCountedRight = fc.asyncProperty(resources, queries, async (resources, queries) => {
        const records = resources.map(([title, own], n) =>
          recordOf(
            n,
            own.map((text) => titled(title, text)),
          ),
        );
        const byId = new Map(records.flatMap(({ paragraphs }) => paragraphs.map((one) => [one.id, one] as const)));
        const box = randomUUID();
        await index.put(box, records);
        for (const { rank, ...asked } of queries) {
          const whole = await index.search(box, { ...nothing, ...asked, limit: 500 });
          const scores = whole.hits.map(({ score }) => score).sort((a, b) => a - b);
          const minScore = rank === 0 ? 0 : ((scores[rank - 1] ?? 0) + (scores[rank] ?? 0)) / 2;
          const isUnranked = [asked.terms, asked.phrases, asked.approximate].every((list) => list.length === 0);
          const meant = whole.hits.filter(({ id, score }) => {
            const paragraph = byId.get(id);
            if (paragraph && asked.excludedPhrases.some((phrase) => saysPhrase(paragraph, phrase))) return false;
            return isUnranked || (score >= minScore && paragraph && saysOneOf(paragraph, { ...nothing, ...asked }));
          });
          const { total } = await index.search(box, { ...nothing, ...asked, minScore });
          expect({ asked, minScore, total }).toEqual({ asked, minScore, total: meant.length });
        }
        await index.drop(box);
      });
      await fc.assert(isCountedRight, { numRuns: RUNS });
    }, 120_000);
  });
}
