import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ACCOUNT, BOX, PUBLISHED, TestGateway } from '../gateway.fixture';

const PAGE = 'https://page.example';

describe('the edge', () => {
  let gateway: TestGateway;

  beforeAll(async () => {
    gateway = await TestGateway.start({ TRUSTED_PROXIES: '127.0.0.1' });
  });
  afterAll(() => gateway.close());

  async function statusAfter(change: () => void, ...call: Parameters<TestGateway['call']>): Promise<number> {
    change();
    await gateway.tellAccessChanged({ kbid: BOX });
    return (await gateway.call(...call)).status;
  }

  describe('tells pages', () => {
    it('what they may read, with refusals too', async () => {
      for (const as of ['writer', '']) {
        const { headers } = await gateway.call('notes', { as, headers: { origin: PAGE } });
        expect(headers.get('access-control-allow-origin')).toBe('*');
        expect(headers.get('access-control-expose-headers')).toMatch(/SVC-LEARNING-ID.*x-kbdb-roles.*Retry-After/);
      }
    });

    it('what they may send, on every path and without a credential', async () => {
      const headers = {
        origin: PAGE,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-svc-serviceaccount',
      };
      for (const path of ['notes', 'upload', '/nowhere', '/api/v1/health/alive']) {
        const answer = await gateway.call(path, { as: '', method: 'OPTIONS', headers });
        expect([answer.status, answer.headers.get('access-control-allow-headers')]).toEqual([
          204,
          'Authorization, x-svc-serviceaccount',
        ]);
      }
      expect((await gateway.call('notes', { method: 'OPTIONS' })).status).toBe(405);
    });

    it('nothing when there is no page', async () => {
      expect((await gateway.call('notes')).headers.get('access-control-allow-origin')).toBeNull();
    });
  });

  it('traces every request, by the id of the caller if it is harmless', async () => {
    const trace = async (id: string) =>
      (await gateway.call('notes', { headers: { 'x-request-id': id } })).headers.get('x-svc-trace-id');
    expect(await trace('caller-chosen-1')).toBe('caller-chosen-1');
    expect(await trace('a<b>')).toMatch(/^[0-9a-f-]{36}$/);
  });

  describe('lets into a knowledge box', () => {
    it('anybody who only reads what is published', async () => {
      const read = (kbid: string, as = '') => gateway.call(`/api/v1/kb/${kbid}/notes`, { as });
      expect((await read(PUBLISHED)).status).toBe(200);
      expect(await (await read(PUBLISHED)).json()).toMatchObject({ roles: ['READER'] });
      expect((await read(BOX)).status).toBe(401);
      expect((await read('box')).status).toBe(401);
      expect((await read(PUBLISHED, 'user')).status).toBe(200);
      expect((await gateway.call(`/api/v1/kb/${PUBLISHED}/notes`, { as: '', json: { title: 'x' } })).status).toBe(401);
    });

    it('pages and addresses that it allows', async () => {
      const box = gateway.world.boxes[BOX];
      if (!box) throw new Error('The world has changed');
      const from = (headers: Record<string, string>) => gateway.call('notes', { headers }).then(({ status }) => status);
      const allow = (origins: readonly string[] | null, addresses: readonly string[] | null) =>
        statusAfter(() => Object.assign(box, { allowedOrigins: origins, allowedIpAddresses: addresses }), 'notes');
      expect(await allow([PAGE], null)).toBe(200);
      expect(await from({ origin: PAGE })).toBe(200);
      expect(await from({ origin: 'https://other.example' })).toBe(403);
      expect(await allow(null, ['203.0.113.0/24', '198.51.100.7'])).toBe(403);
      expect(await from({ 'x-forwarded-for': '203.0.113.9' })).toBe(200);
      expect(await from({ 'x-forwarded-for': '203.0.113.9, 192.0.2.1' })).toBe(403);
      expect(await from({ 'x-forwarded-for': '198.51.100.7, 127.0.0.1' })).toBe(200);
      expect(await allow(null, null)).toBe(200);
    });

    it('links with a token, to the one path it is for, in whatever way it comes', async () => {
      const token = `header.${Buffer.from(JSON.stringify({ kb_id: BOX })).toString('base64url')}.signature`;
      const link = gateway.world.keys['link'];
      if (link) gateway.world.keys[token] = link;
      const status = async (path: string, options = {}) => (await gateway.call(path, { as: '', ...options })).status;
      expect(await status('download/nothing?eph-token=link')).toBe(404);
      expect(await status('download/nothing', { headers: { authorization: `Bearer ${token}` } })).toBe(404);
      expect(await status('notes?eph-token=link')).toBe(403);
      expect(await status('stream?eph-token=link', { json: { title: 'x' } })).toBe(401);
      expect(await status(`/api/v1/kb/${PUBLISHED}/download/x?eph-token=link`)).toBe(403);
      expect(await status('download/nothing?eph-token=reader')).toBe(401);
    });

    it('nobody any longer once a key is gone', async () => {
      const { reader } = gateway.world.keys;
      expect((await gateway.call('notes', { as: 'reader' })).status).toBe(200);
      delete gateway.world.keys['reader'];
      expect((await gateway.call('notes', { as: 'reader' })).status).toBe(200);
      await gateway.tellAccessChanged({ key: 'k1' });
      expect((await gateway.call('notes', { as: 'reader' })).status).toBe(401);
      if (reader) gateway.world.keys['reader'] = reader;
      await gateway.tellAccessChanged({ key: 'k1' });
    });

    it('nobody with a credential that has expired a moment ago', async () => {
      const short = {
        kind: 'temporal' as const,
        id: 't',
        account: ACCOUNT,
        kb: BOX,
        role: 'SMEMBER' as const,
        key: 'k9',
      };
      gateway.world.keys['short'] = { ...short, expiresMs: Date.now() + 200 };
      expect((await gateway.call('notes', { as: 'short' })).status).toBe(200);
      delete gateway.world.keys['short'];
      await new Promise((resolve) => setTimeout(resolve, 250));
      expect((await gateway.call('notes', { as: 'short' })).status).toBe(401);
    });
  });

  describe('answers by itself', () => {
    const json = async (path: string, options = {}) => {
      const answer = await gateway.call(path, { as: '', ...options });
      return [answer.status, await answer.json()];
    };

    it('how it is', async () => {
      expect(await json('/api/v1/health/alive')).toEqual([200, { status: 'ok' }]);
      expect(await json('/api/v1/health/ready')).toEqual([200, { status: 'ok' }]);
      expect(await (await gateway.call('/metrics', { as: '' })).text()).toContain(
        'lectern_http_request_seconds_count{operation="test.note.find",status="200"}',
      );
      expect(await json('/api/v1/versions')).toEqual([
        200,
        { lectern: { installed: expect.stringMatching(/^\d/), latest: null } },
      ]);
      expect(await (await gateway.call('/', { as: '' })).text()).toContain('<h1>Lectern</h1>');
    });

    it('who somebody is', async () => {
      expect(await json('/api/authorizer/info', { as: 'writer' })).toEqual([
        200,
        {
          auth: 'service_account',
          user: { user_id: 'writing', account_id: ACCOUNT, account_type: 'v3pro', kb_id: BOX, role: 'SCONTRIBUTOR' },
        },
      ]);
      expect(
        await json('/api/authorizer/info?ip_info=1', {
          headers: { 'x-svc-nuakey': 'bearer nua', 'x-forwarded-for': '203.0.113.7' },
        }),
      ).toEqual([
        200,
        {
          auth: 'nua_key',
          user: { user_id: 'nua', account_id: ACCOUNT, account_type: 'v3pro', kb_id: null, role: null },
          ip_info: { client: '203.0.113.7', available: { 'x-forwarded-for': '203.0.113.7' } },
        },
      ]);
      expect(await json('/api/authorizer/info', { as: 'user' })).toMatchObject([
        200,
        { auth: 'oauth', user: { role: 'USER' } },
      ]);
      expect(await json('/api/authorizer/info')).toEqual([401, { detail: 'Unauthorized' }]);
    });

    it('what somebody may do at a path', async () => {
      const probe = async (path: string, as: string) => {
        const answer = await gateway.call(`/api/authorizer/authorize/api/v1/${path}`, { as });
        return [answer.status, answer.headers.get('x-kbdb-roles'), await answer.text()];
      };
      expect(await probe(`kb/${BOX}/notes`, 'reader')).toEqual([200, 'SMEMBER;READER', 'null']);
      expect(await probe(`kb/${PUBLISHED}/notes`, '')).toEqual([200, 'READER', 'null']);
      expect((await probe(`kb/${PUBLISHED}/notes`, 'reader'))[0]).toBe(403);
      expect((await probe(`kb/${BOX}/notes`, ''))[0]).toBe(401);
      expect((await probe('nowhere', 'reader'))[0]).toBe(404);
    });

    it.each(['/api/v1/openapi.json', '/api/v1/docs/swagger-ui-bundle.js'])('with %s, compressed once', async (path) => {
      const { request } = await import('node:http');
      const sent = (headers: Record<string, string>) =>
        new Promise<{ status?: number; headers: NodeJS.Dict<string | string[]>; bytes: number }>((done, fail) => {
          const call = request(new URL(path, gateway.origin), { headers }, (answer) => {
            let bytes = 0;
            answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
            answer.on('end', () => done({ status: answer.statusCode, headers: answer.headers, bytes }));
          });
          call.on('error', fail).end();
        });
      const plain = await sent({});
      const zipped = await sent({ 'accept-encoding': 'br, gzip;q=0.8' });
      expect([plain.headers['content-encoding'], zipped.headers['content-encoding']]).toEqual([undefined, 'gzip']);
      expect(plain.bytes).toBe(Number(plain.headers['content-length']));
      expect(zipped.bytes).toBeLessThan(plain.bytes / 2);
      expect((await sent({ 'accept-encoding': 'gzip;q=0' })).headers['content-encoding']).toBeUndefined();
      const again = await sent({ 'if-none-match': String(zipped.headers['etag']) });
      expect([again.status, again.bytes]).toEqual([304, 0]);
    });

    it('with a page about its interface that loads nothing from elsewhere', async () => {
      const page = await gateway.call('/api/v1/docs', { as: '' });
      const html = await page.text();
      const assets = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, asset = '']) => asset);
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(assets).toHaveLength(4);
      for (const asset of assets)
        expect((await fetch(new URL(asset, `${gateway.origin}/api/v1/docs`))).status).toBe(200);
      expect((await gateway.call('/api/v1/docs/package.json', { as: '' })).status).toBe(404);
      expect((await gateway.call('/api/v1/docs/../../../package.json', { as: '' })).status).toBe(404);
    });
  });
});

describe('the edge of a deployment with other names', () => {
  let gateway: TestGateway;
  const names = {
    headers: {
      'x-svc-serviceaccount': { accept: ['x-acme-serviceaccount', 'x-ac-key'], emit: 'X-ACME-SERVICEACCOUNT' },
      'x-kbdb-user': { accept: ['x-acmedb-user'] },
      'svc-learning-id': { accept: [], emit: 'ACME-LEARNING-ID' },
    },
    members: { svc_tokens: { accept: ['acme_tokens'], emit: 'acme_tokens' } },
    values: { SVC: { accept: ['ACME'], emit: 'ACME' } },
    homeTitle: 'Acme <Search>',
  };

  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-names-'));
    const file = join(folder, 'names.json');
    writeFileSync(file, JSON.stringify(names));
    gateway = await TestGateway.start({ WIRE_NAMES_FILE: file, CORS_ORIGINS: PAGE, GATEWAY_HOSTS: 'zone' });
    rmSync(folder, { recursive: true });
  });
  afterAll(() => gateway.close());

  const call = (path: string, headers: Record<string, string>, json?: unknown) =>
    gateway.call(path, { as: '', headers, json });

  it('understands its spellings and the canonical ones, and writes its own', async () => {
    const json = { title: 'x', author: 'ACME', acme_tokens: 3 };
    const answer = await call('notes', { 'x-ac-key': 'Bearer writer', 'x-acmedb-user': 'me' }, json);
    expect(await answer.json()).toMatchObject({
      body: { author: 'ACME', acme_tokens: 3 },
      principal: { label: 'me' },
    });
    expect(
      (await call('notes', { 'x-svc-serviceaccount': 'Bearer writer' }, { title: 'x', author: 'SVC', svc_tokens: 3 }))
        .status,
    ).toBe(201);
  });

  it('counts every spelling of a credential', async () => {
    expect(
      (await call('notes', { 'x-ac-key': 'Bearer writer', 'X-ACME-SERVICEACCOUNT': 'Bearer writer' })).status,
    ).toBe(400);
  });

  it('writes them in streams and their headers', async () => {
    const answer = await call('stream', { 'x-acme-serviceaccount': 'Bearer writer' }, { title: 'x', size: 1 });
    expect([answer.headers.get('acme-learning-id'), answer.headers.get('svc-learning-id')]).toEqual(['learning', null]);
    expect(await answer.text()).toBe('{"item":{"index":0,"author":"ACME","acme_tokens":1}}\n');
  });

  it('describes itself with them', async () => {
    const document = await (await call('/api/v1/openapi.json', {})).text();
    expect(document).toContain('"X-ACME-SERVICEACCOUNT"');
    expect(document).toContain('"enum":["USER","ACME"]');
    expect(document).toContain('"acme_tokens"');
    expect(document).not.toMatch(/"svc_tokens"|"SVC"/);
    expect(await (await call('/', {})).text()).toContain('<h1>Acme &lt;Search&gt;</h1>');
  });

  it('exposes both spellings of a header to the pages it knows, and nothing to others', async () => {
    const seenBy = async (origin: string) => (await call('notes', { origin })).headers;
    expect((await seenBy(PAGE)).get('access-control-expose-headers')).toMatch(/SVC-LEARNING-ID, ACME-LEARNING-ID/);
    expect((await seenBy(PAGE)).get('access-control-allow-origin')).toBe(PAGE);
    expect((await seenBy('https://other.example')).get('access-control-allow-origin')).toBeNull();
  });

  it('serves only the configured hosts', async () => {
    expect((await gateway.call('/api/v1/greeting', { as: 'user' })).status).toBe(404);
  });
});
