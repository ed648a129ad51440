import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { BOX, seen, TestGateway } from './gateway.fixture';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await TestGateway.start();
});
afterAll(() => gateway.close());

async function outcome(path: string, options?: Parameters<TestGateway['call']>[1]) {
  const answer = await gateway.call(path, options);
  const body = await answer.text();
  return { status: answer.status, body: body === '' ? undefined : JSON.parse(body), headers: answer.headers };
}

describe('an operation over HTTP', () => {
  it('is answered with its status and exactly JSON', async () => {
    const { status, headers, body } = await outcome('notes', { json: { title: 'Tides', more: 1 } });
    expect([status, headers.get('content-type')]).toEqual([201, 'application/json']);
    expect(body).toMatchObject({
      kbid: BOX,
      body: { title: 'Tides', tags: [] },
      principal: { kind: 'sa', id: 'writing', kb: BOX, key: 'k2', roles: ['SCONTRIBUTOR', 'READER', 'WRITER'] },
    });
  });

  it('takes ids in either form and hands on one', async () => {
    const path = `/api/v1/kb/${BOX.replaceAll('-', '').toUpperCase()}/notes`;
    expect((await outcome(path, { json: { title: 'x' } })).body.kbid).toBe(BOX);
  });

  it('reads query parameters by their declared types', async () => {
    expect((await outcome('notes?size=5&tag=a&tag=b&other=1')).body.query).toEqual({ size: 5, tag: ['a', 'b'] });
    expect((await outcome('notes?size=x')).body.detail[0]).toMatchObject({
      type: 'int_parsing',
      loc: ['query', 'size'],
      input: 'x',
    });
  });

  it('knows its caller by the label that the caller chose, or by the id of a user', async () => {
    const sent = (options: object) => outcome('notes', { json: { title: 'x' }, ...options });
    const label = async (options: object) => (await sent(options)).body.principal.label;
    expect(await label({ as: 'user' })).toBe('user');
    expect(await label({ as: 'user', headers: { 'x-kbdb-user': ' me ' } })).toBe('me');
    expect(await label({ as: 'writer', headers: { 'x-kbdb-user': 'me' } })).toBe('me');
    expect(await label({ as: 'writer' })).toBeUndefined();
    expect(await sent({ headers: { 'x-kbdb-user': 'x'.repeat(257) } })).toMatchObject({
      status: 422,
      body: { detail: [{ type: 'string_too_long', loc: ['header', 'x-kbdb-user'] }] },
    });
  });

  it('answers nothing, null and text as declared', async () => {
    const empty = await gateway.call('note/a/b', { method: 'DELETE' });
    expect([empty.status, await empty.text()]).toEqual([204, '']);
    const none = await gateway.call('note/a', { method: 'PUT' });
    expect([none.status, none.headers.get('content-type'), await none.text()]).toEqual([
      200,
      'application/json',
      'null',
    ]);
    const printed = await gateway.call('/print', { as: '' });
    expect([printed.status, printed.headers.get('content-type'), await printed.text()]).toEqual([
      203,
      'text/css',
      'a{}',
    ]);
    expect(printed.headers.get('svc-learning-id')).toBe('l1');
  });

  it('takes no body for one of which nothing is required', async () => {
    const put = async (body?: string) => {
      const answer = await gateway.call('note/a', {
        method: 'PUT',
        body,
        headers: { 'content-type': 'application/json' },
      });
      return answer.status;
    };
    expect([await put(), await put(''), await put('{"size":1}'), await put('{"size":"x"}'), await put('[]')]).toEqual([
      200, 200, 200, 422, 422,
    ]);
  });

  it('reads JSON whatever type it claims, a form, and a byte order mark', async () => {
    const title = async (body: string, type: string) =>
      (await outcome('notes', { body, headers: { 'content-type': type } })).body.body?.title;
    expect(await title('{"title":"a"}', 'text/plain')).toBe('a');
    expect(await title('{"title":"b"}', 'not a type')).toBe('b');
    expect(await title('title=c+d', 'application/x-www-form-urlencoded')).toBe('c d');
    expect(await title('\ufeff{"title":"e"}', 'application/json; charset=utf-8')).toBe('e');
  });

  it('drops members that would reach a prototype', async () => {
    const body = '{"title":"a","__proto__":{"size":3},"\\u005f_proto__":{"size":4}}';
    expect((await outcome('notes', { body })).body.body).toEqual({ title: 'a', tags: [] });
  });
});

describe('a refusal', () => {
  it.each([
    ['conflict', { json: { title: 'conflict' } }, 409, 'Exists'],
    [
      'bug, without its text',
      { json: { title: 'bug' } },
      500,
      'Something went wrong, please contact your administrator',
    ],
    ['missing role', { json: { title: 'x' }, as: 'reader' }, 403, 'Forbidden'],
    ['missing credential', { json: { title: 'x' }, as: '' }, 401, 'Unauthorized'],
    ['unknown credential', { json: { title: 'x' }, as: 'nobody' }, 401, 'Unauthorized'],
    ['missing deadline', { json: { title: 'slow' } }, 504, expect.any(String)],
  ])('of a %s has its status and text', async (...[, options, status, detail]) => {
    expect(await outcome('notes', options)).toMatchObject({ status, body: { detail } });
  });

  it('of a rate limit has an object and a header', async () => {
    const { status, body, headers } = await outcome('notes', { json: { title: 'busy' } });
    expect([status, body, headers.get('retry-after')]).toEqual([
      429,
      { detail: { message: 'Busy', try_after: 1 } },
      '1',
    ]);
  });

  it('of a bad body says where and why', async () => {
    const first = async (body: string) => (await outcome('notes', { body, method: 'POST' })).body.detail[0];
    expect(await first('{"title":1}')).toEqual({
      type: 'string_type',
      loc: ['body', 'title'],
      msg: 'Input should be a valid string',
      input: 1,
    });
    expect(await first('{"title":')).toMatchObject({
      type: 'json_invalid',
      loc: ['body', '9'],
      msg: 'JSON decode error',
    });
    expect(await first('')).toMatchObject({ type: 'missing', loc: ['body'] });
  });

  it('of a credential comes before that of the path, and that of the path before that of the body', async () => {
    expect((await outcome('/api/v1/kb/box/notes', { json: {}, as: 'nobody' })).status).toBe(401);
    expect(await outcome('/api/v1/kb/box/notes', { json: {}, as: 'reader' })).toMatchObject({
      status: 404,
      body: { detail: 'KnowledgeBox not found. UUID expected.' },
    });
    expect((await outcome('notes', { json: {}, as: 'reader' })).status).toBe(403);
  });

  it('of a path or method that does not exist is 404 or 405', async () => {
    expect(await outcome('unknown')).toMatchObject({ status: 404, body: { detail: 'Not Found' } });
    const wrongMethod = await outcome('stream');
    expect(wrongMethod).toMatchObject({ status: 405, body: { detail: 'Method Not Allowed' } });
    expect(wrongMethod.headers.get('allow')).toBe('POST');
    expect((await outcome('/api/v1/kb/%E0%A4%A', {})).status).toBe(400);
    expect((await outcome(`/api/v1/kb/${'x'.repeat(3_000)}/notes`, {})).status).toBe(404);
  });

  it('of an unauthenticated caller carries a challenge', async () => {
    expect((await outcome('notes', { json: {}, as: '' })).headers.get('www-authenticate')).toBe('Bearer');
  });

  it('has the envelope that its operation asks for', async () => {
    const { status, body, headers } = await outcome('/api/v1/greeting', { as: '' });
    expect([status, body]).toEqual([401, { error: 'unauthorized', error_description: 'Unauthorized' }]);
    expect(headers.get('www-authenticate')).toBe('Bearer');
    expect((await outcome('/api/v1/greeting', { as: 'user' })).body.principal).toMatchObject({
      kind: 'user',
      id: 'user',
    });
  });

  it('of what is no HTTP is JSON too', async () => {
    const { hostname, port } = new URL(gateway.origin);
    const socket = connect(Number(port), hostname);
    socket.end('nonsense\r\n\r\n');
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1.1 400 Bad Request[\s\S]*\{"detail":"Bad Request"\}$/);
  });
});

describe('several credentials', () => {
  it.each([
    ['of two kinds', ['Authorization', 'Bearer a', 'X-SVC-NUAKEY', 'Bearer b']],
    ['of one kind, repeated', ['authorization', 'Bearer a', 'Authorization', 'Bearer a']],
  ])('%s are refused before anything else, on public and unknown paths too', async (_, headers) => {
    const statusOf = (path: string) =>
      new Promise<number>((resolve, reject) => {
        const sent = request(`${gateway.origin}${path}`, { headers: ['Host', 'a', ...headers] as never });
        sent
          .on('error', reject)
          .on('response', (answer) => resolve(answer.resume().statusCode ?? 0))
          .end();
      });
    expect(
      await Promise.all(['/print', '/nowhere', `/api/v1/kb/${BOX}/notes`, '/api/v1/health/alive'].map(statusOf)),
    ).toEqual([400, 400, 400, 400]);
  });
});

describe('a stream over HTTP', () => {
  const stream = (json: object, headers = {}) => gateway.call('stream', { json, headers });

  it('is one line a value, with exactly its content type and the headers of its first value', async () => {
    const answer = await stream({ title: 'x' });
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('svc-learning-id')]).toEqual([
      200,
      'application/x-ndjson',
      'learning',
    ]);
    const lines = (await answer.text()).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).item.index)).toEqual([0, 1]);
  });

  it('has no line that a reader takes for two', async () => {
    const text = await (await stream({ title: 'large' })).text();
    expect(text).not.toMatch(/[\u0085\u2028\u2029]/);
    expect(text.split('\n')).toHaveLength(3);
    expect(JSON.parse(text.split('\n')[0] ?? '').text).toHaveLength(16_668);
  });

  it('is one document when the caller wants it so', async () => {
    const answer = await stream({ title: 'x' }, { 'x-synchronous': 'true' });
    expect([answer.headers.get('content-type'), answer.headers.get('svc-learning-id')]).toEqual([
      'application/json',
      'whole',
    ]);
    expect(await answer.json()).toEqual({ all: [expect.any(Object), expect.any(Object)] });
  });

  it('is events when declared so, of which the last one says that nothing is missing', async () => {
    const answer = await gateway.call('watch');
    expect([answer.headers.get('content-type'), await answer.text()]).toEqual([
      'text/event-stream',
      'data: {"a":1}\n\ndata: {"a":2}\n\ndata: over\n\n',
    ]);
    const failed = await gateway.call('watch?size=1');
    expect(await failed.text()).toBe('data: {"a":1}\n\ndata: {"failed":"unavailable"}\n\n');
  });

  it('is written in the other way when the caller asks for it', async () => {
    const headers = { 'x-synchronous': 'true' };
    const answer = await gateway.call('watch', { headers });
    expect([answer.headers.get('content-type'), answer.headers.get('svc-learning-id'), await answer.text()]).toEqual([
      'text/plain; charset=utf-8',
      'text',
      '12',
    ]);
    expect(await (await gateway.call('watch?size=1', { headers })).text()).toBe('1-unavailable');
  });

  it('keeps the status of an early failure and says a later one in its last line', async () => {
    expect((await stream({ title: 'early' })).status).toBe(412);
    const last = async (title: string) => (await (await stream({ title })).text()).trimEnd().split('\n').at(-1);
    expect(await last('late')).toBe('{"item":{"type":"error","error":"late"}}');
    expect(await last('bug')).toBe(
      '{"item":{"type":"error","error":"Something went wrong, please contact your administrator"}}',
    );
    expect((await stream({ title: 'late' }, { 'x-synchronous': '1' })).status).toBe(503);
  });

  it('says in the log why it broke off', async () => {
    const lines: unknown[] = [];
    const collect = (line: unknown) => void lines.push(line);
    Logger.overrideLogger({ log: collect, warn: collect, error: collect });
    await (await stream({ title: 'late' }, { 'x-request-id': 'request-1' })).text();
    Logger.overrideLogger(false);
    const failure = { message: 'A stream ended early: late', code: 'unavailable', operation: 'test.note.stream' };
    expect(lines).toContainEqual({ ...failure, requestId: 'request-1' });
  });

  it('is cancelled when the client hangs up', async () => {
    const abort = new AbortController();
    const answer = await gateway.call('stream', { json: { title: 'slow', size: 5_000 }, signal: abort.signal });
    await answer.body?.getReader().read();
    abort.abort();
    for (let tries = 0; tries < 100 && !seen.cancelled; tries += 1) await sleep(10);
    expect([seen.cancelled, seen.yielded < 1_000]).toEqual([true, true]);
  });

  it('does not run ahead of a client that does not read', async () => {
    const answer = await stream({ title: 'large', size: 1_000 });
    const reader = answer.body?.getReader();
    await reader?.read();
    await sleep(300);
    expect(seen.yielded).toBeLessThan(200);
    await reader?.cancel();
  });
});
