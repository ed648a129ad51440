import {
  createSearchConfiguration,
  deleteSearchConfiguration,
  getSearchConfiguration,
  listSearchConfigurations,
  replaceSearchConfiguration,
} from '@lectern/contracts/knowledge-box';
import { findByQuery } from '../harness/by-query';
import { answerText, Client, type KnowledgeBoxClient, textsOf, until } from '../harness/client';
import { apiKey } from '../harness/credentials';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';

const UNKNOWN_BOX = '11111111-1111-4111-8111-111111111111';
const place = (name: string) => `/search_configurations/${name}`;

inStandalone('search configurations, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  const send = (method: string, path: string, body?: unknown) => kb.client.send(method, `${kb.path}${path}`, { body });

  beforeEach(async () => {
    kb = await server(mode).createKnowledgeBox();
  });

  it('are created, read, replaced, listed and deleted', async () => {
    expect(await kb.api(listSearchConfigurations)).toEqual({});
    const few = { kind: 'find' as const, config: { top_k: 3, features: ['keyword'], reranker: 'noop', unknown: 1 } };
    expect(await send('POST', place('few'), few)).toMatchObject({ status: 201, body: '' });
    const params = { name: 'few' };
    const shown = { kind: 'find', config: { top_k: 3, features: ['keyword'], reranker: 'noop' } };
    expect(await kb.api(getSearchConfiguration, { params })).toEqual(shown);

    await kb.api(createSearchConfiguration, {
      params: { name: 'answers' },
      body: { kind: 'ask', config: { citations: true, prompt: { system: 'Answer in verse.' }, rephrase: true } },
    });
    const answers = {
      kind: 'ask',
      config: { citations: true, prompt: { system: 'Answer in verse.' }, rephrase: true },
    };
    expect(await kb.api(listSearchConfigurations)).toEqual({ answers, few: shown });

    expect(await send('PATCH', place('few'), { kind: 'ask', config: { query: 'q' } })).toMatchObject({
      status: 200,
      body: '',
    });
    await kb.api(replaceSearchConfiguration, { params, body: { kind: 'ask', config: { highlight: true } } });
    expect(await kb.api(getSearchConfiguration, { params })).toEqual({ kind: 'ask', config: { highlight: true } });

    await kb.api(deleteSearchConfiguration, { params });
    const missing = { status: 404, body: { detail: 'Search configuration does not exist' } };
    expect(await send('GET', place('few'))).toMatchObject(missing);
    expect(await send('DELETE', place('few'))).toMatchObject(missing);
    expect(await send('PATCH', place('few'), few)).toMatchObject(missing);
  });

  it('are listed completely, however many there are', async () => {
    const names = Array.from({ length: 60 }, (_, number) => `c-${String(number).padStart(2, '0')}`);
    await Promise.all(
      names.map((name) => send('POST', place(name), { kind: 'find', config: { query: 'high water' } })),
    );
    expect(Object.keys(await kb.api(listSearchConfigurations))).toEqual(names);
  });

  it('have names of their box, one each, also when they are created at the same time', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, top_k) => send('POST', place('same'), { kind: 'find', config: { top_k } })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 201))
      expect(answer).toMatchObject({ status: 409, body: { detail: 'Search configuration already exists' } });
    const other = await server(mode).createKnowledgeBox();
    expect((await other.client.send('GET', `${other.path}${place('same')}`)).status).toBe(404);
  });

  it.each([
    ['kind', { kind: 'search', config: {} }, 'Input should be'],
    ['config', { kind: 'find' }, 'Field required'],
    ['top_k', { kind: 'find', config: { top_k: 201 } }, 'config.top_k: Input should be less than or equal to 200'],
    ['top_k', { kind: 'ask', config: { top_k: 0 } }, 'config.top_k: Input should be greater than or equal to 1'],
    ['strategy', { kind: 'ask', config: { rag_strategies: [{ name: 'x' }] } }, 'rag_strategies.0'],
    ['name', { kind: 'find', config: { search_configuration: 'b' } }, 'cannot name another one'],
    ['restriction', { kind: 'find', config: { security: { group: ['hr'] } } }, 'security.group'],
    ['size', { kind: 'find', config: { query: 'x', rest: 'x'.repeat(400_000) } }, 'longer than 400000 characters'],
  ])('refuse a wrong %s', async (_, body, text) => {
    const answer = await send('POST', place('wrong'), body);
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([422, expect.stringContaining(text)]);
  });

  it('belong to owners, and may be read by readers', async () => {
    const body = { kind: 'find', config: { top_k: 1 } };
    for (const [role, read, written] of [
      ['SMEMBER', 200, 403],
      ['SCONTRIBUTOR', 200, 403],
      ['SOWNER', 200, 201],
    ] as const) {
      const caller = new Client(kb.client.origin, apiKey(await kb.key(role)));
      expect((await caller.send('GET', `${kb.path}/search_configurations`)).status).toBe(read);
      expect((await caller.send('POST', `${kb.path}${place('mine')}`, { body })).status).toBe(written);
    }
    expect((await kb.client.send('POST', `/kb/${UNKNOWN_BOX}${place('a')}`, { body })).status).toBe(404);
    expect((await kb.client.send('GET', `/kb/${UNKNOWN_BOX}/search_configurations`)).status).toBe(404);
  });

  it('are used by a find with the same rules for the whole', async () => {
    await send('POST', place('short'), { kind: 'find', config: { filters: ['/l/a'], top_k: 1 } });
    await send('POST', place('answers'), { kind: 'ask', config: {} });
    const find = (body: object) => send('POST', '/find', { query: 'moon', ...body });
    expect(await find({ search_configuration: 'nothing' })).toMatchObject({
      status: 400,
      body: { detail: 'Search configuration not found' },
    });
    const wrongKind = { status: 400, body: { detail: 'This search configuration is not valid for `find`' } };
    expect(await find({ search_configuration: 'answers' })).toMatchObject(wrongKind);
    expect(await send('GET', '/find?query=moon&search_configuration=answers')).toMatchObject(wrongKind);
    expect(await send('POST', '/ask', { query: 'moon', search_configuration: 'short' })).toMatchObject({
      status: 400,
      body: { detail: 'This search configuration is not valid for `ask`' },
    });
    const mixed = { search_configuration: 'short', filter_expression: { field: { prop: 'label', labelset: 'a' } } };
    expect((await find(mixed)).status).toBe(412);
    expect((await find({ search_configuration: 'short' })).body).toMatchObject({ page_size: 1 });
    expect((await find({ search_configuration: 'short', top_k: 20 })).body).toMatchObject({ page_size: 20 });
    expect((await find({ search_configuration: '' })).body).toMatchObject({ page_size: 20 });
  });
});

inStandalone('a search with a configuration, %s', (mode) => {
  let kb: KnowledgeBoxClient;

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
    for (const [name, body] of [
      ['moon', 'The moon pulls the sea.'],
      ['salt', 'The sea is salty.'],
    ] as const)
      await kb.createResource(
        { slug: name, texts: { a: { body } }, usermetadata: { classifications: [{ labelset: 'about', label: name }] } },
        { wait: 'searchable' },
      );
    const config = { features: ['keyword'], filters: ['/l/about/salt'], highlight: true };
    await kb.api(createSearchConfiguration, { params: { name: 'salt' }, body: { kind: 'find', config } });
    const ask = { features: ['keyword'], filters: ['/l/about/salt'] };
    await kb.api(createSearchConfiguration, { params: { name: 'ask-salt' }, body: { kind: 'ask', config: ask } });
  });

  it('finds what the configuration says, unless the request says otherwise', async () => {
    const request = { query: 'sea', search_configuration: 'salt' };
    expect(await kb.foundTexts(request)).toEqual(['The <mark>sea</mark> is salty.']);
    expect(await kb.foundTexts({ ...request, filters: ['/l/about/moon'], highlight: false })).toEqual([
      'The moon pulls the sea.',
    ]);
    expect(await kb.foundTexts({ ...request, filters: [] })).toHaveLength(2);
  });

  it('is the same by query parameters, where those that are present count', async () => {
    const found = async (query: object) => {
      const { results } = await kb.api(findByQuery, {
        query: { query: 'sea', search_configuration: 'salt', ...query },
      });
      return textsOf(results);
    };
    expect(await found({})).toEqual(['The <mark>sea</mark> is salty.']);
    expect(await found({ filters: ['/l/about/moon'], highlight: false })).toEqual(['The moon pulls the sea.']);
  });

  it('answers from what the configuration says', async () => {
    const items = await kb.ask({ query: 'What about the sea?', search_configuration: 'ask-salt' });
    expect(answerText(items)).toContain('salty');
    const retrieval = items.find((item) => item.type === 'retrieval');
    expect(retrieval?.best_matches).toHaveLength(1);
  });

  it('uses a configuration as it was replaced last, and none that was deleted', async () => {
    const params = { name: 'changing' };
    const found = (query = 'sea') => kb.foundTexts({ query, search_configuration: 'changing' });
    const labelled = (label: string) => ({ features: ['keyword'], filters: [`/l/about/${label}`] });
    await kb.api(createSearchConfiguration, { params, body: { kind: 'find', config: labelled('salt') } });
    expect(await found()).toEqual(['The sea is salty.']);
    await kb.api(replaceSearchConfiguration, { params, body: { kind: 'find', config: labelled('moon') } });
    await until(async () => ((await found())[0]?.includes('moon') ? true : undefined), 'the configuration is replaced');
    await kb.api(deleteSearchConfiguration, { params });
    const body = { query: 'sea', search_configuration: 'changing' };
    await until(async () => {
      const { status } = await kb.client.send('POST', `${kb.path}/find`, { body });
      return status === 400 ? true : undefined;
    }, 'the configuration is deleted');
  });
});
