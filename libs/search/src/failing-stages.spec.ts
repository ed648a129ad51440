import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InProcessBus } from '@lectern/bus';
import { type AnyOperation, AppError, DamagedIndexError, systemPrincipal, validate } from '@lectern/contracts/core';
import {
  listVisibleResources,
  readParagraphs,
  readResources,
  readRetrievalSettings,
  readSynonyms,
} from '@lectern/contracts/knowledge-box';
import { FindRequest, SearchRequest } from '@lectern/contracts/search';
import { describeModels, embedTexts, rerankTexts } from '@lectern/contracts/understanding';
import { EmbeddedKeywordIndex } from '@lectern/keyword-index';
import { Metrics } from '@lectern/runtime';
import { analyze } from '@lectern/text';
import { EmbeddedVectorIndex } from '@lectern/vector-index';
import { Logger } from '@nestjs/common';
import { BoxLabelsets } from './box/box-labelsets';
import { BoxSettings } from './box/box-settings';
import { BoxSynonyms } from './box/box-synonyms';
import { CollectionProfile } from './box/collection-profile';
import { Degradation } from './degradation';
import { FindGraph } from './find/find-graph';
import { SimilarNames } from './graph/similar-names';
import { ModelsInUse } from './models/models-in-use';
import { QueryRephrasing } from './query/query-rephrasing';
import { compileQuery } from './query/compile-query';
import { KeywordFields } from './query/keyword-fields';
import { RequestScopes } from './query/request-scopes';
import { BoxResources } from './results/box-resources';
import { HydratedRetrieval } from './results/hydrated-retrieval';
import { MissingResources } from './results/missing-resources';
import { FulltextLeg } from './retrieval/fulltext-leg';
import { KeywordLeg } from './retrieval/keyword-leg';
import { QueryReadings } from './retrieval/query-reading';
import { Reranking } from './retrieval/reranking';
import { RetrievalPipeline } from './retrieval/retrieval.pipeline';
import { SemanticLeg } from './retrieval/semantic-leg';
import { SeparateRetrieval } from './retrieval/separate-retrieval';
import { SearchLists } from './search/search-lists';
import { SearchQueries } from './search/search-queries';
import { SearchService } from './search/search.service';

const kbid = '11111111-1111-4111-8111-111111111111';
const rid = 'a'.repeat(32);
const id = `${rid}/t/body/0-9`;
const call = { principal: systemPrincipal, signal: new AbortController().signal, requestId: 'request' };
const vectorset = { kbid, id: 'model', dimensions: 2 };
const generator = { id: 'model', contextTokensMax: 1, takesOtherModels: false };
const embedder = {
  ...{ id: 'model', dimensions: 2, languages: ['*'], defaultMinScore: 0.5 },
  ...{ fusionWeight: 0.5, fusionWeightElsewhere: 0.5 },
};
const away = new AppError('unavailable', 'Away');
const damaged = new DamagedIndexError('torn');
const bug = new TypeError('x is not a function');

const stages = {
  'words.search': 'search',
  'words.read': 'read',
  'words.facets': 'facets',
  'vectors.search': 'search',
  synonyms: readSynonyms.name,
  reranker: rerankTexts.name,
  embedding: embedTexts.name,
  models: describeModels.name,
  rows: readResources.name,
  visibility: listVisibleResources.name,
  settings: readRetrievalSettings.name,
} as const;
type Stage = keyof typeof stages;

/** A part whose methods of these names fail, and which is itself otherwise. */
function failing<T extends object>(part: T, methods: readonly string[], error: Error): T {
  const get = (target: T, name: string): unknown => {
    if (methods.includes(name)) return async () => Promise.reject(error);
    const member: unknown = Reflect.get(target, name);
    return typeof member === 'function' ? member.bind(target) : member;
  };
  return new Proxy(part, { get: (target, name) => get(target, String(name)) });
}

describe('a stage of retrieval that fails', () => {
  let folder: string;
  let words: EmbeddedKeywordIndex;
  let vectors: EmbeddedVectorIndex;
  const paragraph = {
    ...{ id, field: 't/body', text: 'moon sea', language: 'en', kind: 'TEXT' as const, labels: ['/l/a/b'] },
    ...{ index: 0, start: 0, end: 9, page: 0 },
  };

  beforeAll(async () => {
    Logger.overrideLogger(false);
    folder = await mkdtemp(join(tmpdir(), 'stages-'));
    const options = (name: string) => ({
      folder: join(folder, name),
      role: 'writer' as const,
      cacheSizeBytes: 2 ** 24,
    });
    words = new EmbeddedKeywordIndex(options('words'));
    vectors = new EmbeddedVectorIndex(options('vectors'));
    const dates = { createdMs: 0, modifiedMs: 0 };
    const resource = { rid, version: 1, ...dates, hidden: false, groups: [], labels: ['/l/a/b'] };
    await words.put(kbid, [{ resource, title: 'Tides', paragraphs: [{ ...paragraph, ...analyze('moon sea', 'en') }] }]);
    const { field, language, labels } = paragraph;
    await vectors.put(vectorset, [
      { resource, vectors: [{ id, field, language, labels, vector: Float32Array.of(1, 0) }] },
    ]);
  });

  afterAll(async () => {
    await Promise.all([words.close(), vectors.close()]);
    await rm(folder, { recursive: true, force: true });
  });

  function answerOf(name: string): object {
    const rows = { [rid]: { id: rid, title: 'Tides' } };
    const settings = { kbid, vectorsets: ['model'], rebuilding: false, embedding: [] };
    const answers: Readonly<Record<string, object>> = {
      [describeModels.name]: {
        ...{ embedder, embedders: [embedder], reranker: { id: 'other' }, generator, generators: [generator] },
      },
      [embedTexts.name]: { vectors: [Float32Array.of(1, 0)] },
      [rerankTexts.name]: { scores: [0.5] },
      [readResources.name]: { resources: rows },
      [listVisibleResources.name]: { rids: [rid] },
      [readParagraphs.name]: { paragraphs: [{ ...paragraph, rid, resourceLabels: [], resourceTitle: 'Tides' }] },
      [readSynonyms.name]: { synonyms: {} },
      [readRetrievalSettings.name]: { ...settings, enforceSecurity: false, hiddenResourcesEnabled: true },
    };
    return answers[name] ?? {};
  }

  function servicesWithout(lost: readonly Stage[], error: Error) {
    const ofIndex = (index: string) => lost.filter((one) => one.startsWith(`${index}.`)).map((one) => stages[one]);
    const [keywords, vector] = [failing(words, ofIndex('words'), error), failing(vectors, ofIndex('vectors'), error)];
    const operations: readonly string[] = lost.filter((one) => !one.includes('.')).map((one) => stages[one]);
    const request = async ({ name }: AnyOperation) => {
      if (operations.includes(name)) throw error;
      return answerOf(name);
    };
    const bus = Object.assign(new InProcessBus(), { request });
    const degradation = new Degradation(new Metrics());
    const settings = new BoxSettings(bus);
    const boxes = [settings, new BoxSynonyms(bus, degradation), new BoxLabelsets(bus)] as const;
    const scopes = new RequestScopes(bus, ...boxes, new KeywordFields(keywords));
    const models = new ModelsInUse(bus, degradation);
    const leg = new KeywordLeg(bus, keywords, degradation);
    const semantic = new SemanticLeg(bus, vector, leg, degradation);
    const profile = new CollectionProfile(keywords, degradation);
    const readings = new QueryReadings(models);
    const resources = new BoxResources(bus);
    const reranking = new Reranking(bus, models, degradation);
    const pipeline = new RetrievalPipeline(leg, semantic, reranking, profile, readings);
    const fulltext = new FulltextLeg(keywords, degradation);
    const separate = new SeparateRetrieval(leg, fulltext, semantic, profile, readings);
    const lists = new SearchLists(leg, keywords, resources, settings, degradation);
    const missing = new MissingResources(resources, leg, semantic, profile, readings);
    const retrieval = new HydratedRetrieval(resources, pipeline, settings, missing);
    const queries = new SearchQueries(scopes, new QueryRephrasing(bus, models, degradation));
    const graph = new FindGraph(bus, new SimilarNames(bus, settings, models));
    const search = new SearchService(queries, separate, lists, resources, graph);
    return { scopes, retrieval, search };
  }

  /** What a find finds, and whether it says that something is missing; or the code of its failure. */
  async function find(lost: readonly Stage[], error: Error, members: object = {}): Promise<unknown> {
    const { scopes, retrieval } = servicesWithout(lost, error);
    try {
      const request = validate(FindRequest, { query: 'moon', ...members });
      const query = compileQuery(request, await scopes.of(kbid, request, systemPrincipal));
      const { ranked } = await retrieval.retrieve(query, call, request);
      return [ranked.paragraphs.map((one) => one.paragraph.id), ranked.warnings.length > 0];
    } catch (caught) {
      return caught instanceof AppError ? caught.code : caught;
    }
  }

  async function search(lost: readonly Stage[], error: Error, members: object = {}): Promise<unknown> {
    const { search: service } = servicesWithout(lost, error);
    try {
      const request = validate(SearchRequest, { query: 'moon', faceted: ['/l/a'], ...members });
      const { results, incomplete } = await service.search(kbid, request, call);
      expect(incomplete).toBe((results.warnings ?? []).length > 0);
      const { paragraphs, fulltext, sentences } = results;
      return [[paragraphs, fulltext, sentences].map((list) => list?.results.length), incomplete];
    } catch (caught) {
      return caught instanceof AppError ? caught.code : caught;
    }
  }

  it('is none where nothing does', async () => {
    expect([await find([], away), await search([], away)]).toEqual([
      [[id], false],
      [[1, 1, 1], false],
    ]);
  });

  it.each(['words.search', 'vectors.search', 'reranker', 'embedding'] as const)(
    'costs a find that stage and a warning: %s',
    async (stage) => {
      for (const error of [away, bug, damaged]) expect(await find([stage], error)).toEqual([[id], true]);
    },
  );

  it.each(['words.read', 'words.facets'] as const)('costs a find nothing: %s', async (stage) => {
    for (const error of [away, bug, damaged]) expect(await find([stage], error)).toEqual([[id], false]);
  });

  it.each([
    ['words.search', [0, 0, 1], true],
    ['words.read', [1, 1, 1], false],
    ['words.facets', [1, 1, 1], true],
    ['vectors.search', [1, 1, 0], true],
    ['embedding', [1, 1, 0], true],
  ] as const)('costs a search what it is for, and a warning: %s', async (stage, counts, incomplete) => {
    for (const error of [away, bug, damaged]) expect(await search([stage], error)).toEqual([counts, incomplete]);
  });

  it('costs nothing but the synonyms, and a warning, where they are requested', async () => {
    const members = { with_synonyms: true, features: ['keyword'] };
    for (const error of [away, bug]) {
      expect(await find(['synonyms'], error, members)).toEqual([[id], true]);
      expect(await search(['synonyms'], error, members)).toEqual([[1, undefined, undefined], true]);
      expect(await find(['synonyms'], error)).toEqual([[id], false]);
    }
  });

  it('is an answer that tells to come again where nothing can be asked, never an empty one', async () => {
    for (const error of [away, bug]) {
      expect(await find(['words.search', 'vectors.search'], error)).toBe('unavailable');
      expect(await search(['words.search', 'vectors.search'], error)).toBe('unavailable');
      expect(await find(['words.search', 'embedding'], error)).toBe('unavailable');
      expect(await find(['words.search'], error, { features: ['keyword'] })).toBe('unavailable');
      expect(await search(['vectors.search'], error, { features: ['semantic'] })).toBe('unavailable');
    }
    for (const stage of ['rows', 'visibility', 'settings'] as const)
      expect([await find([stage], away), await search([stage], away)]).toEqual(['unavailable', 'unavailable']);
  });

  it('says of damaged indexes that results are missing, since they are made again', async () => {
    expect(await find(['words.search', 'vectors.search'], damaged)).toEqual([[], true]);
    expect(await search(['words.search', 'vectors.search'], damaged)).toEqual([[0, 0, 0], true]);
  });

  it('goes on where the models were never named', async () => {
    for (const error of [away, bug]) {
      expect(await find(['models'], error)).toEqual([[id], true]);
      expect(await search(['models'], error)).toEqual([[1, 1, 0], true]);
      expect(await find(['models'], error, { features: ['keyword'], reranker: 'noop' })).toEqual([[id], false]);
      expect(await find(['models'], error, { features: ['semantic'] })).toBe('unavailable');
    }
  });
});
