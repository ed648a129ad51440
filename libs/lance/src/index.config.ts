import { join } from 'node:path';
import { configSlice, dataDir, integer, optionalText, readConfig } from '@lectern/config';

const cacheMb = { min: 16, max: 65_536 } as const;

export const indexConfig = configSlice('index', {
  INDEX_DIR: optionalText({ doc: 'folder of the embedded indexes; absent: index under DATA_DIR' }),
  KEYWORD_INDEX_CACHE_MB: integer({
    doc: 'decoded data the embedded keyword index keeps in memory at most',
    ...cacheMb,
    fallback: 96,
  }),
  PARAGRAPH_CACHE_MB: integer({
    doc: 'paragraphs, and what finds make of them, that the embedded keyword index keeps in memory at most',
    ...cacheMb,
    fallback: 32,
  }),
  VECTOR_INDEX_CACHE_MB: integer({
    doc: 'vectors the embedded vector index keeps in memory at most; with less than they need searches are slow',
    ...cacheMb,
    fallback: 256,
  }),
});

/** Size of the embedded keyword index's paragraph cache, from the environment. */
export function paragraphsSizeBytesMax(): number {
  return readConfig(indexConfig).PARAGRAPH_CACHE_MB * 2 ** 20;
}

/** Folder and cache size of an embedded index, from the environment. */
export function indexFolder(name: 'keywords' | 'vectors'): {
  readonly folder: string;
  readonly cacheSizeBytes: number;
} {
  const { INDEX_DIR, KEYWORD_INDEX_CACHE_MB, VECTOR_INDEX_CACHE_MB } = readConfig(indexConfig);
  const cacheSizeMb = name === 'keywords' ? KEYWORD_INDEX_CACHE_MB : VECTOR_INDEX_CACHE_MB;
  return { folder: join(INDEX_DIR ?? join(dataDir(), 'index'), name), cacheSizeBytes: cacheSizeMb * 2 ** 20 };
}
