import type { BlobStore } from '@lectern/blob-store';
import { AppError } from '@lectern/contracts/core';

const AT_ONCE = 16;

/** Number of these blobs that exist. @throws AppError `unavailable` */
export async function countBlobs(blobs: Pick<BlobStore, 'stat'>, keys: readonly string[]): Promise<number> {
  let found = 0;
  for (let start = 0; start < keys.length; start += AT_ONCE) {
    const some = await Promise.all(keys.slice(start, start + AT_ONCE).map((key) => exists(blobs, key)));
    found += some.filter(Boolean).length;
  }
  return found;
}

async function exists(blobs: Pick<BlobStore, 'stat'>, key: string): Promise<boolean> {
  try {
    await blobs.stat(key);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return false;
    throw error;
  }
}
