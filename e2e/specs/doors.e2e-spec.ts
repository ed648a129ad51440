import { getAccountKnowledgeBox } from '@lectern/contracts/knowledge-box';
import { exchange } from '../../libs/gateway/src/raw-exchange.fixture';
import { Client, type KnowledgeBoxClient } from '../harness/client';
import { apiKey, asCaller, asRole, bearer } from '../harness/credentials';
import { inStandalone } from '../harness/in-standalone';
import { caller, server } from '../harness/modes';
import { Standalone } from '../harness/standalone';

const NOT_CACHED = 'private, no-store';
const ELSEWHERE = '203.0.113.0/24';

inStandalone('doors, %s', (mode) => {
  let kb: KnowledgeBoxClient;

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
  });

  const raw = (line: string, headers: readonly string[] = ['Host: a'], body?: string) =>
    exchange(kb.client.origin, [line, ...headers, 'Connection: close'], body);

  it.each(['PROPFIND', 'SEARCH', 'MKCOL', 'LOCK', 'REPORT', 'PURGE', 'TRACE', 'QUERY'])(
    'refuse %s as they refuse any other method',
    async (method) => {
      const page = ['Host: a', 'Origin: https://page.example'];
      const known = await raw(`${method} /api/v1${kb.path}/find HTTP/1.1`, page);
      const unknown = await raw(`${method} /nowhere HTTP/1.1`, page);
      const twice = ['X-SVC-SERVICEACCOUNT: Bearer a', 'Authorization: Bearer a'];
      const several = await raw(`${method} /api/v1${kb.path}/find HTTP/1.1`, [...page, ...twice]);
      expect([known, unknown, several].map(({ status, body }) => [status, JSON.parse(body)])).toEqual([
        [405, { detail: 'Method Not Allowed' }],
        [404, { detail: 'Not Found' }],
        [400, { detail: 'Only one authorization header is allowed per request' }],
      ]);
      for (const { headers } of [known, unknown, several])
        expect([headers.get('access-control-allow-origin'), headers.has('x-svc-trace-id')]).toEqual(['*', true]);
    },
  );

  it('want one host, and one way to read a request', async () => {
    const get = `GET /api/v1${kb.path} HTTP/1.1`;
    for (const headers of [[], ['Host: a', 'Host: b']]) {
      const { status, body } = await raw(get, headers);
      expect([status, JSON.parse(body)]).toEqual([400, { detail: expect.stringContaining('Host') }]);
    }
    const post = `POST /api/v1${kb.path}/resources HTTP/1.1`;
    for (const headers of [
      ['Content-Length: 0', 'Content-Length: 5'],
      ['Content-Length: 5', 'Transfer-Encoding: chunked'],
      ['Transfer-Encoding: chunked, identity'],
    ]) {
      const { status, body, rest } = await raw(post, ['Host: a', ...headers], `0\r\n\r\n${get}\r\nHost: a\r\n\r\n`);
      expect([headers, status, JSON.parse(body), rest]).toEqual([headers, 400, { detail: 'Bad Request' }, '']);
    }
  });

  describe('with a file', () => {
    let file: (query: string, type: string) => Promise<Response>;

    beforeAll(() => {
      const uploaded = new Map<string, Promise<string>>();
      file = async (query, type) => {
        const upload = { filename: 'a file', contentType: type };
        const uuid = uploaded.get(type) ?? kb.upload(Buffer.from(`<a xmlns="${type}"/>`), upload);
        uploaded.set(type, uuid);
        const { data } = await kb.resource(await uuid, { show: ['values'] });
        const [field] = Object.keys(data?.files ?? {});
        const url = `${kb.client.origin}/api/v1${kb.path}/resource/${await uuid}/file/${field}/download/field${query}`;
        return fetch(url, { headers: kb.client.credential, redirect: 'manual' });
      };
    });

    it.each(['application/rss+xml', 'application/atom+xml', 'Application/MathML+XML', 'image/svg+xml', 'text/html'])(
      'show %s in a sandbox only',
      async (type) => {
        const shown = await file('?inline=true', type);
        expect([shown.status, shown.headers.get('content-security-policy')]).toEqual([
          200,
          expect.stringMatching(/^sandbox;/),
        ]);
        expect(shown.headers.get('x-content-type-options')).toBe('nosniff');
        expect((await file('', type)).headers.get('content-disposition')).toMatch(/^attachment/);
      },
    );

    it('show plain text as it is', async () => {
      const shown = await file('?inline=true', 'text/plain');
      expect([shown.status, shown.headers.get('content-security-policy')]).toEqual([200, null]);
    });

    it('let no cache keep an answer', async () => {
      const control = async (method: string, path: string, body?: object) => {
        const { status, headers } = await kb.client.send(method, path, { body });
        return [status, headers.get('cache-control')];
      };
      expect((await file('', 'text/plain')).headers.get('cache-control')).toBe(NOT_CACHED);
      expect(await control('GET', kb.path)).toEqual([200, NOT_CACHED]);
      expect(await control('POST', `${kb.path}/resources`, {})).toEqual([201, NOT_CACHED]);
      expect(await control('POST', `${kb.path}/find`, { query: 'a' })).toEqual([200, NOT_CACHED]);
      expect(await control('POST', `${kb.path}/find`, { query: 1 })).toEqual([422, NOT_CACHED]);
      expect(await control('POST', `${kb.path}/ask`, { query: 'Which file is there?' })).toEqual([200, NOT_CACHED]);
      expect(await control('GET', `${kb.path}/slug/none`)).toEqual([404, NOT_CACHED]);
      const { headers } = await caller(mode).send('GET', kb.path);
      expect(headers.get('cache-control')).toBe(NOT_CACHED);
    });
  });

  it('stay open for an owner who has to correct a list of addresses, and for nobody else', async () => {
    const box = await kb.client.createKnowledgeBox();
    const reader = await asRole(box, 'SMEMBER');
    const statusOf = async ({ client }: KnowledgeBoxClient, path: string) => (await client.send('GET', path)).status;
    await box.modify({ allowed_ip_addresses: [ELSEWHERE] });
    expect(await box.api(getAccountKnowledgeBox)).toMatchObject({ allowed_ip_addresses: [ELSEWHERE] });
    expect(await statusOf(box, box.path)).toBe(403);
    expect(await statusOf(reader, box.accountPath)).toBe(403);
    await box.modify({ allowed_ip_addresses: null });
    expect([await statusOf(box, box.path), await statusOf(reader, box.accountPath)]).toEqual([200, 200]);
  });

  it('refuse a label that is too long', async () => {
    const label = (text: string) => kb.client.send('GET', kb.path, { headers: { 'x-kbdb-user': text } });
    expect((await label('x'.repeat(256))).status).toBe(200);
    expect(await label('x'.repeat(257))).toMatchObject({
      status: 422,
      body: { detail: [{ type: 'string_too_long', loc: ['header', 'x-kbdb-user'] }] },
    });
  });

  it('take a token that was just created', async () => {
    const path = kb.path;
    expect((await caller(mode, apiKey('wrong')).send('GET', path)).status).toBe(401);
    expect((await caller(mode, apiKey('wrong')).send('GET', path)).status).toBe(401);
    const key = await kb.key('SMEMBER');
    expect((await asCaller(kb, apiKey(key)).client.send('GET', path)).status).toBe(200);
  });
});

describe('doors that somebody tries many tokens on, standalone', () => {
  let standalone: Standalone;

  beforeAll(async () => {
    standalone = await Standalone.start({
      env: { WRONG_CREDENTIALS_PER_MINUTE_MAX: '3', TRUSTED_PROXIES: '127.0.0.1' },
    });
  });
  afterAll(() => standalone?.stop());

  it('shut out the address, but not those who are known', async () => {
    const from = (address: string, token: string) =>
      new Client(standalone.origin, { ...bearer(token), 'x-forwarded-for': address }).send('GET', '/accounts');
    expect((await from('203.0.113.7', standalone.token)).status).toBe(200);
    const guesses = await Promise.all(Array.from({ length: 20 }, (_, i) => from('203.0.113.7', `guess-${i}`)));
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(3);
    const limited = guesses.filter(({ status }) => status === 429);
    expect(limited).toHaveLength(17);
    expect(limited[0]).toMatchObject({
      body: { detail: { message: expect.any(String), try_after: expect.any(Number) } },
    });
    expect(Number(limited[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await from('203.0.113.7', standalone.token)).status).toBe(200);
    expect((await from('203.0.113.8', 'guess-20')).status).toBe(401);
  });
});
