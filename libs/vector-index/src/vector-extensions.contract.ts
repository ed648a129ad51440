import type { VectorExtension, VectorIndex } from './vector-index';
import {
  idOf,
  near,
  recordOf,
  ridOf,
  type VectorIndexStore,
  type VectorOptions,
  vectorset,
} from './vector-records.contract';

const { kbid } = vectorset;
const rid = ridOf(1);
const message = (ident: string, degrees: number): VectorOptions => ({
  degrees,
  field: 'c/chat',
  id: `${rid}/c/chat/${ident}/0-50`,
});

/** An extension of resource 1 by messages, valid for version 2 or later. */
function extensionOf(messages: readonly VectorOptions[], version: number, since = 2): VectorExtension {
  return { ...recordOf(1, messages, { version }), since };
}

export function describeVectorExtensions(makeStore: () => Promise<VectorIndexStore>): void {
  describe('extensions', () => {
    let store: VectorIndexStore;
    let index: VectorIndex;

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
      index.put(vectorset, [recordOf(1, [10, 20], { version }), recordOf(2, [30], { version })]);
    const extend = (extension: VectorExtension) => index.extend(vectorset, [extension]);
    const degrees = async () =>
      (await index.search(vectorset, near(0))).map(({ score }) => Math.round((Math.acos(score) * 180) / Math.PI));
    const held = async () => (await index.scroll(vectorset, 10)).resources;
    const first = message('m1', 15);

    it('add vectors to a resource, which keeps the others', async () => {
      expect(await extend(extensionOf([first], 3))).toEqual([]);
      expect(await degrees()).toEqual([10, 15, 20, 30]);
      expect(await index.count(vectorset)).toMatchObject({ vectors: 4 });
      expect((await held())[0]).toEqual({ rid, version: 3, vectors: 3 });
    });

    it('replace vectors of the same paragraphs, and may be repeated', async () => {
      for (const angle of [15, 40, 40]) await extend(extensionOf([message('m1', angle), message('m2', 50)], 3));
      expect(await degrees()).toEqual([10, 20, 30, 40, 50]);
      await extend(extensionOf([{ degrees: 12, id: idOf(rid, 0) }], 3));
      expect(await degrees()).toEqual([12, 20, 30, 40, 50]);
      expect(await index.count(vectorset)).toMatchObject({ vectors: 5 });
    });

    it('come one after the other, and only to their vectorset', async () => {
      const other = { ...vectorset, id: 'other' };
      await index.put(other, [recordOf(1, [70], { version: 2 })]);
      await index.extend(vectorset, [extensionOf([first], 3), extensionOf([message('m2', 40)], 4)]);
      expect(await degrees()).toEqual([10, 15, 20, 30, 40]);
      expect(await index.count(other)).toMatchObject({ vectors: 1 });
    });

    it('say which resources are not held, or only in an earlier version', async () => {
      const missing: VectorExtension = { ...recordOf(3, [5], { version: 9 }), since: 1 };
      expect(await index.extend(vectorset, [extensionOf([first], 5, 3), missing])).toEqual([rid, ridOf(3)]);
      expect(await index.extend({ ...vectorset, id: 'unknown' }, [missing])).toEqual([ridOf(3)]);
      expect(await degrees()).toEqual([10, 20, 30]);
      await index.delete(kbid, [{ rid, version: 3 }]);
      expect(await extend(extensionOf([first], 4))).toEqual([rid]);
      expect(await degrees()).toEqual([30]);
    });

    it('are ignored when what is held is newer', async () => {
      await put(4);
      expect(await extend(extensionOf([first], 3))).toEqual([]);
      await index.delete(kbid, [{ rid: ridOf(2), version: 6 }]);
      await index.extend(vectorset, [{ ...recordOf(2, [5], { version: 5 }), since: 1 }]);
      expect(await degrees()).toEqual([10, 20]);
      expect(await held()).toEqual([{ rid, version: 4, vectors: 2 }]);
    });

    it('are replaced by later puts, and earlier ones leave them alone', async () => {
      await extend(extensionOf([first], 4));
      await put(3);
      expect(await degrees()).toEqual([10, 15, 20, 30]);
      await put(5);
      expect(await degrees()).toEqual([10, 20, 30]);
      expect(await index.count(vectorset)).toMatchObject({ vectors: 3 });
      expect((await held())[0]).toEqual({ rid, version: 5, vectors: 2 });
    });

    it('are updated with all other vectors', async () => {
      await extend(extensionOf([first], 3));
      await index.update(kbid, [recordOf(1, [], { version: 4, hidden: true }).resource]);
      await extend(extensionOf([message('m2', 5)], 3));
      expect(await degrees()).toEqual([10, 15, 20, 30]);
      expect((await held())[0]).toEqual({ rid, version: 4, vectors: 3 });
      await put(3);
      expect(await degrees()).toEqual([10, 15, 20, 30]);
    });

    it('go with a deletion', async () => {
      await extend(extensionOf([first], 3));
      await index.delete(kbid, [{ rid, version: 3 }]);
      expect(await degrees()).toEqual([30]);
      expect(await index.count(vectorset)).toMatchObject({ vectors: 1 });
    });

    it('have the length of the vectorset', async () => {
      const extension = extensionOf([{ ...first, vector: new Float32Array(3) }], 3);
      await expect(extend(extension)).rejects.toMatchObject({ code: 'invalid_request' });
      expect(await degrees()).toEqual([10, 20, 30]);
    });

    it('survive that the index is opened again', async () => {
      await extend(extensionOf([first], 3));
      await index.close();
      index = await store.open();
      expect(await degrees()).toEqual([10, 15, 20, 30]);
      await put(2);
      expect((await held())[0]).toEqual({ rid, version: 3, vectors: 3 });
      await extend(extensionOf([message('m2', 40)], 4, 3));
      expect(await degrees()).toEqual([10, 15, 20, 30, 40]);
    });
  });
}
