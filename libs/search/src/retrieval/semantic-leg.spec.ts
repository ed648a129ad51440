import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CallOptions, InProcessBus } from '@lectern/bus';
import { AppError, systemPrincipal, unrestricted } from '@lectern/contracts/core';
import { EmbeddedVectorIndex } from '@lectern/vector-index';
import { Metrics } from '@lectern/runtime';
import { Logger } from '@nestjs/common';
import { Degradation } from '../degradation';
import type { RetrievalQuery } from '../query/retrieval-query';
import { SemanticLeg } from './semantic-leg';

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
    return leg.search(query, call, { minScore: -1, limit: 1, isOnly, installed: new Map([['model', 2]]) });
  };

  it('fails, so that what words find is answered soon', async () => {
    expect((await search(false)).failure).toContain('by words only');
  });

  it('waits for it when nothing else is searched', async () => {
    expect(await search(true)).toEqual({ ranking: [] });
  });

  it('says which model is missing, and asks nobody', async () => {
    const leg = new SemanticLeg(new InProcessBus(), vectors, new Degradation(new Metrics()));
    const found = await leg.search(query, call, {
      minScore: -1,
      limit: 1,
      isOnly: false,
      installed: new Map([['other', 2]]),
    });
    expect(found).toEqual({ ranking: [], failure: expect.stringContaining('model model of this knowledge box') });
  });

  it('refuses a vector of another length than the model has', async () => {
    const leg = new SemanticLeg(new InProcessBus(), vectors, new Degradation(new Metrics()));
    const long = { ...query, vector: Float32Array.of(1, 0, 0) };
    const options = { minScore: -1, limit: 1, isOnly: false, installed: new Map([['model', 2]]) };
    await expect(leg.search(long, call, options)).rejects.toMatchObject({
      ...{ code: 'invalid_query', message: expect.stringMatching(/Invalid vector length, .* 2 dimensions, not 3/) },
    });
  });
});

describe('Paragraphs that may have no vector yet', () => {
  const ids = ['r1/t/a/0-9', 'r2/t/a/0-9'];
  const unknown = (embedding: boolean, request: () => Promise<object>) => {
    const bus = Object.assign(new InProcessBus(), { request });
    const leg = new SemanticLeg(bus, new EmbeddedVectorIndex(nowhere), new Degradation(new Metrics()));
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
    leg = new SemanticLeg(bus, new EmbeddedVectorIndex(nowhere), new Degradation(metrics));
  });

  const counted = async () => (await metrics.text()).body;

  it('is gone on without, which the answer says and a metric counts', async () => {
    const found = await leg.search(query, call, {
      minScore: -1,
      limit: 1,
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
