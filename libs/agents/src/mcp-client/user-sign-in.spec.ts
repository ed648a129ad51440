import { createHash } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { type InteractionUser, NobodyToAsk, type UserSignIn } from '../engine/asking-back';
import { HANDSHAKE, HostileServer, TestMcp } from './mcp-servers.fixture';

const TOOLS = { tools: [{ name: 'a', inputSchema: { type: 'object' } }] };
const json = (response: Parameters<RequestListener>[1], body: unknown, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** A server of tools, and one where its users sign in: RFC 9728, 8414, 7591, 7636. */
class SignInServers {
  tokens = new Set<string>();
  refreshes = new Set<string>();
  metadata: Record<string, unknown> = {};
  resource: Record<string, unknown> = {};
  registered: Record<string, unknown> | undefined;
  challenges = new Map<string, string>();
  exchanges = 0;
  private made = 0;

  constructor(
    readonly tools: HostileServer,
    readonly accounts: HostileServer,
  ) {
    const { origin } = accounts;
    this.metadata = {
      issuer: origin,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      registration_endpoint: `${origin}/register`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
    };
    this.resource = { resource: tools.uri, authorization_servers: [origin] };
    tools.serve({ initialize: HANDSHAKE, 'tools/list': TOOLS, 'tools/call': { content: [] } });
    const { answer } = tools;
    tools.answer = (message, request, response) => {
      if (request.url === '/resource') return void json(response, this.resource);
      if (this.tokens.has(String(request.headers.authorization).replace('Bearer ', '')))
        return answer(message, request, response);
      const challenge = `Bearer resource_metadata="${tools.origin}/resource"`;
      response.writeHead(401, { 'www-authenticate': challenge }).end();
    };
    accounts.answer = (message, request, response) => {
      if (request.url?.startsWith('/.well-known/oauth-authorization-server')) return void json(response, this.metadata);
      if (request.url === '/register') {
        this.registered = message;
        return void json(response, { ...message, client_id: 'registered' }, 201);
      }
      json(response, {}, 404);
    };
  }

  /** Takes the place of a user who consents. @returns the code */
  consent(url: string): string {
    const { searchParams } = new URL(url);
    const code = `code-${(this.made += 1)}`;
    this.challenges.set(code, searchParams.get('code_challenge') ?? '');
    return code;
  }

  /** What the endpoint for tokens answers to a form. */
  exchange(form: URLSearchParams): readonly [object, number] {
    this.exchanges += 1;
    const refresh = form.get('refresh_token');
    const code = form.get('code') ?? '';
    const hash = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isGood = refresh ? this.refreshes.delete(refresh) : this.challenges.get(code) === hash;
    if (!isGood) return [{ error: 'invalid_grant' }, 400];
    this.challenges.delete(code);
    const issued = { access_token: `access-token-${(this.made += 1)}`, refresh_token: `refresh-token-${this.made}` };
    this.tokens.add(issued.access_token);
    this.refreshes.add(issued.refresh_token);
    return [{ ...issued, token_type: 'Bearer', expires_in: 3_600 }, 200];
  }
}

describe('users who sign in at the server of a driver', () => {
  let test: TestMcp;
  let tools: HostileServer;
  let accounts: HostileServer;
  let servers: SignInServers;
  const opened: UserSignIn[] = [];
  const asked: object[] = [];

  beforeEach(async () => {
    [tools, accounts] = await Promise.all([HostileServer.start(), HostileServer.start()]);
    servers = new SignInServers(tools, accounts);
    const { answer } = accounts;
    accounts.answer = (message, request, response) => {
      if (request.url !== '/token') return answer(message, request, response);
      const [body, status] = servers.exchange(new URLSearchParams(String(message.text)));
      json(response, body, status);
    };
    test = new TestMcp();
    opened.length = 0;
    asked.length = 0;
    test.user = consenting();
  });
  afterEach(async () => {
    await test.close();
    tools.stop();
    accounts.stop();
  });

  const consenting = (more: Partial<InteractionUser> = {}): InteractionUser => ({
    newState: () => 'interaction.state',
    signIn: async (where) => {
      opened.push(where);
      await where.exchange(servers.consent(where.url));
      return true;
    },
    askUser: async (question) => {
      asked.push(question);
      return undefined;
    },
    ...more,
  });
  const list = async (config: object = {}) => (await test.open({ uri: tools.uri, ...config }).tools()).length;

  it('are led to its authorization server, which the agent finds and registers with', async () => {
    expect(await list()).toBe(1);
    const [{ url = '' } = {}] = opened;
    const { origin, pathname, searchParams } = new URL(url);
    expect([origin, pathname]).toEqual([accounts.origin, '/authorize']);
    const parameters = Object.fromEntries(searchParams);
    expect(parameters).toMatchObject({
      client_id: 'registered',
      state: 'interaction.state',
      code_challenge_method: 'S256',
      resource: tools.uri,
      redirect_uri: expect.stringMatching(/\/api\/auth\/mcp\/callback$/),
    });
    expect(servers.registered).toMatchObject({ redirect_uris: [parameters['redirect_uri']] });
    expect(JSON.stringify(opened)).not.toContain('access-token');
  });

  it('sign in once: tokens are kept for the person, this driver and this address', async () => {
    await list();
    test.end();
    await list({ timeout: 19 });
    expect(opened).toHaveLength(1);
    test.principal = { kind: 'user', id: 'bob', roles: [] };
    await list();
    expect(opened).toHaveLength(2);
    await list({ uri: `${tools.uri}?other` }).catch(() => undefined);
    expect(opened).toHaveLength(3);
  });

  it('do not sign in again while a token can be refreshed, and do when everything was revoked', async () => {
    const source = test.open({ uri: tools.uri });
    await source.tools();
    servers.tokens.clear();
    await source.call('a', {}, { signal: test.signal });
    expect(opened).toHaveLength(1);
    servers.tokens.clear();
    servers.refreshes.clear();
    await source.call('a', {}, { signal: test.signal });
    expect(opened).toHaveLength(2);
  });

  it('who do not sign in, or bring a wrong code, leave the driver unused', async () => {
    test.user = consenting({ signIn: async () => false });
    await expect(list()).rejects.toMatchObject({ code: 'forbidden' });
    test.user = consenting({ signIn: async ({ exchange }) => exchange('stolen').then(() => true) });
    await expect(list()).rejects.toMatchObject({ code: expect.stringMatching(/unavailable|forbidden/) });
  });

  it('are not asked where they cannot sign in', async () => {
    test.user = consenting({
      newState: () => {
        throw new NobodyToAsk('OAuth is only supported via websocket');
      },
    });
    await expect(list()).rejects.toThrow('OAuth is only supported via websocket');
  });

  it('of a key keep their own tokens, which the client gives back and cannot read', async () => {
    test.principal = { kind: 'sa', id: 'key', roles: [] };
    await list();
    expect(asked).toMatchObject([
      { module: 'oauth', question: 'Get credentials', get_credentials: { tools: 'mcp_oauth' } },
      { module: 'oauth', question: 'Send credentials', credentials: { tools: { sealed: expect.anything() } } },
    ]);
    const credentials: unknown = Reflect.get(asked[1] ?? {}, 'credentials');
    test.end();
    test.user = consenting({ askUser: async () => JSON.stringify({ existing_credentials: credentials }) });
    await list({ timeout: 19 });
    expect(opened).toHaveLength(1);
  });

  it('are not known to the authorization server by headers of the driver', async () => {
    await list({ headers: { 'x-key': 'a-secret-of-the-driver' } });
    expect(tools.got.some(({ headers }) => headers['x-key'] === 'a-secret-of-the-driver')).toBe(true);
    expect(JSON.stringify(accounts.got)).not.toContain('a-secret-of-the-driver');
  });

  it.each([
    [
      'resource metadata',
      () => (servers.resource = { ...servers.resource, authorization_servers: ['http://10.0.0.1'] }),
    ],
    [
      'a resource of somebody else',
      () => (servers.resource = { ...servers.resource, resource: 'https://bank.example' }),
    ],
    [
      'an endpoint for registrations',
      () => (servers.metadata = { ...servers.metadata, registration_endpoint: 'http://169.254.169.254/r' }),
    ],
    [
      'an endpoint for tokens',
      () => (servers.metadata = { ...servers.metadata, token_endpoint: 'http://10.0.0.1/token' }),
    ],
    [
      'an address for browsers',
      () => (servers.metadata = { ...servers.metadata, authorization_endpoint: 'javascript:alert(1)' }),
    ],
  ])('reach nothing inside through %s', async (_, change) => {
    change();
    const failed: unknown = await list().catch((error: unknown) => error);
    expect(failed).toMatchObject({ code: expect.stringMatching(/^(invalid_request|unavailable)$/) });
    expect(servers.tokens.size).toBe(0);
  });
});
