import type { KeywordExtension, KeywordIndex } from './keyword-index';
import {
  idOf,
  idsOf,
  kbid,
  type KeywordIndexStore,
  type ParagraphOptions,
  queryOf,
  recordOf,
  ridOf,
} from './keyword-records.contract';

const rid = ridOf(1);
const message = (ident: string, text: string): ParagraphOptions => ({
  text,
  field: 'c/chat',
  id: `${rid}/c/chat/${ident}/0-50`,
});

/** An extension of resource 1 by messages, valid for version 2 or later. */
function extensionOf(messages: readonly ParagraphOptions[], version: number, since = 2): KeywordExtension {
  return { ...recordOf(1, messages, { version, labels: [`/l/v/${version}`] }), since };
}

export function describeKeywordExtensions(makeStore: () => Promise<KeywordIndexStore>): void {
  describe('extensions', () => {
    let store: KeywordIndexStore;
    let index: KeywordIndex;

    beforeEach(async () => {
      store = await makeStore();
      index = await store.open();
      await put(2);
    });

    afterEach(async () => {
      await index.close();
      await store.destroy();
    });

    const put = (version: number) =>
      index.put(kbid, [
        recordOf(1, ['common alpha', 'common beta'], { version, labels: [`/l/v/${version}`] }),
        recordOf(2, ['common other'], { version }),
      ]);
    const extend = (extension: KeywordExtension) => index.extend(kbid, [extension]);
    const found = async (word: string) => (await idsOf(index, queryOf(word, { limit: 100 }))).sort();
    const held = async () => (await index.scroll(kbid, 10)).resources;
    const first = message('m1', 'common gamma');

    it('add paragraphs to a resource, which keeps the others', async () => {
      expect(await extend(extensionOf([first], 3))).toEqual([]);
      expect(await found('gamma')).toEqual([first.id]);
      expect(await found('common')).toHaveLength(4);
      expect(await index.count(kbid)).toMatchObject({ paragraphs: 4 });
      expect(await held()).toEqual([
        { rid, version: 3, paragraphs: 3 },
        { rid: ridOf(2), version: 2, paragraphs: 1 },
      ]);
      const [read] = await index.read(kbid, [first.id ?? '']);
      expect(read).toMatchObject({ text: 'common gamma', field: 'c/chat', resourceLabels: ['/l/v/3'] });
    });

    it('replace paragraphs of the same ids, and may be repeated', async () => {
      for (const text of ['common gamma', 'common delta', 'common delta'])
        await extend(extensionOf([message('m1', text), message('m2', 'common epsilon')], 3));
      expect([await found('gamma'), await found('delta')]).toEqual([[], [first.id]]);
      expect(await index.count(kbid)).toMatchObject({ paragraphs: 5 });
      await extend(extensionOf([{ ...first, id: idOf(rid, 0), field: 't/body' }], 3));
      expect([await found('alpha'), await found('gamma')]).toEqual([[], [idOf(rid, 0)]]);
      expect(await index.count(kbid)).toMatchObject({ paragraphs: 5 });
    });

    it('come one after the other, also of one call', async () => {
      await index.extend(kbid, [extensionOf([first], 3), extensionOf([message('m2', 'common delta')], 4)]);
      await extend(extensionOf([message('m3', 'common epsilon')], 5));
      expect(await found('common')).toHaveLength(6);
      expect((await held())[0]).toEqual({ rid, version: 5, paragraphs: 5 });
    });

    it('say which resources are not held, or only in an earlier version', async () => {
      const missing: KeywordExtension = { ...recordOf(3, ['common new'], { version: 9 }), since: 1 };
      expect((await index.extend(kbid, [extensionOf([first], 5, 3), missing])).toSorted()).toEqual([rid, ridOf(3)]);
      expect(await index.extend('5f0c1a52-8a53-4d29-9a55-3f6f0f7c8dff', [missing])).toEqual([ridOf(3)]);
      expect(await found('common')).toHaveLength(3);
      expect((await held())[0]).toEqual({ rid, version: 2, paragraphs: 2 });
      await index.delete(kbid, [{ rid, version: 3 }]);
      expect(await extend(extensionOf([first], 4))).toEqual([rid]);
      expect(await found('gamma')).toEqual([]);
    });

    it('are ignored when what is held is newer', async () => {
      await put(4);
      expect(await extend(extensionOf([first], 3))).toEqual([]);
      await index.delete(kbid, [{ rid: ridOf(2), version: 6 }]);
      await index.extend(kbid, [{ ...recordOf(2, ['common gamma'], { version: 5 }), since: 1 }]);
      expect(await found('gamma')).toEqual([]);
      expect(await held()).toEqual([{ rid, version: 4, paragraphs: 2 }]);
    });

    it('are replaced by later puts, and earlier ones leave them alone', async () => {
      await extend(extensionOf([first], 4));
      await put(3);
      expect(await found('gamma')).toEqual([first.id]);
      expect(await found('alpha')).toHaveLength(1);
      await put(5);
      expect(await found('gamma')).toEqual([]);
      expect(await index.count(kbid)).toMatchObject({ paragraphs: 3 });
      expect((await held())[0]).toEqual({ rid, version: 5, paragraphs: 2 });
    });

    it('are updated with all other paragraphs', async () => {
      await extend(extensionOf([first], 3));
      const { resource } = recordOf(1, [], { version: 4, labels: ['/l/v/4'], hidden: true });
      await index.update(kbid, [resource]);
      const read = await index.read(kbid, [idOf(rid, 0), idOf(rid, 1), first.id ?? '']);
      expect(read.map(({ resourceLabels }) => resourceLabels)).toEqual([['/l/v/4'], ['/l/v/4'], ['/l/v/4']]);
      await extend(extensionOf([message('m2', 'common late')], 3));
      expect(await found('late')).toEqual([]);
      expect((await held())[0]).toEqual({ rid, version: 4, paragraphs: 3 });
    });

    it('go with a deletion', async () => {
      await extend(extensionOf([first], 3));
      await index.delete(kbid, [{ rid, version: 3 }]);
      expect(await found('common')).toHaveLength(1);
      expect(await index.count(kbid)).toMatchObject({ paragraphs: 1 });
    });

    it('survive that the index is opened again', async () => {
      await extend(extensionOf([first], 3));
      await index.close();
      index = await store.open();
      expect(await found('common')).toHaveLength(4);
      await put(2);
      expect((await held())[0]).toEqual({ rid, version: 3, paragraphs: 3 });
      await extend(extensionOf([message('m2', 'common delta')], 4, 3));
      expect(await found('common')).toHaveLength(5);
    });
  });
}
