import { METHODS } from 'node:http';
import { BOX, TestGateway } from './gateway.fixture';
import { exchange as send } from './raw-exchange.fixture';

const PAGE = 'https://page.example';
const NOTES = `/api/v1/kb/${BOX}/notes`;
const NOT_CACHED = 'private, no-store';
const WRITER = 'X-SVC-SERVICEACCOUNT: Bearer writer';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await TestGateway.start();
});
afterAll(() => gateway.close());

const exchange = (lines: readonly string[], body?: string) => send(gateway.origin, lines, body);
const ask = (method: string, path: string, ...headers: readonly string[]) =>
  exchange([`${method} ${path} HTTP/1.1`, 'Host: a', `Origin: ${PAGE}`, 'Connection: close', ...headers]);

describe('every method that can be sent', () => {
  const others = METHODS.filter((method) => !['GET', 'POST', 'CONNECT', 'HEAD'].includes(method));

  it.each([...others, 'HEAD'])('%s is refused like any other where it has no route', async (method) => {
    const [known, unknown, several] = await Promise.all([
      ask(method, NOTES, WRITER),
      ask(method, '/nowhere'),
      ask(method, NOTES, WRITER, 'Authorization: Bearer a'),
    ]);
    expect([known.status, unknown.status, several.status]).toEqual([405, 404, 400]);
    for (const { headers } of [known, unknown, several]) {
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('x-svc-trace-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers.get('cache-control')).toBe(NOT_CACHED);
    }
    expect(known.headers.get('allow')).toBe('GET, POST');
    if (method === 'HEAD') return;
    expect([known.body, unknown.body, several.body].map((body) => JSON.parse(body))).toEqual([
      { detail: 'Method Not Allowed' },
      { detail: 'Not Found' },
      { detail: 'Only one authorization header is allowed per request' },
    ]);
  });

  it('is refused beside the paths, too', async () => {
    for (const target of ['*', `*${NOTES}`, 'other://a/b']) {
      const answer = await ask('OPTIONS', target);
      expect([answer.status, answer.body]).toEqual([404, '{"detail":"Not Found"}']);
      expect(answer.headers.get('x-svc-trace-id')).toBeDefined();
      expect((await ask('OPTIONS', target, WRITER, 'Authorization: Bearer a')).status).toBe(400);
    }
    const absolute = await ask('PROPFIND', `http://a${NOTES}`);
    expect([absolute.status, absolute.body]).toEqual([405, '{"detail":"Method Not Allowed"}']);
  });

  it('CONNECT connects to nothing', async () => {
    const answer = await ask('CONNECT', 'internal.example:80');
    expect([answer.status, answer.body]).toEqual([404, '{"detail":"Not Found"}']);
    expect((await ask('CONNECT', 'a:80', WRITER, 'Authorization: Bearer a')).status).toBe(400);
  });

  it('is not read when nobody knows it', async () => {
    const answer = await ask('NONSENSE', NOTES, WRITER);
    expect([answer.status, answer.body, answer.headers.get('cache-control')]).toEqual([
      400,
      '{"detail":"Bad Request"}',
      NOT_CACHED,
    ]);
  });

  it('counts credentials before it answers a page, and on paths that the services do not see', async () => {
    const twice = [WRITER, 'Authorization: Bearer a'];
    expect((await ask('OPTIONS', NOTES, ...twice, 'Access-Control-Request-Method: POST')).status).toBe(400);
    for (const path of ['/health/alive', '/metrics', '/api/v1/docs/swagger-ui.css'])
      expect([path, (await ask('GET', path, ...twice)).status]).toEqual([path, 400]);
  });
});

describe('the host of a request', () => {
  const line = `GET ${NOTES} HTTP/1.1`;

  it.each([
    ['is required', [line, WRITER], 400, 'A Host header is required'],
    ['is one', [line, 'Host: a', 'Host: b', WRITER], 400, 'Only one Host header is allowed per request'],
    [
      'is one, though both be the same',
      [line, 'host: a', 'HOST: a'],
      400,
      'Only one Host header is allowed per request',
    ],
    ['is one before HTTP/1.1, too', [`GET ${NOTES} HTTP/1.0`, 'Host: a', 'Host: b'], 400, expect.any(String)],
    ['is one on unknown paths', ['GET /nowhere HTTP/1.1', 'Host: a', 'Host: b'], 400, expect.any(String)],
    ['is one for health', ['GET /health/alive HTTP/1.1'], 400, 'A Host header is required'],
  ])('%s', async (_, head, status, detail) => {
    const answer = await exchange([...head, 'Connection: close']);
    expect([answer.status, JSON.parse(answer.body)]).toEqual([status, { detail }]);
    expect([...answer.headers.keys()]).toEqual(expect.arrayContaining(['x-svc-trace-id', 'cache-control']));
  });

  it('was not yet known to HTTP/1.0', async () => {
    expect((await exchange([`GET ${NOTES} HTTP/1.0`, WRITER])).status).toBe(200);
  });
});

describe('a request that two servers might read differently', () => {
  const post = [`POST ${NOTES} HTTP/1.1`, 'Host: a', WRITER];
  const hidden = `GET ${NOTES} HTTP/1.1\r\nHost: a\r\n${WRITER}\r\nConnection: close\r\n\r\n`;
  const chunked = '11\r\n{"title":"title"}\r\n0\r\n\r\n';

  it('is understood when there is only one way to read it', async () => {
    expect((await exchange([...post, 'Transfer-Encoding: chunked', 'Connection: close'], chunked)).status).toBe(201);
  });

  it.each([
    ['two lengths', ['Content-Length: 0', 'Content-Length: 5'], hidden],
    ['two equal lengths', ['Content-Length: 5', 'Content-Length: 5'], `"abc"${hidden}`],
    ['a list of lengths', ['Content-Length: 0, 5'], hidden],
    ['a length with a sign', ['Content-Length: +5'], hidden],
    ['a length in another base', ['Content-Length: 0x5'], hidden],
    ['an empty length', ['Content-Length: '], hidden],
    ['a length, and pieces', ['Content-Length: 5', 'Transfer-Encoding: chunked'], `0\r\n\r\n${hidden}`],
    ['pieces, and a length', ['Transfer-Encoding: chunked', 'Content-Length: 5'], `0\r\n\r\n${hidden}`],
    ['pieces of another kind', ['Transfer-Encoding: chunked, identity'], `0\r\n\r\n${hidden}`],
    ['pieces under a misspelt name', ['Transfer-Encoding : chunked'], `0\r\n\r\n${hidden}`],
    ['pieces in a misspelt way', ['Transfer-Encoding: xchunked'], `0\r\n\r\n${hidden}`],
    ['pieces twice', ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], `0\r\n\r\n${hidden}`],
    ['a folded header', ['X-Any: a', ' Content-Length: 5', 'Content-Length: 0'], hidden],
    ['a bare line break in its head', ['X-Any: a\nContent-Length: 5'], hidden],
    ['a size of a piece that is none', ['Transfer-Encoding: chunked'], `0x0\r\n\r\n${hidden}`],
  ])('because of %s is refused, and what follows it is not answered', async (_, headers, body) => {
    const { status, rest, headers: sent, body: content } = await exchange([...post, ...headers], body);
    expect([status, rest, sent.get('connection'), JSON.parse(content)]).toEqual([
      400,
      '',
      'close',
      { detail: 'Bad Request' },
    ]);
  });
});

describe('nothing that is answered', () => {
  it('is kept by caches, unless an operation wants it', async () => {
    const control = async (path: string, options: Parameters<TestGateway['call']>[1] = {}) => {
      const answer = await gateway.call(path, options);
      await answer.text();
      return [answer.status, answer.headers.get('cache-control')];
    };
    expect(await control('notes')).toEqual([200, NOT_CACHED]);
    expect(await control('notes', { json: { title: 'x' } })).toEqual([201, NOT_CACHED]);
    expect(await control('notes', { json: {} })).toEqual([422, NOT_CACHED]);
    expect(await control('notes', { json: { title: 'bug' } })).toEqual([500, NOT_CACHED]);
    expect(await control('notes', { as: 'nobody' })).toEqual([401, NOT_CACHED]);
    expect(await control('stream', { json: { title: 'x' } })).toEqual([200, NOT_CACHED]);
    expect(await control('stream', { json: { title: 'x' }, headers: { 'x-synchronous': '1' } })).toEqual([
      200,
      NOT_CACHED,
    ]);
    expect(await control('stream', { json: { title: 'early' } })).toEqual([412, NOT_CACHED]);
    expect(await control('note/a', { method: 'DELETE' })).toEqual([204, NOT_CACHED]);
    expect(await control('/nowhere')).toEqual([404, NOT_CACHED]);
    expect(await control('/api/v1/kb/%E0%A4%A')).toEqual([400, NOT_CACHED]);
    expect(await control('/api/authorizer/info')).toEqual([200, NOT_CACHED]);
    expect(await control('/health/alive', { as: '' })).toEqual([200, NOT_CACHED]);
    expect(await control('/print', { as: '' })).toEqual([203, 'public, max-age=60']);
    expect(await control('watch')).toEqual([200, NOT_CACHED]);
    expect(await control('/api/v1/docs/swagger-ui.css', { as: '' })).toEqual([200, 'public, max-age=86400']);
  });
});
