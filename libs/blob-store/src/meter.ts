import { createHash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { AppError } from '@lectern/contracts/core';
import type { BlobInfo } from './blob-store';

/** Bytes between two checks of the free disk space. */
const LOOK_EVERY_BYTES = 4 * 1024 ** 2;

/**
 * Counts and hashes the bytes that pass through. Fails with `too_large` as soon as there are too many, and when
 * `checkRoom` fails.
 */
export class Meter extends Transform {
  private readonly md5 = createHash('md5');
  private readonly sha256 = createHash('sha256');
  private sizeBytes = 0;
  private lookAtBytes = LOOK_EVERY_BYTES;

  constructor(
    private readonly sizeBytesMax: number,
    private readonly checkRoom = () => Promise.resolve(),
  ) {
    super();
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    this.sizeBytes += chunk.length;
    if (this.sizeBytes > this.sizeBytesMax) {
      return done(new AppError('too_large', `The content is larger than ${this.sizeBytesMax} bytes`));
    }
    this.md5.update(chunk);
    this.sha256.update(chunk);
    if (this.sizeBytes < this.lookAtBytes) return done(null, chunk);
    this.lookAtBytes = this.sizeBytes + LOOK_EVERY_BYTES;
    this.checkRoom().then(() => done(null, chunk), done);
  }

  /** Call this once, after the last byte. */
  info(): BlobInfo {
    return { sizeBytes: this.sizeBytes, md5: this.md5.digest('hex'), sha256: this.sha256.digest('hex') };
  }
}
