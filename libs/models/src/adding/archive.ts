import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { AppError } from '@lectern/contracts/core';
import { unpackTar } from './tar';
import { refusal, Unpacking, unpackingLimits } from './unpacking';
import { unpackZip } from './zip';

const HEAD_BYTES = 512;

/**
 * Unpacks a tar, a gzipped tar or a zip into a folder. The format is detected from the content.
 *
 * @throws AppError `invalid_request` when it is none of them, damaged, too large, or reaches out of the folder
 */
export async function unpackArchive(path: string, folder: string, limits = unpackingLimits): Promise<void> {
  const to = new Unpacking(folder, limits);
  const file = await open(path);
  try {
    const { buffer: head } = await file.read({ buffer: Buffer.alloc(HEAD_BYTES), position: 0 });
    if (head.readUInt16BE(0) === 0x1f8b)
      await unpackTar(gunzipped(file.createReadStream({ start: 0, autoClose: false })), to);
    else if (head.toString('latin1', 0, 4) === 'PK\x03\x04') await unpackZip(path, to);
    else if (head.toString('latin1', 257, 262) === 'ustar')
      await unpackTar(file.createReadStream({ start: 0, autoClose: false }), to);
    else throw refusal('This is no tar, tar.gz or zip archive');
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (error instanceof RangeError) throw refusal('The archive is damaged');
    throw error;
  } finally {
    await file.close();
  }
}

async function* gunzipped(packed: NodeJS.ReadableStream): AsyncGenerator<Buffer> {
  try {
    yield* pipeline(packed, createGunzip(), () => undefined);
  } catch {
    throw refusal('The gzip archive is damaged or cut off');
  }
}
