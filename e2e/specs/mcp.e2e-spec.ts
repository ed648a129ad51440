import { callKnowledgeBoxMcp } from '@lectern/contracts/agents';
import { Client as McpClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Client, KnowledgeBoxClient } from '../harness/client';
import { conformingFetch } from '../harness/conformance';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';

const FACT = 'The ibex climbs steep rocks in winter.';
const BOTH = { accept: 'application/json, text/event-stream' };

/** The protocol's own client, at a server of the product. */
async function connected(client: Client, path: string, headers: Readonly<Record<string, string>> = {}) {
  const mcp = new McpClient({ name: 'e2e', version: '1.0.0' });
  const requestInit = { headers: { ...client.credential, ...headers } };
  const transport = new StreamableHTTPClientTransport(new URL(`${client.origin}/api/v1${path}`), {
    requestInit,
    fetch: (url, init) => conformingFetch(url, init),
  });
  // The SDK's own types differ from each other in optional members that are undefined.
  await mcp.connect(transport as Parameters<McpClient['connect']>[0]);
  return mcp;
}

function textsOf(result: unknown): readonly string[] {
  const { content } = result as { content: readonly { type: string; text?: string }[] };
  return content.flatMap(({ text }) => text ?? []);
}

inStandalone('the MCP server of a knowledge box', (mode) => {
  let box: KnowledgeBoxClient;
  let mcp: McpClient;
  let rid: string;

  beforeAll(async () => {
    box = await server(mode).createKnowledgeBox();
    rid = await box.createResource(
      {
        title: 'Ibex',
        slug: 'ibex',
        texts: { body: { body: FACT } },
        usermetadata: { classifications: [{ labelset: 'kind', label: 'goat' }] },
      },
      { wait: 'embedded' },
    );
    await box.createResource(
      { title: 'Otter', slug: 'otter', texts: { body: { body: 'Otters sleep on water.' } } },
      { wait: 'embedded' },
    );
    mcp = await connected(box.client, `${box.path}/mcp`);
  });

  afterAll(() => mcp.close());

  const call = (name: string, args: Record<string, unknown>) => mcp.callTool({ name, arguments: args });
  const post = (raw: string, headers: Record<string, string> = {}) =>
    box.client.send('POST', `${box.path}/mcp`, {
      raw,
      headers: { 'content-type': 'application/json', ...BOTH, ...headers },
    });
  const message = (method: string, params: object = {}) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });

  it('lists its tools, and is named by the box', async () => {
    const { tools } = await mcp.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'search_documents',
      'get_document',
      'batch_get_documents',
      'list_documents',
    ]);
    expect(mcp.getServerVersion()).toMatchObject({ name: box.id });
    expect(mcp.getServerCapabilities()).toEqual({ tools: {}, resources: {} });
  });

  it('answers with the passages that it cites', async () => {
    const result = await call('search_documents', { query: 'Where does the ibex climb?' });
    expect(result).toMatchObject({
      content: [
        {
          type: 'text',
          text: FACT,
          _meta: {
            type: 'citations',
            parent: rid,
            resource_title: 'Ibex',
            resource_labels: ['kind/goat'],
            field_type: 't',
            field: 'body',
          },
        },
        { type: 'text', text: expect.stringMatching(new RegExp(`steep rocks[^]*Documents: ${rid}$`)) },
      ],
    });
  });

  it('searches only where the filters say', async () => {
    const found = await call('search_documents', {
      query: 'Where do otters sleep?',
      filters: ['/classification.labels/kind/goat'],
    });
    expect(textsOf(found).join()).not.toContain('water');
  });

  it('reads documents by id and slug', async () => {
    expect(textsOf(await call('get_document', { name: 'ibex' }))[0]).toContain(FACT);
    expect(textsOf(await call('get_document', { name: rid }))[0]).toContain(FACT);
    const batch = await call('batch_get_documents', { names: ['otter', 'ibex', 'yeti'] });
    expect(textsOf(batch)).toEqual([
      expect.stringContaining('Otters sleep'),
      expect.stringContaining(FACT),
      '# yeti\n\nError: unknown document',
    ]);
  });

  it('lists documents by conditions', async () => {
    const all = await call('list_documents', { sort: 'title', order: 'asc' });
    expect(all.structuredContent).toMatchObject({
      total: 2,
      has_more: false,
      documents: [{ slug: 'ibex' }, { slug: 'otter' }],
    });
    const goats = await call('list_documents', { filters: ['/classification.labels/kind/goat'] });
    expect(goats.structuredContent).toMatchObject({ total: 1, documents: [{ title: 'Ibex', labels: ['kind/goat'] }] });
  });

  it('shows documents as resources', async () => {
    const { resources } = await mcp.listResources();
    expect(resources.map(({ title }) => title).sort()).toEqual(['Ibex', 'Otter']);
    const uri = `kbdb://${box.id}/${rid}`;
    expect(resources.map((one) => one.uri)).toContain(uri);
    expect((await mcp.readResource({ uri })).contents).toEqual([
      { uri, mimeType: 'text/plain', text: expect.stringContaining(FACT) },
    ]);
    await expect(mcp.readResource({ uri: `kbdb://${box.id}/yeti` })).rejects.toMatchObject({ code: -32_002 });
  });

  it.each([
    ['unknown tools', 'burn_documents', {}, /Unknown tool burn_documents; tools of this server: search_documents/],
    ['arguments that the schema forbids', 'get_document', { name: 7 }, /Invalid arguments: \/name must be string/],
    ['missing arguments', 'search_documents', {}, /must have required property 'query'/],
    ['unknown documents', 'get_document', { name: 'yeti' }, /Unknown document yeti/],
    ['conditions that contradict each other', 'list_documents', { filters: ['a'] }, /Error: /],
  ])('says as a result that a call failed: %s', async (_, name, args, text) => {
    expect(await call(name, args)).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(text) }] });
  });

  it('takes batches, and notifications without an answer', async () => {
    const ping = { jsonrpc: '2.0', id: 'a', method: 'ping' };
    const done = { jsonrpc: '2.0', method: 'notifications/initialized' };
    const batch = await fetch(`${box.client.origin}/api/v1${box.path}/mcp`, {
      method: 'POST',
      headers: { ...box.client.credential, ...BOTH, 'content-type': 'application/json' },
      body: JSON.stringify([ping, done, { ...ping, id: 2 }]),
    });
    expect(await batch.json()).toEqual([
      { jsonrpc: '2.0', id: 'a', result: {} },
      { jsonrpc: '2.0', id: 2, result: {} },
    ]);
    const noted = await post(JSON.stringify(done));
    expect([noted.status, noted.body]).toEqual([202, '']);
  });

  it.each([
    ['no JSON', '{"jsonrpc"', {}, 400, -32_700],
    ['no message', '{"id":1}', {}, 400, -32_700],
    ['a number', '7', {}, 400, -32_700],
    ['an unknown version of the protocol', message('ping'), { 'mcp-protocol-version': '1066-10-14' }, 400, -32_000],
    ['no events wanted', message('ping'), { accept: 'application/json' }, 406, -32_000],
    ['another media type', message('ping'), { 'content-type': 'text/plain' }, 415, -32_000],
    ['more than 1 MiB', message('ping', { text: 'x'.repeat(2 ** 20) }), {}, 413, -32_000],
    ['10 MiB', message('ping', { text: 'x'.repeat(10 * 2 ** 20) }), {}, 413, -32_000],
    ['too many at once', `[${Array.from({ length: 21 }, () => message('ping')).join()}]`, {}, 400, -32_600],
    [
      'nested too deep',
      `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":${'['.repeat(1_000)}${']'.repeat(1_000)}}}`,
      {},
      413,
      -32_000,
    ],
  ])('refuses as JSON-RPC: %s', async (_, raw, headers, status, code) => {
    const answer = await post(raw, headers);
    expect([answer.status, answer.body]).toEqual([
      status,
      { jsonrpc: '2.0', id: null, error: { code, message: expect.any(String) } },
    ]);
  });

  it('does not know other methods', async () => {
    expect((await post(message('kitchen/cook'))).body).toMatchObject({ id: 1, error: { code: -32_601 } });
  });

  it('opens no stream, and has no session to end', async () => {
    const opened = await box.client.send('GET', `${box.path}/mcp`, { headers: { accept: 'text/event-stream' } });
    expect([opened.status, opened.headers.get('allow')]).toEqual([405, 'POST, DELETE']);
    const closed = await box.client.send('DELETE', `${box.path}/mcp`);
    expect([closed.status, closed.body]).toEqual([200, null]);
  });

  it('tells callers without a credential where they get one', async () => {
    const at = `${box.client.origin}/api/v1${box.path}/mcp`;
    const metadata = at.replace('/api/v1', '/.well-known/oauth-protected-resource/api/v1');
    for (const method of ['GET', 'POST', 'DELETE']) {
      const refused = await fetch(at, { method });
      expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
        401,
        `Bearer resource_metadata="${metadata}"`,
      ]);
    }
    expect(await (await fetch(metadata)).json()).toEqual({
      resource: at,
      authorization_servers: [box.client.origin],
      scopes_supported: ['api:full_access', 'offline_access', 'openid'],
      bearer_methods_supported: ['header'],
    });
  });

  it('is called like any operation', async () => {
    const body = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const headers = { ...BOTH, 'content-type': 'application/json' };
    expect(await box.api(callKnowledgeBoxMcp, { body, headers })).toEqual({
      status: 200,
      message: { jsonrpc: '2.0', id: 1, result: {} },
    });
  });
});

inStandalone('the MCP server of an agent', (mode) => {
  let agent: KnowledgeBoxClient;
  let mcp: McpClient;

  const configure = async (path: string, body: object) => {
    const answer = await agent.client.send('POST', `/agent/${agent.id}${path}`, { body });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const at = (session: string) => `/agent/${agent.id}/session/${session}/mcp`;

  beforeAll(async () => {
    const source = await server(mode).createKnowledgeBox();
    await source.createResource({ title: 'Ibex', texts: { body: { body: FACT } } }, { wait: 'embedded' });
    agent = await server(mode).createKnowledgeBox({ mode: 'agent', title: 'Zoo', description: 'Knows animals' });
    const zone = `${source.client.origin}/api`;
    const key = await source.key('SMEMBER');
    const config = { kbid: source.id, description: 'Animals', key, url: zone, manager: zone };
    await configure('/drivers', { name: 'd', provider: 'kbdb', identifier: 'kb', config });
    await configure('/workflows', {
      id: 'animals',
      name: 'About animals!',
      description: 'Answers where animals live',
      parameters: { animal: { type: 'string', description: 'Its name' }, question: { type: 'string' } },
      required: ['question'],
    });
    await configure('/workflow/animals/context', { module: 'basic_ask', sources: ['kb'], title: 'Look it up' });
    await configure('/workflow/animals/generation', { module: 'summarize', title: 'Answer' });
    await configure('/prompts', {
      prompt: 'Describe the {animal}.',
      name: 'describe',
      arguments: [{ name: 'animal', required: true }],
    });
    mcp = await connected(agent.client, at('ephemeral'));
  });

  afterAll(() => mcp.close());

  it('has a tool for each workflow, with its parameters', async () => {
    const { tools } = await mcp.listTools();
    expect(tools).toEqual([
      {
        name: 'default',
        title: 'default',
        description: 'Default workflow',
        inputSchema: { type: 'object', properties: {}, required: [] },
      },
      {
        name: 'About_animals',
        title: 'About animals!',
        description: 'Answers where animals live',
        inputSchema: {
          type: 'object',
          properties: { animal: { type: 'string', description: 'Its name' }, question: { type: 'string' } },
          required: ['question'],
        },
      },
    ]);
    expect(mcp.getServerVersion()).toEqual({ name: agent.id, title: 'Zoo', version: '1.0.0' });
    expect(mcp.getInstructions()).toBe('Knows animals');
    expect((await mcp.listResources()).resources).toEqual([]);
  });

  it('answers a call with the answer, its sources and its steps', async () => {
    const result = await mcp.callTool({ name: 'About_animals', arguments: { question: 'Where does the ibex climb?' } });
    expect(result.isError).toBeUndefined();
    expect(textsOf(result)[0]).toContain('steep rocks');
    const blocks = JSON.stringify(result.content);
    expect(blocks).toMatch(/agent-response:\/\/[0-9a-f-]{36}\/context\/0\/chunk\/0/);
    expect(result.content).toContainEqual({
      type: 'text',
      text: expect.stringMatching(/^Look it up/),
      annotations: { audience: ['assistant'] },
    });
  });

  it('tells how a call proceeds, to those who ask', async () => {
    const seen: string[] = [];
    const onprogress = ({ message = '' }: { readonly message?: string }) => void seen.push(message);
    const call = { name: 'About_animals', arguments: { question: 'Where does the ibex climb?' } };
    const result = await mcp.callTool(call, undefined, { onprogress });
    expect(textsOf(result)[0]).toContain('steep rocks');
    expect(seen).toEqual([expect.stringMatching(/^Look it up/), expect.stringMatching(/^Answer/)]);
  });

  it('keeps what was said in the session of its path', async () => {
    const session = { slug: 'mcp', name: 'mcp', summary: '', data: '', format: 'PLAIN' };
    await configure('/sessions', session);
    const inSession = await connected(agent.client, at('mcp'));
    await inSession.callTool({ name: 'About_animals', arguments: { question: 'Where does the ibex climb?' } });
    await inSession.close();
    const log = await agent.client.send('GET', `/kb/${agent.id}/slug/mcp/conversation/qas`);
    expect(log.body).toMatchObject({
      value: {
        messages: [
          { content: { text: 'Where does the ibex climb?' } },
          { content: { text: expect.stringContaining('steep rocks') } },
        ],
      },
    });
  });

  it('asks by its description where a workflow has no parameter for the question', async () => {
    const session = { slug: 'plain', name: 'plain', summary: '', data: '', format: 'PLAIN' };
    await configure('/sessions', session);
    const inSession = await connected(agent.client, at('plain'));
    await inSession.callTool({ name: 'default', arguments: { topic: 'ibex' } });
    await inSession.close();
    const log = await agent.client.send('GET', `/kb/${agent.id}/slug/plain/conversation/qas`);
    const text = 'Calling tool: Default workflow with arguments: {"topic":"ibex"}';
    expect(log.body).toMatchObject({ value: { messages: [{ content: { text } }, {}] } });
  });

  it('does not know other sessions', async () => {
    const raw = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
    const headers = { 'content-type': 'application/json', ...BOTH };
    const answer = await agent.client.send('POST', at('nowhere'), { raw, headers });
    expect([answer.status, answer.body]).toEqual([
      404,
      { jsonrpc: '2.0', id: null, error: { code: -32_000, message: "Session 'nowhere' does not exist" } },
    ]);
  });

  it('gives its prompts with values for their arguments', async () => {
    expect((await mcp.listPrompts()).prompts).toEqual([
      { name: 'describe', arguments: [{ name: 'animal', required: true }], _meta: {} },
    ]);
    expect(await mcp.getPrompt({ name: 'describe', arguments: { animal: 'otter {animal}' } })).toEqual({
      messages: [{ role: 'user', content: { type: 'text', text: 'Describe the otter {animal}.' } }],
    });
    await expect(mcp.getPrompt({ name: 'describe' })).rejects.toMatchObject({ code: -32_602 });
  });

  it.each([
    ['an argument that is missing', 'About_animals', {}, /^Error: arguments\.question: Field required$/],
    ['an argument of another type', 'About_animals', { question: 1 }, /arguments\.question: .*must be string/],
    ['an unknown tool', 'Ibex', {}, /Unknown tool Ibex; tools of this server: default, About_animals/],
  ])('says as a result that a call failed: %s', async (_, name, args, text) => {
    expect(await mcp.callTool({ name, arguments: args })).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: expect.stringMatching(text) }],
    });
  });

  it('opens no stream, has no session of the protocol to end, and tells where credentials are got', async () => {
    const opened = await agent.client.send('GET', at('ephemeral'), { headers: { accept: 'text/event-stream' } });
    expect([opened.status, opened.headers.get('allow')]).toEqual([405, 'POST, DELETE']);
    expect((await agent.client.send('DELETE', at('ephemeral'))).body).toBeNull();
    const refused = await fetch(`${agent.client.origin}/api/v1${at('ephemeral')}`, { method: 'POST' });
    const metadata = `${agent.client.origin}/.well-known/oauth-protected-resource/api/v1${at('ephemeral')}`;
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      401,
      `Bearer resource_metadata="${metadata}"`,
    ]);
    expect(await (await fetch(metadata)).json()).toMatchObject({
      resource: `${agent.client.origin}/api/v1${at('ephemeral')}`,
    });
  });
});
