import { openAsBlob } from 'node:fs';
import { PassThrough, Writable } from 'node:stream';
import type { Entry, FileEntry } from '@zip.js/zip.js';
import { AppError } from '@lectern/contracts/core';
import { refusal, type Unpacking } from './unpacking';

const STORED = 0;
const DEFLATED = 8;
/** Paths are checked when they are written. */
const OPTIONS = { useWebWorkers: false, checkSignature: true, filenameValidation: 'tolerant' } as const;
const damaged = () => refusal('The zip archive is damaged');

/** Unpacks a zip file. @throws AppError `invalid_request` when it is damaged, encrypted or has links */
export async function unpackZip(path: string, to: Unpacking): Promise<void> {
  const { BlobReader, ZipReader } = await import('@zip.js/zip.js');
  const reader = new ZipReader(new BlobReader(await openAsBlob(path)), OPTIONS);
  try {
    // Entries arrive one by one: `to` stops when there are too many.
    for await (const entry of reader.getEntriesGenerator()) {
      const file = fileOf(entry);
      if (file) await to.write(entry.filename, contentOf(file));
    }
  } catch (error) {
    throw error instanceof AppError ? error : refusal('The zip archive is damaged or cut off');
  } finally {
    await reader.close();
  }
}

/** @returns undefined for a folder */
function fileOf(entry: Entry): FileEntry | undefined {
  if (entry.symlink) throw refusal(`The archive has what is no file: ${JSON.stringify(entry.filename.slice(0, 100))}`);
  if (entry.directory) return undefined;
  if (entry.encrypted || (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED))
    throw refusal('The zip archive is encrypted, or packed in a way that is not known here');
  return entry;
}

/** Starts on first read: the library reserves a slot for each stream that is not read to its end. */
async function* contentOf(entry: FileEntry): AsyncGenerator<Buffer> {
  const through = new PassThrough();
  entry.getData(Writable.toWeb(through)).catch(() => through.destroy(damaged()));
  yield* through;
}
