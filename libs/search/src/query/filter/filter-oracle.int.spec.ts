import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedKeywordIndex, type KeywordIndex } from '@lectern/keyword-index';
import { describeUnless, findOpenSearch, findQdrant, OpenSearchServer, QdrantServer } from '@lectern/testing';
import { EmbeddedVectorIndex, type VectorIndex } from '@lectern/vector-index';
import { DIMENSIONS } from '../../../../filters/fixtures/box-rows';
import { FactRows } from '../../../../knowledge-box/fixtures/fact-rows';
import { namesUnread } from '../../../../filters/fixtures/filter-meaning';
import { TestZone } from '../../../../keyword-index/src/opensearch/opensearch-zone.contract';
import { QdrantVectorIndex } from '../../../../vector-index/src/qdrant/qdrant-vector-index';
import {
  changingRecordsOf,
  facetPaths,
  filtersOf,
  meant,
  meantFacets,
  onRandomBoxes,
  recordsOf,
  wordsOf,
} from './filter-oracle.fixture';

const WHOLE_RUN_MS = 3_600_000;
const FACETS_EVERY = 10;
const openSearch = findOpenSearch();
const qdrant = findQdrant();

interface LookedUp {
  readonly words: KeywordIndex;
  readonly facts: FactRows;
}

async function agreesByWords(index: KeywordIndex, facts: FactRows): Promise<void> {
  await onRandomBoxes(async (given, all) => {
    const kbid = randomUUID();
    const { puts, changes } = changingRecordsOf(kbid, given);
    await index.put(
      kbid,
      puts.map(({ words }) => words),
    );
    await index.update(kbid, changes);
    const filterOf = filtersOf(given, { keywords: index, facts });
    for (const [i, asked] of all.entries()) {
      const filter = await filterOf(kbid, asked);
      expect([asked, filter === undefined]).toEqual([asked, namesUnread(asked, given)]);
      if (!filter) continue;
      const { hits } = await index.search(kbid, { ...wordsOf(asked), limit: 500, filter });
      const found = hits.map(({ id }) => id).sort();
      expect([asked, found]).toEqual([asked, meant(asked, given, 'words').sort()]);
      if (i % FACETS_EVERY !== 0) continue;
      const counts = await index.facets(kbid, facetPaths, { ...wordsOf(asked), filter });
      expect([asked, counts]).toEqual([asked, meantFacets(asked, given)]);
    }
    await index.drop(kbid);
  });
}

async function agreesByMeaning(index: VectorIndex, { words, facts }: LookedUp): Promise<void> {
  const vector = new Float32Array(DIMENSIONS).fill(1 / Math.sqrt(DIMENSIONS));
  await onRandomBoxes(async (given, all) => {
    const vectorset = { kbid: randomUUID(), id: 'm', dimensions: DIMENSIONS };
    await words.put(
      vectorset.kbid,
      recordsOf(vectorset.kbid, given).map((record) => record.words),
    );
    const { puts, changes } = changingRecordsOf(vectorset.kbid, given);
    await index.put(
      vectorset,
      puts.map(({ vectors }) => vectors),
    );
    await index.update(vectorset.kbid, changes);
    const filterOf = filtersOf(given, { keywords: words, facts });
    for (const asked of all) {
      const filter = await filterOf(vectorset.kbid, asked);
      expect([asked, filter === undefined]).toEqual([asked, namesUnread(asked, given)]);
      if (!filter) continue;
      const found = (await index.search(vectorset, { vector, limit: 500, minScore: -1, filter })).map(({ id }) => id);
      expect([asked, found.sort()]).toEqual([asked, meant(asked, given, 'vectors').sort()]);
    }
    await Promise.all([words.drop(vectorset.kbid), index.drop(vectorset.kbid)]);
  });
}

describe('filters of random requests on random boxes', () => {
  let folder: string;
  let words: EmbeddedKeywordIndex;
  let facts: FactRows;
  const options = (of: string) => ({ folder: join(folder, of), role: 'writer' as const, cacheSizeBytes: 2 ** 26 });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'filters-'));
    words = new EmbeddedKeywordIndex(options('words'));
    facts = await FactRows.start();
  });

  afterAll(async () => {
    await Promise.all([words.close(), facts.stop()]);
    await rm(folder, { recursive: true, force: true });
  });

  it('keep by words what they mean', () => agreesByWords(words, facts), WHOLE_RUN_MS);

  it(
    'keep by meaning what they mean',
    async () => {
      const vectors = new EmbeddedVectorIndex(options('vectors'));
      await agreesByMeaning(vectors, { words, facts });
      await vectors.close();
    },
    WHOLE_RUN_MS,
  );

  describeUnless('missing' in openSearch ? openSearch.missing : undefined, 'in OpenSearch', () => {
    let server: OpenSearchServer;

    beforeAll(async () => {
      server = await OpenSearchServer.shared(openSearch);
    }, 120_000);
    afterAll(() => server.stop());

    it(
      'keep what they mean',
      async () => {
        const zone = new TestZone(server.url);
        await agreesByWords(await zone.open(), facts);
        await zone.destroy();
      },
      WHOLE_RUN_MS,
    );
  });

  describeUnless('missing' in qdrant ? qdrant.missing : undefined, 'in Qdrant', () => {
    let server: QdrantServer;

    beforeAll(async () => {
      server = await QdrantServer.start(qdrant);
    });
    afterAll(() => server.stop());

    it(
      'keep what they mean',
      async () => {
        const index = await QdrantVectorIndex.open({
          url: server.url,
          prefix: `test-${randomUUID()}`,
          timeoutMs: 10_000,
          largeBoxes: [],
          quantization: 'none',
          shards: 1,
          replicas: 1,
          role: 'writer',
        });
        await agreesByMeaning(index, { words, facts });
        await index.close();
      },
      WHOLE_RUN_MS,
    );
  });
});
