import { searchKnowledgeBox, searchResource, type SearchResults } from '@lectern/contracts/search';
import { searchByQuery } from '../harness/by-query';
import type { KnowledgeBoxClient } from '../harness/client';
import { inModesOfServices } from '../harness/in-modes';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';

const texts = {
  tides: 'The moon pulls the sea, and the tides follow the moon.',
  harbour: 'The harbour master reads the tide table.\n\nShips wait for the moon.',
  bread: 'Bread rises because yeast makes gas.',
};

async function filledBox(mode: Parameters<typeof server>[0]): Promise<{ kb: KnowledgeBoxClient; ids: string[] }> {
  const kb = await server(mode).createKnowledgeBox();
  const ids: string[] = [];
  for (const [slug, body] of Object.entries(texts)) {
    const label = slug === 'bread' ? 'food' : 'sea';
    const usermetadata = { classifications: [{ labelset: 'topics', label }] };
    const resource = {
      slug,
      title: `About ${slug}`,
      texts: { body: { body, format: 'PLAIN_BLANKLINE_SPLIT' as const } },
      usermetadata,
    };
    ids.push(await kb.createResource(resource, { wait: 'embedded' }));
  }
  return { kb, ids };
}

const textsOf = ({ paragraphs }: SearchResults) => paragraphs?.results.map(({ text }) => text);
const fieldsOf = ({ fulltext }: SearchResults) => fulltext?.results.map(({ rid, field }) => `${rid}/${field}`);

inModesOfServices('search, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  let ids: string[];
  const search = async (body: object) => (await kb.api(searchKnowledgeBox, { body })).results;

  beforeAll(async () => {
    ({ kb, ids } = await filledBox(mode));
  });

  it('returns a list of each index, and the resources of all', async () => {
    const results = await search({ query: 'moon tides', show: ['basic'] });
    expect(textsOf(results)?.[0]).toBe(texts.tides);
    expect(fieldsOf(results)).toEqual(expect.arrayContaining([`${ids[0]}/body`, `${ids[1]}/body`]));
    expect(fieldsOf(results)).not.toContain(`${ids[2]}/body`);
    expect(results.sentences?.results[0]).toMatchObject({ rid: ids[0], field_type: 't', field: 'body' });
    expect(results.resources[ids[0] ?? '']).toMatchObject({ title: 'About tides' });
    expect(results.paragraphs?.results[0]).toMatchObject({ labels: ['topics/sea'], fuzzy_result: false });
  });

  it('finds fields that have all words, in whichever paragraph each of them is', async () => {
    const results = await search({ query: 'harbour ships', features: ['fulltext'] });
    expect(fieldsOf(results)).toEqual([`${ids[1]}/body`]);
    expect(results.fulltext).toMatchObject({ total: 1, next_page: false });
    expect(fieldsOf(await search({ query: 'harbour yeast', features: ['fulltext'] }))).toEqual([]);
    const inTexts = async (query: string) =>
      fieldsOf(await search({ query, features: ['fulltext'], fields: ['t'] }))?.toSorted();
    expect(await inTexts('moon')).toEqual([`${ids[0]}/body`, `${ids[1]}/body`].sort());
    // Another paragraph of the second field says it.
    expect(await inTexts('moon -tide')).toEqual([]);
    expect(await inTexts('moon -ships')).toEqual([`${ids[0]}/body`]);
    expect(await inTexts('harbour OR yeast')).toEqual([`${ids[1]}/body`, `${ids[2]}/body`].sort());
    expect(await inTexts('the')).toHaveLength(2);
  });

  it('leaves out of every list what has an excluded word', async () => {
    const results = await search({ query: 'moon -ships', min_score: { semantic: -1 } });
    const lists = [results.paragraphs, results.sentences].map((list) => list?.results.map(({ text }) => text));
    for (const texts of lists) expect(texts?.join()).toContain('moon');
    for (const texts of lists) expect(texts?.join()).not.toContain('Ships');
  });

  it('counts the paragraphs that say a word, and finds those of whose title it is, unmarked', async () => {
    const { paragraphs } = await search({ query: 'harbour', features: ['keyword'], highlight: true });
    expect(paragraphs?.results.map(({ text }) => text).sort()).toEqual([
      'About <mark>harbour</mark>',
      'Ships wait for the moon.',
      'The <mark>harbour</mark> master reads the tide table.',
    ]);
    expect(paragraphs?.total).toBe(2);
    const { explanations = {}, ...found } = await kb.find({ query: 'harbour', features: ['keyword'], debug: true });
    expect([found.best_matches.length, found.total]).toEqual([3, 2]);
    const words = Object.values(explanations).map(({ legs: [leg] }) => [leg?.words, leg?.title_words]);
    expect(words.filter(([own]) => own?.[0] === 'harbour')).toHaveLength(2);
    expect(words).toContainEqual([[], ['harbour']]);
    expect((await kb.find({ query: 'harbour moon', features: ['keyword'], fields: ['t'] })).total).toBe(3);
  });

  it('finds words with one letter wrong or two swapped, and marks what it found in their place', async () => {
    for (const query of ['harboor yeest', 'yaest', 'yeats']) {
      const results = await search({ query, features: ['keyword'], highlight: true, fields: ['t'] });
      expect(textsOf(results)).toContain('Bread rises because <mark>yeast</mark> makes gas.');
      expect(results.paragraphs?.results[0]).toMatchObject({ fuzzy_result: true });
    }
    const { best_matches: found } = await kb.find({ query: 'breda', features: ['keyword'], fields: ['t'] });
    expect(found.map((id) => id.slice(0, 32))).toEqual([ids[2]]);
    expect(textsOf(await search({ query: 'haruobr', features: ['keyword'] }))).toEqual([]);
  });

  it('gives a lone hit of a find no score that looks like the worst', async () => {
    const { explanations = {} } = await kb.find({ query: 'yeast', features: ['keyword'], fields: ['t'], debug: true });
    expect(Object.values(explanations).map(({ reranker }) => (reranker?.score ?? 0) > 0.3)).toEqual([true]);
  });

  it('counts results by label: paragraphs of one list, fields of the other', async () => {
    const features = ['keyword', 'fulltext'];
    const { paragraphs, fulltext } = await search({ query: 'moon', features, faceted: ['/l/topics'], fields: ['t'] });
    const counted = { '/classification.labels/topics': { '/classification.labels/topics/sea': 2 } };
    expect([paragraphs?.facets, fulltext?.facets]).toEqual([counted, counted]);
    const titled = await search({ query: 'harbour', features: ['keyword'], faceted: ['/l/topics'] });
    expect([titled.paragraphs?.facets, titled.paragraphs?.total]).toEqual([counted, 2]);
  });

  it('searches one resource, by its slug, too', async () => {
    const query = { query: 'moon' };
    const [byId, bySlug] = await Promise.all([
      kb.api(searchResource, { params: { rid: ids[1] }, query }),
      kb.api(searchResource, { params: { rslug: 'harbour' }, query }),
    ]);
    expect(byId).toMatchObject({
      paragraphs: { total: 1, results: [{ rid: ids[1], text: 'Ships wait for the moon.' }] },
    });
    expect(bySlug).toEqual(byId);
  });

  it('hides what is hidden, from every list and count', async () => {
    await kb.modifyResource(ids[2] ?? '', { security: { access_groups: ['bakers'] } });
    const query = { query: 'yeast', faceted: ['/l/topics'], security: { groups: ['smiths'] } };
    const seen = await search({ ...query, features: ['keyword', 'fulltext'] });
    expect(seen).toMatchObject({
      paragraphs: { results: [], total: 0, facets: {} },
      fulltext: { results: [], total: 0, facets: {} },
      resources: {},
    });
  });
});

inStandalone('search, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  let ids: string[];
  const send = (body: object) => kb.client.send('POST', `${kb.path}/search`, { body });

  beforeAll(async () => {
    ({ kb, ids } = await filledBox(mode));
  });

  it('answers the same by query parameters', async () => {
    const query = { query: 'moon', features: ['keyword' as const], top_k: 1, faceted: ['/l/topics'] };
    const byBody = await kb.api(searchKnowledgeBox, { body: query });
    expect(await kb.api(searchByQuery, { query })).toEqual(byBody);
  });

  it('skips and orders lists by words', async () => {
    const page = async (members: object) =>
      (await send({ query: 'moon', features: ['keyword'], fields: ['t'], ...members })).body as SearchResults;
    const sort = { field: 'created', order: 'asc' };
    const all = textsOf(await page({ sort }));
    expect(all).toEqual([texts.tides, 'Ships wait for the moon.']);
    const second = await page({ sort, offset: 1, top_k: 1 });
    expect([textsOf(second), second.paragraphs?.next_page, second.paragraphs?.page_size]).toEqual([
      all?.slice(1),
      false,
      2,
    ]);
    expect(textsOf(await page({ sort: { field: 'created' } }))).toEqual(all?.toReversed());
    const worst = { sort: { field: 'score', order: 'asc' }, features: ['keyword', 'fulltext'], query: 'moon tides' };
    const best = await page({ ...worst, sort: { field: 'score' } });
    const reversed = await page(worst);
    expect(textsOf(reversed)).toEqual(textsOf(best)?.toReversed());
    expect(fieldsOf(reversed)).toEqual(fieldsOf(best)?.toReversed());
    expect(textsOf(await page({ ...worst, offset: 1, top_k: 1 }))).toEqual(textsOf(reversed)?.slice(1, 2));
    expect((await page({ top_k: 0 })).paragraphs).toMatchObject({ results: [], total: 2, next_page: true });
  });

  it('searches a resource for what it says least of first, and not without a query', async () => {
    const texts = async (query: object) =>
      (
        await kb.api(searchResource, {
          params: { rid: ids[1] ?? '' },
          query: { query: 'harbour ships moon', ...query },
        })
      ).paragraphs.results.map(({ text }) => text);
    const best = await texts({});
    expect(best.length).toBeGreaterThan(1);
    expect(await texts({ sort_order: 'asc' })).toEqual(best.toReversed());
    const answer = await kb.client.send('GET', `${kb.path}/resource/${ids[1]}/search`);
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ type: 'missing', loc: ['query', 'query'] }] } });
  });

  it('lists everything where nothing is looked for, newest first', async () => {
    const results = (await send({ features: ['keyword', 'fulltext'], fields: ['t'] })).body as SearchResults;
    expect(textsOf(results)?.[0]).toBe(texts.bread);
    expect(results.fulltext?.total).toBe(3);
    expect(results.sentences).toBeUndefined();
  });

  it.each([
    [{ offset: 1 }, 'offset cannot be used with the semantic or relations index'],
    [{ sort: { field: 'modified' } }, 'sort by date cannot be used with the semantic or relations index'],
    [{ sort: { field: 'title' }, features: ['keyword'] }, 'sorting by title not supported in /search'],
    [{ faceted: ['/l', '/l'] }, 'Facet /l is already present in facets. Faceted list must be unique.'],
    [{ faceted: ['/l', '/l/a'] }, 'Nested facets are not allowed: /l/a is a child of /l'],
    [{ offset: 1_001, features: ['keyword'] }, 'less than or equal to 1000'],
    [{ top_k: 201 }, 'less than or equal to 200'],
    [{ faceted: Array.from({ length: 51 }, (_, i) => `/l/${i}`) }, '50'],
  ])('refuses %j', async (body, reason) => {
    const answer = await send({ query: 'moon', ...body });
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([422, expect.stringContaining(reason)]);
  });
});
