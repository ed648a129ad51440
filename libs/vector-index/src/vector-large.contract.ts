import { AppError, type IndexedVector, type VectorRecord } from '@lectern/contracts/core';
import type { VectorIndex } from './vector-index';
import { at, hitsOf, idOf, near, recordOf, ridOf, vectorset, type VectorIndexStore } from './vector-records.contract';

const vectorsMany = 6_000;
const timeoutMs = 16_000;
const labels = Array.from({ length: 100 }, (_, i) => `/e/PERSON/person ${i}`);

/** A record whose vectors are created during iteration and share their labels. */
function largeRecord(n: number, version: number, length = vectorsMany): VectorRecord {
  function* vectors(): Generator<IndexedVector> {
    const shared = { field: 't/body', language: 'en', labels };
    for (let i = 0; i < length; i += 1)
      yield { ...shared, id: idOf(ridOf(n), i), vector: at(90 + (90 * i) / vectorsMany) };
  }
  return { resource: recordOf(n, [], { version }).resource, vectors: { length, [Symbol.iterator]: vectors } };
}

/** The same in pages of 1,000, one of which may be missing. */
function pagedRecord(n: number, version: number, { brokenAt }: { readonly brokenAt?: number } = {}): VectorRecord {
  const whole = largeRecord(n, version);
  const all = 'pages' in whole.vectors ? [] : [...whole.vectors];
  async function* pages(): AsyncGenerator<Iterable<IndexedVector>> {
    for (let page = 0; page * 1_000 < all.length; page += 1) {
      if (page === brokenAt) throw new AppError('unavailable', 'The database is away');
      yield all.slice(page * 1_000, (page + 1) * 1_000);
    }
  }
  return { ...whole, vectors: { length: all.length, pages } };
}

export function describeLargeVectorRecords(makeStore: () => Promise<VectorIndexStore>): void {
  describe('a resource of 6,000 vectors with 100 labels', () => {
    let store: VectorIndexStore;
    let index: VectorIndex;

    beforeAll(async () => {
      store = await makeStore();
      index = await store.open();
    });

    const put = (record: VectorRecord) => index.put(vectorset, [record]);

    afterAll(async () => {
      await index.close();
      await store.destroy();
    });

    it(
      'is found whole, and replaced whole, while others are written',
      async () => {
        await Promise.all([index.put(vectorset, [largeRecord(1, 1)]), index.put(vectorset, [recordOf(2, [10])])]);
        expect((await index.count(vectorset)).vectors).toBe(vectorsMany + 1);
        expect(await hitsOf(index, near(10, { limit: 1 }))).toEqual([2]);

        await index.put(vectorset, [largeRecord(1, 2, vectorsMany / 2)]);
        expect((await index.count(vectorset)).vectors).toBe(vectorsMany / 2 + 1);
        const filter = { label: '/e/PERSON/person 99' };
        expect(await hitsOf(index, near(90, { filter, limit: 2 }))).toEqual([1, 1]);
      },
      timeoutMs,
    );

    it(
      'ends as the newest of what came at once, and goes when it is deleted',
      async () => {
        const small = recordOf(1, [45], { version: 4 });
        await Promise.all([largeRecord(1, 3, 3_000), small].map((record) => index.put(vectorset, [record])));
        await index.update(vectorset.kbid, [{ ...small.resource, version: 5, labels: ['/l/newest'] }]);
        expect(await hitsOf(index, near(45, { filter: { label: '/l/newest' } }))).toEqual([1]);
        await Promise.all([
          index.put(vectorset, [largeRecord(1, 6, 3_000)]),
          index.delete(vectorset.kbid, [{ rid: ridOf(1), version: 7 }]),
        ]);
        await index.put(vectorset, [largeRecord(1, 6, 3_000)]);
        expect(await hitsOf(index, near(90))).toEqual([2]);
      },
      timeoutMs,
    );

    it(
      'is put page by page, after a page that could not be read, too',
      async () => {
        const broken = pagedRecord(4, 1, { brokenAt: 2 });
        const [failed, other] = await Promise.allSettled([put(broken), put(recordOf(5, [10]))]);
        expect([failed.status, other.status]).toEqual(['rejected', 'fulfilled']);
        await put(pagedRecord(4, 1));
        await put(pagedRecord(4, 2));
        const { resources } = await index.scroll(vectorset, 10);
        expect(resources.find(({ rid }) => rid === ridOf(4))).toMatchObject({ version: 2, vectors: vectorsMany });
      },
      timeoutMs,
    );
  });
}
