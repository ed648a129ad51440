import { throughDoor } from '../../core/door';
import { membersOf } from '../../validation/answers.fixture';
import { changed, tooLong, tooMany, wireOf } from '../../validation/members.fixture';
import { conductOf, faults, list, received, routesOf, text } from '../../validation/requests.fixture';
import { FindQuery, FindRequest, QueryEntity } from './find.dto';
import { findParagraphs } from './find.operations';

const findByQuery = throughDoor(findParagraphs, 'search.find.get', FindQuery);

const faultsOf = (body: unknown) => faults(findParagraphs, { body });
const page = { formToken: '' };
const rid = '02c54f076f4c499fb310b4f129135e6c';
const image = { content_type: 'image/png', b64encoded: 'aaaa' };
const file = `${__dirname}/find.dto.ts`;

describe('finding paragraphs', () => {
  it('is for readers, and for anyone of a published knowledge box', () => {
    expect(routesOf(findParagraphs)).toEqual({
      'POST /kb/{kbid}/find': '200 json; READER of kb; sa user pat eph none',
      'GET /kb/{kbid}/find': '200 json; READER of kb; sa user pat eph none',
    });
    expect(conductOf(findParagraphs)).toEqual({
      'search.find.post': '15 s, search, lane search',
    });
    for (const { http } of [findParagraphs, findByQuery]) expect(http?.unknownBox).toBe('Knowledge Box not found');
  });

  it('answers 206 where a part is missing, which clients read back', () => {
    for (const { http } of [findParagraphs, findByQuery]) {
      const results = Object.create(null);
      expect(http?.alsoAnswers).toEqual([206]);
      expect(http?.respond?.({ results, incomplete: false }, page)).toEqual({ status: 200, body: results });
      expect(http?.respond?.({ results, incomplete: true }, page)).toEqual({ status: 206, body: results });
      expect([200, 206].map((status) => http?.read?.({}, status))).toEqual([
        { results: {}, incomplete: false },
        { results: {}, incomplete: true },
      ]);
    }
  });
});

describe('the request of a find', () => {
  const retrieval = {
    features: 'null list = ["keyword","semantic"]',
    rank_fusion: "null object 'rrf' or 'legacy'",
    reranker: "null object 'predict' or 'noop' = \"predict\"",
    search_configuration: 'null text',
    generative_model: 'null text',
    keyword_filters: 'null list',
  };

  it('has, besides filters and how to rank, members of these kinds', () => {
    expect(wireOf(FindRequest, {})).toMatchObject({
      ...retrieval,
      query: 'null text = ""',
      top_k: 'null whole = 20',
      vector: 'null list',
      rephrase: 'null flag',
      rephrase_prompt: 'null text',
      query_image: 'null object',
      graph_query: 'null flag whole fraction text list object',
      query_entities: 'null list',
      search_after: 'null text',
      explain_missing: 'null list',
    });
    expect(Object.keys(wireOf(FindRequest, {}))).toHaveLength(20 + 6 + 10);
  });

  it('may be empty: then it finds everything', () => {
    expect(received(findParagraphs, { body: {} }).body).toMatchObject({ query: '', top_k: 20, reranker: 'predict' });
    expect(received(findParagraphs, { body: { top_k: null } }).body).toMatchObject({ top_k: 20 });
  });

  it.each([
    ['query', text(20_000), text(20_001), tooLong(20_000)],
    ['top_k', 0, -1, 'Input should be greater than or equal to 0'],
    ['top_k', 200, 201, 'Input should be less than or equal to 200'],
    ['vector', list(8_192, () => 0.5), list(8_193, () => 0.5), tooMany(8_192)],
    ['rephrase_prompt', '{question}', '', 'String should have at least 1 character'],
    ['rephrase_prompt', '{question}', 'a', 'Value error, Rephrase prompt must contain the {question} placeholder'],
    ['query_entities', list(20, () => ({ name: 'Ada' })), list(21, () => ({ name: 'Ada' })), tooMany(20)],
    ['query_entities', [{ name: 'Ada' }], [{}], 'Field required', 'query_entities.0.name'],
    ['search_after', text(500_000), text(500_001), tooLong(500_000)],
    ['search_configuration', text(250), text(251), tooLong(250)],
    ['generative_model', text(250), text(251), tooLong(250)],
    ['features', list(100, () => 'keyword'), list(101, () => 'keyword'), tooMany(100)],
    [
      'query_image',
      image,
      { ...image, content_type: 'text/plain' },
      "String should match pattern '^image\\/[\\w.+-]+$'",
      'query_image.content_type',
    ],
    [
      'graph_query',
      { prop: 'path' },
      { value: text(4_097) },
      'Value error, a text in a filter has at most 4096 characters',
    ],
  ])('takes a proper %s only', (at, good, bad, fault, place = at) => {
    const faultsAt = (value: unknown) => faultsOf(changed({}, at, value));
    expect([faultsAt(good), faultsAt(bad)]).toEqual([[], [`body.${place}: ${fault}`]]);
  });

  it('takes the older names of features, and no other', () => {
    expect(faultsOf({ features: ['keyword', 'semantic', 'paragraphs', 'vectors', 'relations', 'graph'] })).toEqual([]);
    expect(faultsOf({ features: ['fulltext'] })).toEqual([
      "body.features.0: Input should be 'keyword', 'semantic', 'paragraphs', 'vectors', 'relations' or 'graph'",
    ]);
  });

  it('explains missing resources with debug only, and ten of them', () => {
    expect(faultsOf({ debug: true, explain_missing: list(10, () => rid) })).toEqual([]);
    expect(faultsOf({ explain_missing: [] })).toEqual([]);
    expect(faultsOf({ explain_missing: [rid] })).toEqual(['body: Value error, `explain_missing` needs `debug`']);
    expect(faultsOf({ debug: true, explain_missing: list(11, () => rid) })).toEqual([
      `body.explain_missing: ${tooMany(10)}`,
    ]);
    expect(faultsOf({ debug: true, explain_missing: ['my-slug'] })).toEqual([
      "body.explain_missing.0: String should match pattern '^[0-9a-f]{32}$'",
    ]);
  });

  it('continues by words, so that an image has no part in it', () => {
    expect(faultsOf({ search_after: 't', query_image: image })).toEqual([
      'body: Value error, search_after continues by the words of the query: leave query_image out',
    ]);
  });

  it('names entities by their kind and family', () => {
    expect(wireOf(QueryEntity, { name: 'Ada' })).toEqual({
      name: 'text!',
      type: "null 'entity', 'label', 'resource' or 'user'",
      subtype: 'null text',
    });
  });

  it('says which members were sent where a search configuration fills in the others', () => {
    const body = { query: 'a', top_k: 5, search_configuration: 'c', unknown: 1 };
    const given: unknown = Reflect.get(Object(received(findParagraphs, { body }).body), 'given');
    expect(new Set(given as Iterable<string>)).toEqual(new Set(['query', 'top_k', 'search_configuration'])); // names
    expect(received(findParagraphs, { body: { query: 'a' } }).body).not.toHaveProperty('given');
    expect(received(findParagraphs, { body: { given: ['top_k'] } }).body).not.toHaveProperty('given');
  });
});

describe('a find by query parameters', () => {
  const faultsAt = (query: object) => faults(findByQuery, { query });

  it('takes names of fusions and rerankers, without their parameters', () => {
    expect(
      received(findByQuery, { query: { features: 'keyword', rank_fusion: 'rrf', reranker: 'noop' } }).query,
    ).toMatchObject({ features: ['keyword'], rank_fusion: 'rrf', reranker: 'noop' });
    expect(faultsAt({ rank_fusion: 'wCombSUM' })).toEqual(["query.rank_fusion: Input should be 'rrf' or 'legacy'"]);
    expect(faultsAt({ reranker: '{"name":"predict"}' })).toEqual([
      "query.reranker: Input should be 'predict' or 'noop'",
    ]);
  });

  it('takes a query of the graph as JSON, within the bounds of one in a body', () => {
    expect(faultsAt({ graph_query: '{"prop":"path"}' })).toEqual([]);
    expect(faultsAt({ graph_query: JSON.stringify({ or: list(501, () => ({ prop: 'path' })) }) })).toEqual([
      'query.graph_query: Value error, a filter has at most 500 conditions',
    ]);
  });

  it('explains missing resources with debug only', () => {
    expect(faultsAt({ explain_missing: rid, debug: 'true' })).toEqual([]);
    expect(faultsAt({ explain_missing: rid })).toEqual(['query: Value error, `explain_missing` needs `debug`']);
  });

  it('says which parameters were sent where a search configuration fills in the others', () => {
    expect(received(findByQuery, { query: { top_k: '5', search_configuration: 'c' } }).query).toMatchObject({
      given: ['top_k', 'search_configuration'],
    });
    expect(Object.keys(wireOf(FindQuery, {}))).not.toContain('given');
  });
});

describe('results of a find', () => {
  it('always have these members; others where they say something', () => {
    expect(membersOf(file, 'FindResults')).toBe(
      'resources, relations, query, rephrased_query?, total, page_number, page_size, next_page, shards, autofilters, ' +
        'min_score, best_matches, search_after?|null, warnings?, metrics?, explanations?, missing?',
    );
    expect(membersOf(file, 'FindField')).toBe('paragraphs');
  });

  it('are paragraphs with every member, of which only a note about meaning may be absent', () => {
    expect(membersOf(file, 'FindParagraph')).toBe(
      'id, score, score_type, meaning_only?, order, text, labels, position, fuzzy_result, page_with_visual, ' +
        'reference|null, is_a_table, relevant_relations|null',
    );
  });
});
