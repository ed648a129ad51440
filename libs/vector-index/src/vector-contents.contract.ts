import type { IndexedResource, VectorRecord } from '@lectern/contracts/core';
import type { VectorIndex } from './vector-index';
import { at, recordOf, ridOf, type VectorIndexStore, vectorset } from './vector-records.contract';

const { kbid } = vectorset;
const COUNT = 5;
const shared: Partial<IndexedResource> = { version: 3, groups: ['g'], labels: ['/l/topics/greek', '/l/kept/one'] };

/** Compares the stored contents with the expected ones. */
export function describeVectorContents(makeStore: () => Promise<VectorIndexStore>): void {
  describe('contents', () => {
    let store: VectorIndexStore;
    let index: VectorIndex;
    const truth = Array.from({ length: COUNT }, (_, n) =>
      recordOf(n, [n * 10, { degrees: n * 10 + 5, labels: ['/k/table'], language: 'es' }], shared),
    );

    beforeEach(async () => {
      store = await makeStore();
      index = await store.open();
    });
    afterEach(async () => {
      await index.close();
      await store.destroy();
    });

    it('are what was put, updated and extended, whatever their versions', async () => {
      const before = { ...shared, version: 1, labels: ['/l/topics/latin'], hidden: true, createdMs: 5 };
      await index.put(
        vectorset,
        truth.map(({ vectors: [first] }, n) => ({ ...recordOf(n, [], before), vectors: first ? [first] : [] })),
      );
      expect((await index.differing(vectorset, truth)).toSorted()).toEqual(truth.map((_, n) => ridOf(n)));
      await index.update(
        kbid,
        truth.map(({ resource }) => ({ ...resource, version: 2 })),
      );
      await index.extend(
        vectorset,
        truth.map((record) => ({ ...record, vectors: record.vectors.slice(1), since: 1 })),
      );
      expect(await index.differing(vectorset, truth)).toEqual([]);
    });

    const changes: readonly (readonly [string, (record: (typeof truth)[number]) => VectorRecord])[] = [
      ['a vector', (record) => ({ ...record, vectors: record.vectors.map((one) => ({ ...one, vector: at(200) })) })],
      ['a label', (record) => ({ ...record, resource: { ...record.resource, labels: ['/l/kept/one'] } })],
      ['a group', (record) => ({ ...record, resource: { ...record.resource, groups: [] } })],
      ['a date', (record) => ({ ...record, resource: { ...record.resource, createdMs: 7 } })],
      ['a missing vector', (record) => ({ ...record, vectors: record.vectors.slice(1) })],
    ];
    it.each(changes)('differ by %s', async (_, change) => {
      await index.put(
        vectorset,
        truth.map((record, n) => (n === 2 ? change(record) : record)),
      );
      expect(await index.differing(vectorset, truth)).toEqual([ridOf(2)]);
    });

    it('differ for all that is not there', async () => {
      expect(await index.differing(vectorset, truth)).toEqual(truth.map((_, n) => ridOf(n)));
    });
  });
}
