import { randomBytes } from 'node:crypto';
import { answerText, type KnowledgeBoxClient } from '../harness/client';
import { asRole } from '../harness/credentials';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';

interface Violation {
  readonly loc: readonly string[];
  readonly msg: string;
}

const PAGE = 'https://example.org/page';
const NOT_SUPPORTED = 'not supported by this version; leave it out';

inStandalone('requests that would be accepted and lost, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  const send = (method: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
    kb.client.send(method, `${kb.path}${path}`, { body, headers });
  /** `body.conversations: … not supported …`; the status alone when it is not 422. */
  const refusalsOf = async (answer: ReturnType<typeof send>) => {
    const { status, body } = await answer;
    if (status !== 422) return [String(status)];
    // The envelope of every 422 of a check.
    return (body as { detail: readonly Violation[] }).detail.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`);
  };

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
    const texts = { a: { body: 'The moon pulls the sea.' } };
    await kb.createResource({ slug: 'tides', texts }, { wait: 'embedded' });
  });

  it('are accepted when they say nothing, as clients send them', async () => {
    const idle = {
      conversations: {},
      key_values: {},
      fieldmetadata: [],
      processing_options: { ml_text: true },
      usermetadata: { classifications: [], relations: [] },
      wait_for_commit: true,
      security: null,
      origin: { url: PAGE, sync_metadata: null },
      texts: { a: { body: 'idle', extract_strategy: null, split_strategy: '' } },
    };
    const headers = { 'x-skip-store': 'false', 'x-synchronous': 'True' };
    const { status, body } = await send('POST', '/resources', idle, headers);
    expect(status).toBe(201);
    const { uuid } = body as { uuid: string }; // a 201 says which
    expect((await send('PATCH', `/resource/${uuid}`, { ...idle, title: 'x' }, headers)).status).toBe(200);
    expect(await kb.resource(uuid, { show: ['origin', 'values'] })).toMatchObject({
      origin: expect.not.objectContaining({ sync_metadata: expect.anything() }),
      data: { texts: { a: { value: { body: 'idle', extract_strategy: '', split_strategy: '' } } } },
    });
  });

  it('never leave a resource public by a slip in its restriction', async () => {
    for (const slip of [
      { security: { groups: ['hr'] } },
      { security: { group: 'hr' } },
      { access_groups: ['hr'] },
      { Security: { access_groups: ['hr'] } },
    ]) {
      const refused = [expect.stringMatching('Extra inputs are not permitted')];
      expect(await refusalsOf(send('POST', '/resources', slip))).toEqual(refused);
      expect(await refusalsOf(send('PATCH', '/slug/tides', slip))).toEqual(refused);
    }
    for (const slip of [{ security: { group: ['hr'] } }, { access_groups: ['hr'] }, { security_groups: ['hr'] }])
      for (const path of ['/find', '/ask'])
        expect(await refusalsOf(send('POST', path, { query: 'moon', ...slip }))).toEqual([
          expect.stringMatching('Extra inputs are not permitted'),
        ]);
    for (const name of ['security', 'security.groups', 'security%5Bgroups%5D', 'groups', 'access_groups'])
      expect([name, (await send('GET', `/find?query=moon&${name}=hr`, undefined)).status]).toEqual([name, 422]);
  });

  it('never make a short-lived key that sees more than was meant', async () => {
    const key = (await asRole(kb, 'SMEMBER')).client;
    for (const body of [{ groups: ['hr'] }, { security: { groups: ['hr'] } }, { security_group: 'hr' }])
      expect((await key.send('POST', '/service_account_temporal_key', { body })).status).toBe(422);
    expect((await key.send('POST', '/ephemeral_token', { body: { security_groups: ['hr'] } })).status).toBe(422);
  });

  it('with headers are refused, too', async () => {
    const upload = (headers: Record<string, string>, path = '/upload') =>
      kb.client.send('POST', `${kb.path}${path}`, {
        raw: randomBytes(32).toString('hex'),
        headers: { 'content-type': 'text/plain', ...headers },
      });
    expect(await refusalsOf(upload({ 'x-skip-store': 'false' }))).toEqual(['201']);
    expect(await refusalsOf(upload({ 'x-skip-store': 'perhaps' }))).toEqual([
      expect.stringMatching('^header\\.x-skip-store: '),
    ]);
    expect(await refusalsOf(upload({ 'x-md5': 'z'.repeat(32) }))).toEqual([expect.stringMatching('^header\\.x-md5: ')]);
    expect(await refusalsOf(upload({ 'x-extract-strategy': '', 'x-split-strategy': '' }))).toEqual(['201']);
  });

  it('say once of a member that nobody knows that it is one', async () => {
    const query = { year_month: '2026-05', filters: {}, other: true };
    expect(await refusalsOf(send('POST', '/activity/search/query', query))).toEqual([
      'body.other: Extra inputs are not permitted',
    ]);
  });

  it('of find and ask say which member it is', async () => {
    const image = { content_type: 'image/png', b64encoded: 'iVBORw0=' };
    const both = { query_image: image, generative_model: 'other' };
    const find = { ...both, search_after: 'x' };
    const ask = { ...both, rag_strategies: [{ name: 'other' }], reasoning: { effort: 'high' } };
    for (const [path, members] of [
      ['/find', find],
      ['/ask', ask],
      ['/slug/tides/ask', ask],
    ] as const)
      for (const [member, value] of Object.entries(members))
        expect(await refusalsOf(send('POST', path, { query: 'moon', [member]: value }))).toEqual([
          expect.stringMatching(member === 'generative_model' ? /generative_model: .*Unknown.*local/ : member),
        ]);
    expect((await send('GET', '/find?query=moon&search_configuration=mine', undefined)).status).toBe(400);
  });

  it('of find and ask are accepted when they say nothing, as clients send them', async () => {
    const idle = {
      keyword_filters: [],
      query_image: null,
      with_synonyms: false,
      rephrase: false,
      autofilter: true,
      filters: [],
      fields: [],
      resource_filters: [],
      filter_expression: null,
      security: null,
      vectorset: null,
      generative_model: null,
      search_configuration: null,
      audit_metadata: { page: 'x' },
      shards: [],
    };
    const request = { ...idle, query: 'moon', features: ['keyword'], search_after: null, graph_query: null };
    const { best_matches: found } = await kb.find(request);
    expect(found).toHaveLength(1);
    const answer = await kb.ask({
      ...idle,
      query: 'What pulls the sea?',
      context: [],
      extra_context: [],
      extra_context_images: [],
      rag_strategies: [],
      rag_images_strategies: [],
      reasoning: false,
      prompt: null,
      citations: null,
      max_tokens: null,
      answer_json_schema: null,
      generative_model: 'local',
    });
    expect(answerText(answer)).toContain('moon');
    expect(
      (await send('GET', '/find?query=moon&with_synonyms=false&autofilter=true&rephrase=0', undefined)).status,
    ).toBe(200);
  });

  it('of knowledge boxes are refused', async () => {
    const create = (settings: object) =>
      refusalsOf(
        kb.client.send('POST', `/account/${kb.account}/kbs`, {
          body: { slug: `never-${mode}`, title: 'Never', ...settings },
        }),
      );
    for (const settings of [
      { external_index_provider: { type: 'pinecone', api_key: 'x' } },
      { learning_configuration: { semantic_models: ['no-such-model'] } },
      { learning_configuration: { generative_model: 'no-such-model' } },
      { learning_configuration: { user_keys: { text_generation: { model: 'm', key: 'sk' } } } },
      { learning_configuration: { anonymization_model: 'multilingual' } },
      { learning_configuration: { generativ_model: 'local' } },
    ])
      expect(await create(settings)).toEqual([expect.stringMatching(/not supported by this version|unknown model/)]);
    const idle = { search_configs: {}, external_index_provider: { type: 'unset' } };
    const learning_configuration = { generative_model: 'local', anonymization_model: 'disabled', user_keys: null };
    const accepted = { slug: `idle-${kb.id.slice(0, 8)}`, title: 'Idle', sentence_embedder: 'x', zone: 'local' };
    expect(await create({ ...idle, learning_configuration, ...accepted })).toEqual(['201']);
    const change = (body: object) => refusalsOf(kb.client.send('PATCH', kb.accountPath, { body }));
    for (const lost of [
      { prewarm_enabled: true },
      { external_index_provider: { type: 'pinecone', api_key: 'x' } },
      { learning_configuration: { generative_model: 'local' } },
    ])
      expect(await change(lost)).toEqual([expect.stringMatching(NOT_SUPPORTED)]);
    expect(await change({ ...idle, prewarm_enabled: false, learning_configuration: {} })).toEqual(['200']);
  });

  it('with values that typed clients could not read back are refused down to the key', async () => {
    const wrong = { good: 'x', number: 1, nothing: null };
    const places = async (body: object) =>
      (await refusalsOf(send('POST', '/resources', body))).map((one) => one.split(':')[0]);
    const at = (path: string) => [`body.${path}.number`, `body.${path}.nothing`];
    expect(await places({ metadata: { metadata: wrong } })).toEqual(at('metadata.metadata'));
    expect(await places({ origin: { metadata: wrong } })).toEqual(at('origin.metadata'));
    for (const member of ['headers', 'cookies', 'localstorage'])
      expect(await places({ links: { a: { uri: PAGE, [member]: wrong } } })).toEqual(at(`links.a.${member}`));
    expect(await places({ files: { a: { file: { uri: PAGE, extra_headers: wrong } } } })).toEqual(
      at('files.a.file.extra_headers'),
    );
  });

  it('of links that could never be fetched are refused', async () => {
    const put = async (link: object) => (await send('PUT', '/slug/tides/link/page', { uri: PAGE, ...link })).status;
    for (const uri of [
      '',
      'page',
      'file:///etc/passwd',
      'http://user:word@example.org/',
      `${PAGE}/${'x'.repeat(1_000_000)}`,
    ])
      expect([uri.slice(0, 40), await put({ uri })]).toEqual([uri.slice(0, 40), 422]);
    for (const headers of [
      { 'x-a': 'a\r\nx-b: c' },
      { host: 'example.com' },
      { 'Content-Length': '1' },
      { 'a b': 'c' },
    ])
      expect([headers, await put({ headers })]).toEqual([headers, 422]);
    expect(await put({ cookies: { a: 'b\nc' } })).toBe(422);
    expect(await put({ language: 'no language' })).toBe(422);
  });

  it('without end are refused with the bound', async () => {
    const refused = async (path: string, body: object) => (await refusalsOf(send('POST', path, body))).join();
    const many = <T>(count: number, value: T): T[] => Array<T>(count).fill(value);
    const fields = Object.fromEntries(many(1_001, 0).map((_, i) => [`t${i}`, { body: 'x' }]));
    expect(await refused('/resources', { texts: fields })).toMatch('1000 fields');
    expect(await refused('/resources', { security: { access_groups: many(1_001, 'g') } })).toMatch('1000 items');
    expect(await refused('/find', { filters: many(501, '/l/a') })).toMatch('500');
    expect(await refused('/find', { security: { groups: many(1_001, 'g') } })).toMatch('1000 items');
    const leaf = { prop: 'resource', slug: 'tides' };
    expect(await refused('/find', { filter_expression: { field: { or: many(501, leaf) } } })).toMatch('500 conditions');
    const inside = { field: { or: many(400, leaf) } };
    expect((await send('POST', '/find', { query: 'moon', filter_expression: inside })).status).toBe(200);
    const filters = many(500, { any: ['/l/a'] });
    expect((await send('POST', '/find', { query: 'moon', filters })).status).toBe(200);
  });
});
