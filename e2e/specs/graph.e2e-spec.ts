import type { GraphNodes, GraphPaths, GraphRelations } from '@lectern/contracts/knowledge-box';
import { searchGraphNodes, searchGraphPaths, searchGraphRelations } from '@lectern/contracts/search';
import { type KnowledgeBoxClient, until } from '../harness/client';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';

const UNKNOWN_BOX = '11111111-1111-4111-8111-111111111111';
const LETTER = 'Ada Lovelace wrote to Charles Babbage from London on 12 March 1842.';
const knows = {
  relation: 'OTHER',
  label: 'knows',
  from: { type: 'entity', value: 'Ada Lovelace', group: 'PERSON' },
  to: { type: 'entity', value: 'Mary Somerville', group: 'PERSON' },
} as const;

const statesOf = {
  relation: 'OTHER',
  from: { type: 'entity', value: 'Boston', group: 'CITY' },
  to: { type: 'entity', value: 'Massachusetts', group: 'STATE' },
} as const;

/** Names of people that the graph has. */
async function people(kb: KnowledgeBoxClient, request: object = {}): Promise<string[]> {
  const query = { prop: 'node', group: 'PERSON' };
  const { nodes } = await kb.api(searchGraphNodes, { body: { query, ...request } });
  return nodes.map(({ value }) => value).sort();
}

inStandalone('the knowledge graph, %s', (mode) => {
  it('follows what resources state and mention', async () => {
    const kb = await server(mode).createKnowledgeBox();
    const rid = await kb.createResource(
      {
        texts: { letter: { body: LETTER } },
        usermetadata: { classifications: [{ labelset: 'topics', label: 'history' }], relations: [knows] },
        origin: { collaborators: ['ann'] },
      },
      { wait: 'searchable' },
    );
    const { paths } = await kb.api(searchGraphPaths, {
      body: { query: { prop: 'path', source: { type: 'resource', value: rid }, undirected: true } },
    });
    const resource = { value: rid, type: 'resource', group: '' };
    const edge = (type: string, destination: object, metadata: object | null = null) => ({
      source: resource,
      relation: { label: '', type },
      destination,
      metadata,
      score: 1,
    });
    const place = { field_id: `${rid}/t/letter`, paragraph_id: `${rid}/t/letter/0-${LETTER.length}` };
    expect(paths).toEqual(
      expect.arrayContaining([
        edge('ABOUT', { value: 'topics/history', type: 'label', group: '' }),
        edge('COLAB', { value: 'ann', type: 'user', group: '' }),
        edge('ENTITY', { value: 'Charles Babbage', type: 'entity', group: 'PERSON' }, place),
      ]),
    );
    const { relations } = await kb.api(searchGraphRelations, {
      body: { query: { prop: 'relation', type: 'OTHER' } },
    });
    expect(relations).toEqual([{ label: 'knows', type: 'OTHER', score: 1 }]);
    expect(await people(kb)).toEqual(['Ada Lovelace', 'Charles Babbage', 'Mary Somerville']);

    await kb.modifyResource(rid, { usermetadata: { relations: [] }, origin: { collaborators: [] } });
    expect(await people(kb)).toEqual(['Ada Lovelace', 'Charles Babbage']);
    await kb.modifyResource(rid, { texts: { letter: { body: 'Grace Hopper came to Boston in 1944.' } } });
    await until(async () => (await people(kb)).join() === 'Grace Hopper' || undefined, 'the new text is read');
    await kb.deleteResource(rid);
    expect(await people(kb)).toEqual([]);
  });
});

inStandalone('queries of the knowledge graph, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  let rid: string;
  const send = (path: string, body: object) => kb.client.send('POST', `${kb.path}/graph${path}`, { body });
  const node = (members: object) => ({ query: { prop: 'node', ...members } });

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox({ hidden_resources_enabled: true });
    rid = await kb.createResource({ texts: { letter: { body: LETTER } } }, { wait: 'searchable' });
    const states = (label: string) => ({ usermetadata: { relations: [{ ...statesOf, label }] } });
    const secret = {
      texts: { a: { body: 'Alan Turing came to Boston.' } },
      security: { access_groups: ['hr'] },
      ...states('secretly'),
    };
    const hidden = { texts: { a: { body: 'Grace Hopper came to Boston.' } }, hidden: true, ...states('unseen') };
    await kb.createResource(secret, { wait: 'searchable' });
    await kb.createResource(hidden);
    await until(
      async () => (await people(kb, { show_hidden: true })).includes('Grace Hopper') || undefined,
      'the hidden resource is read',
    );
  });

  it('match fuzzily, and join conditions', async () => {
    expect(await people(kb, node({ value: 'ADA LOVELACE' }))).toEqual(['Ada Lovelace']);
    expect(await people(kb, node({ value: 'Ada L', match: 'fuzzy' }))).toEqual(['Ada Lovelace']);
    expect(await people(kb, node({ value: 'Babage', match: 'fuzzy_words' }))).toEqual(['Charles Babbage']);
    const by = {
      query: {
        and: [
          { prop: 'node', group: 'PERSON' },
          { prop: 'generated', by: 'processor' },
        ],
      },
    };
    expect(await people(kb, by)).toEqual(['Ada Lovelace', 'Alan Turing', 'Charles Babbage']);
    const others = await people(kb, { query: { not: { prop: 'generated', by: 'processor' } } });
    expect(others).toEqual(['Boston', 'Massachusetts']);
  });

  it('match by meaning, with the similarity as the score', async () => {
    const { body } = await send('/nodes', node({ value: 'Ada Lovelace', match: 'semantic', group: 'PERSON' }));
    expect(body).toMatchObject({ nodes: [{ value: 'Ada Lovelace', score: expect.closeTo(1, 3) }] });
    const query = { prop: 'path', destination: { value: 'Ada Lovelace', match: 'semantic' } };
    const paths = await send('', { query });
    expect(paths.body).toMatchObject({ paths: [{ destination: { value: 'Ada Lovelace' } }] });
    expect(await people(kb, node({ value: 'photosynthesis in algae', match: 'semantic', group: 'PERSON' }))).toEqual(
      [],
    );
  });

  it('show what the caller may see', async () => {
    const not = { query: { not: { prop: 'node', value: 'nobody', type: null } } };
    for (const request of [
      node({ group: 'PERSON' }),
      { query: { and: [{ prop: 'node', group: 'PERSON' }, not.query] } },
    ]) {
      expect(await people(kb, { ...request, security: { groups: [] } })).toEqual(['Ada Lovelace', 'Charles Babbage']);
      expect(await people(kb, { ...request, security: { groups: ['hr'] } })).toContain('Alan Turing');
      expect(await people(kb, request)).not.toContain('Grace Hopper');
      expect(await people(kb, { ...request, show_hidden: true })).toContain('Grace Hopper');
    }
  });

  it.each([
    ['everybody', {}, ['secretly']],
    ['who is in no group', { security: { groups: [] } }, []],
    ['who is in the group', { security: { groups: ['hr'] } }, ['secretly']],
    ['who wants what is hidden', { show_hidden: true }, ['secretly', 'unseen']],
    ['who wants it, in no group', { security: { groups: [] }, show_hidden: true }, ['unseen']],
  ])('show relations to %s', async (_, request, expected) => {
    const body = { query: { prop: 'relation', type: 'OTHER' }, ...request };
    const { relations } = await kb.api(searchGraphRelations, { body });
    expect(relations.map(({ label }) => label).sort()).toEqual(expected);
    const path = { query: { prop: 'path', source: { value: 'Boston', group: 'CITY' } }, ...request };
    const { paths } = await kb.api(searchGraphPaths, { body: path });
    expect(paths.map(({ relation }) => relation.label).sort()).toEqual(expected);
  });

  it('keep to the fields that a filter names', async () => {
    const within = (field: object) => people(kb, { filter_expression: { field } });
    expect(await within({ prop: 'resource', id: rid })).toEqual(['Ada Lovelace', 'Charles Babbage']);
    expect(await within({ prop: 'field', type: 'text', name: 'a' })).toEqual(['Alan Turing']);
    expect(await within({ not: { prop: 'entity', subtype: 'PERSON', value: 'Ada Lovelace' } })).toEqual([
      'Alan Turing',
    ]);
    expect(await within({ prop: 'created', since: '2100-01-01' })).toEqual([]);
    const unknown = { prop: 'resource', slug: 'nowhere' };
    expect((await send('/nodes', { ...node({}), filter_expression: { field: unknown } })).status).toBe(412);
    const ofParagraph = (paragraph: object, more: object = {}) =>
      people(kb, { filter_expression: { paragraph, ...more } });
    expect(await ofParagraph({ prop: 'kind', kind: 'TEXT' })).toEqual([
      'Ada Lovelace',
      'Alan Turing',
      'Charles Babbage',
    ]);
    expect(await ofParagraph({ prop: 'kind', kind: 'OCR' })).toEqual([]);
    const either = { operator: 'or', field: { prop: 'field', type: 'text', name: 'a' } };
    expect(await ofParagraph({ prop: 'kind', kind: 'OCR' }, either)).toEqual(['Alan Turing']);
    for (const filter_expression of [
      { paragraph: { prop: 'kind', kind: 'SONG' } },
      { paragraph: [] },
      { key_value: {} },
    ])
      expect((await send('/nodes', { ...node({}), filter_expression })).status).toBe(422);
  });

  it('have bounds and rules', async () => {
    for (const [path, body, status] of [
      ['', { query: { prop: 'path' }, top_k: 500 }, 200],
      ['', { query: { prop: 'path' }, top_k: 501 }, 422],
      ['', { query: { prop: 'path' }, top_k: -1 }, 422],
      ['', {}, 422],
      ['', { query: [] }, 422],
      ['', { query: { prop: 'other' } }, 422],
      ['', { query: { prop: 'path', sorce: {} } }, 422],
      ['', { query: { prop: 'path', source: { value: 1 } } }, 422],
      ['', { query: { prop: 'path', undirected: 'yes' } }, 422],
      ['', { query: { prop: 'source_node', value: 'Ada' } }, 200],
      ['', { query: { and: [] } }, 422],
      ['', { query: { prop: 'relation', type: 'LOVES' } }, 422],
      ['', { query: { prop: 'path' }, security_groups: ['hr'] }, 422],
      ['/nodes', { query: { prop: 'path' } }, 422],
      ['/nodes', node({ value: 'ad', match: 'fuzzy' }), 422],
      ['/nodes', node({ value: 'x'.repeat(4_096), match: 'fuzzy' }), 200],
      ['/nodes', node({ value: `${'[({'.repeat(60)}\\`, match: 'fuzzy_words' }), 200],
      ['/nodes', node({ value: 'x'.repeat(4_097) }), 422],
      ['/nodes', node({ type: 'person' }), 422],
      ['/nodes', node({ match: 'semantic' }), 422],
      ['/relations', { query: { prop: 'relation', match: 'semantic' } }, 422],
      ['/relations', { query: { prop: 'relation', label: 'knows', match: 'semantic' } }, 200],
      ['/nodes', node({ value: 'a\0b' }), 422],
      ['/relations', { query: { prop: 'node' } }, 422],
      ['/relations', { query: { prop: 'generated', by: 'user', da_task: 'x' } }, 422],
      ['/relations', { query: { prop: 'generated', by: 'data-augmentation', da_task: 'x' } }, 200],
    ] as const)
      expect([path, JSON.stringify(body).slice(0, 60), (await send(path, body)).status]).toEqual([
        path,
        JSON.stringify(body).slice(0, 60),
        status,
      ]);
    expect(
      (await kb.client.send('POST', `/kb/${UNKNOWN_BOX}/graph`, { body: { query: { prop: 'path' } } })).status,
    ).toBe(404);
  });

  it('add relations to a find', async () => {
    const entities = async (request: object) =>
      (await kb.find({ query: 'Who is Ada Lovelace?', features: ['keyword', 'relations'], ...request })).relations
        .entities;
    const found = await entities({});
    expect(Object.keys(found)).toEqual(['Ada Lovelace']);
    const search = { query: 'Who is Ada Lovelace?', features: ['keyword', 'relations'] };
    const { body } = await kb.client.send('POST', `${kb.path}/search`, { body: search });
    expect(body).toMatchObject({ relations: { entities: found } });
    expect(found['Ada Lovelace']?.related_to).toEqual([
      {
        entity: rid,
        entity_type: 'resource',
        entity_subtype: '',
        relation: 'ENTITY',
        relation_label: '',
        direction: 'in',
        metadata: { paragraph_id: `${rid}/t/letter/0-${LETTER.length}` },
        resource_id: rid,
      },
    ]);
    expect(await entities({ query_entities: [{ name: 'Nobody' }] })).toEqual({ Nobody: { related_to: [] } });
    const turing = { query_entities: [{ name: 'alan turing', subtype: 'PERSON' }] };
    expect((await entities(turing))['alan turing']?.related_to).toHaveLength(1);
    expect((await entities({ ...turing, security: { groups: [] } }))['alan turing']?.related_to).toEqual([]);
    expect((await kb.find({ query: 'Ada Lovelace' })).relations).toEqual({ entities: {} });
  });

  it('bring paragraphs into a find', async () => {
    const query = { prop: 'path', destination: { value: 'Alan Turing' } };
    const found = async (request: object) =>
      (await kb.find({ query: '', features: ['graph'], graph_query: query, ...request })).best_matches;
    const [paragraph] = await found({});
    expect(await found({})).toEqual([expect.stringMatching(/\/t\/a\/0-27$/)]);
    expect(await found({ security: { groups: [] } })).toEqual([]);
    expect(await found({ filter_expression: { field: { prop: 'field', type: 'text', name: 'letter' } } })).toEqual([]);
    expect(await found({ filter_expression: { paragraph: { prop: 'kind', kind: 'TEXT' } } })).toEqual([paragraph]);
    expect(await found({ filters: ['/k/ocr'] })).toEqual([]);
    for (const rank_fusion of [undefined, { name: 'rrf', boosting: { graph: 5 } }])
      expect(
        (
          await found({ query: 'Ada Lovelace', features: ['keyword', 'graph'], reranker: 'noop', rank_fusion })
        ).toSorted(),
      ).toEqual([`${rid}/t/letter/0-${LETTER.length}`, paragraph].sort());
    const refused = async (request: object) =>
      (await kb.client.send('POST', `${kb.path}/find`, { body: request })).status;
    expect(await refused({ features: ['graph', 'relations'], graph_query: query })).toBe(422);
    expect(await refused({ features: ['graph'] })).toBe(412);
    expect(await refused({ graph_query: query })).toBe(412);
    expect(await refused({ query_entities: [{ name: 'Ada' }] })).toBe(412);
    expect(await refused({ features: ['graph'], graph_query: { prop: 'other' } })).toBe(422);
    expect((await kb.client.send('POST', `${kb.path}/ask`, { body: { query: 'q', features: ['graph'] } })).status).toBe(
      200,
    );
    expect((await kb.client.send('GET', `${kb.path}/find?query=Ada+Lovelace&features=relations`)).body).toMatchObject({
      relations: { entities: { 'Ada Lovelace': {} } },
    });
  });

  it('are limited, and empty in an empty box', async () => {
    expect((await kb.api(searchGraphNodes, { body: { ...node({ type: null }), top_k: 2 } })).nodes).toHaveLength(2);
    const other = await server(mode).createKnowledgeBox();
    const query = { prop: 'path' };
    const found: [GraphPaths, GraphNodes, GraphRelations] = [
      await other.api(searchGraphPaths, { body: { query } }),
      await other.api(searchGraphNodes, { body: node({ type: null }) }),
      await other.api(searchGraphRelations, { body: { query: { prop: 'relation' } } }),
    ];
    expect(found).toEqual([{ paths: [] }, { nodes: [] }, { relations: [] }]);
  });
});
