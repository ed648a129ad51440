import { ANSWERED, ConsoleServer, Refusal, refused } from '../console-server.fixture';
import { connection } from './connection';
import { isFromProxy, refusalOf, request, whenUnauthorized } from './request';

describe('a request of the console', () => {
  const server = new ConsoleServer();
  const told: (string | undefined)[] = [];
  const send = (path: string, init?: RequestInit) => request(`${server.origin}${path}`, init);
  beforeAll(async () => {
    await server.start();
    whenUnauthorized((detail) => told.push(detail));
  });
  beforeEach(() => {
    server.reset();
    told.length = 0;
    connection.report(false);
  });
  afterAll(() => server.stop());

  it('carries the header by which the server takes the session, besides its own', async () => {
    server.on('POST /x', {});
    await send('/x', { method: 'POST', headers: { 'x-own': 'a' }, body: '{"a":1}' });
    expect(server.sent('POST /x')).toMatchObject([
      { headers: { 'x-lectern-console': '1', 'x-own': 'a' }, body: { a: 1 } },
    ]);
  });

  it('tells when the session is not accepted, and still gives the whole answer', async () => {
    server.on('GET /x', refused(401, 'The session was revoked'));
    const answer = await send('/x');
    expect([answer.status, await answer.json()]).toEqual([401, { detail: 'The session was revoked' }]);
    expect(told).toEqual(['The session was revoked']);
  });

  it.each([
    ['that is not an object of errors', new Refusal(401, 'go away', 'text/plain')],
    ['whose detail is no text', refused(401, { code: 3 })],
  ])('has no words for a refusal %s', async (_, refusal) => {
    server.on('GET /x', refusal);
    await send('/x');
    expect(told).toEqual([undefined]);
  });

  it('that a proxy answers says that the server is away, until one is answered again', async () => {
    const heard: boolean[] = [];
    const end = connection.subscribe(() => heard.push(connection.isAway()));
    server.on('GET /x', new Refusal(502, '<h1>Bad gateway</h1>', 'text/html'));
    await send('/x');
    await send('/x');
    server.on('GET /x', refused(503, 'The engine is away'));
    await send('/x');
    end();
    expect(heard).toEqual([true, false]);
  });

  it('that nobody answers says that the server is away', async () => {
    await expect(request('http://127.0.0.1:1/x')).rejects.toThrow(TypeError);
    expect(connection.isAway()).toBe(true);
  });

  it('that was cancelled says nothing about the server', async () => {
    server.on('GET /x', () => ANSWERED);
    const abort = new AbortController();
    const answer = send('/x', { signal: abort.signal });
    abort.abort();
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
    expect(connection.isAway()).toBe(false);
  });
});

describe('an answer', () => {
  it.each([
    [502, 'text/html', true],
    [503, null, true],
    [504, undefined, true],
    [503, 'application/json; charset=utf-8', false],
    [500, 'text/html', false],
    [200, 'text/html', false],
  ])('of %d with %s comes from a proxy without a server: %s', (status, type, isProxy) => {
    expect(isFromProxy(status, type)).toBe(isProxy);
  });

  it.each([
    ['{"detail":"No"}', { detail: 'No' }],
    ['<h1>No</h1>', '<h1>No</h1>'],
    ['', ''],
  ])('that refuses with %j is an error with its body', async (text, body) => {
    const error = await refusalOf('GET /x', new Response(text, { status: 404 }));
    expect(error).toMatchObject({ name: 'ApiError', request: 'GET /x', status: 404, body });
  });
});
