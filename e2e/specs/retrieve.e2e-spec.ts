import type { Sent } from '@lectern/client';
import {
  augmentContext,
  type FindResults,
  hydrateParagraphs,
  retrieveParagraphs,
  type RetrieveRequest,
  type RetrieveResults,
} from '@lectern/contracts/search';
import type { KnowledgeBoxClient } from '../harness/client';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';

const UNKNOWN_BOX = '11111111-1111-4111-8111-111111111111';

async function retrieved(kb: KnowledgeBoxClient, body: Sent<RetrieveRequest>): Promise<RetrieveResults> {
  return (await kb.api(retrieveParagraphs, { body })).results;
}

const idsOf = ({ matches }: RetrieveResults) => matches.map(({ id }) => id);

inStandalone('a retrieval, %s', (mode) => {
  it('finds what a find finds, with the scores of every stage', async () => {
    const kb = await server(mode).createKnowledgeBox();
    const tides = await kb.createResource(
      {
        title: 'Tides',
        texts: { body: { body: 'The moon pulls the sea.' } },
        usermetadata: { classifications: [{ labelset: 'topics', label: 'sea' }] },
      },
      { wait: 'embedded' },
    );
    await kb.createResource({ texts: { body: { body: 'Ships leave the harbour.' } } }, { wait: 'embedded' });
    const shared = { query: 'Why does the sea rise with the moon?', top_k: 5 };
    const everything = { semantic: { min_score: -1 } };
    const results = await retrieved(kb, {
      query: { query: shared.query, override: everything },
      top_k: 5,
      reranker: 'predict',
    });
    const request = { ...shared, rank_fusion: 'rrf', min_score: { semantic: -1 }, debug: true };
    const found: FindResults = await kb.find(request);
    expect(idsOf(results)).toEqual(found.best_matches);
    const body = results.matches.find(({ id }) => id === `${tides}/t/body/0-23`);
    expect(body?.metadata).toMatchObject({ field_labels: ['/l/topics/sea'], is_a_table: false, page: 0 });
    expect(body?.score).toMatchObject({ source: 'reranker', type: 'reranker' });
    expect(body?.score.history.map(({ type }) => type)).toEqual(['keyword', 'semantic', 'rrf', 'reranker']);
    const explanation = found.explanations?.[body?.id ?? ''];
    expect(body?.score.history.map(({ score }) => score)).toEqual([
      ...(explanation?.legs.map(({ score }) => score) ?? []),
      explanation?.fusion?.score,
      explanation?.reranker?.score,
    ]);
    const hydrated = await kb.api(hydrateParagraphs, {
      body: {
        data: idsOf(results),
        hydration: { resource: {}, field: { text: true }, paragraph: { related: { neighbours: { before: 1 } } } },
      },
    });
    expect(hydrated.resources[tides]).toEqual({ id: tides, slug: tides, title: 'Tides' });
    expect(hydrated.fields[`${tides}/t/body`]).toMatchObject({ field_type: 'text', text: 'The moon pulls the sea.' });
    expect(Object.keys(hydrated.paragraphs).sort()).toEqual(idsOf(results).sort());
    expect(hydrated.paragraphs[`${tides}/t/body/0-23`]).toEqual({
      id: `${tides}/t/body/0-23`,
      field: `${tides}/t/body`,
      resource: tides,
      text: 'The moon pulls the sea.',
      related: { neighbours: { before: [], after: [] } },
    });
    const terms = explanation?.legs.map(({ term = 0 }) => term) ?? [];
    expect(terms.reduce((sum, term) => sum + term, 0)).toBeCloseTo(explanation?.fusion?.score ?? 0, 9);
  });
});

inStandalone('retrievals, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  const send = (body: object) => kb.client.send('POST', `${kb.path}/retrieve`, { body });

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox({ hidden_resources_enabled: true });
    const field = (body: string) => ({ texts: { a: { body } } });
    await kb.createResource(
      { slug: 'letter', ...field('Ada Lovelace wrote to Charles Babbage.') },
      { wait: 'embedded' },
    );
    const restricted = { ...field('Ada Lovelace earned little.'), security: { access_groups: ['hr'] } };
    await kb.createResource(restricted, { wait: 'searchable' });
    await kb.createResource({ ...field('Ada Lovelace hid this.'), hidden: true }, { wait: 'searchable' });
  });

  const words = (query: string): Sent<RetrieveRequest>['query'] => ({ keyword: { query } });

  it('search the indexes that have a part', async () => {
    const byWords = await retrieved(kb, { query: words('Lovelace') });
    expect(byWords.matches.map(({ score }) => [score.source, score.type, score.history.length])).toEqual([
      ['index', 'keyword', 1],
      ['index', 'keyword', 1],
    ]);
    const graph = { query: { prop: 'path', destination: { value: 'Charles Babbage' } } };
    const byGraph = await retrieved(kb, { query: { graph } });
    expect(byGraph.matches.map(({ score }) => score.type)).toEqual(['graph']);
    const both = await retrieved(kb, { query: { graph, ...words('Lovelace') }, rank_fusion: null });
    const letter = both.matches.find(({ id }) => id === byGraph.matches[0]?.id);
    expect(letter?.score).toMatchObject({ source: 'rank_fusion', type: 'wCombSUM' });
    expect(letter?.score.history.map(({ type }) => type)).toEqual(['keyword', 'graph', 'wCombSUM']);
    const override = { keyword: 'disabled', semantic: 'disabled', graph } as const;
    expect(idsOf(await retrieved(kb, { query: { query: 'Ada', override } }))).toEqual(idsOf(byGraph));
  });

  it('show what the caller may see, where filters allow', async () => {
    const count = async (filters: Sent<RetrieveRequest>['filters']) =>
      (await retrieved(kb, { query: words('Lovelace'), filters })).matches.length;
    expect(await count({ security: { groups: [] } })).toBe(1);
    expect(await count({ show_hidden: true })).toBe(3);
    expect(await count({ filter_expression: { field: { prop: 'resource', slug: 'letter' } } })).toBe(1);
    expect((await retrieved(kb, { query: words('Lovelace'), top_k: 1 })).matches).toHaveLength(1);
  });

  it('have bounds and rules', async () => {
    const query = { query: 'Ada' };
    const vectorset = { vector: [1], vectorset: 'unknown' };
    const graph = { query: { prop: 'other' } };
    for (const [body, status] of [
      [{ query, top_k: 500 }, 200],
      [{ query, top_k: 501 }, 422],
      [{ query, top_k: 0 }, 422],
      [{}, 422],
      [{ query: {} }, 422],
      [{ query: { query: 'Ada', keyword: { query: 'Ada' } } }, 422],
      [{ query, show: ['basic'] }, 422],
      [{ query, filters: { security_groups: ['hr'] } }, 422],
      [{ query, rank_fusion: { name: 'rrf', boosting: { words: 2 } } }, 422],
      [{ query: { ...query, override: { semantic: vectorset } } }, 422],
      [{ query: { ...query, override: { semantic: { vector: [1, 2] } } } }, 422],
      [{ query: { ...query, override: { graph } } }, 422],
      [{ query: { ...query, image: { b64encoded: 'aGk=' } } }, 422],
      [{ query, filters: { filter_expression: { field: { prop: 'resource', slug: 'nowhere' } } } }, 422],
      [{ query: { graph: { query: { prop: 'path' } } }, reranker: 'predict' }, 422],
      [{ query: { ...query, override: { keyword: { with_synonyms: true } } }, reranker: 'noop' }, 200],
    ] as const)
      expect([JSON.stringify(body), (await send(body)).status]).toEqual([JSON.stringify(body), status]);
    const unknown = await kb.client.send('POST', `/kb/${UNKNOWN_BOX}/retrieve`, { body: { query } });
    expect(unknown.status).toBe(404);
  });
});

inStandalone('hydration, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  let ids: readonly string[];
  let hidden: string;
  const send = (body: object) => kb.client.send('POST', `${kb.path}/hydrate`, { body });

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox({ hidden_resources_enabled: true });
    const body = ['First things first.', 'Second thoughts.', 'Third time lucky.'].join('\n\n');
    const texts = { a: { body, format: 'PLAIN_BLANKLINE_SPLIT' as const } };
    const restricted = {
      title: 'Plan',
      texts,
      security: { access_groups: ['hr'] },
      origin: { url: 'https://a.example' },
    };
    const rid = await kb.createResource(restricted, { wait: 'searchable' });
    hidden = await kb.createResource({ title: 'Hidden', texts, hidden: true }, { wait: 'searchable' });
    const field = { prop: 'resource', id: rid };
    const filters = { filter_expression: { field }, with_duplicates: true };
    const every = await retrieved(kb, { query: { keyword: { query: '' } }, filters });
    ids = idsOf(every)
      .filter((id) => id.includes('/t/a/'))
      .sort((a, b) => startOf(a) - startOf(b));
  });

  const startOf = (id: string) => Number(/(\d+)-\d+$/.exec(id)?.[1]);

  it('names paragraphs around others, and returns them', async () => {
    const [first = '', second = '', third = ''] = ids;
    const around = (neighbours: object) => ({ data: [second], hydration: { paragraph: { related: { neighbours } } } });
    expect((await send(around({ before: 5, after: 5 }))).body).toMatchObject({
      resources: {},
      fields: {},
      paragraphs: {
        [first]: { text: 'First things first.' },
        [second]: { text: 'Second thoughts.', related: { neighbours: { before: [first], after: [third] } } },
        [third]: { text: 'Third time lucky.' },
      },
    });
    const after = await kb.api(hydrateParagraphs, { body: around({ after: 1 }) });
    expect(Object.keys(after.paragraphs).sort()).toEqual([second, third].sort());
  });

  it('names paragraphs that belong to others by the layout of their field, and returns them', async () => {
    const part = (heading: string) => `## ${heading}\n\n${`${heading} are for boats. `.repeat(60)}\n\n`;
    const body = `# Port\n\nOpen daily.\n\n${part('Locks')}## Rules\n\nWait.\n\n## Quays\n\nWait.`;
    const rid = await kb.createResource(
      { texts: { port: { body, format: 'MARKDOWN' } }, security: { access_groups: ['hr'] } },
      { wait: 'searchable' },
    );
    const { data } = await kb.resource(rid, { show: ['extracted'], extracted: ['metadata'] });
    const keys = data?.texts?.['port']?.extracted?.metadata?.metadata.paragraphs.map(({ key }) => key) ?? [];
    const [port = '', locks = '', more = ''] = keys;
    const related = { parents: true, siblings: true, replacements: true };
    const hydrated = async (id: string, security?: object) =>
      (await kb.api(hydrateParagraphs, { body: { data: [id], hydration: { paragraph: { related } }, ...security } }))
        .paragraphs;
    const found = await hydrated(more);
    const siblings = keys.filter((key) => key !== more && found[key]?.text?.includes('Locks are'));
    expect(found[more]?.related).toEqual({ parents: [locks, port], siblings, replacements: expect.any(Array) });
    expect(found[port]).toMatchObject({ text: 'Port\n\nOpen daily.' });
    expect(found[port]).not.toHaveProperty('related');
    expect((await hydrated(keys.at(-1) ?? ''))[keys.at(-1) ?? '']?.related?.parents).toEqual([port]);
    expect(await hydrated(more, { security: { groups: ['it'] } })).toEqual({});
    const [first = ''] = ids;
    expect((await hydrated(first))[first]?.related).toEqual({ parents: [], siblings: [], replacements: [] });
    const parentsOnly = { data: [more], hydration: { paragraph: { related: { parents: true } } } };
    expect((await send(parentsOnly)).body).toMatchObject({
      paragraphs: { [more]: { related: { parents: [locks, port] } } },
    });
  });

  it('returns what is requested, as far as the caller may see it', async () => {
    const hydration = { resource: { title: false, origin: true, security: true }, field: { value: true } };
    const [first = ''] = ids;
    const rid = first.slice(0, 32);
    expect((await send({ data: [first], hydration })).body).toMatchObject({
      resources: { [rid]: { id: rid, origin: { url: 'https://a.example' }, security: { access_groups: ['hr'] } } },
      fields: { [`${rid}/t/a`]: { resource: rid, field_type: 'text', value: { format: 'PLAIN_BLANKLINE_SPLIT' } } },
      paragraphs: {},
    });
    const nothing = { resources: {}, fields: {}, paragraphs: {} };
    const everything = { ...hydration, paragraph: {} };
    expect((await send({ data: [first], hydration: everything, security: { groups: [] } })).body).toEqual(nothing);
    expect((await send({ data: [`${rid}/t/a/0-7`], hydration: everything })).body).toEqual(nothing);
    const concealed = { data: [`${hidden}/a/title/0-6`], hydration: { paragraph: {} } };
    expect((await send(concealed)).body).toEqual(nothing);
    expect((await send({ ...concealed, show_hidden: true })).body).toMatchObject({
      paragraphs: { [`${hidden}/a/title/0-6`]: { text: 'Hidden' } },
    });
  });

  it('takes resources, fields and paragraphs, each with the parts it names', async () => {
    const [first = '', second = '', third = ''] = ids;
    const rid = first.slice(0, 32);
    const body = {
      resources: [{ given: [rid], title: true, extracted_text: true, field_type_filter: ['text' as const] }],
      fields: [{ given: [`${rid}/t/a`, `${rid}/t/unknown`], text: true }],
      paragraphs: [
        { given: [{ id: third }], text: false },
        { given: [{ id: second }], neighbours_before: 1 },
      ],
    };
    const augmented = await kb.api(augmentContext, { body });
    expect(augmented.resources[rid]).toMatchObject({ id: rid, title: 'Plan', data: { texts: { a: {} } } });
    expect(augmented.resources[rid]).not.toHaveProperty('slug');
    expect(Object.keys(augmented.fields)).toEqual([`${rid}/t/a`]);
    expect(augmented.fields[`${rid}/t/a`]?.text).toContain('Second thoughts.');
    expect(augmented.paragraphs).toEqual({
      [third]: { id: third, field: `${rid}/t/a`, resource: rid },
      [second]: expect.objectContaining({ related: { neighbours: { before: [first], after: [] } } }),
      [first]: expect.objectContaining({ text: 'First things first.' }),
    });
    const nothing = { resources: {}, fields: {}, paragraphs: {} };
    expect(await kb.api(augmentContext, { body: { ...body, security: { groups: [] } } })).toEqual(nothing);
  });

  it('of parts that are not kept is refused', async () => {
    const rids = (count: number) => Array.from({ length: count }, (_, i) => String(i).padStart(32, '0'));
    const [id = ''] = ids;
    for (const [body, status] of [
      [{}, 200],
      [{ resources: [{ given: rids(50) }] }, 200],
      [{ resources: [{ given: rids(26) }, { given: rids(26) }] }, 422],
      [{ resources: [{ given: rids(1) }, { given: rids(1) }] }, 422],
      [{ paragraphs: [{ given: [{ id }], table_image: true, table_prefers_page_preview: true }] }, 200],
      [{ paragraphs: [{ given: [{ id }], table_image: true }] }, 200],
      [{ paragraphs: [{ given: [{ id }], neighbours_before: 11 }] }, 422],
      [{ fields: [{ given: [id] }] }, 422],
      [{ fields: [{ given: [`${rids(1)[0]}/c/talk`], full_conversation: true }] }, 200],
      [{ fields: [{ given: [`${rids(1)[0]}/c/talk`], max_conversation_messages: 201 }] }, 422],
      [{ resources: [{ given: rids(1), extracted_question_answers: 'perhaps' }] }, 422],
      [{ resources: [{ given: rids(1), extracted_relation_vectors: true }] }, 422],
      [{ resources: [{ given: rids(1), fields: {}, field_type_filter: ['text'] }] }, 422],
      [{ groups: ['hr'] }, 422],
    ] as const) {
      const answer = await kb.client.send('POST', `${kb.path}/augment`, { body });
      expect([JSON.stringify(body).slice(0, 90), answer.status]).toEqual([JSON.stringify(body).slice(0, 90), status]);
    }
  });

  it('has bounds and rules', async () => {
    const hydration = { paragraph: {} };
    const many = (count: number) => Array.from({ length: count }, (_, i) => `${'a'.repeat(32)}/t/a/0-${i}`);
    for (const [body, status] of [
      [{ data: many(50), hydration }, 200],
      [{ data: many(51), hydration }, 422],
      [{ data: [], hydration: {} }, 200],
      [{ data: [] }, 422],
      [{ data: ['../etc'], hydration }, 422],
      [{ data: [], hydration: { paragraph: { image: { source_picture: true } } } }, 422],
      [{ data: [], hydration: { paragraph: { related: { neighbours: { before: 11 } } } } }, 422],
      [{ data: [], hydration: { paragraph: { related: { parents: 'perhaps' } } } }, 422],
      [{ data: [], hydration: { paragraph: { related: { children: true } } } }, 422],
      [{ data: [], hydration: { resource: { titel: true } } }, 422],
      [{ data: [], hydration, security_groups: ['hr'] }, 422],
    ] as const)
      expect([JSON.stringify(body).slice(0, 90), (await send(body)).status]).toEqual([
        JSON.stringify(body).slice(0, 90),
        status,
      ]);
    const unknown = await kb.client.send('POST', `/kb/${UNKNOWN_BOX}/hydrate`, { body: { data: [], hydration } });
    expect(unknown.status).toBe(404);
  });
});
