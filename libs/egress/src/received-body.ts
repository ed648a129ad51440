import { pipeline, type Readable, Transform, type TransformCallback } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import { AppError } from '@lectern/contracts/core';

const CODINGS_MAX = 2;
const decoderOf: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

export const ACCEPTED_CODINGS = 'gzip, deflate, br, zstd';

export interface ReceivedBodyOptions {
  /** The `content-encoding` header, if any. */
  readonly encoding: string | undefined;
  /** Counted after decoding. */
  readonly sizeBytesMax: number;
  /** Translates an error of the transfer. */
  readonly translate: (error: unknown) => unknown;
}

/**
 * The bytes of a response, decoded while they are read.
 *
 * @throws AppError `unavailable` for an unknown coding. The stream fails with `too_large`, or with an error from
 * `translate`
 */
export function receivedBody(raw: Readable, { encoding, sizeBytesMax, translate }: ReceivedBodyOptions): Readable {
  const codings = (encoding ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim());
  const decoders = codings.filter((coding) => coding !== '' && coding !== 'identity').reverse();
  if (decoders.length > CODINGS_MAX) throw new AppError('unavailable', 'The answer is encoded too many times');
  const limit = new SizeLimit(sizeBytesMax, translate);
  const chain = decoders.map((coding) => {
    const create = decoderOf[coding];
    if (!create) throw new AppError('unavailable', `The answer has an unknown encoding: ${coding}`);
    return create();
  });
  // A failure anywhere destroys the last stream with the same error, which its reader then gets.
  pipeline([raw, ...chain, limit], () => undefined);
  return limit;
}

class SizeLimit extends Transform {
  private sizeBytes = 0;

  constructor(
    private readonly sizeBytesMax: number,
    private readonly translate: (error: unknown) => unknown,
  ) {
    super();
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    this.sizeBytes += chunk.length;
    if (this.sizeBytes <= this.sizeBytesMax) done(null, chunk);
    else done(new AppError('too_large', `The answer is larger than ${this.sizeBytesMax} bytes`));
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    const translated = error && this.translate(error);
    done(translated instanceof Error ? translated : error);
  }
}
