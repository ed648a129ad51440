import { ACCOUNT, BOX, TestGateway } from '../gateway.fixture';

const FROM_CONSOLE = { 'x-lectern-console': '1' };

/** The services of the test know one user by this secret. */
function sessionAt({ origin }: TestGateway) {
  return { cookie: `other=1; lectern-session-${new URL(origin).port}=user` };
}

describe('a session', () => {
  let gateway: TestGateway;
  let name = '';
  let session: Readonly<Record<string, string>> = {};

  beforeAll(async () => {
    gateway = await TestGateway.start();
    name = `lectern-session-${new URL(gateway.origin).port}`;
    session = sessionAt(gateway);
  });
  afterAll(() => gateway.close());

  const statusOf = async (headers: Record<string, string>, path = 'notes', as = '') =>
    (await gateway.call(path, { as, headers })).status;

  it('counts where the console sends its cookie, and nowhere else', async () => {
    const own = new URL(gateway.origin);
    const others = `http://${own.hostname}:1`;
    const cases: readonly (readonly [Record<string, string>, number])[] = [
      [{ ...session, ...FROM_CONSOLE }, 200],
      [{ ...session, ...FROM_CONSOLE, 'sec-fetch-site': 'same-origin' }, 200],
      [{ ...session, ...FROM_CONSOLE, origin: own.origin }, 200],
      [{ ...session, ...FROM_CONSOLE, 'sec-fetch-site': 'same-site' }, 401],
      [{ ...session, ...FROM_CONSOLE, 'sec-fetch-site': 'cross-site', origin: own.origin }, 401],
      [{ ...session, ...FROM_CONSOLE, 'sec-fetch-site': 'none' }, 401],
      [{ ...session, ...FROM_CONSOLE, origin: others }, 401],
      [{ ...session, ...FROM_CONSOLE, origin: 'null' }, 401],
      [{ ...session, 'x-lectern-console': '2' }, 401],
      [session, 401],
      [FROM_CONSOLE, 401],
      [{ ...FROM_CONSOLE, cookie: `${name}=` }, 401],
      [{ ...FROM_CONSOLE, cookie: `x-${name}=user` }, 401],
      [{ ...FROM_CONSOLE, cookie: `${name}=${'u'.repeat(300)}` }, 401],
      [{ ...FROM_CONSOLE, cookie: 'lectern-session-1=user' }, 401],
    ];
    for (const [headers, status] of cases) expect([headers, await statusOf(headers)]).toEqual([headers, status]);
  });

  it('is one credential: a second one is refused, on public paths, too', async () => {
    const both = { ...session, ...FROM_CONSOLE };
    expect(await statusOf(both, 'notes', 'reader')).toBe(400);
    expect(await statusOf(both, '/api/v1/health/alive', 'reader')).toBe(400);
    expect(await statusOf({ ...FROM_CONSOLE, cookie: `${name}=user; ${name}=other` })).toBe(400);
    // No credential without the header of the console.
    expect(await statusOf(session, 'notes', 'reader')).toBe(200);
  });

  it('over TLS has a cookie that no other host can set', async () => {
    const tls = { ...FROM_CONSOLE, 'x-forwarded-proto': 'https' };
    expect(await statusOf({ ...tls, ...session })).toBe(401);
    expect(await statusOf({ ...tls, cookie: `__Host-${name}=user` })).toBe(200);
  });

  it('may read a box that admits other pages only, from addresses that it admits', async () => {
    const boxes = gateway.world.boxes;
    const box = { account: ACCOUNT, state: 'PRIVATE', roles: { user: 'SMEMBER' } } as const;
    const fromHere = { ...session, ...FROM_CONSOLE, origin: gateway.origin };
    boxes[BOX] = { ...box, allowedOrigins: ['https://app.example'], allowedIpAddresses: null };
    await gateway.tellAccessChanged({ kbid: BOX });
    expect(await statusOf(fromHere)).toBe(200);
    boxes[BOX] = { ...box, allowedOrigins: null, allowedIpAddresses: ['203.0.113.7'] };
    await gateway.tellAccessChanged({ kbid: BOX });
    expect(await statusOf(fromHere)).toBe(403);
  });

  it('is not what another page may offer to send', async () => {
    const headers = {
      origin: 'https://evil.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type, X-Lectern-Console',
    };
    const answer = await gateway.call('notes', { as: '', method: 'OPTIONS', headers });
    expect(answer.headers.get('access-control-allow-headers')).toBe('Authorization, content-type');
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  });
});

describe('where the console is switched off', () => {
  it('no cookie counts and no session is opened', async () => {
    const gateway = await TestGateway.start({ CONSOLE: 'false' });
    try {
      const headers = { ...sessionAt(gateway), ...FROM_CONSOLE };
      expect((await gateway.call('notes', { as: '', headers })).status).toBe(401);
      expect((await gateway.call('/console/session', { as: '', headers, json: { token: 'user' } })).status).toBe(404);
    } finally {
      await gateway.close();
    }
  });
});
