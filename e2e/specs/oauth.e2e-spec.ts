import { createPublicKey, verify } from 'node:crypto';
import { inModes } from '../harness/in-modes';
import { inStandalone } from '../harness/in-standalone';
import { claimsOf, codeIn, newPerson, OauthClient, PASSWORD } from '../harness/oauth-client';
import { PlainBrowser } from '../harness/plain-browser';
import type { User } from '../harness/users';

const REVOKED = { detail: 'The OAuth Access token is either nonexistent or revoked' };
const FULL = { scope: 'openid offline_access api:full_access' };
const form = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) });

inModes(['standalone', 'distributed-embedded'], 'signing in with the authorization server, %s', (mode) => {
  let ada: User;
  beforeAll(async () => {
    ada = await newPerson(mode);
  });

  it('leads from the application over the page of sign-in back with a code, and to tokens', async () => {
    const app = new OauthClient(mode);
    const page = await app.browser.open(app.authorization());
    expect([page.status, page.url.pathname]).toEqual([200, '/user/login']);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const challenge = page.url.searchParams.get('login_challenge') ?? '';
    const [, recovery = ''] = /href="([^"]*recover[^"]*)"/.exec(page.text) ?? [];
    expect((await app.browser.open(recovery)).text).toContain(`value="${challenge}"`);
    const info = await app.send(`/api/auth/oauth/login?login_challenge=${challenge}&user_hint=${ada.email}`);
    expect(info.body).toEqual({
      skip_login: false,
      needs_signup: false,
      email: ada.email,
      came_from: 'https://app.example',
    });

    const wrong = await app.browser.submit(page, { username: ada.email, password: 'wrong' });
    expect(wrong.url.pathname + wrong.url.search).toMatch(
      /^\/user\/login\?login_challenge=[^&]+&error=login_error&error_description=/,
    );
    expect(wrong.text).toContain('The e-mail address or the password is wrong.');

    const back = await app.browser.submit(wrong, { username: ada.email, password: PASSWORD });
    expect(back.url.origin + back.url.pathname).toBe(app.redirectUri);
    expect(back.url.searchParams.get('state')).toBe(app.state);
    const { port } = new URL(app.origin);
    expect(app.browser.cookieNames().sort()).toEqual([`lectern-form-${port}`, `lectern-oauth-${port}`]);

    const answer = await app.exchange(codeIn(back));
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const { access_token, refresh_token, id_token, ...rest } = answer.body;
    expect(rest).toEqual({ expires_in: 1_800, scope: 'openid offline_access', token_type: 'Bearer' });
    expect(refresh_token).toMatch(/^[\w-]{43}$/);
    expect(claimsOf(id_token)).toMatchObject({ aud: 'console', sub: ada.id, nonce: 'n-1', iss: app.origin });
    const claims = claimsOf(access_token);
    expect(claims).toMatchObject({
      client_id: 'console',
      sub: ada.id,
      iss: app.origin,
      scp: ['openid', 'offline_access'],
      ext: { first_name: 'Ada', type: 'USER', last_verified_at: expect.any(Number) },
    });
    const user = await app.send('/api/v1/user', { headers: { authorization: `Bearer ${String(access_token)}` } });
    expect(user.body).toMatchObject({ id: ada.id, email: ada.email });
  });

  it('asks nobody again who is signed in, unless the application wants the password checked', async () => {
    const app = new OauthClient(mode);
    await app.signIn(ada);
    const again = await app.browser.open(app.authorization());
    expect(codeIn(again)).toMatch(/^[\w-]{20,}$/);
    const silent = await app.browser.open(app.authorization({ prompt: 'none' }));
    expect(codeIn(silent)).toMatch(/^[\w-]{20,}$/);
    const first = claimsOf((await app.exchange(codeIn(again))).body['access_token']);

    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const fresh = await app.browser.open(app.authorization({ prompt: 'login', max_age: '0' }));
    expect(fresh.url.pathname).toBe('/user/login');
    const back = await app.browser.submit(fresh, { username: ada.email, password: PASSWORD });
    const second = claimsOf((await app.exchange(codeIn(back))).body['access_token']);
    const verified = ({ ext }: Readonly<Record<string, unknown>>) => Object(ext).last_verified_at;
    expect(verified(second)).toBeGreaterThan(verified(first));

    const nobody = await new PlainBrowser(app.origin).open(app.authorization({ prompt: 'none' }));
    expect(nobody.url.searchParams.get('error')).toBe('login_required');
  });

  it('gives each refresh token once, and ends everything when an old one comes back', async () => {
    const app = new OauthClient(mode);
    const { body: first } = await app.exchange(codeIn(await app.signIn(ada)));
    const { status, body: second } = await app.refresh(first['refresh_token']);
    expect([status, second['refresh_token'] === first['refresh_token']]).toEqual([200, false]);
    expect(claimsOf(second['id_token'])).toMatchObject({ sub: ada.id });
    expect(claimsOf(second['access_token'])).toMatchObject({ ext: claimsOf(first['access_token'])['ext'] });
    expect(await app.statusWith(second['access_token'])).toBe(200);

    const reused = await app.refresh(first['refresh_token']);
    expect([reused.status, reused.body['error']]).toEqual([400, 'invalid_grant']);
    expect((await app.refresh(second['refresh_token'])).body['error']).toBe('invalid_grant');
    for (const { access_token: token } of [first, second]) {
      const answer = await app.send('/api/v1/user', { headers: { authorization: `Bearer ${String(token)}` } });
      expect([answer.status, answer.body]).toEqual([401, REVOKED]);
    }
  });

  it('takes a code once, with its verifier, for its application and address', async () => {
    const app = new OauthClient(mode);
    const code = async () => codeIn(await app.signIn(ada));
    const refused = async (answer: ReturnType<typeof app.exchange>) => {
      const { status, body } = await answer;
      return [status, body['error']];
    };
    const grant = [400, 'invalid_grant'];
    expect(await refused(app.exchange(await code(), { code_verifier: 'x'.repeat(43) }))).toEqual(grant);
    expect(await refused(app.exchange(await code(), { code_verifier: '' }))).toEqual(grant);
    expect(await refused(app.exchange(await code(), { redirect_uri: 'https://evil.example/' }))).toEqual(grant);
    expect(await refused(app.exchange(await code(), { client_id: 'cli' }))).toEqual(grant);
    expect(await refused(app.exchange('unknown'))).toEqual(grant);
    expect(await refused(app.exchange('x', { client_id: 'unknown' }))).toEqual([401, 'invalid_client']);
    expect(await refused(app.post('/oauth2/token', { client_id: 'console' }))).toEqual([400, 'invalid_request']);
    expect(await refused(app.post('/oauth2/token', { client_id: 'console', grant_type: 'password' }))).toEqual([
      400,
      'unsupported_grant_type',
    ]);

    const used = await code();
    const outcomes = await Promise.all([app.exchange(used), app.exchange(used)]);
    expect(outcomes.map(({ status }) => status)).toContain(400);
    const third = await code();
    const { body } = await app.exchange(third);
    expect(await refused(app.exchange(third))).toEqual(grant);
    expect(await app.statusWith(body['access_token'])).toBe(401);
  });

  it('sends codes to no address that is not registered, and errors neither', async () => {
    const app = new OauthClient(mode);
    const addresses = [
      'https://evil.example/',
      `${app.redirectUri}/../x`,
      `${app.redirectUri}?a=1`,
      '//evil.example',
      'javascript:alert(1)',
    ];
    for (const redirect_uri of addresses) {
      const answer = await app.browser.once(app.authorization({ redirect_uri }));
      expect([redirect_uri, answer.status, answer.headers.get('location')]).toEqual([redirect_uri, 400, null]);
      expect(await answer.text()).toContain('Sign-in failed');
    }
    const unknown = await app.browser.once(app.authorization({ client_id: 'unknown' }));
    expect(unknown.status).toBe(400);
    const plain = await app.browser.open(app.authorization({ code_challenge_method: 'plain' }));
    expect(plain.url.searchParams.get('error')).toBe('invalid_request');
    const without = app.authorization().replace(/&code_challenge=[^&]+&code_challenge_method=S256/, '');
    expect((await app.browser.open(without)).url.searchParams.get('error')).toBe('invalid_request');
    const implicit = await app.browser.open(app.authorization({ response_type: 'token' }));
    expect(implicit.url.searchParams.get('error') ?? implicit.url.hash).toContain('unsupported_response_type');
  });

  it('continues only in the browser that began, with a challenge that is known', async () => {
    const app = new OauthClient(mode);
    const page = await app.browser.open(app.authorization());
    const stranger = new PlainBrowser(app.origin);
    const stolen = await stranger.submit(page, { username: ada.email, password: PASSWORD });
    expect([stolen.status, stolen.url.pathname.startsWith('/oauth2/auth/')]).toEqual([400, true]);
    expect((await app.send('/api/auth/oauth/login?login_challenge=unknown')).status).toBe(404);
    expect((await app.send('/api/auth/oauth/consent?consent_challenge=unknown')).status).toBe(404);
    const lost = form({ login_challenge: 'unknown', username: ada.email, password: PASSWORD });
    const answer = await app.browser.open('/api/auth/oauth/login', lost);
    expect(answer.url.search).toMatch(/^\?error=unknown_login_challenge/);
    expect([answer.status, answer.text.includes('expired')]).toEqual([400, true]);
    const consent = form({ consent_challenge: 'unknown', grant_scope: 'openid' });
    const refused = await app.browser.open('/api/auth/oauth/consent', consent);
    expect(refused.url.search).toMatch(/^\?error=unknown_consent_challenge/);
  });

  it('signs out: at once with the id token, after a question without, and tokens of the application end', async () => {
    const app = new OauthClient(mode);
    const { body } = await app.exchange(codeIn(await app.signIn(ada)));
    const hint = { id_token_hint: String(body['id_token']), post_logout_redirect_uri: `${app.origin}/` };
    const answer = await app.browser.once(`/oauth2/sessions/logout?${new URLSearchParams({ ...hint, state: 's' })}`);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/?state=s']);
    expect(await app.statusWith(body['access_token'])).toBe(401);
    expect((await app.refresh(body['refresh_token'])).body['error']).toBe('invalid_grant');
    expect((await app.browser.open(app.authorization())).url.pathname).toBe('/user/login');

    await app.signIn(ada);
    const asked = await app.browser.open('/oauth2/sessions/logout');
    expect(asked.url.pathname).toBe('/user/logout');
    expect(codeIn(await app.browser.open(app.authorization()))).toMatch(/^[\w-]{20,}$/);
    const done = await app.browser.submit(asked, {});
    expect(done.text).toContain('You are signed out.');
    expect((await app.browser.open(app.authorization())).url.pathname).toBe('/user/login');

    const elsewhere = { ...hint, post_logout_redirect_uri: 'https://evil.example/' };
    const evil = await app.browser.once(`/oauth2/sessions/logout?${new URLSearchParams(elsewhere)}`);
    expect([evil.status, evil.headers.get('location')]).toEqual([400, null]);
  });

  it('shows the user a token on a page', async () => {
    const app = new OauthClient(mode);
    const page = await app.browser.open('/redirect?display=token');
    expect(page.url.pathname).toBe('/user/login');
    const shown = await app.browser.submit(page, { username: ada.email, password: PASSWORD });
    expect([shown.status, shown.url.pathname]).toEqual([200, '/redirect']);
    const [, token = ''] = /<textarea[^>]*>([\w.-]+)<\/textarea/.exec(shown.text) ?? [];
    expect(await app.statusWith(token)).toBe(200);
    expect((await app.browser.once('/redirect?redirect=https://evil.example')).status).toBe(422);
  });

  it('connects a device by a code that its user types', async () => {
    const cli = new OauthClient(mode, 'cli');
    const { body: codes } = await cli.post('/oauth2/device/auth', { client_id: 'cli' });
    expect(codes).toMatchObject({ verification_uri: `${cli.origin}/oauth2/device`, expires_in: 600 });
    const poll = () =>
      cli.post('/oauth2/token', {
        grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
        client_id: 'cli',
        device_code: String(codes['device_code']),
      });
    expect((await poll()).body['error']).toBe('authorization_pending');
    const wrong = await cli.browser.open('/oauth2/device?user_code=BBBB-BBBB');
    expect(wrong.text).toContain('No device waits with this code.');
    const page = await cli.browser.open(`/oauth2/device?user_code=${String(codes['user_code'])}`);
    expect(page.text).toContain(String(codes['user_code']));
    const login = await cli.browser.submit(page, {});
    expect(login.url.pathname).toBe('/user/login');
    const done = await cli.browser.submit(login, { username: ada.email, password: PASSWORD });
    expect(done.text).toContain('Device connected');
    const { body } = await poll();
    expect(claimsOf(body['access_token'])).toMatchObject({ client_id: 'cli', sub: ada.id });
    expect(await cli.statusWith(body['access_token'])).toBe(200);
  });

  it('is described for clients, with the keys that sign', async () => {
    const app = new OauthClient(mode);
    const { body } = await app.send('/.well-known/openid-configuration');
    expect(body).toMatchObject({
      issuer: app.origin,
      authorization_endpoint: `${app.origin}/oauth2/auth`,
      token_endpoint: `${app.origin}/oauth2/token`,
      registration_endpoint: `${app.origin}/oauth2/register`,
      userinfo_endpoint: `${app.origin}/oauth2/userinfo`,
      end_session_endpoint: `${app.origin}/oauth2/sessions/logout`,
      jwks_uri: `${app.origin}/.well-known/jwks.json`,
      code_challenge_methods_supported: ['S256'],
      scopes_supported: ['openid', 'offline_access', 'profile', 'email', 'api:full_access'],
    });
    expect((await app.send('/.well-known/oauth-authorization-server')).body).toEqual(body);
    const { keys } = (await app.send('/.well-known/jwks.json')).body as { keys: JsonWebKey[] };
    expect(Object.keys(keys[0] ?? {}).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
    const token = String((await app.exchange(codeIn(await app.signIn(ada)))).body['access_token']);
    const [head = '', claims = '', signature = ''] = token.split('.');
    const key = createPublicKey({ key: { ...keys[0] }, format: 'jwk' });
    const signed = Buffer.from(`${head}.${claims}`);
    expect(verify('sha256', signed, key, Buffer.from(signature, 'base64url'))).toBe(true);
  });
});

inStandalone('applications of others, %s', (mode) => {
  const callback = 'http://localhost:3999/callback';
  const register = (app: OauthClient, more: object = {}) => {
    const metadata = { client_name: 'Tide <b>tables', redirect_uris: [callback], token_endpoint_auth_method: 'none' };
    const body = JSON.stringify({ ...metadata, unknown_member: 1, ...more });
    return app.send('/oauth2/register', { method: 'POST', body, headers: { 'content-type': 'application/json' } });
  };

  it('register themselves, change their registration with its token, and ask users for consent, once', async () => {
    const ada = await newPerson(mode);
    const made = await register(new OauthClient(mode));
    expect([made.status, made.body]).toMatchObject([201, { client_id: expect.any(String), redirect_uris: [callback] }]);
    const { client_id, registration_access_token: rat } = made.body;
    const app = new OauthClient(mode, String(client_id), callback);
    const page = await app.signIn(ada, { scope: 'openid offline_access email' });
    expect(page.url.pathname).toBe('/user/consent');
    expect(page.text).toContain('Tide &lt;b&gt;tables');
    expect(page.text).toContain('localhost:3999');
    const challenge = page.url.searchParams.get('consent_challenge') ?? '';
    expect((await app.send(`/api/auth/oauth/consent?consent_challenge=${challenge}`)).body).toEqual({
      user_id: ada.id,
      user_email: ada.email,
      user_name: 'Ada',
      client_id,
      client_name: 'Tide <b>tables',
      requested_scope: ['openid', 'offline_access', 'email'],
      skip_consent: false,
      came_from: 'https://app.example',
    });
    const back = await app.browser.open('/api/auth/oauth/consent', {
      method: 'POST',
      body: new URLSearchParams([
        ['consent_challenge', challenge],
        ['grant_scope', 'openid'],
        ['grant_scope', 'offline_access'],
        ['grant_scope', 'api:full_access'],
      ]),
    });
    const { body } = await app.exchange(codeIn(back));
    expect(body['scope']).toBe('openid offline_access');
    expect(claimsOf(body['id_token'])).not.toHaveProperty('email');
    expect(codeIn(await app.browser.open(app.authorization()))).toMatch(/^[\w-]{20,}$/);

    const change = (token: unknown, id = client_id) =>
      app.send(`/oauth2/register/${String(id)}`, {
        method: 'PUT',
        body: JSON.stringify({ redirect_uris: [callback], client_name: 'Tides', token_endpoint_auth_method: 'none' }),
        headers: { 'content-type': 'application/json', authorization: `Bearer ${String(token)}` },
      });
    expect((await change('wrong')).status).toBe(401);
    // A token that is tried on another application is void afterwards.
    for (const id of [client_id, 'console']) {
      const { body: other } = await register(app);
      expect((await change(other['registration_access_token'], id)).status).toBe(401);
    }
    const read = await app.send(`/oauth2/register/${String(client_id)}`, {
      headers: { authorization: `Bearer ${String(rat)}` },
    });
    expect(read.body).toMatchObject({ client_name: 'Tide <b>tables' });
    const changed = await change(rat);
    expect([changed.status, changed.body]).toMatchObject([200, { client_id, client_name: 'Tides' }]);
  });

  it('remove their registration, and with it all that users gave them', async () => {
    const ada = await newPerson(mode);
    const { client_id, registration_access_token: rat } = (await register(new OauthClient(mode))).body;
    const app = new OauthClient(mode, String(client_id), callback);
    const { body } = await app.exchange(codeIn(await app.browser.submit(await app.signIn(ada, FULL), {})));
    expect(await app.statusWith(body['access_token'])).toBe(200);
    const remove = (token: unknown) =>
      app.send(`/oauth2/register/${String(client_id)}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${String(token)}` },
      });
    expect((await remove('wrong')).status).toBe(401);
    expect((await remove(rat)).status).toBe(204);
    expect(await app.statusWith(body['access_token'])).toBe(401);
    expect((await app.refresh(body['refresh_token'])).body['error']).toBe('invalid_client');
    expect((await app.browser.once(app.authorization())).status).toBe(400);
  });

  it('learn who a user is, as far as the scopes allow', async () => {
    const ada = await newPerson(mode);
    const app = new OauthClient(mode);
    const ask = async (scope: string, init: RequestInit = {}) => {
      const { body } = await app.exchange(codeIn(await app.signIn(ada, { scope })));
      const headers = { authorization: `Bearer ${String(body['access_token'])}` };
      return app.send('/oauth2/userinfo', { ...init, headers });
    };
    expect((await ask('openid')).body).toEqual({ sub: ada.id });
    expect((await ask('openid email', { method: 'POST' })).body).toEqual({
      sub: ada.id,
      email: ada.email,
      email_verified: true,
    });
    expect((await ask('openid profile')).body).toEqual({ sub: ada.id, name: 'Ada', locale: 'en' });
    expect((await app.send('/oauth2/userinfo')).status).toBe(401);
    const wrong = await app.send('/oauth2/userinfo', { headers: { authorization: 'Bearer wrong' } });
    expect([wrong.status, wrong.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringContaining('invalid_token'),
    ]);
  });

  it('get nothing from users who refuse, and no tokens after they were revoked', async () => {
    const ada = await newPerson(mode);
    const { client_id } = (await register(new OauthClient(mode))).body;
    const app = new OauthClient(mode, String(client_id), callback);
    const page = await app.signIn(ada);
    const refused = await app.browser.submit(page, { reject: 'true' });
    expect(refused.url.searchParams.get('error')).toBe('access_denied');

    const again = await app.signIn(ada, FULL);
    const { body } = await app.exchange(codeIn(await app.browser.submit(again, {})));
    const end = (token: unknown) => app.post('/oauth2/revoke', { client_id: app.clientId, token: String(token) });
    expect((await end('unknown')).status).toBe(200);
    expect((await end(body['access_token'])).status).toBe(200);
    expect(await app.statusWith(body['access_token'])).toBe(401);
    expect((await end(body['refresh_token'])).status).toBe(200);
    expect((await app.refresh(body['refresh_token'])).body['error']).toBe('invalid_grant');
  });

  it('have addresses of the web, or of the machine of their users', async () => {
    const app = new OauthClient(mode);
    const refusalOf = async (more: object) => {
      const { status, body } = await register(app, more);
      return [status, body['error']];
    };
    const address = [400, 'invalid_redirect_uri'];
    for (const uri of ['javascript:alert(1)', 'data:text/html,x', 'https://a.example/#x', 'no address'])
      expect([uri, await refusalOf({ redirect_uris: [uri] })]).toEqual([uri, address]);
    expect(await refusalOf({ application_type: 'native', redirect_uris: ['javascript:alert(1)'] })).toEqual(address);
    expect(await refusalOf({ redirect_uris: [] })).toEqual([400, expect.stringMatching(/^invalid_/)]);
    expect(await refusalOf({ response_types: ['token'] })).toEqual([400, 'invalid_client_metadata']);
    expect(await refusalOf({ client_name: 5 })).toEqual([400, 'invalid_request']);
    const native = await register(app, { application_type: 'native', redirect_uris: ['com.example.app:/callback'] });
    expect(native.status).toBe(201);
    const secret = await register(app, { token_endpoint_auth_method: 'client_secret_basic' });
    expect(secret.body).toMatchObject({ client_secret: expect.any(String), client_secret_expires_at: 0 });
  });
});
