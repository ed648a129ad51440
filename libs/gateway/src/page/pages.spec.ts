import { type AnyOperation, type HttpBinding } from '@lectern/contracts/core';
import { TestGateway } from '../gateway.fixture';
import { exchange } from '../raw-exchange.fixture';
import { httpOperations } from '../operation/http-operation';
import { pageOperations, PagesModule, showOwn, signUp } from './pages.fixture';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await TestGateway.start({ BODY_TIMEOUT_S: '1' }, { operations: pageOperations, handlers: PagesModule });
});
afterAll(() => gateway.close());

type Headers = Record<string, string>;
const open = (path: string, headers: Headers = {}) => gateway.call(path, { as: '', headers });
const sessionOf = (user: string): string => `lectern-session-${new URL(gateway.origin).port}=${user}`;

/** The token in the forms of a page, and the cookie that comes with it. */
async function formOf(path: string, headers: Headers = {}): Promise<{ token: string; cookie: string }> {
  const answer = await open(path, headers);
  const [, token = ''] = /name="csrf_token" value="([^"]+)"/.exec(await answer.text()) ?? [];
  const [set = ''] = answer.headers.get('set-cookie')?.split(';') ?? [];
  return { token, cookie: [set, headers['cookie']].filter(Boolean).join('; ') };
}

const submit = (path: string, fields: string | Record<string, string>, headers: Headers) =>
  gateway.call(path, {
    as: '',
    method: 'POST',
    body: String(new URLSearchParams(fields)),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });

describe('a page', () => {
  it('is HTML whose texts are escaped, that loads and does only what is declared, and that nothing stores', async () => {
    const answer = await open('/page');
    expect(await answer.text()).toContain('<b>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;</b>');
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; style-src 'self'; form-action 'self' https://id.example",
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
  });

  it('gives the browser a secret that scripts and forms of other sites cannot use, once', async () => {
    const first = (await open('/page')).headers.get('set-cookie') ?? '';
    expect(first).toMatch(/^lectern-form-\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    const [cookie = ''] = first.split(';');
    expect((await open('/page', { cookie })).headers.get('set-cookie')).toBeNull();
  });

  it('opens with the session of the browser, unless another site opens it', async () => {
    const cookie = sessionOf('user');
    const status = async (headers: Headers) => (await open('/own', { cookie, ...headers })).status;
    expect(await status({})).toBe(200);
    expect(await status({ 'sec-fetch-site': 'none' })).toBe(200);
    expect(await status({ 'sec-fetch-site': 'same-origin' })).toBe(200);
    expect(await status({ 'sec-fetch-site': 'cross-site' })).toBe(401);
    expect(await status({ 'sec-fetch-site': 'same-site' })).toBe(401);
    expect(await status({ origin: 'https://evil.example' })).toBe(401);
    expect(await status({ authorization: 'Bearer user' })).toBe(400);
    expect((await open('/own.json', { cookie })).status).toBe(401);
  });

  it('may be what a refusal is shown as', async () => {
    const answer = await open('/own');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([401, 'text/html; charset=utf-8']);
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'.* style-src 'self'/);
    expect(await answer.text()).toBe('<p>Unauthorized</p>');
  });
});

describe('a form', () => {
  it('is checked by the class of the body, its texts read as numbers and lists, and leads to another page', async () => {
    const { token, cookie } = await formOf('/page');
    const fields = `csrf_token=${token}&name=Ada+L&age=36&topics=sea&topics=moon&other=1`;
    const answer = await submit('/page', fields, { cookie, origin: gateway.origin });
    expect([answer.status, await answer.text()]).toEqual([303, '']);
    const location = decodeURIComponent(answer.headers.get('location') ?? '');
    expect(location).toBe('/welcome?{"name":"Ada L","age":36,"topics":["sea","moon"]}');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('that is not valid is refused with every reason', async () => {
    const { token, cookie } = await formOf('/page');
    const answer = await submit('/page', { csrf_token: token, age: 'x' }, { cookie });
    expect([answer.status, await answer.json()]).toMatchObject([
      422,
      {
        detail: [
          { loc: ['body', 'name'], type: 'missing' },
          { loc: ['body', 'age'], type: 'int_parsing' },
        ],
      },
    ]);
  });

  it('counts only with the token of a page that was made for the same browser and session', async () => {
    const anonymous = await formOf('/page');
    const other = await formOf('/page');
    const own = await formOf('/own', { cookie: sessionOf('user') });
    const status = async (path: string, token: string | undefined, headers: Headers) => {
      const fields = { name: 'Ada', ...(token !== undefined && { csrf_token: token }) };
      return (await submit(path, fields, headers)).status;
    };
    expect(await status('/page', anonymous.token, { cookie: anonymous.cookie })).toBe(303);
    expect(await status('/page', undefined, { cookie: anonymous.cookie })).toBe(403);
    expect(await status('/page', '', { cookie: anonymous.cookie })).toBe(403);
    expect(await status('/page', `${anonymous.token}x`, { cookie: anonymous.cookie })).toBe(403);
    expect(await status('/page', other.token, { cookie: anonymous.cookie })).toBe(403);
    expect(await status('/page', anonymous.token, {})).toBe(403);
    expect(await status('/own', own.token, { cookie: own.cookie })).toBe(303);
    const before = `${anonymous.cookie}; ${sessionOf('user')}`;
    expect(await status('/own', anonymous.token, { cookie: before })).toBe(403);
    expect(await status('/own', own.token, { cookie: own.cookie.split('; ')[0] ?? '' })).toBe(401);
  });

  it('is refused when a page of another origin sent it, although its token and its cookies are right', async () => {
    const { token, cookie } = await formOf('/own', { cookie: sessionOf('user') });
    const send = async (headers: Headers) =>
      (await submit('/own', { csrf_token: token, name: 'Ada' }, { cookie, ...headers })).status;
    expect(await send({ origin: gateway.origin, 'sec-fetch-site': 'same-origin' })).toBe(303);
    expect(await send({ origin: 'https://evil.example' })).toBe(401);
    expect(await send({ 'sec-fetch-site': 'cross-site' })).toBe(401);
    expect(await send({ 'sec-fetch-site': 'none' })).toBe(401);
    const open = await formOf('/page');
    const foreign = { cookie: open.cookie, origin: 'https://evil.example' };
    expect((await submit('/page', { csrf_token: open.token, name: 'Ada' }, foreign)).status).toBe(403);
  });

  it('of a program needs no token where that is declared', async () => {
    expect(await (await submit('/token', { name: 'Ada' }, { origin: 'https://other.example' })).json()).toEqual({
      name: 'Ada',
    });
  });

  it('is a form, of bounded size and number, that comes in time', async () => {
    const json = await gateway.call('/token', { as: '', json: { name: 'Ada' } });
    expect(json.status).toBe(415);
    const typed = await submit('/token', { name: 'Ada' }, { 'content-type': 'multipart/form-data' });
    expect(typed.status).toBe(415);
    expect((await submit('/token', { name: 'x'.repeat(1024 ** 2) }, {})).status).toBe(413);
    expect((await submit('/token', `name=Ada${'&a='.repeat(1_000)}`, {})).status).toBe(413);
    expect((await submit('/token', `name=Ada${'&a='.repeat(999)}`, {})).status).toBe(200);
    const head = ['POST /token HTTP/1.1', 'Host: a', 'Content-Type: application/x-www-form-urlencoded'];
    const slow = await exchange(gateway.origin, [...head, 'Content-Length: 100', 'Connection: close'], 'name=A');
    expect(slow.status).toBe(408);
  });
});

describe('a redirect', () => {
  const go = async (path: string, to: string) => {
    const answer = await open(`${path}?to=${encodeURIComponent(to)}`);
    return answer.status === 302 ? answer.headers.get('location') : answer.status;
  };
  const addresses = ['//evil.example', '/\\evil.example', '/a\\b', 'javascript:alert(1)', '/a\nb', '', 'a', 'http:/a'];
  const elsewhere = ['https://app.example/cb?code=1', 'http://localhost:3000/cb', 'http://127.0.0.1/cb'];

  it('leads to paths of its own origin', async () => {
    expect(await go('/go', '/next?a=1#b')).toBe('/next?a=1#b');
    for (const to of [...addresses, ...elsewhere]) expect([to, await go('/go', to)]).toEqual([to, 500]);
  });

  it('leads elsewhere where that is declared, over TLS or on the machine of the browser', async () => {
    for (const to of elsewhere) expect(await go('/leave', to)).toBe(to);
    const others = ['http://app.example/', 'https://me:secret@app.example/', 'data:text/html,a', 'app://callback'];
    for (const to of [...addresses, ...others]) expect([to, await go('/leave', to)]).toEqual([to, 500]);
  });
});

function httpOf({ http }: AnyOperation): HttpBinding<never> {
  if (!http) throw new Error('It has no route');
  return http;
}

describe('a declaration of a page or form', () => {
  const routes = (operation: AnyOperation) => () => httpOperations([operation], ['zone']);

  it.each<[string, AnyOperation]>([
    [
      'a page with scripts in it',
      { ...showOwn, http: { ...httpOf(showOwn), sources: { 'script-src': ["'unsafe-inline'"] } } },
    ],
    [
      'a page with scripts from anywhere',
      { ...showOwn, http: { ...httpOf(showOwn), sources: { 'script-src': ['data:'] } } },
    ],
    [
      'a source that is two',
      { ...showOwn, http: { ...httpOf(showOwn), sources: { 'img-src': ["'self'; script-src *"] } } },
    ],
    ['a redirect that succeeds otherwise', { ...signUp, http: { ...httpOf(signUp), success: 200 } }],
    ['a form by GET', { ...signUp, http: { ...httpOf(signUp), method: 'GET' } }],
    ['the cookie of a session for JSON', { ...showOwn, http: { ...httpOf(showOwn), reply: 'json' } }],
    [
      'the cookie of a session for changes by JSON',
      { ...signUp, policy: showOwn.policy, http: { ...httpOf(signUp), bodyKind: 'json' } },
    ],
    [
      'the cookie of a session for foreign forms',
      { ...signUp, policy: showOwn.policy, http: { ...httpOf(signUp), takesForeignForms: true } },
    ],
  ])('%s is refused at the start', (_, operation) => {
    expect(routes(operation)).toThrow(operation.name);
  });

  it('is accepted without them', () => {
    expect(routes(showOwn)()).toHaveLength(1);
  });
});
