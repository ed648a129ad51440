import { putSynonyms } from '@lectern/contracts/knowledge-box';
import { type SearchResults } from '@lectern/contracts/search';
import { findByQuery } from '../harness/by-query';
import type { KnowledgeBoxClient } from '../harness/client';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';

const texts = {
  tides: 'The moon pulls the sea.\n\nTides follow the moon.\n\nSailors watch the ebb.',
  harbour: 'Ships wait in the harbour for the moon.',
  secret: 'Only bakers bake by the moon.',
  hidden: 'Nobody sees the moon behind clouds.',
};
const label = { prop: 'label', labelset: 'topics', label: 'harbour' };
const words = { features: ['keyword'] };
const meaning = { features: ['semantic'] };
const parts = { show: ['values', 'extracted', 'origin'], extracted: ['text'] };

/** Each as query parameters, and as a body. */
const filters: readonly (readonly [query: object, body: object])[] = [
  [{ fields: ['a'] }, { fields: ['a'] }],
  [{ filters: ['/l/topics/harbour'] }, { filters: ['/l/topics/harbour'] }],
  ...['range_creation_start', 'range_modification_start'].map((name) => {
    return [{ [name]: '2100-01-01' }, { [name]: '2100-01-01' }] as const;
  }),
  ...['range_creation_end', 'range_modification_end'].map((name) => {
    return [{ [name]: '2020-01-01' }, { [name]: '2020-01-01' }] as const;
  }),
];
const orders: readonly (readonly [query: object, body: object])[] = [
  [{ sort_field: 'score', sort_order: 'asc' }, { sort: { field: 'score', order: 'asc' } }],
  [{ min_score_bm25: 50 }, { min_score: { bm25: 50 } }],
  [{ top_k: 1 }, { top_k: 1 }],
  [{ highlight: true }, { highlight: true }],
  [{ faceted: ['/l/topics'] }, { faceted: ['/l/topics'] }],
  [
    { query: 'satellite', with_synonyms: true },
    { query: 'satellite', with_synonyms: true },
  ],
];

inStandalone('a search by query parameters, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  let rid: string;

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox({ hidden_resources_enabled: true });
    const ids: string[] = [];
    for (const [slug, body] of Object.entries(texts)) {
      const resource = {
        slug,
        title: `About ${slug}`,
        origin: { source_id: slug },
        texts: { body: { body, format: 'PLAIN_BLANKLINE_SPLIT' as const } },
        usermetadata: { classifications: [{ labelset: 'topics', label: slug }] },
        ...(slug === 'secret' && { security: { access_groups: ['bakers'] } }),
        ...(slug === 'hidden' && { hidden: true }),
      };
      ids.push(await kb.createResource(resource, { wait: 'embedded' }));
    }
    [rid = ''] = ids;
    await kb.api(putSynonyms, { body: { synonyms: { satellite: ['moon'] } } });
  });

  const answer = async (method: string, path: string, given: object) => {
    const isQuery = method === 'GET';
    const query = new URLSearchParams(
      isQuery ? Object.entries(given).flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)])) : [],
    );
    const sent = isQuery ? `${kb.path}${path}?${query}` : `${kb.path}${path}`;
    const { status, body } = await kb.client.send(method, sent, isQuery ? {} : { body: given });
    return { status, body };
  };

  it.each<readonly [query: object, body: object]>([
    ...filters,
    ...orders.map(
      ([query, body]) =>
        [
          { ...words, ...query },
          { ...words, ...body },
        ] as const,
    ),
    [{ filter_expression: JSON.stringify({ field: label }) }, { filter_expression: { field: label } }],
    [
      { ...words, sort_field: 'created', sort_order: 'asc' },
      { ...words, sort: { field: 'created', order: 'asc' } },
    ],
    [
      { ...words, sort_field: 'modified' },
      { ...words, sort: { field: 'modified', order: 'desc' } },
    ],
    [
      { ...words, offset: 1 },
      { ...words, offset: 1 },
    ],
    [
      { ...meaning, min_score: 0.99 },
      { ...meaning, min_score: 0.99 },
    ],
    [
      { ...meaning, min_score_semantic: -1, min_score: 0.99 },
      { ...meaning, min_score: { semantic: -1 } },
    ],
    [{ vectorset: 'unknown' }, { vectorset: 'unknown' }],
    [
      { field_type: ['text'], ...parts },
      { field_type_filter: ['text'], ...parts },
    ],
    [{ security_groups: ['smiths'] }, { security: { groups: ['smiths'] } }],
    [{ show_hidden: true }, { show_hidden: true }],
  ])('with %j answers as one with the body %j', async (query, body) => {
    const plain = await answer('POST', '/search', { query: 'moon' });
    const byQuery = await answer('GET', '/search', { query: 'moon', ...query });
    expect(byQuery).toEqual(await answer('POST', '/search', { query: 'moon', ...body }));
    expect(byQuery).not.toEqual(plain);
    expect(byQuery.status).toBe('vectorset' in query ? 412 : 200);
  });

  it.each<readonly [query: object, body: object]>([
    ...filters.map(([query, body]) => [query, { ...body, resource_filters: ['RID'] }] as const),
    ...orders.map(([query, body]) => [query, { ...body, resource_filters: ['RID'] }] as const),
    [
      { filter_expression: JSON.stringify({ paragraph: { prop: 'kind', kind: 'TITLE' } }) },
      { filter_expression: { field: { prop: 'resource', id: 'RID' }, paragraph: { prop: 'kind', kind: 'TITLE' } } },
    ],
    [{ security_groups: ['smiths'] }, { security: { groups: ['smiths'] }, resource_filters: ['RID'] }],
  ])('of a resource with %j answers as one with the body %j', async (query, body) => {
    const named = JSON.parse(JSON.stringify(body).replace('RID', rid)) as object;
    const byQuery = await answer('GET', `/resource/${rid}/search`, { query: 'moon', ...query });
    const byBody = await answer('POST', '/search', { ...words, query: 'moon', ...named });
    expect(byQuery.status).toBe(200);
    expect(byQuery.body).toEqual({
      paragraphs: (byBody.body as SearchResults).paragraphs,
      shards: [kb.id],
    });
  });

  it('returns the parts of resources that it names', async () => {
    const { body } = await answer('GET', '/search', { query: 'harbour', ...words, fields: ['t'], ...parts });
    // Body of a 200 of search.
    const [resource] = Object.values((body as SearchResults).resources);
    expect(resource).toMatchObject({
      origin: { source_id: 'harbour' },
      data: { texts: { body: { value: { body: texts.harbour }, extracted: { text: { text: texts.harbour } } } } },
    });
  });

  it.each(['/search', '/find'])('%s shows 20 results where `top_k` is null', async (path) => {
    const { status, body } = await answer('POST', path, { query: 'moon', ...words, top_k: null });
    expect([status, JSON.stringify(body)]).toEqual([200, expect.stringContaining('"page_size":20')]);
  });

  it('finds the same as a find by body', async () => {
    const { results } = await kb.api(findByQuery, { query: { query: 'moon', features: ['keyword'], top_k: 2 } });
    expect(results).toEqual(await kb.find({ query: 'moon', features: ['keyword'], top_k: 2 }));
  });
});
