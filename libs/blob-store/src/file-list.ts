import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ListedBlob } from './blob-store';

interface ListCursor {
  /** Of the folder: empty, or the segments before it, each with its slash. */
  readonly keyBefore: string;
  /** Segments of the last key that was listed, within the folder; none when all of it is listed. */
  readonly after: readonly string[];
}

/** Files below a folder: names of each folder in their order, without those that begin with a dot. */
export async function* listFiles(folder: string, { keyBefore, after }: ListCursor): AsyncGenerator<ListedBlob> {
  const [from, ...within] = after;
  const entries = await readdir(folder, { withFileTypes: true }).catch(nothingWhenGone);
  const left = entries.filter(({ name }) => !name.startsWith('.') && (from === undefined || name >= from));
  // By code units: the same everywhere.
  left.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of left) {
    const { name } = entry;
    const key = `${keyBefore}${name}`;
    if (entry.isDirectory()) {
      const next = { keyBefore: `${key}/`, after: name === from ? within : [] };
      yield* listFiles(join(folder, name), next);
    } else if (entry.isFile() && name !== from) {
      const found = await stat(join(folder, name)).catch(() => undefined);
      if (found) yield { key, sizeBytes: found.size, modified: found.mtime };
    }
  }
}

/** Another process may remove a folder at the same time. */
function nothingWhenGone(error: unknown): never[] {
  if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT') return [];
  throw error;
}
