import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ListedBlob } from './blob-store';

interface ListCursor {
  /** Key prefix of the folder: empty, or its segments, each followed by a slash. */
  readonly keyBefore: string;
  /** Segments of the last listed key, relative to the folder; empty to list the whole folder. */
  readonly after: readonly string[];
}

/** Files below a folder, each folder sorted by name, without names that begin with a dot. */
export async function* listFiles(folder: string, { keyBefore, after }: ListCursor): AsyncGenerator<ListedBlob> {
  const [from, ...within] = after;
  const entries = await readdir(folder, { withFileTypes: true }).catch(nothingWhenGone);
  const left = entries.filter(({ name }) => !name.startsWith('.') && (from === undefined || name >= from));
  // By code units, so that the order is the same everywhere.
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
