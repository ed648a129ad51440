import { AppError } from '@lectern/contracts';
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type BlobInfo, BlobStore, type ByteRange } from './blob-store';

const KEY = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;

/** Blobs as files below a folder. */
export class FilesystemBlobStore extends BlobStore {
  constructor(private readonly folder: string) {
    super();
  }

  async write(key: string, content: Readable, { sizeBytesMax }: { readonly sizeBytesMax: number }): Promise<BlobInfo> {
    const path = this.pathOf(key);
    const temporary = join(this.folder, '.incoming', randomUUID());
    const counter = new Counter(sizeBytesMax);
    try {
      await mkdir(dirname(temporary), { recursive: true });
      await pipeline(content, counter, createWriteStream(temporary, { flags: 'wx', flush: true }));
      await mkdir(dirname(path), { recursive: true });
      await rename(temporary, path);
      await syncFolder(dirname(path));
      return counter.info();
    } catch (error) {
      await rm(temporary, { force: true });
      throw storeError(error);
    }
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    await this.stat(key);
    return createReadStream(this.pathOf(key), range);
  }

  async stat(key: string): Promise<{ sizeBytes: number }> {
    try {
      return { sizeBytes: (await stat(this.pathOf(key))).size };
    } catch (error) {
      throw storeError(error);
    }
  }

  async delete(key: string): Promise<void> {
    await rm(this.pathOf(key), { force: true });
  }

  async deleteAll(prefix: string): Promise<void> {
    await rm(this.pathOf(prefix.replace(/\/$/, '')), { recursive: true, force: true });
  }

  async check(): Promise<void> {
    try {
      await mkdir(join(this.folder, '.incoming'), { recursive: true });
      const probe = join(this.folder, '.incoming', randomUUID());
      await (await open(probe, 'wx')).close();
      await rm(probe);
    } catch (error) {
      throw storeError(error);
    }
  }

  private pathOf(key: string): string {
    if (!KEY.test(key)) throw new AppError('not_found', `No blob can have the key ${key}`);
    return join(this.folder, key);
  }
}

/** Counts and hashes what passes, and stops what is too much. */
class Counter extends Transform {
  private readonly md5 = createHash('md5');
  private readonly sha256 = createHash('sha256');
  private sizeBytes = 0;

  constructor(private readonly sizeBytesMax: number) {
    super();
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: (error: Error | null, chunk?: Buffer) => void): void {
    this.sizeBytes += chunk.length;
    if (this.sizeBytes > this.sizeBytesMax) {
      return done(new AppError('too_large', `The content is larger than ${this.sizeBytesMax} bytes`));
    }
    this.md5.update(chunk);
    this.sha256.update(chunk);
    done(null, chunk);
  }

  info(): BlobInfo {
    return { sizeBytes: this.sizeBytes, md5: this.md5.digest('hex'), sha256: this.sha256.digest('hex') };
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

function storeError(error: unknown): unknown {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return new AppError('not_found', 'The blob does not exist', {}, { cause: error });
  if (code === 'ENOSPC' || code === 'EDQUOT') return new AppError('storage_full', 'There is no room left to store it', {}, { cause: error });
  return error;
}
