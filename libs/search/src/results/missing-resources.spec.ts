import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InProcessBus } from '@lectern/bus';
import { type AnyOperation, AppError, systemPrincipal, unrestricted } from '@lectern/contracts/core';
import { EmbeddedKeywordIndex, type KeywordQuery } from '@lectern/keyword-index';
import { Metrics } from '@lectern/runtime';
import { EmbeddedVectorIndex } from '@lectern/vector-index';
import { Logger } from '@nestjs/common';
import { CollectionProfile } from '../box/collection-profile';
import { Degradation } from '../degradation/degradation';
import { ZoneModels } from '../models/zone-models';
import type { GraphHits, RetrievalQuery } from '../query/retrieval-query';
import { KeywordLeg } from '../retrieval/keyword-leg';
import { QueryReadings } from '../retrieval/query-reading';
import type { RankedResults } from '../retrieval/retrieval.pipeline';
import { SemanticLeg } from '../retrieval/semantic-leg';
import { BoxResources } from './box-resources';
import { MissingResources } from './missing-resources';

const nowhere = { folder: join(tmpdir(), 'lectern-no-index'), role: 'reader' as const, cacheSizeBytes: 2 ** 20 };
const call = { principal: systemPrincipal, signal: new AbortController().signal, requestId: 'request' };
const embedder = {
  id: 'model',
  dimensions: 2,
  languages: ['*'],
  defaultMinScore: 0.5,
  fusionWeight: 0.5,
  fusionWeightElsewhere: 0.5,
};
const models = { embedder, embedders: [embedder], reranker: { id: 'none' } };
const query: RetrievalQuery = {
  kbid: 'box',
  visibility: unrestricted,
  query: 'moon',
  legs: new Set(['keyword', 'semantic'] as const),
  topK: 10,
  vectorsets: ['model'],
  rebuilding: false,
  embedding: false,
  minKeywordScore: 0,
  fusion: { kind: 'rrf', k: 60, window: 10, boosting: { keyword: 1, semantic: 1 } },
  rerankerWindow: 0,
  withDuplicates: false,
  filter: { label: '/l/topics/sea' },
};
// The only members that are read.
const nothingFound = { trace: { fused: [], read: 0, ordered: [], shown: 10 } } as unknown as RankedResults;
const hit = { id: 'r/t/a/0-9', score: 0.9 };

/** Contents of the indexes for the resource. */
interface Found {
  readonly words?: (query: KeywordQuery) => boolean;
  /** Other members of the query. */
  readonly asked?: Partial<RetrievalQuery>;
  readonly meaning?: readonly { readonly id: string; readonly score: number }[] | Error;
}

async function explained({ words = () => true, meaning = [], asked: members = {} }: Found, rid = 'r') {
  const keywords = Object.assign(new EmbeddedKeywordIndex(nowhere), {
    search: async (_: string, asked: KeywordQuery) => ({ hits: words(asked) ? [hit] : [], more: false, total: 0 }),
    facets: async () => ({ '/language': { '/language/en': 10_000 } }),
  });
  const search = async () => {
    if (meaning instanceof Error) throw meaning;
    return meaning;
  };
  const vectors = Object.assign(new EmbeddedVectorIndex(nowhere), { search });
  const request = async ({ name }: AnyOperation) => {
    if (name === 'understanding.models.describe') return models;
    if (name === 'understanding.texts.embed') return { vectors: [Float32Array.of(1, 0)] };
    return { rids: ['r'] };
  };
  const bus = Object.assign(new InProcessBus(), { request });
  const degradation = new Degradation(new Metrics());
  const leg = new KeywordLeg(bus, keywords, degradation);
  const missing = new MissingResources(
    new BoxResources(bus),
    leg,
    new SemanticLeg(bus, vectors, leg, degradation),
    new CollectionProfile(keywords, degradation),
    new QueryReadings(new ZoneModels(bus, degradation)),
  );
  return (await missing.explain({ ...query, ...members }, nothingFound, { ...call, rids: [rid] }))[rid];
}

const isFiltered = ({ filter }: KeywordQuery) => filter !== undefined && 'all' in filter;

describe('a resource that no ranking has', () => {
  beforeAll(() => Logger.overrideLogger(false));

  it('is not indexed, or not what the filters keep', async () => {
    expect(await explained({ words: () => false })).toEqual({ stage: 'index' });
    expect(await explained({ words: (asked) => !isFiltered(asked) })).toEqual({ stage: 'filters' });
  });

  it('has other words, or better ones are enough', async () => {
    const noWord = await explained({ words: ({ terms }) => terms.length === 0 });
    expect(noWord).toMatchObject({ stage: 'retrieval' });
    expect(noWord?.legs?.[0]).toEqual({ leg: 'keyword', reason: 'no_word', absent_words: ['moon'] });
    expect((await explained({}))?.legs?.[0]).toEqual({
      leg: 'keyword',
      reason: 'window',
      score: 0.9,
      absent_words: [],
    });
  });

  it('is not embedded, too far away, or behind others', async () => {
    const semantic = async (found: Found['meaning']) => (await explained({ meaning: found }))?.legs?.[1];
    expect(await semantic([])).toEqual({ leg: 'semantic', reason: 'not_embedded' });
    expect(await semantic([{ ...hit, score: 0.4 }])).toEqual({
      leg: 'semantic',
      reason: 'min_score',
      score: 0.4,
      min_score: 0.5,
    });
    expect(await semantic([hit])).toEqual({ leg: 'semantic', reason: 'window', score: 0.9 });
    expect(await semantic(new AppError('unavailable', 'Away'))).toEqual({ leg: 'semantic', reason: 'failed' });
  });

  it('has a word that the query excludes', async () => {
    const words = ({ terms, excluded }: KeywordQuery) => excluded.length === 0 || terms.length === 0;
    expect((await explained({ words, meaning: [hit], asked: { query: 'moon -sea' } }))?.legs).toEqual([
      { leg: 'keyword', reason: 'excluded_word' },
      { leg: 'semantic', reason: 'excluded_word' },
    ]);
  });

  it('is not said to be missing in an index that cannot be asked', async () => {
    const fail = () => {
      throw new AppError('unavailable', 'Away');
    };
    expect(await explained({ words: fail })).toEqual({ stage: 'failed' });
    const failsFor = (isSuch: (asked: KeywordQuery) => boolean) => (asked: KeywordQuery) => !isSuch(asked) || fail();
    const legOf = async (words: Found['words'], text: string) =>
      (await explained({ words, asked: { query: text } }))?.legs?.[0];
    expect(
      await legOf(
        failsFor(({ terms }) => terms.length > 0),
        'moon',
      ),
    ).toEqual({ leg: 'keyword', reason: 'failed' });
    const excluding = failsFor(({ terms, excluded }) => terms.length > 0 && excluded.length === 0);
    const nothing: Found['words'] = (asked) => asked.excluded.length === 0 && excluding(asked);
    expect(await legOf(nothing, 'moon -sea')).toEqual({ leg: 'keyword', reason: 'failed' });
  });

  it('lacks a phrase that is quoted', async () => {
    const lacksPhrases = ({ phrases }: KeywordQuery) => phrases.length === 0;
    expect((await explained({ words: lacksPhrases, asked: { query: '"High water"' } }))?.legs).toEqual([
      { leg: 'keyword', reason: 'no_phrase', absent_words: [], absent_phrases: ['high water'] },
      { leg: 'semantic', reason: 'quotation' },
    ]);
    const nothing = ({ terms, phrases }: KeywordQuery) => terms.length + phrases.length === 0;
    expect((await explained({ words: nothing, asked: { query: 'moon "high water"' } }))?.legs?.[0]).toEqual({
      leg: 'keyword',
      reason: 'no_word',
      absent_words: ['moon'],
      absent_phrases: ['high water'],
    });
  });

  it('is not looked for by meaning where the query has none, or meaning does not count', async () => {
    const legs = new Set(['semantic'] as const);
    expect((await explained({ asked: { query: ' ', legs } }))?.legs).toEqual([
      { leg: 'semantic', reason: 'empty_query' },
    ]);
    const fusion = { kind: 'convex', window: 10, weight: 0 } as const;
    expect((await explained({ asked: { fusion } }))?.legs?.[1]).toEqual({ leg: 'semantic', reason: 'no_weight' });
  });

  it('states no path that the query of the graph finds', async () => {
    const reason = async (graph: Partial<GraphHits>) => {
      const asked = { legs: new Set<never>(), graph: { ranking: [], more: false, ...graph } };
      return (await explained({ asked }))?.legs;
    };
    expect(await reason({})).toEqual([{ leg: 'graph', reason: 'no_path' }]);
    expect(await reason({ more: true })).toEqual([{ leg: 'graph', reason: 'window' }]);
    expect(await reason({ failure: 'Away' })).toEqual([{ leg: 'graph', reason: 'failed' }]);
  });

  it('is unknown when it cannot be seen', async () => {
    expect(await explained({}, 'other')).toEqual({ stage: 'unknown' });
  });
});
