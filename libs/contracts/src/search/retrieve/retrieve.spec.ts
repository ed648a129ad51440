import { membersOf } from '../../validation/answers.fixture';
import { above, below, changed, extra, required, wireOf } from '../../validation/members.fixture';
import { conductOf, faults, received, routesOf } from '../../validation/requests.fixture';
import { RetrieveFilters, RetrieveFusion, RetrieveRequest } from './retrieve.dto';
import { retrieveParagraphs } from './retrieve.operations';

const smallest = { query: { query: 'moon' } };
const faultsOf = (body: unknown) => faults(retrieveParagraphs, { body });
const page = { formToken: '' };
const file = `${__dirname}/retrieve.dto.ts`;

describe('retrieving', () => {
  it('is for readers, and for anyone of a published knowledge box', () => {
    expect(routesOf(retrieveParagraphs)).toEqual({
      'POST /kb/{kbid}/retrieve': '200 json; READER of kb; sa user pat eph none',
    });
    expect(conductOf(retrieveParagraphs)).toEqual({ 'search.retrieve': '15 s, search, lane search' });
  });

  it('answers 206 where a part is missing', () => {
    const results = { matches: [] };
    expect(retrieveParagraphs.http?.respond?.({ results, incomplete: true }, page)).toEqual({
      status: 206,
      body: results,
    });
    expect(retrieveParagraphs.http?.read?.(results, 206)).toEqual({ results, incomplete: true });
    expect(retrieveParagraphs.http?.read?.(results, 200)).toEqual({ results, incomplete: false });
  });

  it('refuses a query that cannot be run as a request that is not valid', () => {
    expect(Object.keys(retrieveParagraphs.fails ?? {})).toEqual(['invalid_request', 'unavailable']);
  });
});

describe('the request of a retrieval', () => {
  it('has members of these kinds', () => {
    expect(wireOf(RetrieveRequest, smallest)).toEqual({
      query: 'object!',
      top_k: 'null whole = 20',
      filters: 'null object = {"show_hidden":false,"with_duplicates":false}',
      rank_fusion: "null object 'rrf' or 'legacy' = \"rrf\"",
      reranker: "null object 'predict' or 'noop' = null",
    });
    expect(wireOf(RetrieveFilters, {})).toEqual({
      filter_expression: 'null flag whole fraction text list object',
      show_hidden: 'null flag = false',
      security: 'null object',
      with_duplicates: 'null flag = false',
    });
    expect(wireOf(RetrieveFusion, { name: 'rrf' })).toEqual({
      name: "'rrf'!",
      k: 'null whole fraction = 60',
      window: 'null whole',
      boosting: 'null object = {"keyword":1,"semantic":1,"graph":1}',
    });
  });

  it('is a text at least, which is not reranked by default', () => {
    expect(received(retrieveParagraphs, { body: smallest }).body).toEqual({
      query: { query: 'moon', override: {} },
      top_k: 20,
      filters: { show_hidden: false, with_duplicates: false },
      rank_fusion: 'rrf',
      reranker: null,
    });
    expect(faultsOf({})).toEqual([`body.query: ${required}`]);
  });

  it('keeps a null that asks for no reciprocal ranks', () => {
    expect(received(retrieveParagraphs, { body: { ...smallest, rank_fusion: null } }).body).toMatchObject({
      rank_fusion: null,
    });
  });

  it.each([
    ['top_k', 1, 0, below(1)],
    ['top_k', 500, 501, above(500)],
    ['unknown', undefined, null, extra],
    ['filters.unknown', undefined, null, extra],
    ['filters.fields', undefined, ['t/body'], extra],
    ['filters.security', { groups: ['hr'] }, { group: ['hr'] }, extra, 'filters.security.group'],
  ])('takes a proper %s only', (at, good, bad, fault, place = at) => {
    const faultsAt = (value: unknown) => faultsOf(changed<object>(smallest, at, value));
    expect([faultsAt(good), faultsAt(bad)]).toEqual([[], [`body.${place}: ${fault}`]]);
  });

  it.each([
    [{ name: 'rrf', k: 0.001 }, undefined],
    [{ name: 'rrf', k: 1_000_000, window: 500, boosting: { keyword: -1, graph: 2.5 } }, undefined],
    [{ name: 'rrf', k: 0 }, `k: ${below(0.001)}`],
    [{ name: 'rrf', k: 1_000_001 }, `k: ${above(1_000_000)}`],
    [{ name: 'rrf', window: 501 }, `window: ${above(500)}`],
    [{ name: 'rrf', boosting: { keyword: 1_000_001 } }, `boosting.keyword: ${above(1_000_000)}`],
    [{ name: 'rrf', boosting: { words: 1 } }, `boosting.words: ${extra}`],
    [{ name: 'rrf', rank: 1 }, `rank: ${extra}`],
    [{ name: 'wCombSUM' }, "name: Input should be 'rrf'"],
    [{}, `name: ${required}`],
  ])('fuses by %j', (rank_fusion, fault) => {
    const found = faultsOf({ ...smallest, rank_fusion });
    expect(found.at(-1)).toBe(fault && `body.rank_fusion.RetrieveFusion.${fault}`);
  });

  it.each([
    [{ name: 'predict', window: 200 }, undefined],
    [{ name: 'predict', window: null }, undefined],
    [{ name: 'predict', window: 201 }, `window: ${above(200)}`],
    [{ name: 'noop' }, "name: Input should be 'predict'"],
    [{ name: 'predict', model: 'a' }, `model: ${extra}`],
  ])('reranks by %j', (reranker, fault) => {
    expect(faultsOf({ ...smallest, reranker }).at(-1)).toBe(fault && `body.reranker.RetrieveReranker.${fault}`);
  });
});

describe('matches of a retrieval', () => {
  it('are ids with their score and metadata, without texts', () => {
    expect(membersOf(file, 'RetrieveMatch')).toBe('id, score, metadata');
    expect(membersOf(file, 'MatchMetadata')).toBe(
      'field_labels, paragraph_labels, is_an_image, is_a_table, source_file|null, page, in_page_with_visual',
    );
    expect(membersOf(file, 'RetrieveResults')).toBe('matches, warnings?');
  });
});
