import { pipeline } from 'node:stream';
import { createGunzip, gunzipSync } from 'node:zlib';
import { damaged, damagedUnlessSystem, isTooLarge, UnpackError } from './unpack-error';

/** Unpacks in memory. @throws UnpackError when it is damaged, or unpacks to more than `bytesMax` */
export function gunzipped(bytes: Uint8Array, bytesMax: number): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: bytesMax + 1 });
  } catch (error) {
    throw isTooLarge(error) ? new UnpackError({ kind: 'bytes', bytesMax }) : damaged(error);
  }
}

/** Unpacks while it is read. @throws UnpackError when it is damaged or cut off */
export async function* gunzippedStream(packed: NodeJS.ReadableStream): AsyncGenerator<Buffer> {
  try {
    yield* pipeline(packed, createGunzip(), () => undefined);
  } catch (error) {
    throw damagedUnlessSystem(error, 'gzip');
  }
}
