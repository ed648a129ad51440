import { changed, extra, required, tooFew, tooLong, tooMany, wireOf } from '../../validation/members.fixture';
import { refusals } from '../../validation/refused.fixture';
import { list, text } from '../../validation/requests.fixture';
import { validate } from '../../validation/validate';
import { RetrieveRequest } from '../retrieve/retrieve.dto';
import * as queries from './retrieve-query.dto';

const word = { query: 'moon' };
const vector = { query: [0.5], vectorset: 'minilm-l6' };
const path = { query: { prop: 'path' } };

describe('a text to retrieve by', () => {
  it('has members of these kinds', () => {
    expect(wireOf(queries.TextQuery, word)).toEqual({
      query: 'text!',
      override: 'null object = {}',
      rephrase: 'null flag object',
      image: 'null object',
    });
    expect(wireOf(queries.LegOverrides, {})).toEqual({
      keyword: "null object 'disabled'",
      semantic: "null object 'disabled'",
      graph: "null object 'disabled'",
    });
    expect(wireOf(queries.KeywordOverride, {})).toEqual({
      min_score: 'null whole fraction',
      with_synonyms: 'null flag = false',
    });
    expect(wireOf(queries.SemanticOverride, {})).toEqual({
      vector: 'null list',
      vectorset: 'null text',
      min_score: 'null whole fraction',
    });
  });

  it('may have options without any member', () => {
    expect(wireOf(queries.RephraseOptions, {})).toEqual({ prompt: 'null text' });
    expect(wireOf(queries.GraphOverride, {})).toEqual({ query: 'null flag whole fraction text list object' });
    expect(validate(queries.TextQuery, { ...word, rephrase: {}, override: { graph: {} } })).toEqual({
      query: 'moon',
      rephrase: {},
      override: { graph: {} },
    });
  });

  it.each([
    ['query', text(20_000), text(20_001), tooLong(20_000)],
    ['rephrase', true, [], 'Input should be a valid boolean', 'rephrase.bool'],
    ['image', null, {}, required, 'image.content_type'],
    ['unknown', undefined, null, extra],
    ['override.unknown', undefined, null, extra],
  ])('takes a proper %s only', (at, good, bad, fault, place = at) => {
    const faultsAt = (value: unknown) => refusals(queries.TextQuery, changed<object>(word, at, value));
    expect(faultsAt(good)).toEqual([]);
    expect(faultsAt(bad)).toContain(`${place}: ${fault}`);
  });

  it('is rewritten by a prompt with a place for the question', () => {
    const rewritten = (prompt: string) => refusals(queries.TextQuery, { ...word, rephrase: { prompt } });
    expect(rewritten('As a search: {question}')).toEqual([]);
    expect(rewritten('As a search').at(-1)).toBe(
      'rephrase.RephraseOptions.prompt: Value error, Rephrase prompt must contain the {question} placeholder',
    );
  });
});

describe('ways to search by a text', () => {
  const nothing = ': Value error, Nothing is searched: keyword and semantic are disabled, and graph has no query';
  const both = { keyword: 'disabled', semantic: 'disabled' };

  it.each([
    [both, [nothing]],
    [{ ...both, graph: 'disabled' }, [nothing]],
    [{ ...both, graph: {} }, [nothing]],
    [{ ...both, graph: { query: null } }, [nothing]],
    [{ ...both, graph: path }, []],
    [{ keyword: 'disabled' }, []],
    [{ semantic: 'disabled', keyword: { with_synonyms: true } }, []],
    [{}, []],
  ])('%j leave something to search, or are refused', (override, expected) => {
    expect(refusals(queries.LegOverrides, override)).toEqual(expected);
  });

  it.each([
    [{ semantic: { vector: [] } }, `semantic.SemanticOverride.vector: ${tooFew(1)}`],
    [{ semantic: { vector: list(8_193, () => 1) } }, `semantic.SemanticOverride.vector: ${tooMany(8_192)}`],
    [{ semantic: { vectorset: text(251) } }, `semantic.SemanticOverride.vectorset: ${tooLong(250)}`],
    [{ semantic: { threshold: 1 } }, `semantic.SemanticOverride.threshold: ${extra}`],
    [{ keyword: { min_score: -1 } }, 'keyword.KeywordOverride.min_score: Input should be greater than or equal to 0'],
    [{ keyword: 'enabled' }, "keyword.literal['disabled']: Input should be 'disabled'"],
    [{ graph: { top_k: 1 } }, `graph.GraphOverride.top_k: ${extra}`],
  ])('%j are refused', (override, fault) => {
    expect(refusals(queries.LegOverrides, override)).toContain(fault);
  });
});

describe('queries for each index', () => {
  it('have members of these kinds', () => {
    expect(wireOf(queries.QueryParts, { keyword: word })).toEqual({
      keyword: 'null object',
      semantic: 'null object',
      graph: 'null object',
    });
    expect(wireOf(queries.KeywordPart, word)).toEqual({
      query: 'text!',
      min_score: 'null whole fraction = 0',
      with_synonyms: 'null flag = false',
    });
    expect(wireOf(queries.SemanticPart, vector)).toEqual({
      query: 'list!',
      vectorset: 'text!',
      min_score: 'null whole fraction = -1',
    });
  });

  it('are one at least', () => {
    const none = ': Value error, One of keyword, semantic and graph is needed';
    for (const one of [{ keyword: word }, { semantic: vector }, { graph: path }])
      expect(refusals(queries.QueryParts, one)).toEqual([]);
    for (const one of [{}, { keyword: null }]) expect(refusals(queries.QueryParts, one)).toEqual([none]);
  });

  it('name the vectorset of a vector, which has a number at least', () => {
    const semantic = (part: object) => refusals(queries.QueryParts, { semantic: part });
    expect(semantic({ query: [0.5] })).toEqual([`semantic.vectorset: ${required}`]);
    expect(semantic({ ...vector, query: [] })).toEqual([`semantic.query: ${tooFew(1)}`]);
    expect(semantic({ ...vector, query: list(8_193, () => 0) })).toEqual([`semantic.query: ${tooMany(8_192)}`]);
    expect(semantic({ ...vector, query: ['a'] })).toHaveLength(1);
    expect(semantic({ ...vector, k: 5 })).toEqual([`semantic.k: ${extra}`]);
  });
});

describe('the query of a retrieval', () => {
  it('is told by its members: a text, or queries for each index', () => {
    const read = (query: object) => validate(RetrieveRequest, { query }).query;
    expect(read(word)).toEqual({ query: 'moon', override: {} });
    expect(read({ keyword: word, graph: path })).toEqual({
      keyword: { query: 'moon', min_score: 0, with_synonyms: false },
      graph: path,
    });
  });

  it('is not a mixture of both', () => {
    const found = refusals(RetrieveRequest, { query: { ...word, keyword: word } });
    expect(found).toEqual([`query.TextQuery.keyword: ${extra}`, `query.QueryParts.query: ${extra}`]);
  });
});
