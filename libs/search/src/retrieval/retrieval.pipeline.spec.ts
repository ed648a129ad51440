import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InProcessBus } from '@lectern/bus';
import {
  type AnyOperation,
  AppError,
  resourceOf,
  type StoredParagraph,
  systemPrincipal,
  unrestricted,
} from '@lectern/contracts/core';
import { EmbeddedKeywordIndex } from '@lectern/keyword-index';
import { Metrics } from '@lectern/runtime';
import { EmbeddedVectorIndex } from '@lectern/vector-index';
import { Logger } from '@nestjs/common';
import { CollectionProfile } from '../box/collection-profile';
import { Degradation } from '../degradation/degradation';
import { KeywordLeg } from './keyword-leg';
import { ZoneModels } from '../models/zone-models';
import { QueryReadings } from './query-reading';
import { Reranking } from './reranking';
import { BEING_REBUILT, RetrievalPipeline } from './retrieval.pipeline';
import type { RetrievalQuery } from '../query/retrieval-query';
import { SemanticLeg } from './semantic-leg';

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
const generator = { id: 'model', contextTokensMax: 1, takesOtherModels: false, vision: false };
const models = {
  embedder,
  embedders: [embedder],
  reranker: { id: 'none' },
  generator,
  generators: [generator],
};
/** The id of a resource's paragraph; `a:5` is the paragraph of `a` that begins at 5. */
const idOf = (name: string) => name.replace(/(:.*)?$/, (start) => `/t/a/${start.slice(1) || '0'}-9`);
const paragraph = (id: string): StoredParagraph => {
  const rid = resourceOf(id);
  return {
    id,
    rid,
    field: 't/a',
    text: `Of ${rid}`,
    language: 'en',
    kind: 'TEXT',
    labels: [],
    index: 0,
    start: 0,
    end: 9,
    page: 0,
    resourceLabels: [],
    resourceTitle: '',
  };
};
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
};

/** Results of the indexes, best first, or their errors. */
interface Indexes {
  readonly words?: readonly string[] | Error;
  readonly meaning?: readonly string[] | Error;
  /** Languages of the embedding model; all when absent. */
  readonly languages?: readonly string[];
}

/** A pipeline over indexes with these results; records which indexes are queried. */
function pipelineOver({ words = [], meaning = [], languages = ['*'] }: Indexes) {
  const model = { ...embedder, languages };
  const asked: string[] = [];
  const found = async (leg: string, rids: readonly string[] | Error) => {
    asked.push(leg);
    if (rids instanceof Error) throw rids;
    return rids.map((rid, i) => ({ id: idOf(rid), score: 1 - i / 10 }));
  };
  const read = async (_: string, ids: readonly string[]) => ids.map(paragraph);
  const keywords = Object.assign(new EmbeddedKeywordIndex(nowhere), {
    search: async (_: string, { limit }: { readonly limit: number }) => {
      const hits = await found('words', words);
      return { hits: hits.slice(0, limit), more: hits.length > limit, total: hits.length };
    },
    read: (kbid: string, ids: readonly string[]) => {
      asked.push('texts');
      return read(kbid, ids);
    },
    facets: async () => ({ '/language': { '/language/en': 10_000 } }),
  });
  const vectors = Object.assign(new EmbeddedVectorIndex(nowhere), { search: () => found('meaning', meaning) });
  const request = async ({ name }: AnyOperation, { body }: { readonly body: { readonly ids: readonly string[] } }) => {
    if (name === 'understanding.models.describe') return { ...models, embedder: model, embedders: [model] };
    if (name === 'understanding.texts.embed') return { vectors: [Float32Array.of(1, 0)] };
    return { paragraphs: await read('box', body.ids) };
  };
  const bus = Object.assign(new InProcessBus(), { request });
  const degradation = new Degradation(new Metrics());
  const inUse = new ZoneModels(bus, degradation);
  const leg = new KeywordLeg(bus, keywords, degradation);
  const pipeline = new RetrievalPipeline(
    leg,
    new SemanticLeg(bus, vectors, leg, degradation),
    new Reranking(bus, inUse, degradation),
    new CollectionProfile(keywords, degradation),
    new QueryReadings(inUse),
  );
  return { pipeline, asked };
}

const everything = ['a', 'b', 'c', 'd'];
async function retrieved(indexes: Indexes, members: Partial<RetrievalQuery> = {}, visible = everything) {
  const { pipeline } = pipelineOver(indexes);
  const found = await pipeline.search({ ...query, ...members }, call);
  return pipeline.rank(found, call, async () => new Set(visible));
}
const ridsOf = ({ paragraphs }: Awaited<ReturnType<typeof retrieved>>) => paragraphs.map((one) => one.paragraph.rid);
const equal = (count: number) => Array.from({ length: count }, (_, i) => `a:${i}`);
const away = new AppError('unavailable', 'Away');

describe('the retrieval pipeline', () => {
  beforeAll(() => Logger.overrideLogger(false));

  it('puts first what both legs find', async () => {
    const both = await retrieved({ words: ['a', 'b'], meaning: ['c', 'b'] });
    expect(ridsOf(both)[0]).toBe('b');
    expect([...ridsOf(both)].sort()).toEqual(['a', 'b', 'c']);
    expect(both).toMatchObject({ total: 3, more: false, incomplete: false, warnings: [], minScore: { semantic: 0.5 } });
  });

  it.each([
    ['reads the language of the query', ['en'], { a: 0, b: 0.8, c: 1 }],
    ['may know no meanings at all', ['*'], { a: undefined, b: undefined, c: undefined }],
    ['reads another language', ['fr'], { a: undefined, b: undefined, c: undefined }],
  ])('knows how similar hits are where the model %s', async (_, languages, expected) => {
    const { paragraphs } = await retrieved({ words: ['a', 'b'], meaning: ['c', 'b'], languages });
    expect(Object.fromEntries(paragraphs.map((one) => [one.paragraph.rid, one.similarity]))).toEqual(expected);
  });

  it('never returns or counts what may not be seen any more, whatever the indexes say', async () => {
    const seen = await retrieved({ words: ['a', 'b'], meaning: ['c', 'a'] }, {}, ['b']);
    expect([ridsOf(seen), seen.total]).toEqual([['b'], 1]);
  });

  it('returns at most `top_k` paragraphs, and says that there are more', async () => {
    const few = await retrieved({ words: ['a', 'b', 'c'] }, { topK: 2 });
    expect([ridsOf(few), few.more, few.total]).toEqual([['a', 'b'], true, 3]);
  });

  it('takes from the graph nothing that has an excluded word', async () => {
    // The index also finds the excluded word in the hits for the other words.
    const { pipeline } = pipelineOver({ words: ['b'] });
    const ranking = ['a', 'b'].map((rid, i) => ({ id: idOf(rid), score: 1 - i / 10 }));
    const graph = { ranking, more: false };
    const rankingsOf = async (asked: string) => {
      const { hits } = await pipeline.search({ ...query, query: asked, graph }, call);
      return Object.fromEntries(hits.map(({ id, legs }) => [resourceOf(id), legs.map(({ leg }) => leg).sort()]));
    };
    expect(await rankingsOf('moon -sea')).toEqual({ a: ['graph'], b: ['keyword'] });
    expect(await rankingsOf('moon')).toEqual({ a: ['graph'], b: ['graph', 'keyword'] });
  });

  it('leaves out the same text of the same field, unless duplicates are wanted', async () => {
    const twice = { words: ['a', 'a:5'], meaning: ['b'] };
    const idsOf = async (withDuplicates: boolean) =>
      (await retrieved(twice, { withDuplicates })).paragraphs.map((one) => one.paragraph.id).sort();
    expect(await idsOf(false)).toEqual([idOf('a'), idOf('b')]);
    expect(await idsOf(true)).toEqual([idOf('a'), idOf('a:5'), idOf('b')]);
  });

  it.each([
    ['reads the others', 5, ['words', 'texts', 'texts']],
    ['looks for more', 12, ['words', 'texts', 'texts', 'words', 'texts']],
    ['does nothing further', 1, ['words', 'texts']],
  ])('where repeats leave too few, it %s: with %i', async (_, repeats, expected) => {
    const { pipeline, asked } = pipelineOver({ words: [...equal(repeats), 'b', 'c', 'd'] });
    const found = await pipeline.search({ ...query, topK: 3, legs: new Set(['keyword']) }, call);
    const ranked = await pipeline.rank(found, call, async () => new Set(everything));
    expect([ridsOf(ranked), ranked.more, asked]).toEqual([['a', 'b', 'c'], true, expected]);
  });

  it('says that there is no more where all others are repeats', async () => {
    const ranked = await retrieved({ words: [...equal(12), 'b'] }, { topK: 3 });
    expect([ridsOf(ranked), ranked.more, ranked.total]).toEqual([['a', 'b'], false, 13]);
  });

  it('neither repeats nor loses anything on further pages', async () => {
    const words = [...equal(30), 'b', ...equal(60).slice(30), 'c', 'd'];
    const keyword = { legs: new Set(['keyword'] as const), topK: 1 };
    const shown: string[] = [];
    let cursor = (await retrieved({ words }, keyword)).next;
    for (let page = 0; cursor && page < 5; page += 1) {
      const ranked = await retrieved({ words }, { ...keyword, cursor });
      shown.push(...ridsOf(ranked));
      cursor = ranked.next;
    }
    expect(shown).toEqual(['b', 'c', 'd']);
  });

  it.each([
    ['words', { words: away, meaning: ['a'] }, 'results are by meaning only'],
    ['meaning', { words: ['a'], meaning: away }, 'results are by words only'],
  ])('goes on without %s, and says so', async (_, indexes, warning) => {
    const half = await retrieved(indexes);
    expect([ridsOf(half), half.incomplete]).toEqual([['a'], true]);
    expect(half.warnings).toEqual([expect.stringContaining(warning)]);
  });

  it('fails when no leg can be asked', async () => {
    await expect(retrieved({ words: away, meaning: away })).rejects.toMatchObject({ code: 'unavailable' });
    const words = { legs: new Set(['keyword'] as const) };
    await expect(retrieved({ words: away, meaning: ['a'] }, words)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('does not go on without a leg when the request is to blame', async () => {
    const wrong = new AppError('invalid_query', 'Invalid query');
    await expect(retrieved({ words: wrong, meaning: ['a'] })).rejects.toMatchObject({ code: 'invalid_query' });
  });

  it('says when the indexes do not hold everything', async () => {
    expect(await retrieved({ words: ['a'] }, { rebuilding: true })).toMatchObject({
      incomplete: true,
      warnings: [BEING_REBUILT],
    });
  });

  it.each<[string, Partial<RetrievalQuery>, readonly string[]]>([
    ['words and meaning by default', {}, ['meaning', 'words']],
    ['words for a quotation', { query: '"the moon"' }, ['words']],
    ['meaning for a quotation, where nothing else is', { query: '"moon"', legs: new Set(['semantic']) }, ['meaning']],
    ['words when nothing is looked for', { query: ' ' }, ['words']],
    ['nothing by an empty meaning', { query: '', legs: new Set(['semantic']) }, []],
    ['meaning by a vector without words', { query: '', vector: Float32Array.of(1, 0) }, ['meaning', 'words']],
    ['words alone', { legs: new Set(['keyword']) }, ['words']],
    ['words where words are excluded and nothing else is said', { query: '-moon -the' }, ['words']],
    ['nothing by the meaning of what is excluded', { query: '-moon', legs: new Set(['semantic']) }, []],
  ])('asks for %s', async (_, members, legs) => {
    const { pipeline, asked } = pipelineOver({ words: ['a'], meaning: ['a'] });
    await pipeline.search({ ...query, ...members }, call);
    expect([...asked].sort()).toEqual(legs);
  });

  it('reads and reranks as many as the larger of both windows has', async () => {
    const { pipeline } = pipelineOver({ words: ['a', 'b', 'c', 'd'] });
    const countOf = async (topK: number, rerankerWindow: number) =>
      (await pipeline.search({ ...query, topK, rerankerWindow }, call)).hits.length;
    expect([await countOf(1, 3), await countOf(2, 0), await countOf(10, 2)]).toEqual([3, 2, 4]);
  });
});
