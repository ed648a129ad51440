import { createPersonalToken, deletePersonalToken, listPersonalTokens } from '@lectern/contracts/accounts';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';

const SESSION = '/console/session';
const FROM_CONSOLE = { 'x-lectern-console': '1', 'sec-fetch-site': 'same-origin' };

inStandalone('a session of the console, %s', (mode) => {
  const { origin } = server(mode);

  async function call(method: string, path: string, headers: Record<string, string> = {}, body?: object) {
    const json: Record<string, string> = body ? { 'content-type': 'application/json' } : {};
    const answer = await fetch(`${origin}${path}`, {
      method,
      headers: { ...FROM_CONSOLE, ...json, ...headers },
      body: body && JSON.stringify(body),
    });
    const text = await answer.text();
    const cookie = answer.headers.get('set-cookie') ?? '';
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text), cookie };
  }

  async function signIn(token = server(mode).credential['authorization']?.slice('Bearer '.length) ?? '') {
    const { status, body, cookie } = await call('POST', SESSION, {}, { token });
    expect([status, body]).toEqual([200, { expires: expect.any(String), id: expect.any(String), name: 'Root' }]);
    return { body, setCookie: cookie, as: { cookie: cookie.split(';')[0] ?? '' } };
  }

  const tokenOf = (description: string, expiresMs?: number) =>
    server(mode).api.call(createPersonalToken, {
      body: { description, ...(expiresMs && { expiration_date: new Date(expiresMs).toISOString() }) },
    });

  it('begins with a token, which no script can read afterwards', async () => {
    const { body, setCookie, as } = await signIn();
    expect(setCookie).toMatch(/^lectern-session-\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Expires=/);
    const hours = (Date.parse(body.expires) - Date.now()) / 3_600_000;
    expect([hours > 11.9, hours <= 12]).toEqual([true, true]);
    expect(await call('GET', SESSION, as)).toMatchObject({ status: 200, body });
    expect(await call('GET', '/api/v1/accounts', as)).toMatchObject({ status: 200, body: [{ slug: 'lectern' }] });
    const secret = as.cookie.split('=')[1] ?? '';
    expect(await call('GET', '/api/v1/accounts', { authorization: `Bearer ${secret}` })).toMatchObject({ status: 401 });
  });

  it('is listed with the tokens of the user, and revoked as they are', async () => {
    const before = await server(mode).api.call(listPersonalTokens);
    const { as } = await signIn();
    const { tokens } = await server(mode).api.call(listPersonalTokens);
    const known = new Set(before.tokens.map(({ id }) => id));
    const session = tokens.find(({ id, description }) => !known.has(id) && description === 'Session of the console');
    await server(mode).api.call(deletePersonalToken, { params: { token_id: session?.id ?? '' } });
    expect(await call('GET', '/api/v1/accounts', as)).toMatchObject({
      status: 401,
      body: { detail: 'The session has ended. Sign in again' },
    });
  });

  it('ends with the sign-out, for those who copied the cookie, too', async () => {
    const { as } = await signIn();
    expect(await call('GET', SESSION, as)).toMatchObject({ status: 200 });
    const out = await call('DELETE', SESSION, as);
    expect([out.status, /^lectern-session-\d+=;/.test(out.cookie)]).toEqual([204, true]);
    for (const path of [SESSION, '/api/v1/accounts'])
      expect(await call('GET', path, as)).toMatchObject({
        status: 401,
        body: { detail: expect.stringMatching(/ended/) },
      });
    expect(await call('DELETE', SESSION, as)).toMatchObject({ status: 204 });
    expect(await call('GET', SESSION)).toMatchObject({ status: 401, body: { detail: 'There is no session. Sign in' } });
  });

  it('does not outlive the token that opened it', async () => {
    const expiresMs = Date.now() + 3_600_000;
    const { id, token } = await tokenOf('opens a session', expiresMs);
    const { body, as } = await signIn(token);
    expect(Math.abs(Date.parse(body.expires) - expiresMs)).toBeLessThan(1_000);
    expect(await call('GET', '/api/v1/accounts', as)).toMatchObject({ status: 200 });
    await server(mode).api.call(deletePersonalToken, { params: { token_id: id } });
    expect(await call('GET', '/api/v1/accounts', as)).toMatchObject({ status: 401 });
  });

  it('says when it has expired', async () => {
    const { token } = await tokenOf('ends soon', Date.now() + 5_000);
    const { as, body } = await signIn(token);
    expect(await call('GET', SESSION, as)).toMatchObject({ status: 200 });
    await new Promise((done) => setTimeout(done, Date.parse(body.expires) - Date.now() + 10));
    expect(await call('GET', '/api/v1/accounts', as)).toMatchObject({
      status: 401,
      body: { detail: 'The session has expired. Sign in again' },
    });
  });

  it('is opened by nothing but a personal access token, and says so', async () => {
    const box = await server(mode).createKnowledgeBox();
    const key = await box.key('SMEMBER');
    const refused = { status: 401, body: { detail: expect.stringMatching(/not a personal access token.*Keys/) } };
    expect(await call('POST', SESSION, {}, { token: key })).toMatchObject(refused);
    expect(await call('POST', SESSION, {}, { token: 'x' })).toMatchObject(refused);
    const { as } = await signIn();
    expect(await call('POST', SESSION, {}, { token: as.cookie.split('=')[1] })).toMatchObject(refused);
    expect(await call('POST', SESSION, {}, { code: 'x' })).toMatchObject({
      status: 401,
      body: { detail: 'This sign-in link has been used, has expired or is unknown. Sign in with a token' },
    });
    expect(await call('POST', SESSION, {}, {})).toMatchObject({ status: 400 });
    expect(await call('POST', SESSION, {}, { token: 'a', code: 'b' })).toMatchObject({ status: 400 });
    expect(await call('POST', SESSION, {}, { token: 5 })).toMatchObject({ status: 422 });
    expect(await call('POST', SESSION, {}, { token: 'x'.repeat(20_000) })).toMatchObject({ status: 413 });
  });

  it('is neither opened nor ended by a page of another origin', async () => {
    const { as } = await signIn();
    const foreign = { ...as, 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1:1' };
    expect(await call('POST', SESSION, foreign, { token: 'x' })).toMatchObject({ status: 403 });
    expect(await call('DELETE', SESSION, foreign)).toMatchObject({ status: 403 });
    expect(await call('GET', SESSION, foreign)).toMatchObject({ status: 401 });
    expect(await call('GET', SESSION, as)).toMatchObject({ status: 200 });
  });
});
