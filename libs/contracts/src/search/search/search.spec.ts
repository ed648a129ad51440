import { throughDoor } from '../../core/door';
import { membersOf } from '../../validation/answers.fixture';
import { changed, tooLong, tooMany, wireOf } from '../../validation/members.fixture';
import { conductOf, faults, list, received, routesOf, text } from '../../validation/requests.fixture';
import { SearchQuery, SearchRequest, SearchSort } from './search.dto';
import { searchKnowledgeBox, searchResource } from './search.operations';

const searchByQuery = throughDoor(searchKnowledgeBox, 'search.search.get', SearchQuery);
const operations = [searchKnowledgeBox, searchResource];
const faultsOf = (body: unknown) => faults(searchKnowledgeBox, { body });
const byQuery = (query: object) => faults(searchByQuery, { query });
const inResource = (query: object) => faults(searchResource, { query });
const file = `${__dirname}/search.dto.ts`;
const byWords = { features: ['keyword', 'fulltext'] };
const offsetFault = 'Value error, offset cannot be used with the semantic or relations index';
const dateFault = 'Value error, sort by date cannot be used with the semantic or relations index';
const titleFault = 'Value error, sorting by title not supported in /search';

describe('searching', () => {
  it('is for readers, and for anyone of a published knowledge box', () => {
    expect(routesOf(...operations)).toEqual({
      'POST /kb/{kbid}/search': '200 json; READER of kb; sa user pat eph none',
      'GET /kb/{kbid}/search': '200 json; READER of kb; sa user pat eph none',
      'GET /kb/{kbid}/resource/{rid}/search': '200 json; READER of kb; sa user pat eph none',
      'GET /kb/{kbid}/slug/{rslug}/search': '200 json; READER of kb; sa user pat eph none',
    });
    expect(Object.values(conductOf(...operations))).toEqual(list(2, () => '15 s, search, lane search'));
  });

  it('answers 206 where a part is missing', () => {
    for (const { http } of [searchKnowledgeBox, searchByQuery]) {
      const results = Object.create(null);
      const statuses = [true, false].map(
        (incomplete) => http?.respond?.({ results, incomplete }, { formToken: '' }).status,
      );
      expect(statuses).toEqual([206, 200]);
      expect(http?.read?.({}, 206)).toEqual({ results: {}, incomplete: true });
    }
  });
});

describe('the request of a search', () => {
  it('has, besides filters, members of these kinds', () => {
    expect(wireOf(SearchRequest, {})).toMatchObject({
      query: 'null text = ""',
      top_k: 'null whole = 20',
      offset: 'null whole = 0',
      features: 'null list = ["keyword","fulltext","semantic"]',
      faceted: 'null list = []',
      sort: 'null object',
      vector: 'null list',
      rephrase: 'null flag',
      rephrase_prompt: 'null text',
      query_image: 'null object',
    });
    expect(Object.keys(wireOf(SearchRequest, {}))).toHaveLength(20 + 10);
    expect(wireOf(SearchSort, { field: 'score' })).toEqual({
      field: "'score', 'created', 'modified' or 'title'!",
      order: "null 'asc' or 'desc' = \"desc\"",
    });
  });

  it.each([
    ['query', text(20_000), text(20_001), tooLong(20_000)],
    ['top_k', 0, -1, 'Input should be greater than or equal to 0'],
    ['top_k', 200, 201, 'Input should be less than or equal to 200'],
    ['offset', 0, 1_001, 'Input should be less than or equal to 1000'],
    ['offset', 0, -1, 'Input should be greater than or equal to 0'],
    ['vector', list(8_192, () => 1), list(8_193, () => 1), tooMany(8_192)],
    ['vector', [1, 2.5], [1, 'x'], 'Input should be a valid number, unable to parse string as a number', 'vector.1'],
    ['faceted', list(50, (index) => `/l/${index}`), list(51, (index) => `/l/${index}`), tooMany(50)],
    [
      'sort',
      { field: 'score' },
      { field: 'size' },
      "Input should be 'score', 'created', 'modified' or 'title'",
      'sort.field',
    ],
    ['sort', null, {}, 'Field required', 'sort.field'],
    ['rephrase_prompt', '{question}', '', 'String should have at least 1 character'],
  ])('takes a proper %s only', (at, good, bad, fault, place = at) => {
    const faultsAt = (value: unknown) => faultsOf(changed({}, at, value));
    expect([faultsAt(good), faultsAt(bad)]).toEqual([[], [`body.${place}: ${fault}`]]);
  });

  it('takes the lists of words, of meaning and of relations, under older names, too', () => {
    expect(faultsOf({ features: ['keyword', 'fulltext', 'semantic', 'relations', 'paragraphs', 'vectors'] })).toEqual(
      [],
    );
    expect(faultsOf({ features: ['graph'] })).toHaveLength(1);
  });

  it('counts by labels once each', () => {
    expect(faultsOf({ faceted: ['/l/topics', '/l/places'] })).toEqual([]);
    for (const faceted of [
      ['/l/topics', '/l/topics'],
      ['/l', '/l/topics'],
    ])
      expect(faultsOf({ faceted })).toHaveLength(1);
  });
});

describe('pages and orders of a search', () => {
  it('skip at most a thousand results of the lists by words', () => {
    expect(faultsOf({ ...byWords, offset: 1_000 })).toEqual([]);
    expect(byQuery({ ...byWords, offset: '1000' })).toEqual([]);
  });

  it.each(['semantic', 'vectors', 'relations'])('go without %s', (feature) => {
    const features = ['keyword', feature];
    expect(faultsOf({ features, offset: 1 })).toEqual([`body: ${offsetFault}`]);
    expect(byQuery({ features, offset: '1' })).toEqual([`query: ${offsetFault}`]);
    for (const field of ['created', 'modified']) {
      expect(faultsOf({ features, sort: { field } })).toEqual([`body: ${dateFault}`]);
      expect(byQuery({ features, sort_field: field })).toEqual([`query: ${dateFault}`]);
    }
  });

  it('do not go by title', () => {
    expect(faultsOf({ ...byWords, sort: { field: 'title' } })).toEqual([`body: ${titleFault}`]);
    expect(byQuery({ ...byWords, sort_field: 'title' })).toEqual([`query: ${titleFault}`]);
    expect(inResource({ query: 'a', sort_field: 'title' })).toEqual([`query: ${titleFault}`]);
  });

  it('go by date where only words are searched', () => {
    for (const field of ['created', 'modified', 'score']) {
      expect(faultsOf({ ...byWords, sort: { field, order: 'asc' } })).toEqual([]);
      expect(byQuery({ ...byWords, sort_field: field, sort_order: 'asc' })).toEqual([]);
    }
  });
});

describe('a search by query parameters', () => {
  it('has the defaults of one by body', () => {
    expect(received(searchByQuery, { query: {} }).query).toMatchObject({
      query: '',
      top_k: 20,
      offset: 0,
      features: ['keyword', 'fulltext', 'semantic'],
      faceted: [],
      sort_order: 'desc',
    });
  });

  it('of one resource needs a query, and goes without an offset', () => {
    expect(inResource({})).toEqual(['query.query: Field required']);
    expect(received(searchResource, { query: { query: '', offset: '5' } }).query).not.toHaveProperty('offset');
    expect(inResource({ query: '', sort_field: 'created', sort_order: 'asc' })).toEqual([]);
    expect(inResource({ query: '', sort_order: 'up' })).toEqual(["query.sort_order: Input should be 'asc' or 'desc'"]);
  });
});

describe('results of a search', () => {
  const list = 'facets, query, total, page_number, page_size, next_page, min_score';

  it('are a list for each feature, absent where that was not asked for', () => {
    expect(membersOf(file, 'SearchResults')).toBe(
      'resources, sentences?, paragraphs?, fulltext?, relations?, shards, autofilters, warnings?',
    );
    expect(membersOf(file, 'ResourceSearchResults')).toBe('paragraphs, shards');
  });

  it('have their members, positions among them', () => {
    expect(membersOf(file, 'SearchParagraphs')).toBe(`${list}, results`);
    expect(membersOf(file, 'SearchFields')).toBe(`${list}, results`);
    expect(membersOf(file, 'SearchParagraph')).toBe(
      'score, rid, field_type, field, text, labels, start_seconds?, end_seconds?, position, fuzzy_result',
    );
    expect(membersOf(file, 'SearchField')).toBe('score, rid, field_type, field, labels');
    expect(membersOf(file, 'SearchSentence')).toBe('score, rid, text, field_type, field, index, position');
    expect(membersOf(file, 'SearchSentences')).toBe('results, facets, page_number, page_size, min_score');
    expect(membersOf(file, 'ParagraphPosition')).toBe('page_number, index, start, end');
  });
});
