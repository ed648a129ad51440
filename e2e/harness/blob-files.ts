import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Paths of all finished blobs of a product with the data folder `folder`. */
export async function blobsBelow(folder: string): Promise<string[]> {
  const entries = await readdir(join(folder, 'blobs'), { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.includes('.incoming'));
  return files.map(({ parentPath, name }) => join(parentPath, name));
}
