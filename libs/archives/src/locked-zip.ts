import type { Entry } from '@zip.js/zip.js';
import type { UnpackBudget } from './unpack-budget';
import { damaged } from './unpack-error';
import { zipEntries } from './zip-directory';

export type LockedZipEntry = Entry;
/** The content, or the reason why there is none: a wrong password, or an unknown compression method. */
export type LockedZipContent = Uint8Array | { readonly isLocked: boolean };

/** Entries of a ZIP archive, some of them encrypted. @throws UnpackError when the archive is damaged */
export async function lockedZipEntries(bytes: Uint8Array): Promise<readonly LockedZipEntry[]> {
  const entries: Entry[] = [];
  try {
    for await (const entry of zipEntries(bytes)) entries.push(entry);
  } catch (error) {
    throw damaged(error);
  }
  return entries;
}

/** @param budget its error when too much is unpacked is passed on */
export async function lockedZipContent(
  entry: LockedZipEntry,
  rawPassword: Uint8Array,
  budget: Pick<UnpackBudget, 'use'>,
): Promise<LockedZipContent> {
  const chunks: Uint8Array[] = [];
  let tooMuch: unknown;
  const taken = new WritableStream<Uint8Array>({
    write(chunk) {
      try {
        budget.use(chunk.length);
      } catch (error) {
        tooMuch = error;
        throw error;
      }
      chunks.push(chunk);
    },
  });
  try {
    if (entry.directory) return { isLocked: false };
    await entry.getData(taken, { rawPassword, checkSignature: true });
    return Buffer.concat(chunks);
  } catch (error) {
    if (tooMuch !== undefined) throw tooMuch;
    const text = error instanceof Error ? error.message : String(error);
    // One wrong password in 256 passes the first check; the output is then damaged.
    return { isLocked: entry.encrypted && !/compression/i.test(text) };
  }
}
