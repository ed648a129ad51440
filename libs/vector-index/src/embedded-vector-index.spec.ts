import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedVectorIndex } from './embedded-vector-index';
import { describeVectorIndex, type VectorIndexStore } from './vector-index.contract';

async function temporaryStore(compactAfterCommits?: number): Promise<VectorIndexStore> {
  const folder = await mkdtemp(join(tmpdir(), 'vectors-'));
  return {
    open: async () => new EmbeddedVectorIndex({ folder, role: 'writer', cacheSizeBytes: 2 ** 26, compactAfterCommits }),
    destroy: () => rm(folder, { recursive: true, force: true }),
  };
}

describeVectorIndex('EmbeddedVectorIndex', () => temporaryStore());
describeVectorIndex('EmbeddedVectorIndex that compacts after every commit', () => temporaryStore(1));
