import { ACCOUNT, BOX, TestGateway } from '../gateway.fixture';

const FROM_CONSOLE = { 'x-lectern-console': '1' };
/** The services of the test know one user by this secret. */
const COOKIE = { cookie: 'other=1; lectern-session=user' };

describe('a session', () => {
  let gateway: TestGateway;

  beforeAll(async () => {
    gateway = await TestGateway.start();
  });
  afterAll(() => gateway.close());

  const statusOf = async (headers: Record<string, string>, path = 'notes', as = '') =>
    (await gateway.call(path, { as, headers })).status;

  it('counts where the console sends its cookie, and nowhere else', async () => {
    const own = new URL(gateway.origin);
    const others = `http://${own.hostname}:1`;
    const cases: readonly (readonly [Record<string, string>, number])[] = [
      [{ ...COOKIE, ...FROM_CONSOLE }, 200],
      [{ ...COOKIE, ...FROM_CONSOLE, 'sec-fetch-site': 'same-origin' }, 200],
      [{ ...COOKIE, ...FROM_CONSOLE, origin: own.origin }, 200],
      [{ ...COOKIE, ...FROM_CONSOLE, 'sec-fetch-site': 'same-site' }, 401],
      [{ ...COOKIE, ...FROM_CONSOLE, 'sec-fetch-site': 'cross-site', origin: own.origin }, 401],
      [{ ...COOKIE, ...FROM_CONSOLE, 'sec-fetch-site': 'none' }, 401],
      [{ ...COOKIE, ...FROM_CONSOLE, origin: others }, 401],
      [{ ...COOKIE, ...FROM_CONSOLE, origin: 'null' }, 401],
      [{ ...COOKIE, 'x-lectern-console': '2' }, 401],
      [COOKIE, 401],
      [FROM_CONSOLE, 401],
      [{ ...FROM_CONSOLE, cookie: 'lectern-session=' }, 401],
      [{ ...FROM_CONSOLE, cookie: 'x-lectern-session=user' }, 401],
      [{ ...FROM_CONSOLE, cookie: `lectern-session=${'u'.repeat(300)}` }, 401],
    ];
    for (const [headers, status] of cases) expect([headers, await statusOf(headers)]).toEqual([headers, status]);
  });

  it('is one credential: a second one is refused, on public paths, too', async () => {
    const session = { ...COOKIE, ...FROM_CONSOLE };
    expect(await statusOf(session, 'notes', 'reader')).toBe(400);
    expect(await statusOf(session, '/api/v1/health/alive', 'reader')).toBe(400);
    expect(await statusOf({ ...FROM_CONSOLE, cookie: 'lectern-session=user; lectern-session=other' })).toBe(400);
    // No credential without the header of the console.
    expect(await statusOf(COOKIE, 'notes', 'reader')).toBe(200);
  });

  it('over TLS has a cookie that no other host can set', async () => {
    const tls = { ...FROM_CONSOLE, 'x-forwarded-proto': 'https' };
    expect(await statusOf({ ...tls, ...COOKIE })).toBe(401);
    expect(await statusOf({ ...tls, cookie: '__Host-lectern-session=user' })).toBe(200);
  });

  it('may read a box that admits other pages only, from addresses that it admits', async () => {
    const boxes = gateway.world.boxes;
    const box = { account: ACCOUNT, state: 'PRIVATE', roles: { user: 'SMEMBER' } } as const;
    const session = { ...COOKIE, ...FROM_CONSOLE, origin: gateway.origin };
    boxes[BOX] = { ...box, allowedOrigins: ['https://app.example'], allowedIpAddresses: null };
    await gateway.tellAccessChanged({ kbid: BOX });
    expect(await statusOf(session)).toBe(200);
    boxes[BOX] = { ...box, allowedOrigins: null, allowedIpAddresses: ['203.0.113.7'] };
    await gateway.tellAccessChanged({ kbid: BOX });
    expect(await statusOf(session)).toBe(403);
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
      const headers = { ...COOKIE, ...FROM_CONSOLE };
      expect((await gateway.call('notes', { as: '', headers })).status).toBe(401);
      expect((await gateway.call('/console/session', { as: '', headers, json: { token: 'user' } })).status).toBe(404);
    } finally {
      await gateway.close();
    }
  });
});
