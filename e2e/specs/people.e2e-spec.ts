import {
  answerOnboarding,
  beginSecondFactor,
  confirmSecondFactor,
  createScimToken,
  deleteUser,
  endOwnSession,
  followMagicLink,
  getUser,
  inviteToAccount,
  listAccounts,
  listOwnSessions,
  logIn,
  logOut,
  readSignUp,
  recoverPassword,
  resetPassword,
  sendEmailCode,
  setOwnPassword,
  setUpUser,
  signUp,
  startSignUp,
  updateUser,
} from '@lectern/contracts/accounts';
import { createKnowledgeBoxEphemeralToken } from '@lectern/contracts/knowledge-box';
import { randomUUID } from 'node:crypto';
import { AuthenticatorApp } from '../../libs/accounts/src/second-factor/authenticator.fixture';
import { Client, type KnowledgeBoxClient, until } from '../harness/client';
import { conformingFetch } from '../harness/conformance';
import { bearer, issueNuaKey } from '../harness/credentials';
import { inStandalone } from '../harness/in-standalone';
import { type Mail, outboxOf } from '../harness/mails';
import { PlainBrowser } from '../harness/plain-browser';
import { Standalone } from '../harness/standalone';

const PASSWORD = 'Tides-of-1837';
const NEXT = 'Moons-of-1838';
const FORM = 'application/x-www-form-urlencoded';

let product: Standalone;
beforeAll(async () => {
  product = await Standalone.start({ env: { SIGN_UP: 'anyone', SIGN_IN_LINK: 'always', LOG_LEVEL: 'debug' } });
});
afterAll(() => product.stop());

const newAddress = () => `${randomUUID()}@acme.example`;
const client = (token?: string) => new Client(product.origin, token === undefined ? {} : bearer(token));
const tokenIn = (text = '') => /token=([\w.-]+)/.exec(text)?.[1] ?? '';

/** The mail to an address whose subject begins so. */
function mailTo(email: string, subject: string): Promise<Mail> {
  const find = async () => (await outboxOf(product.folder, email)).find((mail) => mail.subject.startsWith(subject));
  return until(find, `a mail with ${subject}`);
}

/** Somebody who signed up. */
async function person() {
  const email = newAddress();
  await client().api.call(signUp, { body: { name: 'Ada', email, password: PASSWORD } });
  const token = tokenIn((await mailTo(email, 'Confirm')).text);
  const step = await client().api.call(followMagicLink, { query: { token } });
  return { email, step, api: client(step.token?.access_token).api };
}

/** A browser without script: it keeps cookies, and sends the forms of pages. */
class Browser {
  private cookie = '';

  async open(path: string): Promise<{ readonly status: number; readonly page: string }> {
    const answer = await conformingFetch(`${product.origin}${path}`, { headers: { cookie: this.cookie } });
    const [set] = answer.headers.get('set-cookie')?.split(';') ?? [];
    if (set) this.cookie = set;
    return { status: answer.status, page: await answer.text() };
  }

  /** Fills in the form of a page, and sends it. */
  async submit(path: string, fields: Readonly<Record<string, string>>, at?: string) {
    const { page } = await this.open(path);
    const hidden = [...page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
    const body = new URLSearchParams([
      ...hidden.map(([, name = '', value = '']) => [name, value]),
      ...Object.entries(fields),
    ]);
    const [, action = ''] = /<form method="post" action="([^"]+)"/.exec(page) ?? [];
    const headers = { cookie: this.cookie, 'content-type': FORM, origin: product.origin };
    const answer = await conformingFetch(`${product.origin}${at ?? action}`, {
      method: 'POST',
      headers,
      body: String(body),
    });
    return { status: answer.status, page: await answer.text() };
  }
}

/** Of SCIM, of registered applications, and of links for browsers; each was sent to a wrong place, too. */
async function secretsOfApplications(kb: KnowledgeBoxClient): Promise<readonly string[]> {
  const { account, client: root } = kb;
  const scim = (await root.api.call(createScimToken, { params: { account }, body: { description: 'Entra' } })).token;
  await client(scim).send('GET', `/account/${account}/scim/v2/Users?filter=wrong`);
  await client(scim).send('GET', '/user');
  const form = { method: 'POST', headers: { 'content-type': 'application/json' } };
  const metadata = { redirect_uris: ['https://a.example/'], token_endpoint_auth_method: 'client_secret_post' };
  const made = await fetch(`${product.origin}/oauth2/register`, { ...form, body: JSON.stringify(metadata) });
  const { client_id, client_secret, registration_access_token: rat } = (await made.json()) as Record<string, string>;
  const codes = {
    code: 'a-wrong-code-of-1841',
    refresh_token: 'a-wrong-refresh-of-1842',
    code_verifier: 'v'.repeat(43),
  };
  for (const grant_type of ['authorization_code', 'refresh_token']) {
    const body = new URLSearchParams({
      ...codes,
      grant_type,
      client_id: client_id ?? '',
      client_secret: client_secret ?? '',
    });
    await fetch(`${product.origin}/oauth2/token`, { method: 'POST', body });
  }
  await fetch(`${product.origin}/oauth2/register/x`, { headers: { authorization: `Bearer ${rat}` } });
  const { token } = await kb.api(createKnowledgeBoxEphemeralToken, { body: {} });
  await client().send('GET', `${kb.path}/nowhere?eph-token=${token}`);
  return [scim, client_secret ?? '', rat ?? '', token, ...Object.values(codes)];
}

/** Of a second factor, and of an authorization in a browser, which are used, and then used wrongly. */
async function secretsOfSignIns(username: string): Promise<readonly string[]> {
  const login = { username, password: PASSWORD };
  const { api } = client((await client().api.call(logIn, { body: login })).access_token);
  const { secret } = await api.call(beginSecondFactor, { body: {} });
  const app = new AuthenticatorApp(secret);
  const code = app.code(-1);
  const { recovery_codes: codes } = await api.call(confirmSecondFactor, { body: { code } });
  const enter = (second_factor_code = '') =>
    client().send('POST', '/api/auth/login', { body: { ...login, second_factor_code } });
  for (const entered of [codes[0], codes[0], 'wrong-code-of-1843']) await enter(entered);
  const browser = new PlainBrowser(product.origin);
  const page = await browser.open('/user/security');
  const step = await browser.submit(page, login);
  await browser.submit(step, { code: codes[1] ?? '' });
  const challenges = [page.url.searchParams.get('login_challenge'), step.url.searchParams.get('step')];
  return [secret, ...codes, 'wrong-code-of-1843', ...challenges.filter((one) => one !== null), ...browser.secrets()];
}

inStandalone('people, %s', () => {
  it('sign up, confirm by mail, and are users', async () => {
    const { email, step, api } = await person();
    expect(step.action).toBe('startonboarding');
    expect(await api.call(getUser)).toMatchObject({ email, name: 'Ada', type: 'USER' });
    await api.call(answerOnboarding, { body: { company: 'Acme', use_case: 'search', receive_updates: false } });
    const again = client().send('POST', '/api/auth/magic?token=x', { headers: { 'content-type': 'application/json' } });
    expect(await again).toMatchObject({ status: 400, body: { detail: 'login_challenge_expired_or_invalid' } });
  });

  it('may begin in an app', async () => {
    const form = { app: `${product.origin}/welcome`, email: newAddress(), fullname: 'Grace', company: 'Acme' };
    const answer = await conformingFetch(`${product.origin}/api/auth/signup/start`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': FORM },
      body: String(new URLSearchParams(form)),
    });
    expect([answer.status, startSignUp.http?.path]).toEqual([302, '/api/auth/signup/start']);
    const location = new URL(answer.headers.get('location') ?? '');
    expect(`${location.origin}${location.pathname}`).toBe(form.app);
    const signup_token = location.searchParams.get('signup_token') ?? '';
    expect(await client().api.call(readSignUp, { query: { signup_token } })).toMatchObject({ fullname: 'Grace' });
  });

  it('sign in and out, and replace a password that they forgot', async () => {
    const { email } = await person();
    const login = (password: string) => client().api.call(logIn, { body: { username: email, password } });
    const { access_token } = await login(PASSWORD);
    const { api } = client(access_token);
    expect((await api.call(getUser)).email).toBe(email);
    await api.call(logOut);
    expect((await client(access_token).send('GET', '/user')).status).toBe(401);
    const other = (await login(PASSWORD)).access_token;
    expect((await client(other).send('GET', '/api/auth/logout')).status).toBe(200);

    await client().api.call(recoverPassword, { body: { username: email, app: 'dashboard' } });
    const token = tokenIn((await mailTo(email, 'Choose a new password')).text);
    await client().api.call(resetPassword, { body: { token, password: NEXT } });
    await expect(login(PASSWORD)).rejects.toMatchObject({ status: 401 });
    const { api: present } = client((await login(NEXT)).access_token);
    await present.call(setOwnPassword, { body: { password: PASSWORD, current_password: NEXT } });
    expect((await login(PASSWORD)).access_token).not.toBe('');
    const bad = await client().send('POST', '/api/auth/setupuser', { body: { token, name: 'A', password: NEXT } });
    expect([bad.status, setUpUser.http?.path]).toEqual([400, '/api/auth/setupuser']);
  });

  it('see where they are signed in, and end it there', async () => {
    const { email, api } = await person();
    const { access_token } = await client().api.call(logIn, { body: { username: email, password: PASSWORD } });
    const { sessions } = await api.call(listOwnSessions);
    expect(sessions.map(({ kind, current }) => `${kind} ${current}`).toSorted()).toEqual([
      'application false',
      'application true',
    ]);
    const session_id = sessions.find(({ current }) => !current)?.id ?? '';
    await expect((await person()).api.call(endOwnSession, { params: { session_id } })).rejects.toMatchObject({
      status: 404,
    });
    await api.call(endOwnSession, { params: { session_id } });
    expect((await client(access_token).send('GET', '/user')).status).toBe(401);
    expect((await api.call(listOwnSessions)).sessions).toHaveLength(1);
    await expect(api.call(endOwnSession, { params: { session_id } })).rejects.toMatchObject({ status: 404 });
  });

  it('change themselves, and go', async () => {
    const { email, api } = await person();
    await api.call(updateUser, { body: { name: 'Grace', language: 'ES' } });
    expect(await api.call(getUser)).toMatchObject({ name: 'Grace', language: 'ES' });
    await api.call(sendEmailCode);
    expect((await mailTo(email, 'Su código')).text).toMatch(/^ {2}\d{6}$/m);
    await api.call(deleteUser);
    await expect(api.call(getUser)).rejects.toMatchObject({ status: 401 });
    await expect(client().api.call(logIn, { body: { username: email, password: PASSWORD } })).rejects.toMatchObject({
      status: 401,
    });
  });
});

inStandalone('pages about people, %s', () => {
  it('let the first owner choose address and password by the printed link, once', async () => {
    const [, link = ''] = /^To choose[^\n]*: http:\/\/[^/]+(\/\S+)$/m.exec(product.printed()) ?? [];
    const browser = new Browser();
    const email = newAddress();
    const weak = await browser.submit(link, { name: 'Owner', email, password: 'weak' });
    expect([weak.status, weak.page.includes('At least 8 characters')]).toEqual([422, true]);
    const set = await browser.submit(link, { name: 'Owner', email, password: PASSWORD });
    expect([set.status, set.page.includes('<h1>Done</h1>')]).toEqual([200, true]);
    const { access_token } = await client().api.call(logIn, { body: { username: email, password: PASSWORD } });
    expect(await client(access_token).api.call(getUser)).toMatchObject({ email, name: 'Owner', type: 'ROOT' });
    expect((await browser.open(link)).status).toBe(400);
  });

  it('sign people up, and confirm when they say so, not when a program opens the link', async () => {
    const browser = new Browser();
    const email = newAddress();
    const fields = { name: '"><script>alert(1)</script>', email, password: PASSWORD };
    const again = await browser.submit('/user/signup', { ...fields, password: 'weak' });
    expect([again.status, again.page.includes('<script>')]).toEqual([422, false]);
    expect((await browser.submit('/user/signup', fields)).page).toContain('Check your mail');
    const path = `/user/magic?token=${tokenIn((await mailTo(email, 'Confirm')).text)}`;
    for (let opened = 0; opened < 2; opened++) expect((await browser.open(path)).status).toBe(200);
    expect((await browser.submit(path, {})).page).toContain('<h1>Done</h1>');
    expect((await browser.submit(path, {})).status).toBe(400);
    expect((await browser.submit(path.replace('magic', 'join'), {})).status).toBe(400);
  });

  it('make people members who were invited, and let them choose name and password', async () => {
    const root = client(product.token).api;
    const { accounts } = await root.call(listAccounts);
    const [account] = accounts;
    const invite = async (email: string) => {
      await root.call(inviteToAccount, { params: { account: account?.slug ?? '' }, body: { email } });
      const [mail] = await until(async () => {
        const mails = await outboxOf(product.folder, email);
        return mails.length > 0 ? mails : undefined;
      }, 'an invitation');
      return tokenIn(mail?.text);
    };
    const [one, other] = [newAddress(), newAddress()];
    const step = await client().api.call(followMagicLink, { query: { token: await invite(one) } });
    expect(step).toMatchObject({ action: 'goaccount', account: 'lectern', needs_initial_setpassword: true });
    const setUp = { token: step.setup_token ?? '', name: 'Grace', password: PASSWORD };
    expect(await client().api.call(setUpUser, { body: setUp })).toEqual({ login_challenge: '', user_hint: one });
    const { access_token } = await client().api.call(logIn, { body: { username: one, password: PASSWORD } });
    expect((await client(access_token).api.call(listAccounts)).accounts).toMatchObject([{ slug: 'lectern' }]);

    const browser = new Browser();
    const joined = await browser.submit(`/user/join?token=${await invite(other)}`, {}, '/user/join');
    const [, next = ''] = /href="(\/user\/setup\?token=[^"]+)"/.exec(joined.page) ?? [];
    expect((await browser.submit(next, { name: 'Bob', password: PASSWORD })).page).toContain('<h1>Done</h1>');
    expect(await client().api.call(logIn, { body: { username: other, password: PASSWORD } })).toMatchObject({
      refresh_token: expect.any(String),
    });
  });

  it('replace a forgotten password, in the language of the browser', async () => {
    const { email } = await person();
    const browser = new Browser();
    expect((await browser.submit('/user/recover', { email: 'nobody@acme.example' })).page).toContain('Check your mail');
    expect((await browser.submit('/user/recover', { email })).page).toContain('Check your mail');
    const path = `/user/reset?token=${tokenIn((await mailTo(email, 'Choose a new password')).text)}`;
    expect((await browser.submit(path, { password: NEXT })).status).toBe(200);
    expect((await browser.open(path)).status).toBe(400);
    const spanish = await fetch(`${product.origin}/user/signup`, { headers: { 'accept-language': 'es' } });
    expect(await spanish.text()).toContain('Crear una cuenta');
  });

  it('leave no password, token or code in the log', async () => {
    const { email, step, api } = await person();
    const tokens = [step.token?.access_token, step.token?.refresh_token];
    const { access_token, refresh_token } = await client().api.call(logIn, {
      body: { username: email, password: PASSWORD },
    });
    await client().send('POST', '/api/auth/login', { body: { username: email, password: 'Wrong-of-1839' } });
    await client().send('GET', '/api/v1/user/welcome', { headers: { authorization: 'Bearer a-wrong-token-of-1840' } });
    await api.call(sendEmailCode, {});
    const code = await until(async () => {
      const texts = (await outboxOf(product.folder, email)).map(({ text }) => text);
      return texts.flatMap((text) => /\b\d{6}\b/.exec(text) ?? [])[0];
    }, 'a code');
    const kb = await new Client(product.origin, bearer(product.token)).createKnowledgeBox();
    const [key, nua] = [await kb.key('SOWNER'), (await issueNuaKey(kb)).token];
    await kb.client.send('GET', `${kb.path}?eph-token=${key}`);
    const mails = (await outboxOf(product.folder, email)).map(({ text }) => tokenIn(text));
    const secrets = [PASSWORD, NEXT, 'Wrong-of-1839', 'a-wrong-token-of-1840', access_token, refresh_token, key, nua];
    const more = [...(await secretsOfApplications(kb)), ...(await secretsOfSignIns(email))];
    const all = [...secrets, ...tokens, ...mails, ...more].filter((secret): secret is string => Boolean(secret));
    expect(all.length).toBeGreaterThanOrEqual(30);
    const printed = product.printed();
    expect(printed).toContain('"level"');
    expect(all.filter((secret) => printed.includes(secret))).toEqual([]);
    expect(printed).not.toMatch(new RegExp(`(code|otp)\\W{1,5}${code}`));
  });
});
