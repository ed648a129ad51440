import { createHash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { AppError } from '@lectern/contracts/core';
import type { BlobInfo } from './blob-store';

/** Counts and hashes the bytes that pass, and fails with `too_large` as soon as there are too many. */
export class Meter extends Transform {
  private readonly md5 = createHash('md5');
  private readonly sha256 = createHash('sha256');
  private sizeBytes = 0;

  constructor(private readonly sizeBytesMax: number) {
    super();
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    this.sizeBytes += chunk.length;
    if (this.sizeBytes > this.sizeBytesMax) {
      return done(new AppError('too_large', `The content is larger than ${this.sizeBytesMax} bytes`));
    }
    this.md5.update(chunk);
    this.sha256.update(chunk);
    done(null, chunk);
  }

  /** Once, after the last byte. */
  info(): BlobInfo {
    return { sizeBytes: this.sizeBytes, md5: this.md5.digest('hex'), sha256: this.sha256.digest('hex') };
  }
}
