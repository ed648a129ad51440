import { InProcessBus } from '@lectern/bus';
import { type AnyOperation, systemPrincipal } from '@lectern/contracts/core';
import {
  listVisibleResources,
  readEntityRelations,
  readGraphNames,
  readGraphPaths,
  readParagraphs,
  readResources,
  readRetrievalSettings,
  readSynonyms,
} from '@lectern/contracts/knowledge-box';
import { describeModels, embedTexts, rerankTexts } from '@lectern/contracts/understanding';
import { EmbeddedKeywordIndex, type KeywordQuery } from '@lectern/keyword-index';
import { Metrics } from '@lectern/runtime';
import { EmbeddedVectorIndex } from '@lectern/vector-index';
import { QuestionSearch } from './ask/question-search';
import { BoxLabelsets } from './box/box-labelsets';
import { BoxSettings } from './box/box-settings';
import { BoxSynonyms } from './box/box-synonyms';
import { CollectionProfile } from './box/collection-profile';
import { SearchConfigurationCache } from './configuration/search-configuration-cache';
import { Degradation } from './degradation/degradation';
import { FindGraph } from './find/find-graph';
import { FindService } from './find/find.service';
import { SimilarNames } from './graph/similar-names';
import { ZoneModels } from './models/zone-models';
import { QueryRephrasing } from './query/query-rephrasing';
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
import { RetrieveService } from './retrieve/retrieve.service';
import { SearchLists } from './search/search-lists';
import { SearchQueries } from './search/search-queries';
import { SearchService } from './search/search.service';
import { SuggestedEntities } from './suggest/suggested-entities';
import { SuggestedParagraphs } from './suggest/suggested-paragraphs';
import { SuggestService } from './suggest/suggest.service';

export const kbid = '11111111-1111-4111-8111-111111111111';
export const rid = 'a'.repeat(32);
export const id = `${rid}/t/body/0-9`;
export const call = { principal: systemPrincipal, signal: new AbortController().signal, requestId: 'request' };
export const vectorset = { kbid, id: 'model', dimensions: 2 };
const generator = { id: 'model', contextTokensMax: 1, takesOtherModels: false };
const embedder = {
  id: 'model',
  dimensions: 2,
  languages: ['*'],
  defaultMinScore: 0.5,
  fusionWeight: 0.5,
  fusionWeightElsewhere: 0.5,
};

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
  paths: readGraphPaths.name,
  relations: readEntityRelations.name,
  names: readGraphNames.name,
} as const;
/** The parts that can fail: a method of an index or an operation of another service. */
export type Stage = keyof typeof stages;

/** Wraps a part so that the named methods fail; all others work normally. */
function failing<T extends object>(part: T, methods: readonly string[], error: Error): T {
  const get = (target: T, name: string): unknown => {
    if (methods.includes(name)) return async () => Promise.reject(error);
    const member: unknown = Reflect.get(target, name);
    return typeof member === 'function' ? member.bind(target) : member;
  };
  return new Proxy(part, { get: (target, name) => get(target, String(name)) });
}

export const paragraph = {
  id,
  field: 't/body',
  text: 'moon sea',
  language: 'en',
  kind: 'TEXT' as const,
  labels: ['/l/a/b'],
  index: 0,
  start: 0,
  end: 9,
  page: 0,
};

function answerOf(name: string): object {
  const rows = { [rid]: { id: rid, title: 'Tides' } };
  const settings = { kbid, vectorsets: ['model'], rebuilding: false, embedding: [] };
  const answers: Readonly<Record<string, object>> = {
    [describeModels.name]: {
      embedder,
      embedders: [embedder],
      reranker: { id: 'other' },
      generator,
      generators: [generator],
    },
    [embedTexts.name]: { vectors: [Float32Array.of(1, 0)] },
    [rerankTexts.name]: { scores: [0.5] },
    [readResources.name]: { resources: rows },
    [listVisibleResources.name]: { rids: [rid] },
    [readParagraphs.name]: { paragraphs: [{ ...paragraph, rid, resourceLabels: [], resourceTitle: 'Tides' }] },
    [readSynonyms.name]: { synonyms: {} },
    [readGraphPaths.name]: { paths: [{ metadata: { paragraph_id: id }, score: 1 }] },
    [readEntityRelations.name]: { entities: { Moon: { related_to: [] } } },
    [readGraphNames.name]: { nodes: [{ group: 'PLACE', value: 'Moon' }] },
    [readRetrievalSettings.name]: { ...settings, enforceSecurity: false, hiddenResourcesEnabled: true },
  };
  return answers[name] ?? {};
}

/** A keyword index whose searches fail if they match the condition. */
export function wordsFailing(
  words: EmbeddedKeywordIndex,
  fails: (query: KeywordQuery) => boolean,
  error: Error,
): EmbeddedKeywordIndex {
  const search = async (box: string, query: KeywordQuery) => {
    if (fails(query)) throw error;
    // Behaves like an index that does not return the terms of hits, so the hits to check are queried separately.
    const { withTerms: _withTerms, termsFound: _termsFound, ...hits } = await words.search(box, query);
    return hits;
  };
  return new Proxy(words, {
    get: (_, name) => (name === 'search' ? search : Reflect.get(failing(words, [], error), name)),
  });
}

interface Indexes {
  readonly words: EmbeddedKeywordIndex;
  readonly vectors: EmbeddedVectorIndex;
}

/** The search services over a box with one paragraph; the named stages fail with the error. */
export function servicesWithout({ words, vectors }: Indexes, lost: readonly Stage[], error: Error) {
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
  const models = new ZoneModels(bus, degradation);
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
  const rephrasing = new QueryRephrasing(bus, models, degradation);
  const graph = new FindGraph(bus, new SimilarNames(bus, settings, models), degradation);
  const paragraphs = new SuggestedParagraphs(leg, lists, profile, readings);
  return {
    find: new FindService(new SearchConfigurationCache(bus), rephrasing, scopes, retrieval, graph),
    ask: new QuestionSearch(scopes, retrieval, graph),
    retrieve: new RetrieveService(scopes, retrieval, graph, rephrasing),
    search: new SearchService(new SearchQueries(scopes, rephrasing), separate, lists, resources, graph),
    suggest: new SuggestService(scopes, paragraphs, new SuggestedEntities(bus), degradation),
  };
}
