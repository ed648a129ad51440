import { type Catalog, countCatalogFacets, listCatalog, modifyResource } from '@lectern/contracts/knowledge-box';
import { listCatalogByQuery } from '../harness/by-query';
import type { KnowledgeBoxClient } from '../harness/client';
import { inStandalone } from '../harness/in-standalone';
import { caller, server } from '../harness/modes';

const topic = (label: string) => ({ labelset: 'topics', label });
const idsOf = ({ fulltext }: Catalog) => fulltext.results.map(({ rid }) => rid);

inStandalone('the catalog, %s', (mode) => {
  it('lists what was written, at once, by conditions', async () => {
    const kb = await server(mode).createKnowledgeBox();
    const usermetadata = (...labels: string[]) => ({ usermetadata: { classifications: labels.map(topic) } });
    const odyssey = await kb.createResource({ title: 'The Odyssey', slug: 'odyssey', ...usermetadata('greek', 'sea') });
    const aeneid = await kb.createResource({ title: 'The Aeneid', ...usermetadata('latin') });
    const body = { query: 'odyssey', faceted: ['/l/topics'], page_size: 1 };
    expect(await kb.api(listCatalog, { body })).toMatchObject({
      resources: { [odyssey]: { id: odyssey, slug: 'odyssey', title: 'The Odyssey', data: expect.anything() } },
      fulltext: {
        results: [
          { rid: odyssey, field: 'title', field_type: 'a', labels: ['/l/topics/greek', '/l/topics/sea'], score: 0 },
        ],
        facets: {
          '/classification.labels/topics': {
            '/classification.labels/topics/greek': 1,
            '/classification.labels/topics/sea': 1,
          },
        },
        query: 'odyssey',
        total: 1,
        page_number: 0,
        page_size: 1,
        next_page: false,
        min_score: 0,
      },
    });
    await kb.api(modifyResource, { params: { rid: aeneid }, body: usermetadata('sea') });
    const filter_expression = { resource: { and: [{ prop: 'label', labelset: 'topics', label: 'sea' }] } };
    const first = await kb.api(listCatalog, { body: { filter_expression, page_size: 1 } });
    expect([idsOf(first), first.fulltext.total, first.fulltext.next_page]).toEqual([[aeneid], 2, true]);
    const query = { filter_expression: JSON.stringify(filter_expression), page_size: 1, page_number: 1 };
    const second = await kb.api(listCatalogByQuery, { query });
    expect([idsOf(second), second.fulltext.next_page]).toEqual([[odyssey], false]);
    const { facets } = await kb.api(countCatalogFacets, { body: { prefixes: ['/l'] } });
    expect(facets).toEqual({ '/l': 2, '/l/topics': 2, '/l/topics/greek': 1, '/l/topics/sea': 2 });
  });
});

inStandalone('the catalog, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  const send = (body: object, path = 'catalog') => kb.client.send('POST', `${kb.path}/${path}`, { body });
  const status = async (body: object) => (await send(body)).status;
  const nested = (operator: string, depth: number): object =>
    depth === 0 ? { prop: 'status', status: 'PROCESSED' } : { [operator]: [nested(operator, depth - 1)] };

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox({ hidden_resources_enabled: true });
    await kb.createResource({ title: 'Çelebi', slug: 'visible', origin: { path: '/a/b', tags: ['x'] } });
    await kb.createResource({ title: 'Hidden', slug: 'hidden', hidden: true });
    await kb.createResource({ title: 'Restricted', slug: 'restricted', security: { access_groups: ['hr'] } });
  });

  it('refuses what it cannot do, and says why', async () => {
    const expression = { filter_expression: { resource: nested('and', 1) } };
    const mixed = await send({ ...expression, with_status: 'PROCESSED' });
    const text = 'Invalid query. Error in filter_expression: Cannot mix old filters with filter_expression';
    expect(mixed).toMatchObject({ status: 412, body: { detail: text } });
    expect(await status({ filter_expression: { resource: { prop: 'resource', slug: 'no' } } })).toBe(412);
    expect(await status({ filter_expression: { resource: nested('or', 50) } })).toBe(200);
    expect(await status({ filter_expression: { resource: nested('or', 51) } })).toBeGreaterThanOrEqual(412);
    expect(await status({ filters: ['no/slash'] })).toBe(412);
    for (const body of [
      { page_size: 201 },
      { page_size: -1 },
      { page_number: -1 },
      { query: { match: 'words', query: '' } },
      { query: { field: 'slug', match: 'contains', query: 'a' } },
      { sort: { field: 'size' } },
      { faceted: ['/l', '/classification.labels'] },
      { faceted: ['/l', '/l/a'] },
      { faceted: ['l'] },
      { faceted: Array.from({ length: 51 }, (_, i) => `/t/${i}`) },
      { filter_expression: { field: {} } },
      { filter_expression: { resource: { prop: 'entity', subtype: 'x' } } },
      { with_status: 'NO' },
    ])
      expect([body, await status(body)]).toEqual([body, 422]);
    expect((await send({ prefixes: [{ prefix: 'l' }] }, 'catalog/facets')).status).toBe(422);
  });

  it('finds titles and slugs by each way of comparing', async () => {
    const found = async (match: string, query: string, field = 'title') =>
      (await kb.api(listCatalog, { body: { query: { field, match, query } as never } })).fulltext.total;
    expect(await found('exact', 'Çelebi')).toBe(1);
    expect(await found('exact', 'celebi')).toBe(0);
    expect(await found('words', 'CELEBI')).toBe(1);
    expect(await found('fuzzy', 'celebbi')).toBe(1);
    expect(await found('starts_with', 'cel')).toBe(1);
    expect(await found('ends_with', 'EBI')).toBe(1);
    expect(await found('contains', 'lEb')).toBe(1);
    expect(await found('starts_with', 'vis', 'slug')).toBe(1);
  });

  it('counts facets without a page, and hides hidden ones when asked', async () => {
    const faceted = ['/metadata.status', '/p', '/t'];
    const body = { page_size: 0, faceted };
    expect((await kb.api(listCatalog, { body })).fulltext).toMatchObject({
      results: [],
      total: 3,
      next_page: true,
      facets: {
        '/metadata.status': { '/metadata.status/PROCESSED': 3 },
        '/origin.path': { '/origin.path/a': 1 },
        '/origin.tags': { '/origin.tags/x': 1 },
      },
    });
    expect((await kb.api(listCatalog, { body: { hidden: true } })).fulltext.total).toBe(1);
    expect((await kb.api(listCatalog, { body: { hidden: false } })).fulltext.total).toBe(2);
    const byTitle = await kb.api(listCatalogByQuery, { query: { sort_field: 'title', sort_order: 'asc' } });
    expect(byTitle.fulltext.results.map(({ rid }) => byTitle.resources[rid]?.title)).toEqual([
      'Çelebi',
      'Hidden',
      'Restricted',
    ]);
  });

  it('counts what was written since the same request', async () => {
    const box = await server(mode).createKnowledgeBox();
    const total = async () => (await box.api(listCatalog, { body: { faceted: ['/t'] } })).fulltext.total;
    for (const count of [0, 1, 2]) {
      expect([await total(), await total()]).toEqual([count, count]);
      await box.createResource({ title: `Number ${count}` });
    }
  });

  it('orders by score and creation alike, and by modification', async () => {
    const box = await server(mode).createKnowledgeBox();
    const create = (title: string) => box.createResource({ title }, { wait: 'embedded' });
    const ids = [await create('A'), await create('B')];
    await box.modifyResource(ids[0] ?? '', { title: 'Again' });
    const sorted = async (field: 'score' | 'created' | 'modified', order: 'asc' | 'desc') => {
      const byBody = await box.api(listCatalog, { body: { sort: { field, order } } });
      const byQuery = await box.api(listCatalogByQuery, { query: { sort_field: field, sort_order: order } });
      expect(byQuery.fulltext).toEqual(byBody.fulltext);
      return idsOf(byBody);
    };
    for (const field of ['score', 'created'] as const) {
      expect(await sorted(field, 'desc')).toEqual(ids.toReversed());
      expect(await sorted(field, 'asc')).toEqual(ids);
    }
    expect([await sorted('modified', 'desc'), await sorted('modified', 'asc')]).toEqual([ids, ids.toReversed()]);
  });

  it('has a facet without hits, and no box that is unknown', async () => {
    const { facets } = (await kb.api(listCatalog, { body: { faceted: ['/l/nothing', '/t'] } })).fulltext;
    expect(facets).toEqual({ '/classification.labels/nothing': {}, '/origin.tags': { '/origin.tags/x': 1 } });
    const unknown = '/kb/11111111-1111-4111-8111-111111111111/catalog';
    const statuses = [
      kb.client.send('POST', unknown, { body: {} }),
      kb.client.send('GET', unknown),
      kb.client.send('POST', `${unknown}/facets`, { body: {} }),
    ];
    expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([404, 404, 404]);
  });

  it.each([
    [[{ prefix: '/t', depth: 1 }], { '/t': 1, '/t/x': 1 }],
    [[{ prefix: '/p', depth: 1 }], { '/p': 1, '/p/a': 1 }],
    [['/origin.path'], { '/p': 1, '/p/a': 1, '/p/a/b': 1 }],
    [[{ prefix: '/metadata.status', depth: 0 }], { '/n/s': 3 }],
    // Without a prefix, all labels are counted.
    [[], expect.objectContaining({ '/n': 3, '/p/a/b': 1, '/t/x': 1 })],
    [undefined, expect.objectContaining({ '/n': 3, '/p/a/b': 1, '/t/x': 1 })],
  ])('counts below the prefixes %j', async (prefixes, facets) => {
    expect(await kb.api(countCatalogFacets, { body: { prefixes } })).toEqual({ facets });
  });

  it('counts facets to any depth', async () => {
    const counted = (depth?: number) => kb.api(countCatalogFacets, { body: { prefixes: [{ prefix: '/n', depth }] } });
    expect(await counted(Number.MAX_SAFE_INTEGER)).toEqual(await counted());
  });

  it('shows guests of a published box what is public', async () => {
    await kb.modify({ state: 'PUBLISHED' });
    const nobody = kb.as(caller(mode));
    const all = await nobody.api(listCatalog, { body: { faceted: ['/n/s'] } });
    expect([Object.values(all.resources).map(({ slug }) => slug), all.fulltext.total]).toEqual([['visible'], 1]);
    expect((await nobody.api(listCatalog, { body: { hidden: true } })).fulltext.total).toBe(0);
    const { facets } = await nobody.api(countCatalogFacets, { body: { prefixes: [{ prefix: '/n/s', depth: 0 }] } });
    expect(facets).toEqual({ '/n/s': 1 });
    const filter_expression = { resource: { prop: 'resource', slug: 'restricted' } };
    const refused = await nobody.client.send('POST', `${kb.path}/catalog`, { body: { filter_expression } });
    expect(refused.status).toBe(412);
  });
});
