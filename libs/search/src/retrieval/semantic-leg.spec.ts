import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CallOptions, InProcessBus } from '@lectern/bus';
import { AppError, systemPrincipal, unrestricted } from '@lectern/contracts';
import { EmbeddedVectorIndex } from '@lectern/vector-index';
import { Metrics } from '@lectern/runtime';
import { Degradation } from './degradation';
import type { RetrievalQuery } from './retrieval-query';
import { SemanticLeg } from './semantic-leg';

const query: RetrievalQuery = {
  kbid: 'box',
  visibility: unrestricted,
  query: 'moon',
  legs: new Set(['semantic']),
  topK: 1,
  vectorsets: ['model'],
  rebuilding: false,
  minKeywordScore: 0,
  fusion: { kind: 'convex', window: 100 },
  rerankerWindow: 0,
  withDuplicates: false,
};
const call = { principal: systemPrincipal, signal: new AbortController().signal, requestId: 'request' };
/** On a machine that has much to do. */
const loadingMs = 6_000;

describe('The semantic leg, while the model is being loaded', () => {
  let folder: string;
  let vectors: EmbeddedVectorIndex;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-leg-'));
    vectors = new EmbeddedVectorIndex({ folder, role: 'writer', cacheSizeBytes: 2 ** 26 });
  });

  afterAll(async () => {
    await vectors.close();
    await rm(folder, { recursive: true, force: true });
  });

  const search = (isOnly: boolean) => {
    const request = async (_operation: unknown, _input: unknown, { deadlineMs = 0 }: CallOptions) => {
      if (deadlineMs < loadingMs) throw new AppError('deadline_exceeded', 'Too late');
      return { vectors: [Float32Array.of(1, 0)] };
    };
    const leg = new SemanticLeg(
      Object.assign(new InProcessBus(), { request }),
      vectors,
      new Degradation(new Metrics()),
    );
    return leg.search(query, call, { minScore: -1, limit: 1, isOnly });
  };

  it('fails, so that what words find is answered soon', async () => {
    expect((await search(false)).failure).toContain('by words only');
  });

  it('waits for it when nothing else is searched', async () => {
    expect(await search(true)).toEqual({ ranking: [] });
  });
});
