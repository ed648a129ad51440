import { suggest, type Suggestions } from '@lectern/contracts/search';
import { suggestByQuery } from '../harness/by-query';
import { type KnowledgeBoxClient, until } from '../harness/client';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';

const LETTER = 'Ada Lovelace wrote to Charles Babbage from London on 12 March 1842.';
const TIDES = 'The moon pulls the sea.';
const HARBOUR = 'Ships leave the harbour at high water.';

const textsOf = ({ paragraphs }: Suggestions) => paragraphs?.results.map(({ text }) => text);
const fuzzyOf = ({ paragraphs }: Suggestions) => paragraphs?.results.map(({ fuzzy_result }) => fuzzy_result);
const valuesOf = ({ entities }: Suggestions) => entities?.entities.map(({ value }) => value);

async function filledBox(mode: Parameters<typeof server>[0]): Promise<KnowledgeBoxClient> {
  const kb = await server(mode).createKnowledgeBox({ hidden_resources_enabled: true });
  for (const [slug, body] of Object.entries({ letter: LETTER, tides: TIDES, harbour: HARBOUR })) {
    const usermetadata = { classifications: [{ labelset: 'topics', label: slug === 'letter' ? 'people' : 'sea' }] };
    // Words of a title find the paragraphs below it, too.
    await kb.createResource({ slug, title: 'Notes', texts: { body: { body } }, usermetadata }, { wait: 'searchable' });
  }
  return kb;
}

inStandalone('suggestions, %s', (mode) => {
  it('complete the last word, forgive a letter, and name who is meant', async () => {
    const kb = await filledBox(mode);
    const ask = (query: string, more: object = {}) => kb.api(suggest, { body: { query, ...more } });
    const said = await ask('harbour');
    expect([textsOf(said), fuzzyOf(said)]).toEqual([[HARBOUR], [false]]);
    const unfinished = await ask('harb', { highlight: true });
    expect([textsOf(unfinished), fuzzyOf(unfinished)]).toEqual([
      [HARBOUR.replace('harbour', '<mark>$&</mark>')],
      [true],
    ]);
    expect([textsOf(await ask('harbor')), textsOf(await ask('pulss the s'))]).toEqual([[HARBOUR], [TIDES]]);
    expect(valuesOf(await ask('letters of Ada Lov'))).toEqual(['Ada Lovelace']);
    expect((await ask('charlse bab')).entities).toEqual({ total: 0, entities: [] });
    expect((await ask('Chales Bab')).entities).toEqual({
      total: 1,
      entities: [{ family: 'PERSON', value: 'Charles Babbage' }],
    });
    expect(await kb.api(suggestByQuery, { query: { query: 'lond', features: ['paragraph'] } })).toMatchObject({
      paragraphs: {
        results: [{ text: LETTER, field_type: 't', labels: ['topics/people'] }],
        query: 'lond',
        min_score: 0,
      },
    });
  });
});

inStandalone('suggestions, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  const send = (body: object) => kb.client.send('POST', `${kb.path}/suggest`, { body });
  const get = (query: string) => kb.client.send('GET', `${kb.path}/suggest?${query}`);
  const ask = (query: string, more: object = {}) => kb.api(suggest, { body: { query, ...more } });

  beforeAll(async () => {
    kb = await filledBox(mode);
    const secret = { texts: { a: { body: 'Alan Turing came to Boston.' } }, security: { access_groups: ['hr'] } };
    await kb.createResource(secret, { wait: 'searchable' });
    await kb.createResource({ texts: { a: { body: 'Grace Hopper came to Boston.' } }, hidden: true });
    await until(
      async () => valuesOf(await ask('Grace Hop', { show_hidden: true }))?.length || undefined,
      'the hidden resource is read',
    );
    await until(
      async () => (textsOf(await ask('Boston', { show_hidden: true }))?.length === 2 ? true : undefined),
      'the hidden resource is found',
    );
  });

  it('have the lists that are wanted, and nothing else', async () => {
    expect(Object.keys(await ask('moon'))).toEqual(['paragraphs', 'entities']);
    expect(Object.keys(await ask('moon', { features: ['entities'] }))).toEqual(['entities']);
    expect(await ask('moon', { features: [] })).toEqual({});
    const query = { query: 'moon', features: ['entities' as const], debug: true };
    expect(await kb.api(suggestByQuery, { query })).toEqual({
      entities: { total: 0, entities: [] },
      shards: [kb.id],
    });
    expect(await ask('?!')).toEqual({
      paragraphs: { results: [], query: '?!', min_score: 0 },
      entities: { total: 0, entities: [] },
    });
  });

  it('show what the caller may see', async () => {
    const seen = async (more: object) => {
      const [paragraphs, ...entities] = await Promise.all([
        ask('Boston', { features: ['paragraph'], ...more }),
        ...['Alan Tur', 'Grace Hop'].map((name) => ask(name, { features: ['entities'], ...more })),
      ]);
      return [textsOf(paragraphs)?.length, ...entities.flatMap((one) => valuesOf(one) ?? [])];
    };
    expect(await seen({})).toEqual([1, 'Alan Turing']);
    expect(await seen({ security: { groups: [] } })).toEqual([0]);
    expect(await seen({ security: { groups: [] }, show_hidden: true })).toEqual([1, 'Grace Hopper']);
    expect(await seen({ show_hidden: true })).toEqual([2, 'Alan Turing', 'Grace Hopper']);
  });

  it('keep to what filters name', async () => {
    const within = (labelset: string, label: string) => ({
      filter_expression: { field: { prop: 'label', labelset, label } },
    });
    expect(valuesOf(await ask('Ada Lov', within('topics', 'people')))).toEqual(['Ada Lovelace']);
    expect(await ask('Ada Lov', within('topics', 'sea'))).toMatchObject({
      paragraphs: { results: [] },
      entities: { total: 0 },
    });
    for (const [filters, found] of [
      ['filters=/l/topics/sea', 1],
      ['filters=/l/topics/people', 0],
      ['fields=a', 0],
      ['range_creation_end=2000-01-01', 0],
    ] as const) {
      const { body } = await get(`query=harbour&features=paragraph&${filters}`);
      expect([filters, textsOf(body as Suggestions)]).toEqual([filters, Array(found).fill(HARBOUR)]);
    }
    const kind = { filter_expression: { paragraph: { prop: 'kind', kind: 'OCR' } } };
    expect(textsOf(await ask('harbour', { ...kind, features: ['paragraph'] }))).toEqual([]);
    expect(await ask('Ada Lov', kind)).toMatchObject({ paragraphs: { results: [] }, entities: { total: 0 } });
  });

  it('are ten at most', async () => {
    const box = await server(mode).createKnowledgeBox();
    const many = Array.from({ length: 12 }, (_, i) => [`t${i}`, { body: `Beacon number ${i}.` }]);
    await box.createResource({ texts: Object.fromEntries(many) }, { wait: 'searchable' });
    expect(textsOf(await box.api(suggest, { body: { query: 'beac' } }))).toHaveLength(10);
  });

  it('have bounds and rules', async () => {
    const unknown = { field: { prop: 'resource', slug: 'nowhere' } };
    for (const [body, status] of [
      [{ query: '' }, 200],
      [{ query: 'x'.repeat(20_000) }, 200],
      [{ query: '"-*[({' }, 200],
      [{ query: 'x'.repeat(20_001) }, 422],
      [{ query: 'a\0b' }, 422],
      [{}, 422],
      [{ query: 'moon', top_k: 5 }, 422],
      [{ query: 'moon', debug: true }, 422],
      [{ query: 'moon', features: ['sentence'] }, 422],
      [{ query: 'moon', filter_expression: { other: {} } }, 422],
      [{ query: 'moon', filter_expression: unknown }, 412],
    ] as const)
      expect([body, (await send(body)).status]).toEqual([body, status]);
    for (const [query, status] of [
      ['', 422],
      ['query=moon&security_group=hr', 422],
      ['query=moon&filter_expression={', 412],
      ['query=moon&filters=topics', 412],
      [`query=moon&fields=t&filter_expression=${encodeURIComponent('{"field":{"prop":"field","type":"text"}}')}`, 412],
    ] as const)
      expect([query, (await get(query)).status]).toEqual([query, status]);
  });
});
