import type { AskItem } from '@lectern/contracts/search';
import { answerText, type KnowledgeBoxClient } from '../harness/client';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';

const itemOf = <T extends AskItem['type']>(items: readonly AskItem[], type: T) =>
  items.find((item): item is Extract<AskItem, { type: T }> => item.type === type);

inStandalone('forms of questions, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  const rids: Record<string, string> = {};

  const write = async (slug: string, body: string, more: object = {}) => {
    rids[slug] = await kb.createResource(
      { slug, title: slug, texts: { body: { body } }, ...more },
      { wait: 'searchable' },
    );
  };
  const words = { features: ['keyword'] };
  const ask = (request: object) => kb.ask({ ...words, ...request });
  const post = (body: object, path = '') =>
    kb.client.send('POST', `${kb.path}${path}/ask`, { body: { ...words, ...body } });
  const prequeries = (...queries: object[]) => [{ name: 'prequeries', queries }];
  const matchesOf = (items: readonly AskItem[]) => {
    const slugs = Object.fromEntries(Object.entries(rids).map(([slug, rid]) => [rid, slug]));
    return (itemOf(items, 'retrieval')?.best_matches ?? []).map(({ id }) => slugs[id.slice(0, 32)]);
  };

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox({ hidden_resources_enabled: true });
    await Promise.all([
      write('lighthouse', 'The lighthouse was built in 1874. Its keeper is Ada Brown.'),
      write('harbour', 'The harbour has a crane that lifts nine tons.'),
      write('bakery', 'The bakery opens at six. Its crane lifts flour.'),
      write('payroll', 'The crane driver earns 3,100 a month.', { security: { access_groups: ['hr'] } }),
      write('draft', 'The crane of the draft is secret.', { hidden: true }),
    ]);
  });

  describe('prequeries', () => {
    it('are searched besides the question, and what they find is answered from', async () => {
      const rag_strategies = prequeries(
        { request: { ...words, query: 'harbour crane' }, weight: 2, id: 'cranes' },
        {
          request: { ...words, query: 'nothingofthekind' },
        },
      );
      const items = await ask({ query: 'When was the lighthouse built?', rag_strategies, debug: true });
      expect(items.map(({ type }) => type).filter((type) => type !== 'answer')).toEqual([
        'retrieval',
        'prequeries',
        'status',
        'augmented_context',
        'metadata',
        'debug',
      ]);
      const { results } = itemOf(items, 'prequeries') ?? {};
      expect(Object.keys(results ?? {})).toEqual(['cranes', 'prequery_1']);
      expect(results?.['prequery_1']?.best_matches).toEqual([]);
      expect(matchesOf(items)).toEqual(expect.arrayContaining(['lighthouse', 'harbour', 'bakery']));
      expect(itemOf(items, 'debug')?.metadata.prompt_context.join()).toContain('nine tons');
      expect(answerText(items)).toContain('1874');
    });

    it('weigh as they say', async () => {
      const [first, second] = await Promise.all(
        [0, 1_000].map(async (weight) => {
          const rag_strategies = prequeries({ request: { ...words, query: 'harbour' }, weight });
          return matchesOf(await ask({ query: 'lighthouse', rag_strategies }))[0];
        }),
      );
      expect([first, second]).toEqual(['lighthouse', 'harbour']);
    });

    it('say in which resources the question looks, where they are prefilters', async () => {
      const filter = { request: { ...words, query: 'harbour' }, prefilter: true, id: 'where' };
      const other = { request: { ...words, query: 'crane lifts' } };
      const items = await ask({ query: 'crane', rag_strategies: prequeries(other, filter) });
      expect([...new Set(matchesOf(items))]).toEqual(['harbour']);
      expect(Object.keys(itemOf(items, 'prequeries')?.results ?? {})).toEqual(['where', 'prequery_0']);
      const none = { request: { ...words, query: 'nothingofthekind' }, prefilter: true };
      const nothing = await ask({ query: 'crane', rag_strategies: prequeries(none) });
      expect(nothing.map(({ type }) => type)).toEqual(['status', 'answer', 'retrieval', 'prequeries']);
      expect(nothing[0]).toMatchObject({ code: '-3' });
    });

    it('find for the groups of the question, and hidden resources only with it', async () => {
      const request = { ...words, query: 'crane', security: { groups: ['hr'] }, show_hidden: true };
      const slugs = async (members: object) => [
        ...new Set(matchesOf(await ask({ query: 'lighthouse', rag_strategies: prequeries({ request }), ...members }))),
      ];
      const seen = await slugs({ security: { groups: ['chefs'] } });
      expect(seen).toEqual(expect.arrayContaining(['harbour', 'bakery']));
      expect(seen).not.toContain('payroll');
      expect(seen).not.toContain('draft');
      expect(await slugs({ security: { groups: ['hr'] }, show_hidden: true })).toEqual(
        expect.arrayContaining(['payroll', 'draft']),
      );
    });

    it('stay within the resource that is asked, as its filters do', async () => {
      const rag_strategies = prequeries({ request: { ...words, query: 'crane' } });
      const items = await post({ query: 'bakery', rag_strategies }, '/slug/bakery');
      expect(String(items.body)).not.toContain('nine tons');
      expect(String(items.body)).toContain('flour');
      const elsewhere = await post({ query: 'bakery', resource_filters: [rids['harbour']] }, '/slug/bakery');
      expect(String(elsewhere.body)).toContain('"no_retrieval_data"');
    });

    it('are refused with the place of what is wrong in them', async () => {
      const wrong = [
        [{ filter_expression: { field: { prop: 'created' } } }, 'filter_expression', 'field', 'created'],
        [{ filter_expression: { field: { or: [{ prop: 'resource' }] } } }, 'filter_expression', 'field', 'or', '0'],
        [{ features: ['graph'], graph_query: { prop: 'way' } }, 'graph_query'],
      ] as const;
      for (const [members, ...place] of wrong) {
        const queries = prequeries({ request: words }, { request: { ...words, query: 'q', ...members } });
        const rag_strategies = [{ name: 'hierarchy' }, ...queries];
        const { status, body } = await post({ query: 'q', rag_strategies });
        const { detail } = body as { readonly detail: readonly { readonly loc: readonly string[] }[] }; // a 422
        const at = ['body', 'rag_strategies', '1', 'queries', '1', 'request', ...place];
        expect([status, detail[0]?.loc.slice(0, at.length)]).toEqual([422, at]);
      }
    });

    it('are refused where they contradict', async () => {
      const request = { query: 'crane' };
      const twice = prequeries({ request, id: 'a' }, { request, id: 'a' });
      expect(await post({ query: 'q', rag_strategies: twice })).toMatchObject({
        status: 412,
        body: { detail: expect.stringContaining('Prequeries must have unique ids') },
      });
      const prefilter = prequeries({ request, prefilter: true });
      expect(await post({ query: 'q', rag_strategies: prefilter }, '/slug/bakery')).toMatchObject({ status: 412 });
      const many = prequeries(...Array.from({ length: 16 }, () => ({ request })));
      expect(await post({ query: 'q', rag_strategies: many })).toMatchObject({ status: 422 });
      const lost = prequeries({ request: { query: 'q', search_configuration: 'lost' } });
      expect(await post({ query: 'q', rag_strategies: lost })).toMatchObject({ status: 400 });
    });
  });

  describe('objects', () => {
    const year = { type: 'integer', description: 'When was the lighthouse built?' };
    const schema = (properties: object, required: string[] = []) => ({
      name: 'facts',
      description: 'Facts',
      parameters: { type: 'object', properties, required },
    });
    const query = 'When was the lighthouse built?';

    it('are the answer, in place of a text', async () => {
      const items = await ask({ query, answer_json_schema: schema({ year }, ['year']), citations: true });
      expect(itemOf(items, 'answer_json')?.object).toEqual({ year: 1874 });
      expect(items.map(({ type }) => type)).toEqual([
        'answer_json',
        'retrieval',
        'status',
        'augmented_context',
        'metadata',
      ]);
      expect(answerText(items)).toBe('');
    });

    it('are not there when what the schema requires was not found', async () => {
      const colour = { type: 'string', enum: ['mauve'], description: 'Which colour has the lighthouse?' };
      const items = await ask({ query, answer_json_schema: schema({ year, colour }, ['colour']) });
      expect(itemOf(items, 'answer_json')).toBeUndefined();
      expect(itemOf(items, 'status')).toMatchObject({ status: 'no_context' });
    });

    it('have schemas that are schemas, whatever is found', async () => {
      for (const answer_json_schema of [{ type: 'nonsense' }, { properties: 5 }, { a: 1 }, { type: 'string' }])
        expect(await post({ query: 'nothingofthekind', answer_json_schema })).toMatchObject({
          status: 422,
          body: { detail: [{ loc: ['body', 'answer_json_schema'] }] },
        });
    });

    it('are looked up in a resource property by property, where nothing is asked', async () => {
      const tons = { type: 'integer', description: 'How many tons does the crane lift?' };
      const crane = { type: 'string', description: 'What has the harbour?' };
      const answer_json_schema = schema({ tons, crane });
      const answer = await post({ query: '', answer_json_schema }, '/slug/harbour');
      const items = String(answer.body)
        .trim()
        .split('\n')
        .map((line): AskItem => JSON.parse(line).item);
      const results = itemOf(items, 'prequeries')?.results ?? {};
      expect(Object.values(results).map(({ query: asked }) => asked)).toEqual([
        `tons: ${tons.description}`,
        `crane: ${crane.description}`,
      ]);
      expect(itemOf(items, 'answer_json')?.object).toMatchObject({ crane: expect.stringContaining('crane') });
      const many = schema(Object.fromEntries(Array.from({ length: 16 }, (_, n) => [`p${n}`, crane])));
      expect(await post({ query: '', answer_json_schema: many }, '/slug/harbour')).toMatchObject({
        status: 400,
        body: { detail: expect.stringContaining('too many properties') },
      });
    });
  });

  describe('models', () => {
    it('are refused what they would ignore', async () => {
      const query_image = { content_type: 'image/png', b64encoded: 'AAAA' };
      for (const [member, value] of Object.entries({ reasoning: true, query_image, generative_model: 'unheard-of' }))
        expect(await post({ query: 'nothingofthekind', [member]: value })).toMatchObject({
          status: 422,
          body: { detail: [{ loc: ['body', member] }] },
        });
      expect((await post({ query: 'lighthouse', reasoning: { effort: 'none' } })).status).toBe(200);
    });
  });

  describe('the knowledge graph', () => {
    const node = (value: string, group: string) => ({ type: 'entity' as const, value, group });
    const known = (from: object, label: string, to: object, paragraph_id: string) => ({
      relation: 'OTHER',
      label,
      from,
      to,
      metadata: { paragraph_id },
    });
    const [mill, cora, dam] = [node('Red Mill', 'PLACE'), node('Cora Dunn', 'PERSON'), node('Low Dam', 'PLACE')];

    beforeAll(async () => {
      await write('mill', 'The Red Mill belongs to Cora Dunn.');
      await write('dam', 'She also minds the Low Dam.', { security: { access_groups: ['hr'] } });
      const relations = [
        known(mill, 'belongs to', cora, `${rids['mill']}/t/body/0-34`),
        known(cora, 'minds', dam, `${rids['dam']}/t/body/0-27`),
      ];
      for (const [slug, relation] of [
        ['mill', relations[0]],
        ['dam', relations[1]],
      ] as const) {
        const path = `${kb.path}/resource/${rids[slug]}`;
        await kb.client.send('PATCH', path, { body: { usermetadata: { relations: [relation] } } });
      }
    });

    it('is followed from the entities of the question, hop by hop', async () => {
      const found = async (members: object, security?: object) => {
        const rag_strategies = [{ name: 'graph_beta', ...members }];
        const items = await ask({ query: 'Who has the Red Mill?', rag_strategies, ...(security && { security }) });
        return itemOf(items, 'prequeries')?.results['graph'];
      };
      const near = await found({ hops: 1 });
      expect(near?.best_matches).toEqual([`${rids['mill']}/t/body/0-34`]);
      const paragraph =
        near?.resources[rids['mill'] ?? '']?.fields['/t/body']?.paragraphs[`${rids['mill']}/t/body/0-34`];
      expect(paragraph).toMatchObject({
        score_type: 'RELATION_RELEVANCE',
        relevant_relations: { entities: { 'Red Mill': { related_to: [{ entity: 'Cora Dunn' }] } } },
      });
      expect((await found({ hops: 2 }))?.best_matches).toHaveLength(2);
      expect((await found({ hops: 2 }, { groups: ['chefs'] }))?.best_matches).toHaveLength(1);
      expect((await found({ top_k: 1 }))?.best_matches).toHaveLength(1);
      const lines = await found({ hops: 1, relation_text_as_paragraphs: true, relation_ranking: 'generative' });
      expect(JSON.stringify(lines)).toContain('- Red Mill belongs to Cora Dunn');
      expect(lines?.warnings).toEqual([expect.stringContaining('ranked by the reranker')]);
      expect((await found({ query_entity_detection: 'suggest' }))?.best_matches).toHaveLength(2);
    });

    it('is a feature of the question: of its entities, or of a query as in a find', async () => {
      const id = `${rids['mill']}/t/body/0-34`;
      const query = 'Who has the Red Mill?';
      const around = await ask({ query, features: ['graph', 'relations'] });
      expect(itemOf(around, 'prequeries')?.results['graph']?.best_matches[0]).toBe(id);
      expect(answerText(around)).toContain('Cora Dunn');
      const graph_query = { prop: 'path', destination: { value: 'Cora Dunn' } };
      const queried = await ask({ query, features: ['graph'], graph_query });
      expect(itemOf(queried, 'retrieval')?.results.best_matches).toEqual([id]);
      expect(itemOf(queried, 'prequeries')).toBeUndefined();
      expect(await post({ query, features: ['graph'], graph_query: { prop: 'way' } })).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', 'graph_query'] }] },
      });
    });

    it('is not followed within one resource, which is said', async () => {
      const { status, body } = await post({ query: 'Who?', features: ['keyword', 'graph'] }, '/slug/mill');
      expect([status, String(body)]).toEqual([200, expect.stringContaining('The graph is not followed')]);
    });

    it('gives lines about relations that no paragraph states, and the reader answers with them', async () => {
      await write('owner', 'A page about nobody.', {
        usermetadata: {
          relations: [
            { relation: 'OTHER', label: 'repairs', from: node('Fay Gill', 'PERSON'), to: node('Iron Gate', 'PLACE') },
          ],
        },
      });
      for (const members of [{}, { relation_text_as_paragraphs: true }]) {
        const rag_strategies = [{ name: 'graph_beta', ...members }];
        const items = await ask({ query: 'Who repairs the Iron Gate?', rag_strategies });
        const found = itemOf(items, 'prequeries')?.results['graph'];
        const id = `${rids['owner']}/a/usermetadata/0-0`;
        expect(found?.best_matches).toEqual([id]);
        expect(found?.resources[rids['owner'] ?? '']?.fields['/a/usermetadata']?.paragraphs[id]?.text).toBe(
          '- Fay Gill repairs Iron Gate',
        );
        expect(answerText(items)).toContain('Fay Gill');
      }
    });

    it('is of whole boxes', async () => {
      const rag_strategies = [{ name: 'graph_beta' }];
      expect(await post({ query: 'Who?', rag_strategies }, '/slug/mill')).toMatchObject({ status: 412 });
    });
  });

  describe('relations', () => {
    it('are those of the entities in the answer', async () => {
      const keeps = { relation: 'OTHER', label: 'keeps', to: { type: 'entity', value: 'Ada Brown', group: 'PERSON' } };
      const from = { type: 'entity', value: 'Old Tower', group: 'PLACE' };
      await write('tower', 'The Old Tower is kept by Ada Brown.', {
        usermetadata: { relations: [{ ...keeps, from }] },
      });
      const items = await ask({ query: 'Who keeps the Old Tower?', features: ['keyword', 'relations'] });
      expect(items.map(({ type }) => type)).toEqual([
        'answer',
        'retrieval',
        'status',
        'augmented_context',
        'metadata',
        'relations',
      ]);
      const { entities = {} } = itemOf(items, 'relations')?.relations ?? {};
      expect(entities['Old Tower']?.related_to).toEqual([
        expect.objectContaining({ entity: 'Ada Brown', relation_label: 'keeps', direction: 'out' }),
      ]);
      expect(Object.keys(itemOf(items, 'retrieval')?.results.relations.entities ?? {})).toContain('Old Tower');
    });
  });
});
