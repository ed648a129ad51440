import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError, DamagedIndexError, systemPrincipal, validate } from '@lectern/contracts/core';
import {
  AskHeaders,
  AskRequest,
  FindRequest,
  RetrieveRequest,
  SearchRequest,
  SuggestRequest,
} from '@lectern/contracts/search';
import { EmbeddedKeywordIndex, type KeywordQuery } from '@lectern/keyword-index';
import { analyze } from '@lectern/text';
import { EmbeddedVectorIndex } from '@lectern/vector-index';
import { Logger } from '@nestjs/common';
import { AskRecording } from '@lectern/activity';
import {
  call,
  id,
  kbid,
  paragraph,
  rid,
  servicesWithout as servicesOver,
  type Stage,
  vectorset,
  wordsFailing,
} from './failing-stages.fixture';

const away = new AppError('unavailable', 'Away');
const damaged = new DamagedIndexError('torn');
const bug = new TypeError('x is not a function');

describe('a stage of retrieval that fails', () => {
  let folder: string;
  let words: EmbeddedKeywordIndex;
  let vectors: EmbeddedVectorIndex;

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

  /** The search services with failing stages. */
  const servicesWithout = (lost: readonly Stage[], error: Error, index = words) =>
    servicesOver({ words: index, vectors }, lost, error);

  /** The results of a find and whether it reports them as incomplete; otherwise its error code. */
  async function find(lost: readonly Stage[], error: Error, members: object = {}): Promise<unknown> {
    const { find: service } = servicesWithout(lost, error);
    try {
      const request = validate(FindRequest, { query: 'moon', ...members });
      const { results, ranked } = await service.find(kbid, request, call);
      if (ranked.incomplete) expect(results.warnings).not.toEqual([]);
      return [results.best_matches, (results.warnings ?? []).length > 0];
    } catch (caught) {
      return caught instanceof AppError ? caught.code : caught;
    }
  }

  async function search(lost: readonly Stage[], error: Error, members: object = {}): Promise<unknown> {
    const { search: service } = servicesWithout(lost, error);
    try {
      const request = validate(SearchRequest, { query: 'moon', faceted: ['/l/a'], ...members });
      const { results, incomplete } = await service.search(kbid, request, call);
      if (incomplete) expect(results.warnings).not.toEqual([]);
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

  describe('and is the search for words that are nearly the same', () => {
    const isFuzzy = ({ approximate = [] }: KeywordQuery) => approximate.some(({ edits }) => edits > 0);
    const errors = [away, bug, damaged];
    const warnings = ['Words that are nearly the same as those of the query could not be looked for'];

    it('costs a find and a search those words: the others were looked for, and are not there', async () => {
      for (const error of errors) {
        const { find: finds, search: searches } = servicesWithout([], error, wordsFailing(words, isFuzzy, error));
        const members = { query: 'mooon', features: ['keyword'] };
        const found = await finds.find(kbid, validate(FindRequest, members), call);
        expect([found.results.best_matches, found.results.warnings, found.ranked.incomplete]).toEqual([
          [],
          warnings,
          false,
        ]);
        const { results, incomplete } = await searches.search(kbid, validate(SearchRequest, members), call);
        expect([results.paragraphs?.results, results.warnings, incomplete]).toEqual([[], warnings, false]);
      }
    });

    it('leaves suggestions what has the words as they are typed', async () => {
      const typed = { paragraphs: { results: [{ text: 'moon sea', fuzzy_result: false }] } };
      for (const error of errors) {
        const { suggest: service } = servicesWithout([], error, wordsFailing(words, isFuzzy, error));
        const suggested = await service.suggest(kbid, validate(SuggestRequest, { query: 'moon' }), call);
        expect(suggested).toMatchObject({ ...typed, warnings });
        const isCheck = ({ ids }: KeywordQuery) => ids !== undefined;
        const { suggest: unsure } = servicesWithout([], error, wordsFailing(words, isCheck, error));
        const unchecked = await unsure.suggest(kbid, validate(SuggestRequest, { query: 'moon' }), call);
        expect(unchecked).toMatchObject({ ...typed, warnings: [expect.stringContaining('unclear')] });
      }
    });
  });

  describe('and is of the knowledge graph', () => {
    const path = { prop: 'path', destination: { value: 'Moon' } };
    const late = new AppError('deadline_exceeded', 'Late');
    const errors = [away, bug, late];
    const ofGraph = (features: readonly string[]) =>
      validate(FindRequest, { query: 'moon', features, ...(features.includes('graph') && { graph_query: path }) });

    it('costs a find the paragraphs that state paths: something is missing', async () => {
      for (const error of errors) {
        const { find: service } = servicesWithout(['paths'], error);
        const { results, ranked } = await service.find(kbid, ofGraph(['keyword', 'graph']), call);
        expect([results.best_matches, ranked.incomplete]).toEqual([[id], true]);
        expect(results.warnings).toEqual([expect.stringContaining('knowledge graph could not be asked')]);
      }
    });

    it('leaves a find to the graph alone where words fail', async () => {
      const { find: service } = servicesWithout(['words.search'], away);
      const { results, ranked } = await service.find(kbid, ofGraph(['keyword', 'graph']), call);
      expect([results.best_matches, ranked.incomplete]).toEqual([[id], true]);
    });

    it('costs a find and a search the relations, and nothing is missing of the results', async () => {
      for (const error of errors) {
        const { find: finds, search: searches } = servicesWithout(['relations'], error);
        const found = await finds.find(kbid, ofGraph(['keyword', 'relations']), call);
        expect([found.results.best_matches, found.results.relations, found.ranked.incomplete]).toEqual([
          [id],
          { entities: {} },
          false,
        ]);
        const request = validate(SearchRequest, { query: 'moon', features: ['keyword', 'relations'] });
        const { results, incomplete } = await searches.search(kbid, request, call);
        expect([results.paragraphs?.results.length, results.relations, incomplete]).toEqual([1, undefined, false]);
        for (const { warnings } of [found.results, results])
          expect(warnings).toEqual([expect.stringContaining('relations of the names in the query could not be read')]);
      }
    });

    it('costs a question the relations', async () => {
      const request = validate(AskRequest, { query: 'moon', features: ['keyword', 'relations'] });
      const asker = { kbid, request, principal: systemPrincipal, client: 'api' as const, at: new Date() };
      const asked = { ...call, ...asker, headers: new AskHeaders(), recording: new AskRecording(asker) };
      for (const error of errors) {
        const { ask: service } = servicesWithout(['relations'], error);
        const query = service.compiled(asked, await service.scopeOf(asked), undefined);
        const { results, ranked } = await service.search(query, asked, undefined);
        expect([results.best_matches, ranked.incomplete]).toEqual([[id], false]);
        expect(results.warnings).toHaveLength(1);
      }
    });

    it('costs a retrieval the paragraphs that state paths', async () => {
      const query = { query: 'moon', override: { graph: { query: path } } };
      for (const error of errors) {
        const { retrieve: service } = servicesWithout(['paths'], error);
        const { results, incomplete } = await service.retrieve(kbid, validate(RetrieveRequest, { query }), call);
        expect([results.matches.map((match) => match.id), incomplete]).toEqual([[id], true]);
        expect(results.warnings).toHaveLength(1);
        const alone = validate(RetrieveRequest, { query: { graph: { query: path } } });
        await expect(service.retrieve(kbid, alone, call)).rejects.toMatchObject({ code: 'unavailable' });
      }
    });

    it('costs suggestions the entities', async () => {
      for (const error of errors) {
        const { suggest: service } = servicesWithout(['names'], error);
        const suggested = await service.suggest(kbid, validate(SuggestRequest, { query: 'moon' }), call);
        expect(suggested).toMatchObject({ paragraphs: { results: [{ text: 'moon sea' }] } });
        expect([suggested.entities, suggested.warnings]).toEqual([undefined, ['Entities could not be looked for']]);
      }
    });

    it('tells to come again where nothing else is asked', async () => {
      for (const error of errors) {
        const {
          find: finds,
          search: searches,
          suggest: suggestions,
        } = servicesWithout(['paths', 'relations', 'names'], error);
        const unavailable = { code: 'unavailable' };
        for (const feature of ['graph', 'relations'])
          await expect(finds.find(kbid, ofGraph([feature]), call)).rejects.toMatchObject(unavailable);
        const search = validate(SearchRequest, { query: 'moon', features: ['relations'] });
        await expect(searches.search(kbid, search, call)).rejects.toMatchObject(unavailable);
        const suggest = validate(SuggestRequest, { query: 'moon', features: ['entities'] });
        await expect(suggestions.suggest(kbid, suggest, call)).rejects.toMatchObject(unavailable);
      }
    });

    it('is an error of the caller where the graph does not know what the request says, or the call is over', async () => {
      for (const code of ['invalid_request', 'cancelled'] as const) {
        const { find: finds, suggest: suggestions } = servicesWithout(['paths', 'names'], new AppError(code, 'Bad'));
        await expect(finds.find(kbid, ofGraph(['keyword', 'graph']), call)).rejects.toMatchObject({ code });
        const suggest = validate(SuggestRequest, { query: 'moon' });
        await expect(suggestions.suggest(kbid, suggest, call)).rejects.toMatchObject({ code });
      }
    });
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
