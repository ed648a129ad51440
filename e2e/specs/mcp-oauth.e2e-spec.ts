import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client as McpClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { OAuthClientInformationFull, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import { updateKnowledgeBoxUsers } from '@lectern/contracts/knowledge-box';
import { inStandalone } from '../harness/in-standalone';
import { codeIn, newPerson, PASSWORD } from '../harness/oauth-client';
import { server } from '../harness/modes';
import { PlainBrowser } from '../harness/plain-browser';

const CALLBACK = 'http://localhost:3998/callback';

/** What a client of the protocol remembers, and the address that it opens in a browser. */
function memory() {
  let client: OAuthClientInformationFull | undefined;
  let tokens: OAuthTokens | undefined;
  let verifier = '';
  const opened: URL[] = [];
  const provider: OAuthClientProvider = {
    redirectUrl: CALLBACK,
    clientMetadata: {
      client_name: 'Client of tests',
      redirect_uris: [CALLBACK],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    clientInformation: () => client,
    saveClientInformation: (made) => void (client = made as OAuthClientInformationFull), // it registered itself
    tokens: () => tokens,
    saveTokens: (made) => void (tokens = made),
    redirectToAuthorization: (url) => void opened.push(url),
    saveCodeVerifier: (made) => void (verifier = made),
    codeVerifier: () => verifier,
  };
  return { provider, opened, tokens: () => tokens, forget: (made: OAuthTokens) => void (tokens = made) };
}

inStandalone('a client of the Model Context Protocol without a key, %s', (mode) => {
  it('finds the authorization server, registers, lets its user sign in, and calls tools as the user', async () => {
    const [box, ada] = await Promise.all([server(mode).createKnowledgeBox(), newPerson(mode)]);
    await box.api(updateKnowledgeBoxUsers, { body: { add: [{ id: ada.id, role: 'SMEMBER' }] } });
    await box.createResource({ title: 'Ibex', texts: { a: { body: 'The ibex climbs.' } } }, { wait: 'embedded' });
    const { origin } = box.client;
    const kept = memory();
    const transport = () =>
      new StreamableHTTPClientTransport(new URL(`${origin}/api/v1${box.path}/mcp`), { authProvider: kept.provider });
    const connect = async (through: StreamableHTTPClientTransport) => {
      const mcp = new McpClient({ name: 'e2e', version: '1.0.0' });
      // The SDK's own types differ from each other in optional members that are undefined.
      await mcp.connect(through as Parameters<McpClient['connect']>[0]);
      return mcp;
    };

    const first = transport();
    await expect(connect(first)).rejects.toThrow(UnauthorizedError);
    const [asked] = kept.opened;
    expect(asked?.origin).toBe(origin);
    expect(asked?.searchParams.get('resource')).toBe(`${origin}/api/v1${box.path}/mcp`);

    const browser = new PlainBrowser(origin);
    const login = await browser.open(`${asked?.pathname}${asked?.search}`);
    const consent = await browser.submit(login, { username: ada.email, password: PASSWORD });
    expect(consent.text).toContain('Client of tests');
    const back = await browser.submit(consent, {});
    expect(back.url.origin + back.url.pathname).toBe(CALLBACK);
    await first.finishAuth(codeIn(back));

    const call = async () => {
      const mcp = await connect(transport());
      try {
        return JSON.stringify(
          await mcp.callTool({ name: 'search_documents', arguments: { query: 'Does the ibex climb?' } }),
        );
      } finally {
        await mcp.close();
      }
    };
    expect(await call()).toContain('ibex');

    const before = kept.tokens();
    if (before) kept.forget({ ...before, access_token: 'lost' });
    expect(await call()).toContain('ibex');
    expect(kept.tokens()?.refresh_token).not.toBe(before?.refresh_token);
    expect(kept.opened).toHaveLength(1);
  });

  it('gets no token that is meant for another server', async () => {
    const { origin } = server(mode);
    const parameters = {
      client_id: 'console',
      redirect_uri: `${origin}/user/callback`,
      resource: 'https://evil.example/',
    };
    const answer = await new PlainBrowser(origin).once(`/oauth2/auth?${new URLSearchParams(parameters)}`);
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('another server')]);
    const body = new URLSearchParams({ ...parameters, grant_type: 'refresh_token', refresh_token: 'x' });
    const token = await fetch(`${origin}/oauth2/token`, { method: 'POST', body });
    expect([token.status, await token.json()]).toEqual([
      400,
      { error: 'invalid_target', error_description: expect.stringContaining('another server') },
    ]);
  });
});
