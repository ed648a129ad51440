import { openAsBlob } from 'node:fs';
import { PassThrough, Writable } from 'node:stream';
import type { Entry, FileEntry } from '@zip.js/zip.js';
import { damaged, damagedUnlessSystem, UnpackError } from './unpack-error';
import type { UnpackedFolder } from './unpacked-folder';
import { zipEntries } from './zip-directory';

const STORED = 0;
const DEFLATED = 8;
/** Paths are checked when they are written. */
const OPTIONS = { checkSignature: true, filenameValidation: 'tolerant' } as const;

/** Unpacks a zip file. @throws UnpackError when it is damaged, encrypted or has links */
export async function unpackZip(path: string, to: Pick<UnpackedFolder, 'pass' | 'write'>): Promise<void> {
  try {
    // Entries arrive one by one: `to` throws when there are too many.
    for await (const entry of zipEntries(await openAsBlob(path), OPTIONS)) {
      const file = fileOf(entry);
      if (file) await to.write(entry.filename, contentOf(file));
      else to.pass();
    }
  } catch (error) {
    throw damagedUnlessSystem(error, 'zip directory');
  }
}

/** @returns undefined for a folder */
function fileOf(entry: Entry): FileEntry | undefined {
  if (entry.symlink) throw new UnpackError({ kind: 'no file', name: entry.filename.slice(0, 100) });
  if (entry.directory) return undefined;
  if (entry.encrypted || (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED))
    throw new UnpackError({ kind: 'packing' });
  return entry;
}

/** Starts on first read: the library reserves a slot for each stream that is not read to its end. */
async function* contentOf(entry: FileEntry): AsyncGenerator<Buffer> {
  const through = new PassThrough();
  entry.getData(Writable.toWeb(through)).catch(() => through.destroy(damaged('zip')));
  yield* through;
}
