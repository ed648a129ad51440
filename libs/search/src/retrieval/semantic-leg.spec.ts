import fc from 'fast-check';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CallOptions, InProcessBus } from '@lectern/bus';
import { AppError, systemPrincipal, unrestricted } from '@lectern/contracts/core';
import { EmbeddedKeywordIndex, type KeywordHits, type KeywordQuery } from '@lectern/keyword-index';
import { EmbeddedVectorIndex } from '@lectern/vector-index';
import { Metrics } from '@lectern/runtime';
import { Logger } from '@nestjs/common';
import { Degradation } from '../degradation/degradation';
import type { RetrievalQuery } from '../query/retrieval-query';
import { KeywordLeg } from './keyword-leg';
import { SemanticLeg, behindContent } from './semantic-leg';

const query: RetrievalQuery = {
  kbid: 'box',
  visibility: unrestricted,
  query: 'moon',
  legs: new Set(['semantic']),
  topK: 1,
  vectorsets: ['model'],
  rebuilding: false,
  embedding: false,
  minKeywordScore: 0,
  fusion: { kind: 'convex', window: 100 },
  rerankerWindow: 0,
  withDuplicates: false,
};
const call = { principal: systemPrincipal, signal: new AbortController().signal, requestId: 'request' };
const nowhere = { folder: join(tmpdir(), 'lectern-no-vectors'), role: 'reader' as const, cacheSizeBytes: 2 ** 20 };
const exclusions = { excluded: [] };
const legOver = (bus: InProcessBus, vectors: EmbeddedVectorIndex, metrics = new Metrics()) => {
  const degradation = new Degradation(metrics);
  const keywords = new KeywordLeg(bus, new EmbeddedKeywordIndex(nowhere), degradation);
  return new SemanticLeg(bus, vectors, keywords, degradation);
};
/** On a busy machine. */
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
    const leg = legOver(Object.assign(new InProcessBus(), { request }), vectors);
    return leg.search(query, call, { minScore: -1, limit: 1, exclusions, isOnly, installed: new Map([['model', 2]]) });
  };

  it('fails, so that what words find is answered soon', async () => {
    expect((await search(false)).failure).toContain('by words only');
  });

  it('waits for it when nothing else is searched', async () => {
    expect(await search(true)).toEqual({ ranking: [] });
  });

  it('says, when nothing else is searched, that vectors are still missing', async () => {
    const request = async () => ({ vectors: [Float32Array.of(1, 0)] });
    const leg = legOver(Object.assign(new InProcessBus(), { request }), vectors);
    const options = { minScore: -1, limit: 1, exclusions, installed: new Map([['model', 2]]) };
    const found = (isOnly: boolean) => leg.search({ ...query, embedding: true }, call, { ...options, isOnly });
    expect(await found(true)).toEqual({ ranking: [], warning: expect.stringContaining('still being filled') });
    expect(await found(false)).toEqual({ ranking: [] });
  });

  it('says which model is missing, and asks nobody', async () => {
    const leg = legOver(new InProcessBus(), vectors);
    const found = await leg.search(query, call, {
      minScore: -1,
      limit: 1,
      exclusions,
      isOnly: false,
      installed: new Map([['other', 2]]),
    });
    expect(found).toEqual({ ranking: [], failure: expect.stringContaining('model model of this knowledge box') });
  });

  it('refuses a vector of another length than the model has', async () => {
    const leg = legOver(new InProcessBus(), vectors);
    const long = { ...query, vector: Float32Array.of(1, 0, 0) };
    const options = { minScore: -1, limit: 1, exclusions, isOnly: false, installed: new Map([['model', 2]]) };
    await expect(leg.search(long, call, options)).rejects.toMatchObject({
      code: 'invalid_query',
      message: expect.stringMatching(/Invalid vector length, .* 2 dimensions, not 3/),
    });
  });
});

describe('Paragraphs that may have no vector yet', () => {
  const ids = ['r1/t/a/0-9', 'r2/t/a/0-9'];
  const unknown = (embedding: boolean, request: () => Promise<object>) => {
    const bus = Object.assign(new InProcessBus(), { request });
    const leg = legOver(bus, new EmbeddedVectorIndex(nowhere));
    return leg.withoutVectors({ ...query, embedding }, ids, call);
  };

  it('are requested while a box is being embedded, and only then', async () => {
    const request = async () => ({ fields: ['r2/t/a'] });
    expect(await unknown(true, request)).toEqual(new Set(['r2/t/a/0-9']));
    expect(await unknown(false, request)).toEqual(new Set());
  });

  it('are none when nobody can say', async () => {
    expect(await unknown(true, () => Promise.reject(new AppError('unavailable', 'Away')))).toEqual(new Set());
  });
});

describe('The semantic leg, after a bug', () => {
  const bug = () => Promise.reject(new TypeError('x is not a function'));
  let metrics: Metrics;
  let leg: SemanticLeg;

  beforeEach(() => {
    Logger.overrideLogger(false);
    metrics = new Metrics();
    const bus = Object.assign(new InProcessBus(), { request: bug });
    leg = legOver(bus, new EmbeddedVectorIndex(nowhere), metrics);
  });

  const counted = async () => (await metrics.text()).body;

  it('is gone on without, which the answer says and a metric counts', async () => {
    const found = await leg.search(query, call, {
      minScore: -1,
      limit: 1,
      exclusions,
      isOnly: false,
      installed: new Map([['model', 2]]),
    });
    expect(found).toMatchObject({ ranking: [], failure: expect.stringContaining('by words only'), isDamaged: false });
    expect(await counted()).toContain('lectern_retrieval_faults_total{stage="semantic"} 1');
  });

  it('takes all vectors for known, and counts it', async () => {
    expect(await leg.withoutVectors({ ...query, embedding: true }, ['r1/t/a/0-9'], call)).toEqual(new Set());
    expect(await counted()).toContain('lectern_retrieval_faults_total{stage="semantic"} 1');
  });
});

describe('The semantic leg, of a query that excludes a word', () => {
  beforeAll(() => Logger.overrideLogger(false));

  const nearest = Array.from({ length: 40 }, (_, i) => ({ id: `r${i}/t/a/0-9`, score: 1 - i / 100 }));
  const found = (search: (kbid: string, query: KeywordQuery) => Promise<KeywordHits>) => {
    const vectors = Object.assign(new EmbeddedVectorIndex(nowhere), {
      search: async (_: unknown, { limit }: { readonly limit: number }) => nearest.slice(0, limit),
    });
    const asked: string[] = [];
    const request = async (_operation: unknown, { body }: { readonly body: { readonly texts: string[] } }) => {
      asked.push(...body.texts);
      return { vectors: [Float32Array.of(1, 0)] };
    };
    const bus = Object.assign(new InProcessBus(), { request });
    const degradation = new Degradation(new Metrics());
    const keywords = Object.assign(new EmbeddedKeywordIndex(nowhere), { search });
    const leg = new SemanticLeg(bus, vectors, new KeywordLeg(bus, keywords, degradation), degradation);
    const options = { minScore: -1, limit: 3, isOnly: true, installed: new Map([['model', 2]]) };
    const exclusions = { excluded: ['sea'] };
    const hits = leg.search({ ...query, query: 'moon -sea' }, call, { ...options, exclusions });
    return hits.then((hits) => ({ ...hits, asked }));
  };

  it('finds as many as are wanted without it, and asks the model for the rest of the query', async () => {
    const { ranking, asked } = await found(async (_, { ids = [], terms }) => ({
      hits: terms.includes('sea') ? ids.slice(0, 30).map((id) => ({ id, score: 1 })) : [],
      more: false,
    }));
    expect(ranking.map(({ id }) => id)).toEqual(nearest.slice(30, 33).map(({ id }) => id));
    expect(asked).toEqual(['moon']);
  });

  it('finds nothing, and says why, when nobody can say what has it', async () => {
    const { ranking, failure } = await found(() => Promise.reject(new AppError('unavailable', 'Away')));
    expect([ranking, failure]).toEqual([[], expect.stringContaining('excludes')]);
  });
});

const [title, summary, near, far] = ['r/a/title/0-5', 'r/a/summary/0-9', 'r/t/body/0-9', 'r/t/body/10-19'];

describe('titles and summaries that were found by their meaning', () => {
  it('come behind the best paragraph of their resource', () => {
    const ranking = [title, near, summary, far].map((id, i) => ({ id, score: 9 - i }));
    expect(behindContent(ranking)).toEqual([
      { id: near, score: 8 },
      { id: title, score: 8 },
      { id: summary, score: 7 },
      { id: far, score: 6 },
    ]);
  });

  it('count as they are where nothing else of their resource was found', () => {
    const ranking = [title, 's/t/body/0-9', summary].map((id, i) => ({ id, score: 0.9 - i / 10 }));
    expect(behindContent(ranking)).toEqual(ranking);
  });

  it('change nothing else: paragraphs keep their scores and their order', () => {
    const ids = fc.constantFrom(
      'r/t/a/0-1',
      'r/t/a/1-2',
      'r/a/title/0-1',
      's/t/a/0-1',
      's/a/title/0-1',
      's/a/summary/0-1',
    );
    const hits = fc.uniqueArray(fc.record({ id: ids, score: fc.double({ min: 0, max: 1, noNaN: true }) }), {
      selector: ({ id }) => id,
    });
    fc.assert(
      fc.property(hits, (those) => {
        const ranking = those.sort((a, b) => b.score - a.score);
        const isContent = ({ id }: { readonly id: string }) => !id.includes('/a/');
        const found = behindContent(ranking);
        expect(found.filter(isContent)).toEqual(ranking.filter(isContent));
        expect(found.map(({ id }) => id).sort()).toEqual(ranking.map(({ id }) => id).sort());
        expect(found.map(({ score }) => score)).toEqual(found.map(({ score }) => score).sort((a, b) => b - a));
      }),
    );
  });
});
