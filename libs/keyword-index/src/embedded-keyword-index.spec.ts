import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedKeywordIndex } from './embedded-keyword-index';
import { describeKeywordIndex, type KeywordIndexStore } from './keyword-index.contract';

async function temporaryStore(compactAfterCommits?: number): Promise<KeywordIndexStore> {
  const folder = await mkdtemp(join(tmpdir(), 'keywords-'));
  return {
    open: async () =>
      new EmbeddedKeywordIndex({ folder, role: 'writer', cacheSizeBytes: 2 ** 26, compactAfterCommits }),
    destroy: () => rm(folder, { recursive: true, force: true }),
  };
}

describeKeywordIndex('EmbeddedKeywordIndex', () => temporaryStore());
describeKeywordIndex('EmbeddedKeywordIndex that compacts after every commit', () => temporaryStore(1));
