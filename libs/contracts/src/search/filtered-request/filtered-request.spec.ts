import fc from 'fast-check';
import { changed, extra, tooFew, tooLong, tooMany, wireOf } from '../../validation/members.fixture';
import { refusals } from '../../validation/refused.fixture';
import { list, text } from '../../validation/requests.fixture';
import { validate } from '../../validation/validate';
import { auditSize, FilteredRequest, LabelFilter, MinScore, RequestSecurity } from './filtered-request.dto';

const faultsOf = (value: unknown) => refusals(FilteredRequest, value);

describe('a request that filters', () => {
  it('has members of these kinds', () => {
    expect(wireOf(FilteredRequest, {})).toEqual({
      filter_expression: 'null flag whole fraction text list object',
      fields: 'null list = []',
      filters: 'null list = []',
      resource_filters: 'null list = []',
      range_creation_start: 'null text',
      range_creation_end: 'null text',
      range_modification_start: 'null text',
      range_modification_end: 'null text',
      vectorset: 'null text',
      min_score: 'null whole fraction object',
      highlight: 'null flag = false',
      with_duplicates: 'null flag = false',
      with_synonyms: 'null flag = false',
      show_hidden: 'null flag = false',
      debug: 'null flag = false',
      security: 'null object',
      show: 'null list = ["basic"]',
      field_type_filter: 'null list = ["text","file","link","conversation","generic","key_value"]',
      extracted: 'null list = []',
      audit_metadata: 'null object',
    });
  });

  it.each([
    ['fields', list(500, () => 't/body'), list(501, () => 't/body'), tooMany(500)],
    ['fields', [text(4_096)], [text(4_097)], tooLong(4_096), 'fields.0'],
    ['resource_filters', list(500, String), list(501, String), tooMany(500)],
    ['resource_filters', [text(4_096)], [text(4_097)], tooLong(4_096), 'resource_filters.0'],
    ['filters', list(500, () => '/l/a'), list(501, () => '/l/a'), 'Value error, there are at most 500 labels'],
    ['vectorset', text(250), text(251), tooLong(250)],
    ['show', list(100, () => 'basic'), list(101, () => 'basic'), tooMany(100)],
    ['extracted', list(100, () => 'text'), list(101, () => 'text'), tooMany(100)],
    ['security.groups', list(1_000, String), list(1_001, String), tooMany(1_000), 'security.groups'],
    ['security.groups', [text(512)], [text(513)], tooLong(512), 'security.groups.0'],
  ])('takes a proper %s only', (at, good, bad, fault, place = at) => {
    const faultsAt = (value: unknown) => faultsOf(changed({}, at, value));
    expect([faultsAt(good), faultsAt(bad)]).toEqual([[], [`${place}: ${fault}`]]);
  });

  it('shows parts of resources and types of fields by their names', () => {
    const shows = ['basic', 'origin', 'extra', 'relations', 'values', 'extracted', 'errors', 'security'];
    expect(faultsOf({ show: shows })).toEqual([]);
    expect(faultsOf({ show: ['all'] })).toEqual([
      `show.0: Input should be ${shows.map((one) => `'${one}'`).join(', ')}`.replace(/, ('[a-z]+')$/, ' or $1'),
    ]);
    expect(faultsOf({ field_type_filter: ['text', 'key_value'] })).toEqual([]);
    expect(faultsOf({ field_type_filter: ['t'] })).toHaveLength(1);
  });

  it('does not mix labels with conditions on them', () => {
    expect(faultsOf({ filters: ['/l/a', '/l/b'] })).toEqual([]);
    expect(faultsOf({ filters: [{ any: ['/l/a'] }, { none: ['/l/b'] }] })).toEqual([]);
    expect(faultsOf({ filters: ['/l/a', { any: ['/l/b'] }] })).not.toEqual([]);
  });

  it.each(['secrity_groups', 'securty', 'SECURITY', 'groups', 'access_groups', 'my_group'])(
    'never drops the restriction that %s was meant to be',
    (name) => {
      expect(faultsOf({ [name]: ['hr'] })).toEqual([`${name}: ${extra}; did you mean security.groups?`]);
    },
  );

  it('ignores other members that nobody knows', () => {
    expect(validate(FilteredRequest, { autofilter: true, unknown: 1 })).toEqual(validate(FilteredRequest, {}));
  });
});

describe('dates of a request', () => {
  const names = ['range_creation_start', 'range_creation_end', 'range_modification_start', 'range_modification_end'];

  it.each([
    '2024-05-06',
    '2024-05-06T07:08:09',
    '2024-05-06T07:08:09.123456Z',
    '0001-01-01',
    '9999-12-31T23:59:59+00:00',
  ])('may be %s, and stay as they are', (date) => {
    for (const name of names) expect(validate(FilteredRequest, { [name]: date })).toMatchObject({ [name]: date });
  });

  it.each(['0000-01-01', '2024-02-30', '2024-13-01', 'yesterday', '', '1714979289'])('are never %j', (date) => {
    for (const name of names) expect(faultsOf({ [name]: date })).toHaveLength(1);
  });

  it('are those of the calendar, whichever day it is', () => {
    const day = fc.date({ min: new Date('0001-01-02'), max: new Date('9999-12-30'), noInvalidDate: true });
    fc.assert(fc.property(day, (date) => expect(faultsOf({ range_creation_start: date.toISOString() })).toEqual([])));
  });
});

describe('conditions on several labels', () => {
  it('are of exactly one kind', () => {
    expect(wireOf(LabelFilter, { all: ['/l/a'] })).toEqual({
      all: 'null list',
      any: 'null list',
      none: 'null list',
      not_all: 'null list',
    });
    for (const kind of ['all', 'any', 'none', 'not_all'])
      expect(refusals(LabelFilter, { [kind]: ['/l/a'], unknown: 1 })).toEqual([]);
    const fault = ": Value error, Only one of 'all', 'any', 'none' or 'not_all' can be set";
    for (const value of [{}, { all: null }, { all: ['a'], any: ['b'] }])
      expect(refusals(LabelFilter, value)).toEqual([fault]);
  });

  it('are of 1 to 500 labels', () => {
    const all = (count: number) => refusals(LabelFilter, { all: list(count, String) });
    expect([all(1), all(500)]).toEqual([[], []]);
    expect(all(0)).toEqual([`all: ${tooFew(1)}`]);
    expect(all(501)).toEqual([`all: ${tooMany(500)}`]);
  });
});

describe('least scores', () => {
  it('are of meaning, under two names, and of words, which is 0 unless it is given', () => {
    expect(wireOf(MinScore, {})).toEqual({
      semantic: 'null whole fraction',
      vector: 'null whole fraction',
      bm25: 'null whole fraction = 0',
    });
    expect(refusals(MinScore, { semantic: -1, bm25: 0 })).toEqual([]);
    expect(refusals(MinScore, { bm25: -0.1 })).toEqual(['bm25: Input should be greater than or equal to 0']);
  });

  it('may be one number, which is kept as it is', () => {
    expect(validate(FilteredRequest, { min_score: 0.5 })).toMatchObject({ min_score: 0.5 });
    expect(validate(FilteredRequest, { min_score: { semantic: null } })).toMatchObject({
      min_score: { semantic: null, bm25: 0 },
    });
    expect(faultsOf({ min_score: true })).toHaveLength(2);
  });
});

describe('the groups of a caller', () => {
  it('have two names, and nothing beside them', () => {
    expect(wireOf(RequestSecurity, {})).toEqual({ groups: 'null list', access_groups: 'null list' });
    expect(refusals(RequestSecurity, { groups: [] })).toEqual([]);
    expect(refusals(RequestSecurity, { access_groups: ['hr'] })).toEqual([]);
    expect(refusals(RequestSecurity, { groups: ['a'], access_groups: ['b'] })).toEqual([
      ': Value error, `groups` and `access_groups` are the same, please, use the former',
    ]);
    expect(refusals(RequestSecurity, { group: ['hr'] })).toEqual([`group: ${extra}`]);
  });
});

describe('texts for the activity log', () => {
  it('have at most 10,240 bytes of JSON, whatever their letters', () => {
    expect([auditSize(null), auditSize(undefined), auditSize({ a: 'x'.repeat(10_232) })]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    for (const a of ['x'.repeat(10_233), 'ä'.repeat(5_117), '🌊'.repeat(2_559)])
      expect(auditSize({ a })).toBe('Audit metadata is larger than 10240 bytes');
  });

  it('are texts only', () => {
    expect(faultsOf({ audit_metadata: { a: 'b' } })).toEqual([]);
    expect(faultsOf({ audit_metadata: { a: 1 } })).toEqual(['audit_metadata.a: Input should be a valid string']);
  });
});
