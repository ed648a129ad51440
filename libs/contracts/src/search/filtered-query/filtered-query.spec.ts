import { extra, tooLong, tooMany } from '../../validation/members.fixture';
import { violations } from '../../validation/refused.fixture';
import { list, text } from '../../validation/requests.fixture';
import { validateInput } from '../../validation/validate';
import { FilteredQuery, RephrasedQuery } from './filtered-query.dto';

const read = (query: object) => validateInput({ query: FilteredQuery }, { query }).query;
const faultsOf = (query: object) =>
  violations(() => validateInput({ query: RephrasedQuery }, { query })).map(
    ({ loc, msg }) => `${loc.join('.')}: ${msg}`,
  );
const fieldTypes = ['text', 'file', 'link', 'conversation', 'generic', 'key_value'];

describe('a query that filters', () => {
  it('has these defaults', () => {
    expect(read({})).toEqual({
      fields: [],
      filters: [],
      top_k: 20,
      debug: false,
      highlight: false,
      show: ['basic'],
      field_type: fieldTypes,
      extracted: [],
      with_duplicates: false,
      with_synonyms: false,
      show_hidden: false,
    });
  });

  it('is read from texts: numbers, flags, and lists of what is repeated', () => {
    expect(
      read({
        filters: '/l/a',
        fields: ['t/body', 'f'],
        top_k: '200',
        min_score: '0.5',
        min_score_semantic: '-1',
        min_score_bm25: '1e2',
        debug: '1',
        highlight: 'Yes',
        show: ['basic', 'origin'],
        security_groups: 'hr',
        range_creation_start: '2024-05-06',
      }),
    ).toMatchObject({
      filters: ['/l/a'],
      fields: ['t/body', 'f'],
      top_k: 200,
      min_score: 0.5,
      min_score_semantic: -1,
      min_score_bm25: 100,
      debug: true,
      highlight: true,
      show: ['basic', 'origin'],
      security_groups: ['hr'],
      range_creation_start: '2024-05-06',
    });
  });

  it.each([
    ['top_k', '0', '-1', 'Input should be greater than or equal to 0'],
    ['top_k', '200', '201', 'Input should be less than or equal to 200'],
    ['top_k', '20', 'many', 'Input should be a valid integer, unable to parse string as an integer'],
    ['min_score_bm25', '0', '-0.5', 'Input should be greater than or equal to 0'],
    ['vectorset', text(250), text(251), tooLong(250)],
    ['filters', list(500, String), list(501, String), tooMany(500)],
    ['fields', list(500, String), list(501, String), tooMany(500)],
    ['resource_filters', list(500, String), list(501, String), tooMany(500)],
    ['security_groups', list(1_000, String), list(1_001, String), tooMany(1_000)],
    ['query', text(20_000), text(20_001), tooLong(20_000)],
    ['rephrase_prompt', '{question}', 'a', 'Value error, Rephrase prompt must contain the {question} placeholder'],
    ['vector', list(8_192, String), list(8_193, String), tooMany(8_192)],
    ['filter_expression', '{"field": {"prop": "field"}}', text(200_001), tooLong(200_000)],
    [
      'range_creation_end',
      '2024-05-06',
      '2024-05-32',
      'Input should be a valid datetime or date, not an ISO 8601 date or date and time of the years 1 to 9999',
    ],
  ])('takes a proper %s only', (name, good, bad, fault) => {
    expect([faultsOf({ [name]: good }), faultsOf({ [name]: bad })]).toEqual([[], [`query.${name}: ${fault}`]]);
  });

  it('bounds a filter expression, and leaves what is no JSON to those who read it', () => {
    const deep = `${'{"not":'.repeat(120)}{"prop":"field"}${'}'.repeat(120)}`;
    expect(faultsOf({ filter_expression: `{"field":${deep}}` })).toEqual([
      'query.filter_expression: Value error, a filter is nested at most 104 levels deep',
    ]);
    expect(faultsOf({ filter_expression: '{' })).toEqual([]);
  });

  it.each(['security', 'security.groups', 'security[groups]', 'groups', 'Security_Groups', 'access_groups'])(
    'never drops the restriction that %s was meant to be',
    (name) => {
      expect(faultsOf({ [name]: 'hr' })).toEqual([`query.${name}: ${extra}; did you mean security_groups?`]);
    },
  );

  it('ignores other parameters that nobody knows', () => {
    expect(read({ autofilter: 'true', utm_source: 'mail' })).toEqual(read({}));
  });
});
