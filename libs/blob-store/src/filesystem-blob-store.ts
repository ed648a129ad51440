import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError, messageOf } from '@lectern/contracts/core';
import type { DiskRoom } from '@lectern/runtime';
import { type BlobInfo, BLOBS_PER_PAGE, BlobStore, type ByteRange, type ListedBlob } from './blob-store';
import { listFiles } from './file-list';
import { isKey, isPrefix } from './key';
import { Meter } from './meter';

/** Begins with a dot, unlike any key. */
const INCOMING = '.incoming';
/** A draft that has not changed for this long belongs to a process that was killed. */
const STALE_MS = 60 * 60_000;
const STALE_FILES_MAX = 100_000;
const CHUNK_BYTES = 256 * 1024;
/** With less free space, `check` reports that the store cannot take writes. */
const FREE_BYTES_MIN = 16 * 1024 * 1024;

/**
 * Blobs as files in a folder, named by their keys. Writes stop before they use the reserve of the disk.
 * Several processes may use the same folder.
 */
export class FilesystemBlobStore extends BlobStore {
  constructor(
    private readonly folder: string,
    private readonly disk?: Pick<DiskRoom, 'refuseWhenShortNow'>,
  ) {
    super();
  }

  async write(key: string, content: Readable, limits: { readonly sizeBytesMax: number }): Promise<BlobInfo> {
    if (!isKey(key)) throw new Error(`${key} is no key`);
    const draft = join(this.folder, INCOMING, randomUUID());
    const checkRoom = async () => this.disk?.refuseWhenShortNow();
    const meter = new Meter(limits.sizeBytesMax, checkRoom);
    // A failure of one stream also fails the other: the first failure is the cause.
    let failed: 'content' | 'file' | undefined;
    content.once('error', () => (failed ??= 'content'));
    try {
      await checkRoom();
      await mkdir(dirname(draft), { recursive: true, mode: 0o700 });
      const file = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true });
      file.once('error', () => (failed ??= 'file'));
      await pipeline(content, meter, file);
      await publish(draft, join(this.folder, key));
      return meter.info();
    } catch (error) {
      await rm(draft, { force: true }).catch(() => undefined);
      throw failed === 'content' ? error : storeError(error);
    }
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    const file = await open(this.pathOf(key)).catch(rethrow);
    try {
      if (!(await file.stat()).isFile()) throw notFound();
      return file.createReadStream({ ...range, highWaterMark: CHUNK_BYTES });
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  async stat(key: string): Promise<{ readonly sizeBytes: number }> {
    const found = await stat(this.pathOf(key)).catch(rethrow);
    if (!found.isFile()) throw notFound();
    return { sizeBytes: found.size };
  }

  link(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  async *list(after?: string): AsyncGenerator<readonly ListedBlob[]> {
    let page: ListedBlob[] = [];
    try {
      for await (const blob of listFiles(this.folder, { keyBefore: '', after: after?.split('/') ?? [] })) {
        if (page.push(blob) < BLOBS_PER_PAGE) continue;
        yield page;
        page = [];
      }
    } catch (error) {
      throw storeError(error);
    }
    if (page.length > 0) yield page;
  }

  async delete(key: string): Promise<void> {
    await rm(this.pathOf(key), { force: true }).catch(rethrow);
  }

  async deleteAll(prefix: string): Promise<void> {
    if (!isPrefix(prefix)) throw new Error(`${prefix} is no prefix`);
    await rm(join(this.folder, prefix), { recursive: true, force: true, maxRetries: 3 }).catch((error: unknown) => {
      if (codeOf(error) !== 'ENOTDIR') rethrow(error);
    });
  }

  async check(): Promise<void> {
    const probe = join(this.folder, INCOMING, randomUUID());
    try {
      await mkdir(dirname(probe), { recursive: true, mode: 0o700 });
      await writeFile(probe, 'probe', { flag: 'wx', flush: true });
      const { bavail, bsize } = await statfs(this.folder);
      if (bavail * bsize < FREE_BYTES_MIN) throw new Error('there is hardly any room left');
    } catch (error) {
      throw new AppError(
        'unavailable',
        `The folder of blobs cannot be written: ${messageOf(error)}`,
        {},
        { cause: error },
      );
    } finally {
      await rm(probe, { force: true }).catch(() => undefined);
    }
  }

  close(): void {
    // Readers and writers close their own files.
  }

  /** Removes drafts of killed processes. */
  async removeStale(nowMs = Date.now()): Promise<void> {
    const names = await readdir(join(this.folder, INCOMING)).catch(() => []);
    for (const name of names.slice(0, STALE_FILES_MAX)) {
      const path = join(this.folder, INCOMING, name);
      const modifiedMs = await stat(path).then(
        ({ mtimeMs }) => mtimeMs,
        () => nowMs,
      );
      if (nowMs - modifiedMs > STALE_MS) await rm(path, { force: true });
    }
  }

  private pathOf(key: string): string {
    if (!isKey(key)) throw notFound();
    return join(this.folder, key);
  }
}

/**
 * Durably gives the finished draft its name: syncs the file's entry in its folder, and the entries of new folders.
 */
async function publish(draft: string, path: string): Promise<void> {
  const created = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await rename(draft, path);
  const last = dirname(created ?? path);
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    await syncFolder(folder);
    if (folder === last || folder === dirname(folder)) return;
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

function rethrow(error: unknown): never {
  throw storeError(error);
}

function storeError(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const options = { cause: error };
  switch (codeOf(error)) {
    case 'ENOENT':
    case 'ENOTDIR':
      return notFound(error);
    case 'ENOSPC':
    case 'EDQUOT':
      return new AppError('storage_full', 'There is no room left to store it', {}, options);
    case 'EACCES':
    case 'EIO':
    case 'EMFILE':
    case 'ENFILE':
    case 'EPERM':
    case 'EROFS':
    case 'ESTALE':
      return new AppError('unavailable', 'The folder of blobs cannot be used', {}, options);
    default:
      return error;
  }
}

function notFound(cause?: unknown): AppError {
  return new AppError('not_found', 'The blob does not exist', {}, { cause });
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
