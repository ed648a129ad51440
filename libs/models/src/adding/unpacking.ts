import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@lectern/contracts/core';

/** Limits for an unpacked archive with a model. */
export const unpackingLimits = { files: 10_000, bytes: 4 * 1024 ** 3, pathChars: 500 };

export function refusal(message: string): AppError {
  return new AppError('invalid_request', message);
}

/** Writes the files of an archive into a folder, never outside it or beyond the limits. */
export class Unpacking {
  private files = 0;
  private bytes = 0;

  constructor(
    private readonly folder: string,
    private readonly limits: Readonly<typeof unpackingLimits> = unpackingLimits,
  ) {}

  /** @throws AppError `invalid_request` for a path that leaves the folder, or for too many or too large files */
  async write(path: string, content: AsyncIterable<Buffer>): Promise<void> {
    const place = join(this.folder, this.checked(path));
    if (++this.files > this.limits.files) throw refusal(`The archive has more than ${this.limits.files} files`);
    await mkdir(dirname(place), { recursive: true });
    await pipeline(content, (chunks: AsyncIterable<Buffer>) => this.counted(chunks), createWriteStream(place));
  }

  private async *counted(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      this.bytes += chunk.length;
      if (this.bytes > this.limits.bytes)
        throw refusal(`The archive unpacks to more than ${this.limits.bytes.toLocaleString('en')} bytes`);
      yield chunk;
    }
  }

  private checked(path: string): string {
    const parts = path.split('/');
    const isInside = !path.startsWith('/') && !/[\\:\0]/.test(path) && !parts.includes('..');
    if (path === '' || path.length > this.limits.pathChars || !isInside)
      throw refusal(`The archive has a file outside of its folder: ${JSON.stringify(path.slice(0, 100))}`);
    return path;
  }
}
