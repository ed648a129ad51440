import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { InteractionFrame } from '@lectern/contracts/agents';
import type { ScriptedProvider } from '@lectern/testing';
import { Client } from '../harness/client';
import type { Deployment } from '../harness/deployment';
import { inStandalone } from '../harness/in-standalone';
import { TestAgent, workflowOf } from '../harness/test-agent';
import { startWithProvider } from '../harness/with-provider';

const FACT = 'The ibex climbs steep rocks in winter.';
const ASKED = 'Where does the ibex climb?';
const TOKEN = 'a-token-of-the-user';
const CODE = 'the-code';
const asked = { question: ASKED, headers: {}, arguments: {}, chat_history: null, operation: 0, streaming: false };
const tools = [
  {
    name: 'look_up',
    description: 'Where does the ibex climb? Looks up animals such as the ibex, and where they climb.',
    inputSchema: { type: 'object', properties: { question: { type: 'string' } }, required: ['question'] },
  },
];
const results: Readonly<Record<string, object>> = {
  initialize: {
    protocolVersion: '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 'animals', version: '1' },
  },
  'tools/list': { tools },
  'tools/call': { content: [{ type: 'text', text: FACT }] },
};

/** A server of tools whose users sign in, and the server where they do so. */
function protectedServer(): Server {
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const json = (value: object, status = 200, headers = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
    const origin = `http://${request.headers.host}`;
    const path = request.url ?? '';
    if (path.startsWith('/.well-known/oauth-protected-resource'))
      return json({ resource: `${origin}/mcp`, authorization_servers: [origin] });
    if (path.startsWith('/.well-known/oauth-authorization-server'))
      return json({
        issuer: origin,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        registration_endpoint: `${origin}/register`,
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['none'],
      });
    if (path === '/register') return json({ ...JSON.parse(body), client_id: 'c' }, 201);
    const form = new URLSearchParams(body);
    if (path === '/token' && form.get('code') === CODE && form.get('code_verifier'))
      return json({ access_token: TOKEN, token_type: 'Bearer' });
    if (path === '/token') return json({ error: 'invalid_grant' }, 400);
    if (request.headers.authorization !== `Bearer ${TOKEN}`) return json({}, 401, { 'www-authenticate': 'Bearer' });
    if (request.method !== 'POST') return json({}, 405);
    const { id, method } = JSON.parse(body);
    if (id === undefined) return response.writeHead(202).end();
    return json({ jsonrpc: '2.0', id, result: results[method] ?? {} });
  });
  return server.listen(0, '127.0.0.1');
}

inStandalone('an agent that uses an MCP server', (mode) => {
  let server: Server;
  let provider: ScriptedProvider;
  let deployment: Deployment;
  let agent: TestAgent;
  let workflow: string;

  beforeAll(async () => {
    server = protectedServer();
    await once(server, 'listening');
    ({ provider, deployment } = await startWithProvider(mode, {
      key: 'provider-key',
      timeoutMs: 5_000,
      env: { EGRESS_ALLOW: '127.0.0.1' },
    }));
    const client = new Client(deployment.origin, { authorization: `Bearer ${deployment.token}` });
    ({ agent, workflow } = await agentWithTools(client));
    provider.answerWith(({ messages }) => {
      const hasResult = JSON.stringify(messages).includes('"role":"tool"');
      const call = { name: 'look_up', arguments: JSON.stringify({ question: ASKED }) };
      return hasResult ? { pieces: ['DONE'] } : { toolCall: call };
    });
  }, 300_000);
  afterAll(async () => {
    await deployment.stop();
    await provider.close();
    server.closeAllConnections();
    server.close();
  });

  /** An agent with a driver of the server, and a workflow that uses it. */
  async function agentWithTools(client: Client) {
    const made = await TestAgent.create(client, {});
    // A TCP server's address is an object.
    const uri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
    await made.call('POST', '/drivers', { name: 'A', identifier: 'animals', provider: 'mcphttp', config: { uri } });
    const module = { module: 'mcp', source: 'animals', max_retries: 0, prune_context: false };
    return {
      agent: made,
      workflow: await workflowOf(made, { context: [module], generation: [{ module: 'passthrough' }] }),
    };
  }

  const oauthOf = (frames: readonly InteractionFrame[]) => frames.flatMap(({ oauth }) => oauth?.oauth_url ?? []);
  const callbackOf = (query: Readonly<Record<string, string>>, path = '/api/auth/mcp/callback') =>
    `${deployment.origin}${path}?${new URLSearchParams(query)}`;

  it('has its user sign in, once, and answers from what a tool returned', async () => {
    const refused = await agent.ask(ASKED, workflow);
    expect(refused.at(-2)?.exception?.detail).toBe('OAuth is only supported via websocket');

    const socket = await agent.socket(`/workflow/${workflow}/session/ephemeral/ws`);
    socket.say(asked);
    const [url = ''] = oauthOf(await socket.untilOperation(5));
    const { pathname, searchParams } = new URL(url);
    expect([pathname, searchParams.get('code_challenge_method')]).toEqual(['/authorize', 'S256']);
    expect(searchParams.get('redirect_uri')).toMatch(/\/api\/auth\/mcp\/callback$/);
    const state = searchParams.get('state') ?? '';

    const strange = await fetch(callbackOf({ state: `${state}x`, code: CODE }));
    expect([strange.status, strange.headers.get('content-type')]).toEqual([400, expect.stringContaining('text/html')]);
    const other = `/api/auth/agent/${agent.id}/workflow/other/session/ephemeral/oauth/${agent.id}/callback`;
    expect((await fetch(callbackOf({ state, code: CODE }, other))).status).toBe(400);
    const place = `/api/auth/agent/${agent.id}/workflow/${workflow}/session/ephemeral/oauth/${state.split('.')[0]}/callback`;
    // A browser, which has no credentials.
    const done = await new Client(deployment.origin, {}).send('GET', callbackOf({ state, code: CODE }, place));
    expect([done.status, String(done.body)]).toEqual([200, expect.stringContaining('You are signed in')]);
    expect((await fetch(callbackOf({ state, code: CODE }))).status).toBe(400);

    const frames = await socket.all();
    expect(frames.at(-2)).toMatchObject({ exception: null, answer: expect.stringContaining(FACT) });
    expect(JSON.stringify(frames)).not.toContain(TOKEN);
  });

  it('takes users back at the address that is the same for all agents', async () => {
    const client = new Client(deployment.origin, { authorization: `Bearer ${deployment.token}` });
    const other = await agentWithTools(client);
    const socket = await other.agent.socket(`/workflow/${other.workflow}/session/ephemeral/ws`);
    socket.say(asked);
    const [url = ''] = oauthOf(await socket.untilOperation(5));
    const state = new URL(url).searchParams.get('state') ?? '';
    const done = await new Client(deployment.origin, {}).send('GET', callbackOf({ state, code: CODE }));
    expect([done.status, String(done.body)]).toEqual([200, expect.stringContaining('You are signed in')]);
    expect((await socket.all()).at(-2)?.answer).toContain(FACT);
  });
});
