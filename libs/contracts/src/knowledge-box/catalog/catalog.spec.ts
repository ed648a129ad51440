import { join } from 'node:path';
import { membersOf } from '../../validation/answers.fixture';
import { beyond, conductOf, faults, list, received, routesOf, text } from '../../validation/requests.fixture';
import { throughDoor } from '../../core/door';
import { CatalogQuery } from './catalog.dto';
import { countCatalogFacets, listCatalog } from './catalog.operations';

const listCatalogByQuery = throughDoor(listCatalog, 'kb.catalog.list.get', CatalogQuery);

const asked = (body: unknown) => faults(listCatalog, { body });
const queried = (query: object) => faults(listCatalogByQuery, { query });
const READS = '200 json; READER of kb; sa user pat eph none';

describe('the catalog', () => {
  it('is read by readers and guests, by body and by query', () => {
    expect(routesOf(listCatalog, countCatalogFacets)).toEqual({
      'POST /kb/{kbid}/catalog': READS,
      'GET /kb/{kbid}/catalog': READS,
      'POST /kb/{kbid}/catalog/facets': READS,
    });
    expect(conductOf(listCatalog, countCatalogFacets)).toEqual({
      'kb.catalog.list.post': '10 s, lane list',
      'kb.catalog.facets': '10 s, lane list',
    });
    for (const { fails } of [listCatalog, listCatalogByQuery])
      expect(Object.keys(fails ?? {})).toEqual(['invalid_query']);
  });

  it('begins at page 0 with 20 resources, their basic members and errors', () => {
    const defaults = { faceted: [], page_number: 0, page_size: 20, show: ['basic', 'errors'], filters: [] };
    expect(received(listCatalog, { body: {} })).toMatchObject({ body: defaults });
    expect(received(listCatalogByQuery, {})).toMatchObject({ query: { ...defaults, sort_order: 'desc' } });
  });

  it('has all types of fields, unless the request names some', () => {
    const types = ['conversation', 'file', 'generic', 'key_value', 'link', 'text'];
    const byBody = received(listCatalog, { body: {} }) as { body: { field_type_filter: string[] } };
    const byQuery = received(listCatalogByQuery, {}) as { query: { field_type: string[] } };
    expect(byBody.body.field_type_filter.toSorted()).toEqual(types);
    expect(byQuery.query.field_type.toSorted()).toEqual(types);
    expect(queried({ field_type: 'page' })).toHaveLength(1);
    expect(asked({ field_type_filter: ['text', 'page'] })).toEqual([
      "body.field_type_filter.1: Input should be 'text', 'file', 'link', 'conversation', 'generic' or 'key_value'",
    ]);
  });

  it('may be empty, for facets and totals alone', () => {
    expect(asked({ page_size: 0, faceted: ['/l'] })).toEqual([]);
    expect(queried({ page_size: '0', faceted: '/icon' })).toEqual([]);
  });

  it.each([
    [{ page_number: -1 }, 'page_number: Input should be greater than or equal to 0'],
    [{ page_size: -1 }, 'page_size: Input should be greater than or equal to 0'],
    [{ page_size: 201 }, 'page_size: Input should be less than or equal to 200'],
    [{ hidden: 'perhaps' }, 'hidden: Input should be a valid boolean, unable to interpret input'],
    [
      { with_status: 'processed' },
      "with_status: Input should be 'PENDING', 'PROCESSED', 'ERROR', 'EMPTY', 'BLOCKED' or 'EXPIRED'",
    ],
    [
      { range_creation_start: '0000-01-01' },
      'range_creation_start: Input should be a valid datetime or date, ' +
        'not an ISO 8601 date or date and time of the years 1 to 9999',
    ],
  ])('refuses %j by body and by query', (values, fault) => {
    expect(asked(values)).toEqual([`body.${fault}`]);
    const written = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
    expect(queried(written)).toEqual([`query.${fault}`]);
  });

  it('shows what a read of a resource shows', () => {
    const show = ['basic', 'origin', 'extra', 'relations', 'values', 'extracted', 'errors', 'security'];
    expect(asked({ show })).toEqual([]);
    expect(queried({ show })).toEqual([]);
    expect(asked({ show: ['value'] })).toHaveLength(1);
  });

  it('answers with the resources by id, and their order', () => {
    const answer = (name: string) => membersOf(join(__dirname, 'catalog.dto.ts'), name);
    expect(answer('Catalog')).toBe('resources, fulltext');
    expect(answer('CatalogResults')).toBe(
      'results, facets, query, total, page_number, page_size, next_page, min_score',
    );
    expect(answer('CatalogResult')).toBe('rid, field, field_type, labels, score');
    expect(answer('CatalogFacets')).toBe('facets');
  });
});

describe('the order of the catalog', () => {
  it('is by creation, modification or title; newest first unless the request says otherwise', () => {
    for (const field of ['created', 'modified', 'title', 'score']) {
      expect(received(listCatalog, { body: { sort: { field } } })).toMatchObject({
        body: { sort: { field, order: 'desc' } },
      });
      expect(queried({ sort_field: field, sort_order: 'asc' })).toEqual([]);
    }
    expect(asked({ sort: null })).toEqual([]);
    expect(queried({ sort_order: 'up' })).toEqual(["query.sort_order: Input should be 'asc' or 'desc'"]);
    expect(queried({ sort_field: 'slug' })).toEqual([
      "query.sort_field: Input should be 'created', 'modified', 'title' or 'score'",
    ]);
  });

  it.each([
    [{ sort: {} }, 'sort.field: Field required'],
    [{ sort: 'title' }, 'sort: Input should be a valid dictionary or object to extract fields from'],
    [{ sort: { field: 'slug' } }, "sort.field: Input should be 'created', 'modified', 'title' or 'score'"],
    [{ sort: { field: 'title', order: 'up' } }, "sort.order: Input should be 'asc' or 'desc'"],
  ])('is not %j', (body, fault) => {
    expect(asked(body)).toEqual([`body.${fault}`]);
  });
});

describe('the text that titles and slugs are compared with', () => {
  const compared = (query: unknown) => asked({ query });

  it('is a text, or how a member is compared', () => {
    for (const query of ['', 'high tide', null]) expect(compared(query)).toEqual([]);
    expect(received(listCatalog, { body: { query: { query: 'tide' } } })).toMatchObject({
      body: { query: { field: 'title', match: 'exact', query: 'tide' } },
    });
  });

  it.each(['exact', 'words', 'fuzzy', 'starts_with', 'ends_with', 'contains'])('may be compared by %s', (match) => {
    expect(compared({ field: 'title', match, query: 'tide' })).toEqual([]);
    const onSlug = compared({ field: 'slug', match, query: 'tide' });
    if (match === 'exact' || match === 'starts_with') expect(onSlug).toEqual([]);
    else
      expect(onSlug).toContainEqual(
        expect.stringContaining(`A slug can be matched only with exact or starts_with, not with ${match}`),
      );
  });

  it('is not empty where it is compared', () => {
    expect(compared({ query: '' })).toContainEqual(expect.stringContaining('should have at least 1 character'));
    expect(compared({ match: 'exact' })).toContainEqual(expect.stringContaining('query: Field required'));
    expect(compared({ query: 'a', match: 'like' }).length).toBeGreaterThan(0);
    expect(compared({ query: 'a', field: 'summary' }).length).toBeGreaterThan(0);
    expect(compared(7).length).toBeGreaterThan(0);
  });

  it('has at most 20,000 characters', () => {
    expect(compared(text(20_000))).toEqual([]);
    expect(compared(text(20_001))).toContainEqual(expect.stringContaining('at most 20000 characters'));
    expect(beyond(20_000, (size) => queried({ query: text(size) }))).toEqual([
      'query.query: String should have at most 20000 characters',
    ]);
    expect(compared({ query: text(20_001) })).toContainEqual(expect.stringContaining('at most 20000 characters'));
  });
});

describe('facets of the catalog', () => {
  it.each([
    [['/l/a', '/l/a'], 'Facet /l/a is already present in facets. Faceted list must be unique.'],
    [['/l/a', '/classification.labels/a'], 'Facet /classification.labels/a is already present in facets.'],
    [['/l/a', '/l/a/b'], 'Nested facets are not allowed: /l/a/b is a child of /l/a'],
    [['/icon/text/plain', '/n/i'], 'Nested facets are not allowed: /icon/text/plain is a child of /n/i'],
    [['l/a'], 'Invalid facet. It must start with a `/`: l/a'],
  ])('%j are refused', (faceted, fault) => {
    expect(asked({ faceted })).toEqual([expect.stringContaining(`body.faceted: Value error, ${fault}`)]);
    expect(queried({ faceted })).toEqual([expect.stringContaining(`query.faceted: Value error, ${fault}`)]);
  });

  it('are at most 50', () => {
    const facets = (size: number) => list(size, (index) => `/l/s${index}`);
    expect(beyond(50, (size) => asked({ faceted: facets(size) }))).toEqual([
      'body.faceted: List should have at most 50 items after validation, not 51',
    ]);
  });

  it('are counted below prefixes, to a depth', () => {
    const counted = (prefixes: unknown) => faults(countCatalogFacets, { body: { prefixes } });
    expect(received(countCatalogFacets, { body: {} })).toEqual({ body: { prefixes: [] } });
    expect(counted(['/l', { prefix: '/icon', depth: 0 }, { prefix: '', depth: null }])).toEqual([]);
    expect(beyond(50, (size) => counted(list(size, () => '/l')))).toEqual([
      'body.prefixes: List should have at most 50 items after validation, not 51',
    ]);
    for (const prefix of [{ prefix: 'l' }, { prefix: '/l/' }, { prefix: '/l', depth: -1 }, {}, 7])
      expect([prefix, counted([prefix]).length > 0]).toEqual([prefix, true]);
  });
});

describe('filters of the catalog', () => {
  it('are labels, or conditions on labels, and not both', () => {
    expect(asked({ filters: ['/l/a', '/icon/text'] })).toEqual([]);
    expect(
      asked({ filters: [{ all: ['/l/a'] }, { none: ['/l/b'] }, { any: ['/l/c'] }, { not_all: ['/l/d'] }] }),
    ).toEqual([]);
    expect(asked({ filters: ['/l/a', { all: ['/l/a'] }] }).length).toBeGreaterThan(0);
  });

  it('have one condition each, which is not empty', () => {
    const wrong = "Only one of 'all', 'any', 'none' or 'not_all' can be set";
    for (const filter of [{}, { all: ['/l/a'], any: ['/l/b'] }, { all: null, none: null }])
      expect(asked({ filters: [filter] })).toContainEqual(expect.stringContaining(wrong));
    expect(asked({ filters: [{ all: [] }] })).toContainEqual(expect.stringContaining('at least 1 item'));
  });

  it('are at most 500 labels, in one list or in several', () => {
    const labels = (size: number) => list(size, (index) => `/l/s/${index}`);
    expect(asked({ filters: labels(500) })).toEqual([]);
    expect(asked({ filters: labels(501) })).toContainEqual(expect.stringContaining('there are at most 500 labels'));
    expect(asked({ filters: [{ all: labels(300) }, { any: labels(201) }] })).toContainEqual(
      expect.stringContaining('there are at most 500 labels'),
    );
    expect(beyond(500, (size) => queried({ filters: labels(size) }))).toEqual([
      'query.filters: List should have at most 500 items after validation, not 501',
    ]);
  });

  it('may be an expression, as a value and as JSON', () => {
    const expression = { resource: { prop: 'status', status: 'ERROR' } };
    expect(received(listCatalog, { body: { filter_expression: expression } })).toMatchObject({
      body: { filter_expression: expression },
    });
    const json = JSON.stringify(expression);
    expect(received(listCatalogByQuery, { query: { filter_expression: json } })).toMatchObject({
      query: { filter_expression: json },
    });
    expect(asked({ filter_expression: { resource: { and: list(501, () => ({ prop: 'status' })) } } })).toEqual([
      'body.filter_expression: Value error, a filter has at most 500 conditions',
    ]);
    expect(beyond(200_000, (size) => queried({ filter_expression: text(size) }))).toEqual([
      'query.filter_expression: String should have at most 200000 characters',
    ]);
  });
});
