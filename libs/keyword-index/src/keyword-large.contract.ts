import { AppError, type IndexedParagraph, type KeywordRecord } from '@lectern/contracts/core';
import type { KeywordIndex } from './keyword-index';
import { hitsOf, idOf, kbid, type KeywordIndexStore, queryOf, recordOf, ridOf } from './keyword-records.contract';

const paragraphsMany = 6_000;
const timeoutMs = 16_000;
const labels = Array.from({ length: 100 }, (_, i) => `/e/PERSON/person ${i}`);

/** A record whose paragraphs are created during iteration and share their labels. */
function largeRecord(n: number, version: number, length = paragraphsMany): KeywordRecord {
  const text = `moon v${version}`;
  function* paragraphs(): Generator<IndexedParagraph> {
    const shared = { field: 't/body', text, terms: text, words: text, language: 'en', kind: 'TEXT', labels } as const;
    for (let i = 0; i < length; i += 1)
      yield { ...shared, id: idOf(ridOf(n), i), index: i, start: i * 100, end: i * 100 + 50, page: 0 };
  }
  const { resource, title } = recordOf(n, [], { version });
  return { resource, title, paragraphs: { length, [Symbol.iterator]: paragraphs } };
}

/** The same in pages of 1,000, one of which may be missing. */
function pagedRecord(n: number, version: number, { brokenAt }: { readonly brokenAt?: number } = {}): KeywordRecord {
  const whole = largeRecord(n, version);
  const all = 'pages' in whole.paragraphs ? [] : [...whole.paragraphs];
  async function* pages(): AsyncGenerator<Iterable<IndexedParagraph>> {
    for (let page = 0; page * 1_000 < all.length; page += 1) {
      if (page === brokenAt) throw new AppError('unavailable', 'The database is away');
      yield all.slice(page * 1_000, (page + 1) * 1_000);
    }
  }
  return { ...whole, paragraphs: { length: all.length, pages } };
}

export function describeLargeKeywordRecords(makeStore: () => Promise<KeywordIndexStore>): void {
  describe('a resource of 6,000 paragraphs with 100 labels', () => {
    let store: KeywordIndexStore;
    let index: KeywordIndex;

    beforeAll(async () => {
      store = await makeStore();
      index = await store.open();
    });

    const put = (record: KeywordRecord) => index.put(kbid, [record]);

    afterAll(async () => {
      await index.close();
      await store.destroy();
    });

    it(
      'is found whole, and replaced whole, while others are written',
      async () => {
        const others = [recordOf(2, ['moon planet']), recordOf(3, ['moon planet'])];
        await Promise.all([index.put(kbid, [largeRecord(1, 1)]), ...others.map((one) => index.put(kbid, [one]))]);
        expect((await index.count(kbid)).paragraphs).toBe(paragraphsMany + others.length);
        const ends = [idOf(ridOf(1), 0), idOf(ridOf(1), paragraphsMany - 1)];
        expect((await index.read(kbid, ends)).map(({ id, labels: own }) => [id, own.length])).toEqual(
          ends.map((id) => [id, labels.length]),
        );
        expect(await hitsOf(index, queryOf('planet'))).toEqual([2, 3]);

        await index.put(kbid, [largeRecord(1, 2, paragraphsMany / 2)]);
        expect((await index.count(kbid)).paragraphs).toBe(paragraphsMany / 2 + others.length);
        expect(await hitsOf(index, queryOf('v1'))).toEqual([]);
        const filter = { label: '/e/PERSON/person 99' };
        expect(await hitsOf(index, queryOf('v2', { filter, limit: 2 }))).toEqual([1, 1]);
      },
      timeoutMs,
    );

    it(
      'ends as the newest of what came at once, and goes when it is deleted',
      async () => {
        const small = recordOf(1, ['sun v4'], { version: 4, labels: ['/l/new'] });
        const puts = [largeRecord(1, 3, 3_000), small, largeRecord(1, 2, 3_000)];
        const update = { ...small.resource, version: 5, labels: ['/l/newest'] };
        await Promise.all([...puts.map((record) => index.put(kbid, [record])), index.update(kbid, [update])]);
        await index.put(kbid, [small]);
        await index.update(kbid, [update]);
        expect(await hitsOf(index, queryOf('v3'))).toEqual([]);
        expect(await hitsOf(index, queryOf('sun', { filter: { label: '/l/newest' } }))).toEqual([1]);
        await Promise.all([
          index.put(kbid, [largeRecord(1, 6, 3_000)]),
          index.delete(kbid, [{ rid: ridOf(1), version: 7 }]),
        ]);
        await index.put(kbid, [largeRecord(1, 6, 3_000)]);
        expect(await hitsOf(index, queryOf('moon v6'))).toEqual([2, 3]);
      },
      timeoutMs,
    );

    it(
      'is put page by page, after a page that could not be read, too',
      async () => {
        const broken = pagedRecord(4, 1, { brokenAt: 2 });
        const [failed, other] = await Promise.allSettled([put(broken), put(recordOf(5, ['comet']))]);
        expect([failed.status, other.status]).toEqual(['rejected', 'fulfilled']);
        await put(pagedRecord(4, 1));
        await put(pagedRecord(4, 2));
        const { resources } = await index.scroll(kbid, 10);
        expect(resources.find(({ rid }) => rid === ridOf(4))).toMatchObject({ version: 2, paragraphs: paragraphsMany });
      },
      timeoutMs,
    );
  });
}
