import { isBetweenHosts, statusOf } from '@lectern/contracts/core';
import { allOperations, allSockets } from '@lectern/contracts/operations';
import { httpOperations } from '@lectern/gateway';
import { inStandalone } from '../harness/in-standalone';
import { caller, server } from '../harness/modes';
import { rawRequest } from '../harness/raw-request';

const routes = httpOperations(allOperations, ['zone', 'accounts']);
const table = routes.filter((operation) => !isBetweenHosts(operation));
const EXPOSED = [
  'SVC-LEARNING-ID',
  'X-SVC-Trace-Id',
  'Location',
  'Upload-Offset',
  'Upload-Length',
  'Tus-Resumable',
  'Tus-Upload-Finished',
  'has-more',
  'x-kbdb-roles',
  'Content-Disposition',
  'Content-Range',
  'Retry-After',
  'KBDB-Resource',
  'KBDB-Field',
  'KBDB-Seq',
];

interface Described {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required?: boolean }[];
  readonly responses: Readonly<Record<string, object>>;
  readonly security: readonly Readonly<Record<string, unknown>>[];
}

interface OpenApi {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: { readonly securitySchemes: object };
}

/** Values of a member, wherever it is in a document, but not in examples, which may be documents for themselves. */
function* valuesOf(document: unknown, name: string): Generator<unknown> {
  if (typeof document !== 'object' || document === null) return;
  for (const [key, value] of Object.entries(document)) {
    if (key === name) yield value;
    if (key !== 'example') yield* valuesOf(value, name);
  }
}

inStandalone('the description of the interface, %s', (mode) => {
  let document: OpenApi;
  const operations = () => Object.values(document.paths).flatMap((methods) => Object.values(methods));

  beforeAll(async () => {
    // The document that this suite describes.
    document = (await caller(mode).send('GET', '/openapi.json')).body as OpenApi;
  });

  it('has every operation and socket that there is, with its path, method and status, and nothing else', () => {
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Lectern', version: expect.stringMatching(/^\d+\.\d+/) },
    });
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const routed = table.map(({ http }) => `${http.method} ${http.path.replace('*}', '}')}`);
    const opened = allSockets.flatMap(({ http }) => http.path).map((path) => `GET ${path}`);
    expect(described.sort()).toEqual([...routed, ...opened].sort());
    for (const { endpoint, http, refuses } of table) {
      const answered = refuses ? statusOf[refuses.code] : http.success;
      const one = operations().find(({ operationId }) => operationId === endpoint.id);
      expect([endpoint.id, Object.keys(one?.responses ?? {})]).toEqual([
        endpoint.id,
        expect.arrayContaining([String(answered), '400', '401', '429', '500', '503']),
      ]);
    }
  });

  it('names what it refers to', () => {
    for (const reference of valuesOf(document, '$ref')) {
      // Members of groups in SCIM have a property of that name.
      if (typeof reference !== 'string') continue;
      const parts = reference.replace('#/', '').split('/');
      const found = parts.reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], document);
      expect([reference, typeof found]).toEqual([reference, 'object']);
    }
    const schemes = Object.keys(document.components.securitySchemes);
    for (const { operationId, security } of operations()) {
      expect([
        operationId,
        security.flatMap((one) => Object.keys(one)).filter((name) => !schemes.includes(name)),
      ]).toEqual([operationId, []]);
    }
  });

  it('describes every parameter of a path, and each operation under its own name', () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const { parameters } of Object.values(methods)) {
        const described = parameters.filter((one) => one.in === 'path');
        expect([path, described.map(({ name }) => name), described.every(({ required }) => required)]).toEqual([
          path,
          inPath,
          true,
        ]);
      }
    }
    const names = operations().map(({ operationId }) => operationId);
    expect(new Set(names).size).toBe(names.length);
  });

  it('can be read by people, without anything from elsewhere', async () => {
    const docs = await caller(mode).send('GET', '/docs');
    expect([docs.status, docs.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const assets = [...String(docs.body).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url = '']) => url);
    expect(assets.length).toBeGreaterThan(2);
    for (const url of assets) {
      expect(url).not.toMatch(/^(https?:)?\/\//);
      expect([url, (await caller(mode).send('GET', `/${url}`)).status]).toEqual([url, 200]);
    }
  });
});

inStandalone('the edge, %s', (mode) => {
  const nobody = caller(mode);
  const { origin } = nobody;
  const page = { origin: 'https://app.example.org' };

  it('says that it lives and is ready', async () => {
    for (const path of ['/api/v1/health/alive', '/api/v1/health/ready']) {
      expect(await nobody.send('GET', path)).toMatchObject({ status: 200, body: { status: 'ok' } });
    }
    expect((await nobody.send('GET', '/versions')).body).toMatchObject({ lectern: { installed: expect.any(String) } });
  });

  it('has a home page', async () => {
    const { status, headers, body } = await rawRequest(origin, { path: '/' });
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(body.toString()).toContain('Lectern');
  });

  it('knows what is not there, and which methods are', async () => {
    for (const path of ['/nothing', '/kb', '/api/v2/nothing', '/api/nothing']) {
      expect([path, await nobody.send('GET', path)]).toMatchObject([
        path,
        { status: 404, body: { detail: 'Not Found' } },
      ]);
    }
    const wrong = await server(mode).send('PATCH', '/kb/0123/resources', { body: {} });
    expect(wrong).toMatchObject({ status: 405, body: { detail: 'Method Not Allowed' } });
    expect(wrong.headers.get('allow')?.split(', ')).toEqual(expect.arrayContaining(['GET', 'POST']));
    expect((await nobody.send('DELETE', '/api/v1/openapi.json')).status).toBe(405);
  });

  it('answers pages of any origin, refusals included', async () => {
    const preflight = await nobody.send('OPTIONS', '/kb/0123/ask', {
      headers: {
        ...page,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type, x-svc-serviceaccount',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-methods')).toMatch(/POST/);
    expect(preflight.headers.get('access-control-allow-headers')).toMatch(/Authorization.*x-svc-serviceaccount/);
    for (const path of ['/accounts', '/nothing', '/openapi.json']) {
      const { headers } = await nobody.send('GET', path, { headers: page });
      expect([path, headers.get('access-control-allow-origin')]).toEqual([path, '*']);
      expect(headers.get('access-control-expose-headers')?.split(', ')).toEqual(expect.arrayContaining(EXPOSED));
    }
  });

  it('marks every answer, with the mark of the caller where there is one', async () => {
    const id = async (headers: Record<string, string>) =>
      (await nobody.send('GET', '/accounts', { headers })).headers.get('x-request-id');
    expect(await id({ 'x-request-id': 'order-12345' })).toBe('order-12345');
    expect(await id({})).toMatch(/^[0-9a-f-]{36}$/);
    expect(await id({ 'x-request-id': 'a b"<script>' })).toMatch(/^[0-9a-f-]{36}$/);
    const { headers } = await nobody.send('GET', '/accounts', { headers: { 'x-request-id': 'order-12345' } });
    expect(headers.get('x-svc-trace-id')).toBe('order-12345');
  });

  it('answers JSON as exactly that', async () => {
    const root = server(mode);
    expect((await root.send('GET', '/accounts')).headers.get('content-type')).toBe('application/json');
    expect((await root.send('GET', '/accounts/nothing')).headers.get('content-type')).toBe('application/json');
  });

  it('refuses bodies that are too large before it has read them', async () => {
    const kb = await server(mode).createKnowledgeBox();
    const sent = (headers: readonly (readonly [string, string])[], options: object) =>
      rawRequest(origin, {
        method: 'POST',
        path: `/api/v1${kb.path}/find`,
        headers: [...Object.entries(kb.client.credential), ['content-type', 'application/json'], ...headers],
        ...options,
      });
    const announced = await sent([['content-length', String(1024 ** 3)]], { withholdBody: true });
    expect([announced.status, JSON.parse(announced.body.toString())]).toEqual([
      413,
      { detail: expect.stringMatching(/larger than \d+ bytes/) },
    ]);
    const streamed = await sent([['transfer-encoding', 'chunked']], { body: Buffer.alloc(9 * 1024 ** 2, ' ') });
    expect(streamed.status).toBe(413);
    expect((await kb.find({ query: 'still there' })).best_matches).toEqual([]);
  });

  it('survives what is no HTTP and no URL', async () => {
    expect((await rawRequest(origin, { path: '/api/v1/kb/%zz/resources' })).status).toBe(400);
    expect((await rawRequest(origin, { path: `/api/v1/kb/${'a'.repeat(5_000)}` })).status).toBeGreaterThanOrEqual(400);
    expect((await rawRequest(origin, { path: '/', headers: [['x-large', 'a'.repeat(100_000)]] })).status).toBe(431);
    expect((await nobody.send('GET', '/api/v1/health/alive')).status).toBe(200);
  });
});

describe('metrics, standalone', () => {
  it('count what was answered, by operation and status', async () => {
    const kb = await server('standalone').createKnowledgeBox();
    await kb.find({ query: 'anything' });
    const { status, body } = await rawRequest(kb.client.origin, { path: '/metrics' });
    expect(status).toBe(200);
    const lines = body.toString().split('\n');
    expect(lines.some((line) => line.includes('search.find.post') && line.includes('200'))).toBe(true);
    for (const line of lines) expect(line).toMatch(/^(#.*|[a-zA-Z_:][\w:]*(\{.*\})? [-+.\deInfNa]+|)$/);
    expect(body.toString()).not.toContain(kb.id);
  });

  it('come with health at the root', async () => {
    const { origin } = server('standalone');
    expect((await rawRequest(origin, { path: '/health/alive' })).status).toBe(200);
    expect(JSON.parse((await rawRequest(origin, { path: '/health/ready' })).body.toString())).toMatchObject({
      status: 'ok',
      checks: { bus: 'ok', database: 'ok' },
    });
  });
});
