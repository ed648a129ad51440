import { createAccount, inviteToAccount, setOwnPassword, updateUser } from '@lectern/contracts/accounts';
import { createInvitation } from '@lectern/contracts/knowledge-box';
import { until } from '../harness/client';
import { inStandalone } from '../harness/in-standalone';
import { mailsTo } from '../harness/mails';
import { caller } from '../harness/modes';
import { claimsOf, codeIn, newPerson, OauthClient, PASSWORD } from '../harness/oauth-client';
import { PlainBrowser, type Shown } from '../harness/plain-browser';
import { newUser, type User } from '../harness/users';

inStandalone('a sign-in that somebody else began, %s', (mode) => {
  let victim: User;
  beforeAll(async () => {
    victim = await newPerson(mode);
  });

  const enter = (browser: PlainBrowser, page: Shown) =>
    browser.submit(page, { username: victim.email, password: PASSWORD });

  it('gives nothing to the browser that began when the user signs in elsewhere', async () => {
    const attacker = new OauthClient(mode);
    const page = await attacker.browser.open(attacker.authorization());
    const elsewhere = new PlainBrowser(attacker.origin);
    const link = await elsewhere.open(page.url.href);
    expect((await enter(elsewhere, link)).status).toBe(400);
    const challenge = page.url.searchParams.get('login_challenge') ?? '';
    for (const query of ['', '?login_verifier=', '?login_verifier=guessed']) {
      const resumed = await attacker.browser.open(`/oauth2/auth/${challenge}${query}`);
      expect([query, resumed.status, resumed.url.searchParams.get('code')]).toEqual([query, 400, null]);
    }
  });

  it('gives nothing to a device either', async () => {
    const cli = new OauthClient(mode, 'cli');
    const { body: codes } = await cli.post('/oauth2/device/auth', { client_id: 'cli' });
    const page = await cli.browser.open(`/oauth2/device?user_code=${String(codes['user_code'])}`);
    const login = await cli.browser.submit(page, {});
    const elsewhere = new PlainBrowser(cli.origin);
    expect((await enter(elsewhere, await elsewhere.open(login.url.href))).status).toBe(400);
    const challenge = login.url.searchParams.get('login_challenge') ?? '';
    expect((await cli.browser.open(`/oauth2/device/${challenge}`)).status).toBe(400);
    const { body } = await cli.post('/oauth2/token', {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      client_id: 'cli',
      device_code: String(codes['device_code']),
    });
    expect(body).toMatchObject({ error: 'authorization_pending' });
  });

  it('is not resumed under the name of another one', async () => {
    const [one, other] = [new OauthClient(mode), new OauthClient(mode)];
    const stolen = await one.browser.open(one.authorization());
    const own = await other.browser.open(other.authorization());
    const challenge = (page: Shown) => page.url.searchParams.get('login_challenge') ?? '';
    const elsewhere = new PlainBrowser(one.origin);
    await enter(elsewhere, await elsewhere.open(stolen.url.href));
    const { port } = new URL(one.origin);
    const cookie = (page: Shown) => `lectern-oauth-${port}-resume=${challenge(page)}`;
    for (const header of [cookie(stolen), `${cookie(own)}; ${cookie(stolen)}`, `${cookie(stolen)}; ${cookie(own)}`]) {
      const answer = await fetch(`${one.origin}/oauth2/auth/${challenge(own)}`, {
        headers: { cookie: header },
        redirect: 'manual',
      });
      expect([header, answer.status, answer.headers.get('location')]).toEqual([header, 400, null]);
    }
  });

  it('is over once the user has chosen another password, though it was not yet continued', async () => {
    const [app, ada] = [new OauthClient(mode), await newPerson(mode)];
    const page = await app.browser.open(app.authorization());
    const challenge = page.url.searchParams.get('login_challenge') ?? '';
    const fields = { login_challenge: challenge, username: ada.email, password: PASSWORD };
    const submitted = { method: 'POST', body: new URLSearchParams(fields) };
    const answer = await app.browser.once('/api/auth/oauth/login', submitted);
    const body = { password: `${PASSWORD}2`, current_password: PASSWORD };
    await caller(mode, ada.credential).api.call(setOwnPassword, { body });
    const late = await app.browser.open(answer.headers.get('location') ?? '');
    expect([late.status, late.url.searchParams.get('code')]).toEqual([400, null]);
  });

  it('takes the place of the sign-in of another user in the same browser', async () => {
    const [app, ada] = [new OauthClient(mode), await newPerson(mode)];
    await app.signIn(ada);
    const again = await app.browser.open(app.authorization({ prompt: 'login' }));
    const back = await enter(app.browser, again);
    const { body } = await app.exchange(codeIn(back));
    expect(claimsOf(body['access_token'])).toMatchObject({ sub: victim.id });
  });
});

inStandalone('an application of others, %s', (mode) => {
  const callback = 'http://localhost:3999/callback';

  it('does no more than what its user allowed', async () => {
    const [ada, any] = [await newPerson(mode), new OauthClient(mode)];
    const metadata = { client_name: 'Tides', redirect_uris: [callback], token_endpoint_auth_method: 'none' };
    const headers = { 'content-type': 'application/json' };
    const made = await any.send('/oauth2/register', { method: 'POST', body: JSON.stringify(metadata), headers });
    const app = new OauthClient(mode, String(made.body['client_id']), callback);
    const tokens = async (scope: string, granted: string[]) => {
      const page = await app.signIn(ada, { scope, prompt: 'consent' });
      const consent_challenge = page.url.searchParams.get('consent_challenge') ?? '';
      const fields = [['consent_challenge', consent_challenge], ...granted.map((one) => ['grant_scope', one])];
      const init = { method: 'POST', body: new URLSearchParams(fields) };
      const { body } = await app.exchange(codeIn(await app.browser.open('/api/auth/oauth/consent', init)));
      return body;
    };
    const narrow = await tokens('openid email', ['openid', 'email']);
    const bearer = { authorization: `Bearer ${String(narrow['access_token'])}` };
    const refused = [403, { detail: expect.stringContaining('api:full_access') }];
    for (const [method, path] of [
      ['GET', '/api/v1/user'],
      ['GET', '/api/v1/accounts'],
      ['POST', '/api/v1/user/pa_tokens'],
      ['DELETE', '/api/v1/user'],
      ['GET', '/api/authorizer/info'],
    ] as const) {
      const { status, body } = await app.send(path, { method, headers: bearer });
      expect([path, status, body]).toEqual([path, ...refused]);
    }
    expect((await app.send('/oauth2/userinfo', { headers: bearer })).body).toMatchObject({ email: ada.email });
    const unticked = await tokens('openid api:full_access', ['openid']);
    expect(await app.statusWith(unticked['access_token'])).toBe(403);
    const full = await tokens('openid api:full_access', ['openid', 'api:full_access']);
    expect(await app.statusWith(full['access_token'])).toBe(200);
  });
});

inStandalone('a name that is markup, %s', (mode) => {
  const HOSTILE = `"><img src=x onerror=alert(1)>'</title><script>alert(2)</script>`;
  const RAW = /<img src=x|<script>alert|onerror=alert\(1\)>'/;
  const callback = 'http://localhost:3999/callback';

  it('is shown as it is on pages, and in mails as in no page', async () => {
    const ada = await newPerson(mode);
    const owner = caller(mode, ada.credential);
    await owner.api.call(updateUser, { body: { name: HOSTILE } });
    const any = new OauthClient(mode);
    const metadata = {
      client_name: HOSTILE,
      redirect_uris: [callback],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
    };
    const init = { method: 'POST', body: JSON.stringify(metadata), headers: { 'content-type': 'application/json' } };
    const { client_id } = (await any.send('/oauth2/register', init)).body;
    const app = new OauthClient(mode, String(client_id), callback);
    const { body: codes } = await app.post('/oauth2/device/auth', { client_id: String(client_id) });
    const login = await app.browser.open(app.authorization());
    const pages = [
      login,
      await app.browser.submit(login, { username: ada.email, password: PASSWORD }),
      await app.browser.open(`/oauth2/device?user_code=${String(codes['user_code'])}`),
    ];
    for (const { url, text } of pages) {
      expect([url.pathname, text.includes('&lt;img src=x'), RAW.exec(text)]).toEqual([url.pathname, true, null]);
    }
    const written = encodeURIComponent(HOSTILE);
    for (const path of [
      `/user/login?error=${written}&error_description=${written}&user_hint=${written}`,
      `/user/login?login_challenge=${written}&step=${written}`,
      `/user/consent?consent_challenge=${written}&error=${written}`,
      `/user/callbacks/acme?error=${written}&error_description=${written}`,
      `/user/logout?state=${written}&id_token_hint=${written}&post_logout_redirect_uri=${written}`,
      `/user/signup?login_challenge=${written}`,
      `/user/recover?login_challenge=${written}`,
      `/user/setup?token=${written}`,
      `/user/join?token=${written}`,
      `/user/security?error=${written}&error_description=${written}`,
      `/redirect?error=${written}&error_description=${written}`,
      `/oauth2/device?user_code=${written}&problem=${written}`,
      `/oauth2/auth?client_id=${written}&redirect_uri=${written}`,
      `/api/auth/mcp/callback?state=${written}&error=${written}&error_description=${written}`,
    ]) {
      const { status, text, headers } = await app.browser.open(path);
      expect([path, status < 500, RAW.exec(text)]).toEqual([path, true, null]);
      const isPage = headers.get('content-type')?.startsWith('text/html') ?? false;
      if (isPage) expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    }

    const { id } = await owner.api.call(createAccount, { body: { title: HOSTILE } });
    const made = () => owner.createKnowledgeBox({ title: HOSTILE }, id).catch(() => undefined);
    const box = await until(made, 'the owner may use the account');
    const invited = await newUser(mode);
    await owner.api.call(inviteToAccount, { params: { account: id }, body: { email: invited.email } });
    await box.api(createInvitation, { body: { email: invited.email, role: 'SMEMBER' } });
    const mails = await until(async () => {
      const found = await mailsTo(mode, invited.email);
      return found.length === 2 ? found : undefined;
    }, 'both mails');
    for (const { html } of mails) expect(RAW.exec(html)).toBe(null);
    expect(mails.map(({ subject }) => /[\r\n]/.test(subject))).toEqual([false, false]);
  });
});
