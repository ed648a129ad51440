import { join } from 'node:path';
import { configSlice, dataDir, integer, optionalText, readConfig } from '@lectern/config';

export const indexConfig = configSlice('index', {
  INDEX_DIR: optionalText({ doc: 'folder of the embedded indexes; absent: index under DATA_DIR' }),
  INDEX_CACHE_MB: integer({ doc: 'decoded data each embedded index keeps in memory', min: 16, max: 65_536, fallback: 128 }),
});

/** Where one of the embedded indexes keeps its tables, and how much of them in memory, as the environment says. */
export function indexFolder(name: string): { readonly folder: string; readonly cacheSizeBytes: number } {
  const { INDEX_DIR, INDEX_CACHE_MB } = readConfig(indexConfig);
  return { folder: join(INDEX_DIR ?? join(dataDir(), 'index'), name), cacheSizeBytes: INDEX_CACHE_MB * 2 ** 20 };
}
