import {
  addPasskey,
  beginSecondFactor,
  confirmSecondFactor,
  createAccount,
  deleteAccount,
  endSecondFactor,
  followMagicLink,
  getSecondFactor,
  getUser,
  listPasskeys,
  listAccounts,
  logIn,
  modifyAccount,
  removePasskey,
  renamePasskey,
  renewRecoveryCodes,
  resetSecondFactor,
  resetSecondFactorOfMember,
  signInWithPasskey,
  signUp,
  startPasskey,
  startPasskeySignIn,
  updateAccountMembers,
} from '@lectern/contracts/accounts';
import { freePort } from '@lectern/testing';
import { randomUUID } from 'node:crypto';
import { AuthenticatorDevice } from '../../libs/accounts/src/passkey/authenticator-device.fixture';
import { AuthenticatorApp } from '../../libs/accounts/src/second-factor/authenticator.fixture';
import { Client, until } from '../harness/client';
import { bearer } from '../harness/credentials';
import { inStandalone } from '../harness/in-standalone';
import { outboxOf } from '../harness/mails';
import { PlainBrowser } from '../harness/plain-browser';
import { Standalone } from '../harness/standalone';

const PASSWORD = 'Tides-of-1837';

let product: Standalone;
let origin: string;
beforeAll(async () => {
  const port = await freePort();
  origin = `http://localhost:${port}`;
  const env = { SIGN_UP: 'anyone', PUBLIC_URL: origin, HTTP_PORT: String(port) };
  product = await Standalone.start({ env });
}, 180_000);
afterAll(() => product?.stop());

const client = (token?: string) => new Client(origin, token === undefined ? {} : bearer(token));

/** Somebody who signed up a moment ago, and still has the token of that. */
async function person() {
  const email = `${randomUUID()}@acme.example`;
  await client().api.call(signUp, { body: { name: 'Ada', email, password: PASSWORD } });
  const mail = await until(async () => (await outboxOf(product.folder, email))[0], 'a mail');
  const token = /token=([\w.-]+)/.exec(mail.text)?.[1] ?? '';
  const step = await client().api.call(followMagicLink, { query: { token } });
  return { email, api: client(step.token?.access_token).api };
}

inStandalone('a second factor, %s', () => {
  it('is set up by an app, asked for at sign-ins, and turned off again', async () => {
    const { email, api } = await person();
    const app = new AuthenticatorApp((await api.call(beginSecondFactor, { body: {} })).secret);
    const { recovery_codes: codes } = await api.call(confirmSecondFactor, { body: { code: app.code(-1) } });
    expect(await api.call(getSecondFactor)).toMatchObject({ enabled: true, recovery_codes_left: 10 });
    const enter = (second_factor_code?: string) =>
      client().api.call(logIn, { body: { username: email, password: PASSWORD, second_factor_code } });
    await expect(enter()).rejects.toMatchObject({ status: 401, message: expect.stringContaining('required') });
    const { access_token: token } = await enter(app.code());
    expect((await client(token).api.call(getUser)).email).toBe(email);
    expect((await enter(codes[0])).refresh_token).not.toBe('');
    await api.call(renewRecoveryCodes, { body: {} });
    await api.call(endSecondFactor, { body: {} });
    expect((await enter()).refresh_token).not.toBe('');
  });

  it('is demanded by an account, and reset by owners and operators for those who lost it', async () => {
    const [owner, ada] = [await person(), await person()];
    const { id: account } = await owner.api.call(createAccount, { body: { title: `Acme ${randomUUID()}` } });
    const { id: user_id } = await ada.api.call(getUser);
    const params = { account };
    const reaches = async () =>
      (await client((await entered(ada.email)).access_token).send('GET', `/account/${account}`)).status;
    const entered = (username: string, second_factor_code?: string) =>
      client().api.call(logIn, { body: { username, password: PASSWORD, second_factor_code } });
    const turnOn = async ({ api }: Awaited<ReturnType<typeof person>>) => {
      const app = new AuthenticatorApp((await api.call(beginSecondFactor, { body: {} })).secret);
      await api.call(confirmSecondFactor, { body: { code: app.code(-1) } });
    };
    await until(
      () =>
        owner.api.call(updateAccountMembers, { params, body: { add: [{ id: user_id, role: 'AMEMBER' }] } }).then(
          () => true,
          () => undefined,
        ),
      'a member',
    );
    await expect(owner.api.call(modifyAccount, { params, body: { second_factor: 'required' } })).rejects.toMatchObject({
      status: 409,
    });
    await turnOn(owner);
    expect(await reaches()).toBe(200);
    await owner.api.call(modifyAccount, { params, body: { second_factor: 'required' } });
    expect(await reaches()).toBe(403);
    expect((await ada.api.call(listAccounts)).accounts).toMatchObject([{ id: account, second_factor_missing: true }]);
    await turnOn(ada);
    await until(
      async () => (await ada.api.call(listAccounts)).accounts[0]?.second_factor_missing === undefined || undefined,
      'open',
    );
    await owner.api.call(resetSecondFactorOfMember, { params: { account, user_id } });
    expect(await reaches()).toBe(403);
    await turnOn(ada);
    await client(product.token).api.call(resetSecondFactor, { params: { user_id } });
    expect((await ada.api.call(getSecondFactor)).enabled).toBe(false);
  });

  it('is required by the sign-in page, and managed on a page of its own, without script', async () => {
    const { email } = await person();
    const browser = new PlainBrowser(origin);
    const login = await browser.open('/user/security');
    expect(login.url.pathname).toBe('/user/login');
    const page = await browser.submit(login, { username: email, password: PASSWORD });
    expect([page.status, page.url.pathname]).toEqual([200, '/user/security']);
    const begun = await browser.submit(page, {});
    const [, secret = ''] = /<code>([A-Z2-7 ]+)<\/code>/.exec(begun.text) ?? [];
    const app = new AuthenticatorApp(secret.replaceAll(' ', ''));
    const wrong = await browser.submit(begun, { code: app.wrongCode() });
    expect([wrong.status, wrong.text.includes(secret)]).toEqual([422, true]);
    const on = await browser.submit(wrong, { code: app.code(-1) });
    const [, code = ''] = /<li>([a-z2-9]{5}-[a-z2-9]{5})<\/li>/.exec(on.text) ?? [];
    expect(on.text).toContain('The second factor is on');

    const stranger = new PlainBrowser(origin);
    const asked = await stranger.submit(await stranger.open('/user/security'), { username: email, password: PASSWORD });
    expect(asked.text).toContain('Second factor');
    expect((await stranger.open('/redirect?display=token')).url.pathname).toBe('/user/login');
    const refused = await stranger.submit(asked, { code: app.wrongCode() });
    expect(refused.text).toContain('The code is wrong');
    expect((await stranger.submit(refused, { code })).url.pathname).toBe('/user/security');
    const second = new PlainBrowser(origin);
    const again = await second.submit(await second.open('/user/security'), { username: email, password: PASSWORD });
    expect((await second.submit(again, { code })).text).toContain('The code is wrong');
    expect((await second.submit(again, { code: app.code() })).url.pathname).toBe('/user/security');
    const used = await second.submit(again, { code: app.code(1) });
    expect(used.url.searchParams.get('error')).toBe('stale_step');
  });

  it('is changed by no form of another page', async () => {
    const { email } = await person();
    const browser = new PlainBrowser(origin);
    const page = await browser.submit(await browser.open('/user/security'), { username: email, password: PASSWORD });
    const body = new URLSearchParams({ act: 'begin', csrf_token: 'x' });
    expect((await browser.open('/user/security', { method: 'POST', body })).status).toBe(403);
    expect((await browser.submit(page, { act: 'explode' })).status).toBe(422);
  });
});

inStandalone('a passkey, %s', () => {
  it('is added, renamed, signs in, proves who deletes an account, and is removed', async () => {
    const { email, api } = await person();
    const device = new AuthenticatorDevice(origin);
    const { options } = await api.call(startPasskey, { body: {} });
    const { id } = await api.call(addPasskey, { body: { name: 'Laptop', credential: device.create(options) } });
    const params = { passkey_id: id };
    await api.call(renamePasskey, { params, body: { name: 'Phone' } });
    expect((await api.call(listPasskeys)).passkeys).toMatchObject([{ name: 'Phone' }]);
    const start = await client().api.call(startPasskeySignIn, { body: {} });
    const credential = device.get(start.options);
    const { access_token: token } = await client().api.call(signInWithPasskey, { body: { credential } });
    const signedIn = client(token).api;
    expect((await signedIn.call(getUser)).email).toBe(email);
    const browser = new PlainBrowser(origin);
    const page = await browser.open('/user/security');
    const [, written = ''] = /data-options="([^"]+)"/.exec(page.text) ?? [];
    const answer = device.get(JSON.parse(written.replaceAll('&quot;', '"')) as object);
    const fields = { login_challenge: page.url.searchParams.get('login_challenge') ?? '' };
    const body = new URLSearchParams({ ...fields, credential: JSON.stringify(answer) });
    const inside = await browser.open('/api/auth/oauth/passkey', { method: 'POST', body });
    expect([inside.url.pathname, inside.text.includes('Phone')]).toEqual(['/user/security', true]);
    const { id: account } = await signedIn.call(createAccount, { body: { title: 'Short' } });
    await signedIn.call(deleteAccount, { params: { account } });
    await signedIn.call(removePasskey, { params });
    expect((await signedIn.call(listPasskeys)).passkeys).toEqual([]);
  });
});
