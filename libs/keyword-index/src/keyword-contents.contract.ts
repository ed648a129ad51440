import type { IndexedResource, KeywordRecord } from '@lectern/contracts/core';
import type { KeywordIndex } from './keyword-index';
import { kbid, type KeywordIndexStore, recordOf, ridOf } from './keyword-records.contract';

const COUNT = 5;
const shared: Partial<IndexedResource> = { version: 3, groups: ['g'], labels: ['/l/topics/greek', '/l/kept/one'] };
const texts = (n: number) => [`alpha beta ${n}`, { text: 'gamma', labels: ['/k/table', '/l/own/x'], language: 'es' }];

/** Compares the stored contents with the expected ones. */
export function describeKeywordContents(makeStore: () => Promise<KeywordIndexStore>): void {
  describe('contents', () => {
    let store: KeywordIndexStore;
    let index: KeywordIndex;
    const truth = Array.from({ length: COUNT }, (_, n) => recordOf(n, texts(n), shared));

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
        kbid,
        truth.map(({ paragraphs: [first] }, n) => ({ ...recordOf(n, [], before), paragraphs: first ? [first] : [] })),
      );
      expect((await index.differing(kbid, truth)).toSorted()).toEqual(truth.map((_, n) => ridOf(n)));
      await index.update(
        kbid,
        truth.map(({ resource }) => ({ ...resource, version: 2 })),
      );
      await index.extend(
        kbid,
        truth.map((record) => ({ ...record, paragraphs: record.paragraphs.slice(1), since: 1 })),
      );
      expect(await index.differing(kbid, truth)).toEqual([]);
    });

    const changes: readonly (readonly [string, (record: (typeof truth)[number]) => KeywordRecord])[] = [
      [
        'a letter',
        (record) => ({ ...record, paragraphs: record.paragraphs.map((one) => ({ ...one, text: 'delta' })) }),
      ],
      ['a term', (record) => ({ ...record, paragraphs: record.paragraphs.map((one) => ({ ...one, terms: 'delta' })) })],
      ['a label', (record) => ({ ...record, resource: { ...record.resource, labels: ['/l/kept/one'] } })],
      ['a group', (record) => ({ ...record, resource: { ...record.resource, groups: [] } })],
      ['a date', (record) => ({ ...record, resource: { ...record.resource, createdMs: 7 } })],
      ['the title', (record) => ({ ...record, title: 'Another' })],
      ['a paragraph', (record) => ({ ...record, paragraphs: record.paragraphs.slice(1) })],
    ];
    it.each(changes)('differ by %s', async (_, change) => {
      await index.put(
        kbid,
        truth.map((record, n) => (n === 2 ? change(record) : record)),
      );
      expect(await index.differing(kbid, truth)).toEqual([ridOf(2)]);
    });

    it('differ for all that is not there', async () => {
      expect(await index.differing(kbid, truth)).toEqual(truth.map((_, n) => ridOf(n)));
    });
  });
}
