import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { chmod, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileTooLarge } from '../extract/extract-error';

/** Prefix of the folders: processes that read files may read there. */
export const SPOOL_PREFIX = join(tmpdir(), 'lectern-extract-');

export interface SpooledFile {
  readonly path: string;
  readonly remove: () => Promise<void>;
}

/** Files that wait for a process to read them, in a folder of their own that ends with the service. */
export class Spool {
  private folder: Promise<string> | undefined;

  /** Writes `content` to a file until it is removed. @throws ExtractError past `bytesMax` */
  async hold(content: Readable, bytesMax: number): Promise<SpooledFile> {
    const path = join(await this.open(), randomUUID());
    const remove = () => rm(path, { force: true });
    try {
      await pipeline(content, atMost(bytesMax), createWriteStream(path, { mode: 0o600 }));
      return { path, remove };
    } catch (error) {
      await remove();
      throw error;
    }
  }

  async close(): Promise<void> {
    if (this.folder) await rm(await this.folder, { recursive: true, force: true });
    this.folder = undefined;
  }

  private open(): Promise<string> {
    this.folder ??= mkdtemp(SPOOL_PREFIX).then(async (folder) => {
      await chmod(folder, 0o700);
      return folder;
    });
    return this.folder;
  }
}

/** The first bytes of a file. */
export async function openingOf(path: string, bytesMax: number): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(bytesMax), 0, bytesMax, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function atMost(bytesMax: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes <= bytesMax) return done(null, chunk);
      done(fileTooLarge(bytesMax));
    },
  });
}
