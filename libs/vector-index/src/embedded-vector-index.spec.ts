import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedVectorIndex } from './embedded-vector-index';
import { describeVectorIndex, type VectorIndexStore } from './vector-index.contract';

async function temporaryStore(foldInAfterCommits?: number): Promise<VectorIndexStore> {
  const folder = await mkdtemp(join(tmpdir(), 'vectors-'));
  return {
    open: async () => new EmbeddedVectorIndex({ folder, role: 'writer', cacheSizeBytes: 2 ** 26, foldInAfterCommits }),
    destroy: () => rm(folder, { recursive: true, force: true }),
  };
}

describeVectorIndex('EmbeddedVectorIndex', () => temporaryStore());
describeVectorIndex('EmbeddedVectorIndex that folds in every commit', () => temporaryStore(1));
