import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { TestGateway } from '../gateway.fixture';

const FROM_CONSOLE = { 'x-lectern-console': '1', 'sec-fetch-site': 'same-origin' };
const KEY = 'the key of the eastern zone 0123456789';

interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

describe('the console of a zone', () => {
  let host: Server;
  let zone: TestGateway;
  let accountsUrl = '';
  let session: Readonly<Record<string, string>>;
  const asked: Asked[] = [];

  beforeAll(async () => {
    host = createServer((request, response) => {
      void text(request).then((body) => {
        asked.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
        response.writeHead(409, { 'content-type': 'application/json', 'set-cookie': 'a=b', 'retry-after': '7' });
        response.end('{"detail":"as the host says"}');
      });
    });
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
    // A server that listens on a port has an address of this kind.
    const { port } = host.address() as AddressInfo;
    accountsUrl = `http://127.0.0.1:${port}`;
    zone = await TestGateway.start({
      GATEWAY_HOSTS: 'zone',
      ACCOUNTS_URL: accountsUrl,
      ZONE_KEY: KEY,
      ZONE_SLUG: 'east',
    });
    session = { ...FROM_CONSOLE, cookie: `lectern-session-${new URL(zone.origin).port}=user` };
  });
  afterAll(async () => {
    await zone.close();
    host.close();
  });
  beforeEach(() => asked.splice(0));

  const call = (path: string, init: RequestInit = {}) => zone.call(path, { as: '', headers: session, ...init });

  it('asks its accounts host through the zone, which speaks for the session', async () => {
    const headers = { ...session, 'content-type': 'application/json', 'x-otp-email': '123456', 'x-unknown': '1' };
    const answer = await call('/api/v1/account/acme?a=b%20c', { method: 'PATCH', headers, body: '{"title":"Acme"}' });
    expect([answer.status, await answer.json()]).toEqual([409, { detail: 'as the host says' }]);
    expect([answer.headers.get('retry-after'), answer.headers.get('set-cookie')]).toEqual(['7', null]);
    expect(asked).toMatchObject([
      {
        method: 'PATCH',
        url: '/api/v1/account/acme?a=b%20c',
        body: '{"title":"Acme"}',
        headers: {
          authorization: expect.stringMatching(/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/),
          'x-lectern-session': 'user',
          'x-otp-email': '123456',
          'x-forwarded-for': '127.0.0.1',
        },
      },
    ]);
    for (const name of ['cookie', 'x-unknown', 'x-lectern-console']) expect(asked[0]?.headers).not.toHaveProperty(name);
  });

  it('passes on requests of a living session of its own pages alone', async () => {
    const status = async (headers: Record<string, string>) => (await call('/api/v1/accounts', { headers })).status;
    const { cookie = '' } = session;
    expect(await status(FROM_CONSOLE)).toBe(401);
    expect(await status({ ...FROM_CONSOLE, cookie: cookie.replace('=user', '=other') })).toBe(401);
    expect(await status({ cookie })).toBe(404);
    expect(await status({ ...session, 'sec-fetch-site': 'same-site' })).toBe(404);
    expect(await status({ ...session, authorization: 'Bearer user' })).toBe(400);
    expect(await status({ authorization: 'Bearer user' })).toBe(404);
    expect(asked).toEqual([]);
  });

  it('asks nothing that is for the browser or for other hosts', async () => {
    const paths = ['/oauth2/auth', '/user/login', '/api/v1/peer/accounts.credential.verify', '/api/v1/nowhere'];
    for (const path of paths) expect([path, (await call(path)).status]).toEqual([path, 404]);
    expect((await call('/api/v1/peer/accounts.credential.verify', { method: 'POST' })).status).toBe(404);
    expect(asked).toEqual([]);
  });

  it('signs in at the accounts host, and comes back to the zone', async () => {
    const headers = { ...FROM_CONSOLE, 'content-type': 'application/json' };
    const answer = await call('/console/authorization', { method: 'POST', headers, body: '{"from":"/people"}' });
    const { location } = (await answer.json()) as { readonly location: string }; // as this address promises
    expect(location).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/oauth2\/auth\?/);
    expect(location.startsWith(accountsUrl)).toBe(true);
    // The zone is reached there as it is not configured otherwise.
    expect(new URL(location).searchParams.get('redirect_uri')).toBe('http://127.0.0.1:8080/user/callback');
  });

  it('says that the accounts host is away', async () => {
    await new Promise((resolve) => {
      host.closeAllConnections();
      host.close(resolve);
    });
    const answer = await call('/api/v1/accounts');
    expect(answer.status).toBe(503);
    expect(JSON.stringify(await answer.json())).toContain('127.0.0.1');
  });
});

describe('an accounts host', () => {
  it('takes a session of a console from the zone that serves it, and from nobody else', async () => {
    const host = await TestGateway.start({ GATEWAY_HOSTS: 'accounts', ZONE_KEYS: `east=${KEY}` });
    try {
      const { Peers } = await import('../edge/peers');
      const config = { ACCOUNTS_URL: host.origin, ZONE_KEYS: [] };
      const tokenOf = (key: string) =>
        Peers.of({ ...config, ZONE_KEY: key }, { hosts: ['zone'], zone: 'east' }).tokenForAccounts();
      const greet = async (authorization: string | undefined, secret: string | undefined) => {
        const headers = {
          ...(authorization !== undefined && { authorization: `Bearer ${authorization}` }),
          ...(secret !== undefined && { 'x-lectern-session': secret }),
        };
        return (await host.call('/api/v1/greeting', { as: '', headers })).status;
      };
      const token = await tokenOf(KEY);
      expect(await greet(token, 'user')).toBe(200);
      expect(await greet(token, 'unknown')).toBe(401);
      expect(await greet(token, undefined)).toBe(403);
      expect(await greet(undefined, 'user')).toBe(401);
      expect(await greet(await tokenOf(KEY.toUpperCase()), 'user')).toBe(403);
    } finally {
      await host.close();
    }
  });
});
