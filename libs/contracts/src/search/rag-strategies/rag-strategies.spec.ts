import { changed, extra, required, tooFew, tooLong, tooMany, wireOf } from '../../validation/members.fixture';
import { refusals } from '../../validation/refused.fixture';
import { list, text } from '../../validation/requests.fixture';
import { validate } from '../../validation/validate';
import { AskRequest } from '../ask/ask.dto';
import * as strategies from './rag-strategies.dto';

const asked = (strategy: object) => refusals(AskRequest, { query: 'q', rag_strategies: [strategy] });
const shown = (strategy: object) => refusals(AskRequest, { query: 'q', rag_images_strategies: [strategy] });
const withDefaults = (strategy: object) =>
  validate(AskRequest, { query: 'q', rag_strategies: [strategy] }).rag_strategies[0];

describe('a strategy', () => {
  it.each([
    ['full_resource', { include_remaining_text_blocks: false }],
    ['field_extension', { fields: [], data_augmentation_field_prefixes: [] }],
    ['hierarchy', { count: 0 }],
    ['neighbouring_paragraphs', { before: 2, after: 2 }],
    ['conversation', { attachments_text: false, attachments_images: false, full: false, max_messages: 15 }],
    [
      'graph_beta',
      {
        hops: 3,
        relation_text_as_paragraphs: false,
        relation_ranking: 'reranker',
        query_entity_detection: 'predict',
        weight: 3,
      },
    ],
  ])('named %s needs nothing else, and has these defaults', (name, defaults) => {
    expect(withDefaults({ name })).toEqual({ name, ...defaults });
  });

  it('has members of these kinds', () => {
    const name = (one: string) => `'${one}'!`;
    expect(wireOf(strategies.FullResourceStrategy, { name: 'full_resource' })).toEqual({
      name: name('full_resource'),
      count: 'null whole',
      include_remaining_text_blocks: 'null flag = false',
      apply_to: 'null object',
    });
    expect(wireOf(strategies.MetadataExtensionStrategy, { name: 'metadata_extension', types: ['origin'] })).toEqual({
      name: name('metadata_extension'),
      types: 'list!',
    });
    expect(wireOf(strategies.GraphStrategy, { name: 'graph_beta' })).toEqual({
      name: name('graph_beta'),
      hops: 'null whole = 3',
      top_k: 'null whole',
      exclude_processor_relations: 'null flag',
      agentic_graph_only: 'null flag',
      relation_text_as_paragraphs: 'null flag = false',
      relation_ranking: "null 'reranker' or 'generative' = \"reranker\"",
      query_entity_detection: "null 'predict' or 'suggest' = \"predict\"",
      weight: 'null whole fraction = 3',
    });
    expect(wireOf(strategies.PreQueriesStrategy, { name: 'prequeries', queries: [{ request: {} }] })).toEqual({
      name: name('prequeries'),
      queries: 'list!',
      main_query_weight: 'null whole fraction = 1',
    });
    expect(wireOf(strategies.PreQuery, { request: {} })).toEqual({
      request: 'object!',
      weight: 'null whole fraction = 1',
      id: 'null text',
      prefilter: 'null flag = false',
    });
  });

  it.each([
    ['full_resource', 'count', 1, 0, 'Input should be greater than or equal to 1'],
    ['full_resource', 'apply_to.exclude', list(500, String), list(501, String), tooMany(500)],
    ['field_extension', 'fields', list(500, () => 't/a'), list(501, () => 't/a'), tooMany(500)],
    ['field_extension', 'data_augmentation_field_prefixes', list(100, () => 'a'), list(101, () => 'a'), tooMany(100)],
    [
      'field_extension',
      'data_augmentation_field_prefixes',
      ['summary_1'],
      ['a b'],
      "String should match pattern '^[a-zA-Z0-9:_-]{1,250}$'",
      '.0',
    ],
    ['hierarchy', 'count', 1_024, 1_025, 'Input should be less than or equal to 1024'],
    ['hierarchy', 'count', 0, -1, 'Input should be greater than or equal to 0'],
    ['neighbouring_paragraphs', 'before', 0, -1, 'Input should be greater than or equal to 0'],
    ['neighbouring_paragraphs', 'after', 0, -1, 'Input should be greater than or equal to 0'],
    ['conversation', 'max_messages', 0, -1, 'Input should be greater than or equal to 0'],
    ['graph_beta', 'hops', 10, 11, 'Input should be less than or equal to 10'],
    ['graph_beta', 'hops', 1, 0, 'Input should be greater than or equal to 1'],
    ['graph_beta', 'top_k', 300, 301, 'Input should be less than or equal to 300'],
    ['graph_beta', 'top_k', 1, 0, 'Input should be greater than or equal to 1'],
    ['graph_beta', 'weight', 0, -0.5, 'Input should be greater than or equal to 0'],
    ['graph_beta', 'relation_ranking', 'generative', 'best', "Input should be 'reranker' or 'generative'"],
  ])('named %s takes a proper %s only', (name, at, good, bad, fault, item = '') => {
    const faultsAt = (value: unknown) => asked(changed({ name }, at, value));
    expect([faultsAt(good), faultsAt(bad)]).toEqual([[], [`rag_strategies.0.${name}.${at}${item}: ${fault}`]]);
  });

  it('that adds metadata says which', () => {
    const types = ['origin', 'classification_labels', 'ners', 'extra_metadata'];
    expect(asked({ name: 'metadata_extension', types })).toEqual([]);
    const place = 'rag_strategies.0.metadata_extension.types';
    expect(asked({ name: 'metadata_extension' })).toEqual([`${place}: ${required}`]);
    expect(asked({ name: 'metadata_extension', types: [] })).toEqual([`${place}: ${tooFew(1)}`]);
    expect(asked({ name: 'metadata_extension', types: ['labels'] })).toEqual([
      `${place}.0: Input should be 'origin', 'classification_labels', 'ners' or 'extra_metadata'`,
    ]);
  });
});

describe('prequeries', () => {
  const queries = (...some: readonly object[]) => asked({ name: 'prequeries', queries: some });
  const place = 'rag_strategies.0.prequeries.queries';

  it('are 1 to 15 finds', () => {
    expect(queries(...list(15, () => ({ request: { query: 'moon' } })))).toEqual([]);
    expect(queries(...list(16, () => ({ request: {} })))).toEqual([`${place}: ${tooMany(15)}`]);
    expect(queries()).toEqual([`${place}: ${tooFew(1)}`]);
  });

  it('are checked as finds are, misspelt restrictions included', () => {
    expect(queries({ request: { top_k: 201 } })).toEqual([
      `${place}.0.request.top_k: Input should be less than or equal to 200`,
    ]);
    expect(queries({ request: { security_groups: ['hr'] } })).toEqual([
      `${place}.0.request.security_groups: ${extra}; did you mean security.groups?`,
    ]);
  });

  it('have weights that are not negative, and ids of 1 to 100 characters', () => {
    expect(queries({ request: {}, weight: 0, id: text(100) })).toEqual([]);
    expect(queries({ request: {}, weight: -1 })).toHaveLength(1);
    expect(queries({ request: {}, id: text(101) })).toEqual([`${place}.0.id: ${tooLong(100)}`]);
    expect(queries({ request: {}, id: '' })).toHaveLength(1);
  });
});

describe('an image strategy', () => {
  it('is one of three, of which one has a number of pictures', () => {
    for (const name of ['page_image', 'tables', 'paragraph_image']) expect(shown({ name })).toEqual([]);
    expect(wireOf(strategies.PageImageStrategy, { name: 'page_image' })).toEqual({
      name: "'page_image'!",
      count: 'null whole',
    });
    expect(shown({ name: 'page_image', count: 0 })).toEqual([]);
    expect(shown({ name: 'page_image', count: -1 })).toEqual([
      'rag_images_strategies.0.page_image.count: Input should be greater than or equal to 0',
    ]);
  });

  it('is refused with the names that there are', () => {
    expect(shown({ name: 'pictures' })).toEqual([
      "rag_images_strategies.0: Input tag 'pictures' found using 'name' does not match any of the expected tags: " +
        "'page_image', 'tables', 'paragraph_image'",
    ]);
    expect(asked({ name: 'tables' })[0]).toMatch(
      /^rag_strategies\.0: Input tag 'tables' found using 'name' does not match any of the expected tags: 'full_resource'/,
    );
  });
});
