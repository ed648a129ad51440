import { diskShort } from '@lectern/runtime';
import { itUnless } from '@lectern/testing';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { blobStoreContract } from './blob-store.contract';
import { FilesystemBlobStore } from './filesystem-blob-store';

const parent = mkdtempSync(join(tmpdir(), 'lectern-blobs-'));
const limits = { sizeBytesMax: 8 * 1024 * 1024 };
const small = mountSmallDisk(join(parent, 'small'));

afterAll(() => {
  if (small) execFileSync('umount', [small]);
  rmSync(parent, { recursive: true, force: true });
});

blobStoreContract('FilesystemBlobStore', async () => new FilesystemBlobStore(join(parent, 'contract', 'blobs')));

describe('FilesystemBlobStore', () => {
  const folder = join(parent, 'blobs');
  const store = new FilesystemBlobStore(folder);

  it('keeps files that only their owner can read, under their keys', async () => {
    await store.write('kb/a/file', Readable.from([Buffer.from('x')]), limits);
    expect(statSync(join(folder, 'kb/a/file')).mode & 0o077).toBe(0);
    expect(statSync(join(folder, 'kb')).mode & 0o077).toBe(0);
  });

  it('leaves no drafts after failures', async () => {
    const broken = new Readable({ read: () => undefined });
    broken.destroy(new Error('hung up'));
    await expect(store.write('a', broken, limits)).rejects.toThrow('hung up');
    await expect(store.write('a', Readable.from([Buffer.alloc(10)]), { sizeBytesMax: 5 })).rejects.toThrow();
    expect(readdirSync(join(folder, '.incoming'))).toEqual([]);
  });

  it('removes drafts of processes that were killed, not those that are being written', async () => {
    writeFileSync(join(folder, '.incoming', 'old'), 'x');
    utimesSync(join(folder, '.incoming', 'old'), 0, 0);
    writeFileSync(join(folder, '.incoming', 'new'), 'x');
    await store.removeStale();
    expect(readdirSync(join(folder, '.incoming'))).toEqual(['new']);
  });

  it('stops a long write when its disk becomes short of room, and leaves nothing of it', async () => {
    let looks = 0;
    const refuseWhenShortNow = async () => {
      looks += 1;
      if (looks > 2) throw diskShort();
    };
    const kept = new FilesystemBlobStore(join(parent, 'kept'), { refuseWhenShortNow });
    const mebibytes = (count: number) => Readable.from(Array.from({ length: count }, () => Buffer.alloc(1024 ** 2)));
    const sizes = { sizeBytesMax: 100 * 1024 ** 2 };
    await kept.write('short', mebibytes(3), sizes);
    await expect(kept.write('long', mebibytes(50), sizes)).rejects.toMatchObject({ code: 'storage_full' });
    expect(readdirSync(join(parent, 'kept', '.incoming'))).toEqual([]);
    await expect(kept.stat('long')).rejects.toMatchObject({ code: 'not_found' });
    expect(looks).toBe(3);
  });

  it('says why it cannot be written', async () => {
    writeFileSync(join(parent, 'a file'), '');
    const wrong = new FilesystemBlobStore(join(parent, 'a file'));
    await expect(wrong.check()).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('a file'),
    });
  });

  const missing = small ? undefined : 'only root can mount a small disk';
  itUnless(missing, 'reports a full disk, leaves nothing, and works again when there is room', async () => {
    const full = new FilesystemBlobStore(small ?? '');
    await full.write('small', Readable.from([Buffer.from('fits')]), limits);
    const large = () => full.write('large', Readable.from([Buffer.alloc(400_000), Buffer.alloc(400_000)]), limits);
    await expect(large()).rejects.toMatchObject({ code: 'storage_full' });
    expect(readdirSync(join(small ?? '', '.incoming'))).toEqual([]);
    await expect(full.stat('large')).rejects.toMatchObject({ code: 'not_found' });
    await expect(full.check()).rejects.toMatchObject({ code: 'unavailable' });
    expect(await text(await full.read('small'))).toBe('fits');
    await full.write('other', Readable.from([Buffer.alloc(100_000)]), limits);
  });
});

/** A real disk of 512 KiB; undefined where mounting is not allowed. */
function mountSmallDisk(path: string): string | undefined {
  mkdirSync(path);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=512k', 'tmpfs', path], { stdio: 'ignore' });
    return path;
  } catch {
    return undefined;
  }
}
