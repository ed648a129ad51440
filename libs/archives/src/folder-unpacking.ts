import { open } from 'node:fs/promises';
import { gunzippedStream } from './gzip';
import { unpackTar } from './tar';
import type { UnpackBounds } from './unpack-budget';
import { damaged, UnpackError } from './unpack-error';
import { UnpackedFolder } from './unpacked-folder';
import { unpackZip } from './zip-file';

const HEAD_BYTES = 512;

/**
 * Unpacks a tar, a gzipped tar or a zip into an empty folder while it is read. The format is detected from the content.
 *
 * @throws UnpackError when the file is none of these, damaged, too large, has links, or has paths outside the folder
 */
export async function unpackIntoFolder(path: string, folder: string, bounds: UnpackBounds): Promise<void> {
  const to = new UnpackedFolder(folder, bounds);
  const file = await open(path);
  const bytes = () => file.createReadStream({ start: 0, autoClose: false });
  try {
    const { buffer: head } = await file.read({ buffer: Buffer.alloc(HEAD_BYTES), position: 0 });
    if (head.readUInt16BE(0) === 0x1f8b) await unpackTar(gunzippedStream(bytes()), to);
    else if (head.toString('latin1', 0, 4) === 'PK\x03\x04') await unpackZip(path, to);
    else if (head.toString('latin1', 257, 262) === 'ustar') await unpackTar(bytes(), to);
    else throw new UnpackError({ kind: 'no archive' });
  } catch (error) {
    throw error instanceof RangeError ? damaged('archive') : error;
  } finally {
    await file.close();
  }
}
