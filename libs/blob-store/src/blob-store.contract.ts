import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { AppError } from '@lectern/contracts/core';
import { BLOBS_PER_PAGE, type BlobStore, type ListedBlob } from './blob-store';

const MEBIBYTE = 1024 * 1024;
const limits = { sizeBytesMax: 8 * MEBIBYTE };

/** Behaviour of every adapter of `BlobStore`. The store may contain keys of other users. */
export function blobStoreContract(name: string, open: () => Promise<BlobStore>): void {
  describe(name, () => {
    let store: BlobStore;
    let key: string;
    beforeAll(async () => (store = await open()));
    beforeEach(() => (key = `contract/${randomUUID()}/file.bin`));
    afterAll(async () => {
      await store.deleteAll('contract/');
      store.close();
    });

    const put = (content: Buffer | string, at = key) => store.write(at, Readable.from([Buffer.from(content)]), limits);
    const isThere = (at = key) =>
      store.stat(at).then(
        () => true,
        () => false,
      );

    it('gives back what was written, and says how much it was and its hashes', async () => {
      const content = randomBytes(3 * MEBIBYTE + 1);
      const info = await store.write(key, Readable.from(inChunks(content)), limits);
      const [md5, sha256] = ['md5', 'sha256'].map((hash) => createHash(hash).update(content).digest('hex'));
      expect(info).toEqual({ sizeBytes: content.length, md5, sha256 });
      expect(await store.stat(key)).toEqual({ sizeBytes: content.length });
      expect(content.equals(await buffer(await store.read(key)))).toBe(true);
    });

    it('keeps nothing at all as well', async () => {
      expect((await store.write(key, Readable.from([]), limits)).sizeBytes).toBe(0);
      expect(await text(await store.read(key))).toBe('');
    });

    it('gives ranges, ends included, the last of which may reach past the end', async () => {
      await put('0123456789');
      const range = async (start: number, end: number) => text(await store.read(key, { start, end }));
      expect(await Promise.all([range(0, 0), range(2, 5), range(8, 100), range(9, 9)])).toEqual([
        '0',
        '2345',
        '89',
        '9',
      ]);
    });

    it('shows nothing under the key before the last byte', async () => {
      let end: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (end = resolve));
      const content = Readable.from(
        (async function* () {
          yield Buffer.alloc(MEBIBYTE);
          await held;
          yield Buffer.from('end');
        })(),
      );
      const written = store.write(key, content, limits);
      await sleep(50);
      expect(await isThere()).toBe(false);
      end();
      await written;
      expect(await isThere()).toBe(true);
    });

    it('keeps the former content until a new one is complete', async () => {
      await put('old');
      await expect(store.write(key, failing(new Error('broken off')), limits)).rejects.toThrow('broken off');
      expect(await text(await store.read(key))).toBe('old');
      await put('new');
      expect(await text(await store.read(key))).toBe('new');
    });

    it('leaves nothing of content that fails, and passes its error on', async () => {
      const error = Object.assign(new Error('hung up'), { code: 'ENOENT' });
      await expect(store.write(key, failing(error), limits)).rejects.toBe(error);
      expect(await isThere()).toBe(false);
    });

    it('leaves nothing of content that is destroyed without a word', async () => {
      const content = new Readable({ read: () => undefined });
      content.push(Buffer.alloc(1_000));
      setTimeout(() => content.destroy(), 20);
      await expect(store.write(key, content, limits)).rejects.toThrow();
      expect(await isThere()).toBe(false);
    });

    it('takes exactly as much as is allowed, and nothing of more, which it does not read to its end', async () => {
      await expect(
        store.write(key, Readable.from(inChunks(randomBytes(1_000))), { sizeBytesMax: 1_000 }),
      ).resolves.toBeDefined();
      await store.delete(key);
      let chunks = 0;
      const endless = Readable.from(
        (function* () {
          for (; chunks < 10_000; chunks++) yield Buffer.alloc(64 * 1024);
        })(),
      );
      await expect(store.write(key, endless, { sizeBytesMax: MEBIBYTE })).rejects.toMatchObject({ code: 'too_large' });
      expect(await isThere()).toBe(false);
      expect(chunks).toBeLessThan(1_000);
      expect(endless.destroyed).toBe(true);
    });

    it('stores many at once, each its own', async () => {
      const keys = Array.from({ length: 50 }, (_, index) => `${key}-${index}`);
      await Promise.all(keys.map((each) => put(`content of ${each}`, each)));
      const contents = await Promise.all(keys.map(async (each) => text(await store.read(each))));
      expect(contents).toEqual(keys.map((each) => `content of ${each}`));
    });

    it('ends with one of several whole contents when they are written to one key at once', async () => {
      const contents = ['a', 'b', 'c'].map((letter) => letter.repeat(100_000));
      await Promise.all(contents.map((content) => put(content)));
      expect(contents).toContain(await text(await store.read(key)));
    });

    it('does not know what was never written, nor what no key can be', async () => {
      for (const unknown of [
        key,
        'contract',
        '../contract',
        'contract/../x',
        '/etc/passwd',
        '.incoming/x',
        'a//b',
        '',
        'ä',
        'x'.repeat(999),
      ]) {
        await expect(store.read(unknown)).rejects.toMatchObject({ code: 'not_found' });
        await expect(store.stat(unknown)).rejects.toMatchObject({ code: 'not_found' });
      }
    });

    it('writes under keys only', async () => {
      for (const wrong of ['../x', 'a/../../x', '/x', '.x', 'a/.x', 'a/', '', 'a\0b']) {
        await expect(store.write(wrong, Readable.from([]), limits)).rejects.not.toBeInstanceOf(AppError);
      }
      for (const wrong of ['', '/', 'a', '../', 'a/../'])
        await expect(store.deleteAll(wrong)).rejects.toThrow('no prefix');
    });

    it('removes one, twice without complaint, and can still be read by who began before', async () => {
      await put('content');
      const reader = await store.read(key);
      await store.delete(key);
      await store.delete(key);
      expect(await isThere()).toBe(false);
      expect(await text(reader)).toBe('content');
    });

    it('removes all with a prefix, and no others', async () => {
      const folder = key.replace('/file.bin', '');
      await Promise.all([put('1', `${folder}/a`), put('2', `${folder}/b/c`), put('3', `${folder}2/a`)]);
      await store.deleteAll(`${folder}/`);
      await store.deleteAll(`${folder}/`);
      expect(await Promise.all([`${folder}/a`, `${folder}/b/c`, `${folder}2/a`].map((each) => isThere(each)))).toEqual([
        false,
        false,
        true,
      ]);
    });

    it('lists all with their sizes and times, from behind any of them on', async () => {
      const folder = key.replace('/file.bin', '');
      const keys = ['a', 'b/c', 'b/d/e', 'b-1', 'b.x', 'c'].map((name) => `${folder}/${name}`);
      await Promise.all(keys.map((each) => put(each.slice(folder.length), each)));
      const listed = async (after?: string) => {
        const found: ListedBlob[] = [];
        for await (const page of store.list(after)) {
          expect(page.length).toBeLessThanOrEqual(BLOBS_PER_PAGE);
          found.push(...page);
        }
        return found;
      };
      const all = await listed();
      expect(new Set(all.map((blob) => blob.key)).size).toBe(all.length);
      const own = all.filter((blob) => keys.includes(blob.key));
      expect(own.map((blob) => blob.key).sort()).toEqual(keys.sort());
      for (const blob of own) {
        expect(blob.sizeBytes).toBe(blob.key.length - folder.length);
        expect(Math.abs(blob.modified.getTime() - Date.now())).toBeLessThan(10 * 60_000);
      }
      for (const { key: after } of own) {
        const position = all.findIndex((blob) => blob.key === after);
        expect((await listed(after)).map((blob) => blob.key)).toEqual(all.slice(position + 1).map((blob) => blob.key));
      }
      await store.delete(own[2]?.key ?? '');
      const rest = all.slice(all.findIndex((blob) => blob.key === own[2]?.key) + 1);
      expect((await listed(own[2]?.key)).map((blob) => blob.key)).toEqual(rest.map((blob) => blob.key));
    });

    it('makes links to nothing that no key can be, and such as give the blob where it makes any', async () => {
      await put('0123456789');
      const presentation = { contentType: 'text/plain', disposition: 'attachment; filename="a.txt"' };
      const link = await store.link(key, presentation);
      if (link === undefined) return;
      await expect(store.link('../x', presentation)).rejects.toMatchObject({ code: 'not_found' });
      const answer = await fetch(link, { headers: { range: 'bytes=2-4' } });
      expect([answer.status, await answer.text()]).toEqual([206, '234']);
      expect(answer.headers.get('content-type')).toBe(presentation.contentType);
      expect(answer.headers.get('content-disposition')).toBe(presentation.disposition);
      const other = link.replace('file.bin', 'other.bin');
      expect((await fetch(other)).status).toBe(403);
    });

    it('says that it is well', async () => {
      await expect(store.check()).resolves.toBeUndefined();
    });
  });
}

function* inChunks(content: Buffer): Generator<Buffer> {
  for (let start = 0; start < content.length; start += 100_000) yield content.subarray(start, start + 100_000);
}

function failing(error: Error): Readable {
  return Readable.from(
    (async function* () {
      yield Buffer.alloc(100_000);
      throw error;
    })(),
  );
}
