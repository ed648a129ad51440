import { createHash } from 'node:crypto';
import {
  authorize,
  beginSecondFactor,
  confirmSecondFactor,
  continueAuthorization,
  getLoginChallenge,
  openSession,
  showLoginPage,
  showSignUpPage,
  signUp,
  startSignUp,
  submitLogin,
  submitPasskey,
  submitSecondFactor,
  verifyUserCredential,
} from '@lectern/contracts/accounts';
import { systemPrincipal } from '@lectern/contracts/core';
import { AccountsHost, refusalOf, TOKEN } from '../accounts-host.fixture';
import { passwordHash } from '../password/password-hash';
import { PasswordRepository } from '../password/password.repository';
import { anyone } from '../people.fixture';
import { insertAccount, setVerified } from '../saml-settings/account.fixture';
import { SamlSettings } from '../saml-settings/saml-settings';
import { samlKeys } from '../saml-settings/saml-keys.fixture';
import { AuthenticatorApp } from '../second-factor/authenticator.fixture';

const ORIGIN = 'https://kb.example';
const PASSWORD = 'Tides-of-1837';
let networks = 0;

describe('a login that an authorization waits for', () => {
  let host: AccountsHost;
  beforeAll(async () => {
    const provider = { name: 'acme', title: 'Acme', issuer: 'https://id.example', client_id: 'a', client_secret: 'b' };
    host = await AccountsHost.start({
      PUBLIC_URL: ORIGIN,
      SIGN_UP: 'anyone',
      SIGN_IN_PROVIDERS: JSON.stringify([provider]),
    });
  });
  afterAll(() => host.close());

  const from = (network = `network ${networks++}`) => ({ headers: { reached: ORIGIN, network } });
  const queryOf = (location: string) => new URL(location, ORIGIN).searchParams;

  /** The challenge of a new authorization. */
  async function challenge(state: object = {}): Promise<string> {
    return queryOf((await begin(state)).location).get('login_challenge') ?? '';
  }

  async function begin(state: object = {}) {
    const query = {
      response_type: 'code',
      client_id: 'console',
      redirect_uri: `${ORIGIN}/user/callback`,
      scope: 'openid',
      state: Buffer.from(JSON.stringify(state)).toString('base64'),
      code_challenge: createHash('sha256').update('v'.repeat(43)).digest('base64url'),
      code_challenge_method: 'S256',
    };
    return host.bus.request(authorize, { query, ...from() }, anyone);
  }

  async function person() {
    const user = await host.createUser();
    const hash = await passwordHash(PASSWORD);
    await host.run((tx) => host.get(PasswordRepository).put(user.id, hash, tx));
    return user;
  }

  async function guarded() {
    const user = { ...(await person()), verifiedAt: Math.floor(Date.now() / 1_000) };
    const call = { principal: user };
    const { secret } = await host.bus.request(beginSecondFactor, { body: {}, headers: {} }, call);
    const app = new AuthenticatorApp(secret);
    await host.bus.request(confirmSecondFactor, { body: { code: app.code(-1) }, headers: {} }, call);
    return { user, app };
  }

  const submit = async (login_challenge: string, username: string, more: object = {}, network?: string) => {
    const body = { login_challenge, username, password: PASSWORD, ...more };
    return (await host.bus.request(submitLogin, { body, ...from(network) }, anyone)).location;
  };
  const enter = async (login_challenge: string, step: string, code: string) =>
    (await host.bus.request(submitSecondFactor, { body: { login_challenge, step, code }, ...from() }, anyone)).location;

  it('continues after a password, or asks for a code of the second factor, for this login alone', async () => {
    const plain = await person();
    expect(await submit(await challenge(), plain.email)).toMatch(/^\/oauth2\/auth\/[\w-]+\?login_verifier=[\w-]{43}$/);
    const { user, app } = await guarded();
    const [one, other] = [await challenge(), await challenge()];
    const step = queryOf(await submit(one, user.email)).get('step') ?? '';
    expect(step).toMatch(/^[\w-]{43}$/);
    expect(queryOf(await enter(one, step, app.wrongCode())).get('error')).toBe('login_error');
    expect(queryOf(await enter(other, step, app.code())).get('error')).toBe('stale_step');
    expect(queryOf(await enter(one, 'unknown', app.code())).get('error')).toBe('stale_step');
    expect(await enter(one, step, app.code())).toMatch(`/oauth2/auth/${one}?login_verifier=`);
    expect(queryOf(await enter(one, step, app.code(1))).get('error')).toBe('stale_step');
  });

  it('says that there were too many attempts, on the page', async () => {
    const challenged = await challenge();
    const outcomes = [];
    for (let tries = 0; tries < 11; tries++)
      outcomes.push(queryOf(await submit(challenged, 'nobody@acme.example', {}, 'guessing')).get('error'));
    expect(outcomes).toEqual([...Array<string>(10).fill('login_error'), 'too_many_attempts']);
  });

  it('has other ways: providers, a passkey where the page is reached by its name, and single sign-on', async () => {
    const login_challenge = await challenge();
    const show = (reached: string) =>
      host.bus.request(showLoginPage, { query: { login_challenge }, headers: { reached } }, anyone);
    const page = await show(ORIGIN);
    expect(page.places).toEqual([
      { title: 'Acme', path: `/api/auth/acme/authorize?login_challenge=${login_challenge}` },
    ]);
    expect(JSON.parse(page.passkey ?? '')).toMatchObject({ rpId: 'kb.example', userVerification: 'required' });
    const elsewhere = await show('http://10.0.0.1:8080');
    expect(elsewhere.passkey).toBeUndefined();
    const refused = await host.bus.request(
      submitPasskey,
      { body: { login_challenge, credential: '{' }, ...from() },
      anyone,
    );
    expect(queryOf(refused.location).get('error')).toBe('passkey_refused');

    expect(page.hasSingleSignOn).toBe(false);
    const sso = { single_sign_on: '1' };
    expect(queryOf(await submit(login_challenge, 'ada@corp.example', sso)).get('error')).toBe('no_single_sign_on');
    const account = await insertAccount(host, 'corp');
    const config = {
      domains: ['corp.example'],
      sso_url: 'https://idp.example/sso',
      entity_id: 'https://idp.example',
      x509_cert: samlKeys.idp.certificate,
      authn_context: 'exact',
    } as const;
    await host.run((tx) => host.get(SamlSettings).set(account, config, tx));
    expect((await show(ORIGIN)).hasSingleSignOn).toBe(false);
    expect(queryOf(await submit(login_challenge, 'ada@corp.example', sso)).get('error')).toBe('no_single_sign_on');
    await host.run((tx) => setVerified(account, config, tx));
    expect((await show(ORIGIN)).hasSingleSignOn).toBe(true);
    expect(await submit(login_challenge, ' Ada@CORP.example', sso)).toBe(
      `/api/auth/saml/sso?account_id=${account}&login_challenge=${login_challenge}`,
    );
  });

  it('opens a session of the console that knows when its person signed in, unlike one that a token opened', async () => {
    const { email, id } = await person();
    const { location, cookies = [] } = await begin();
    const next = new URL(await submit(queryOf(location).get('login_challenge') ?? '', email), ORIGIN);
    const headers = { reached: ORIGIN, cookies: cookies.map((line) => line.split(';')[0]).join('; ') };
    const params = { uid: next.pathname.split('/').at(-1) ?? '' };
    const query = { login_verifier: next.searchParams.get('login_verifier') ?? '' };
    const continued = await host.bus.request(continueAuthorization, { params, query, headers }, anyone);
    const granted = {
      authorization_code: queryOf(continued.location).get('code') ?? '',
      code_verifier: 'v'.repeat(43),
      origin: ORIGIN,
    };
    const proofOf = async (opening: object) => {
      const { secret: token } = await host.bus.request(openSession, { body: opening }, { principal: systemPrincipal });
      const body = { carrier: 'session', token } as const;
      return host.bus.request(verifyUserCredential, { body }, { principal: systemPrincipal });
    };
    const proof = await proofOf(granted);
    expect(proof.id).toBe(id);
    expect(Math.abs((proof.verifiedAt ?? 0) - Date.now() / 1_000)).toBeLessThan(60);
    expect(await proofOf({ token: TOKEN })).not.toHaveProperty('verifiedAt');
  });

  it('knows who began to sign up in an app, whether there is such a user or not', async () => {
    await host.createUser({ email: 'known@acme.example' });
    for (const email of ['known@acme.example', 'new@acme.example']) {
      const begun = { app: ORIGIN, email, fullname: 'Grace', company: 'Acme' };
      const { location } = await host.bus.request(startSignUp, { body: begun, ...from() }, anyone);
      const login_challenge = await challenge({ signup_token: queryOf(location).get('signup_token') });
      const about = { query: { login_challenge }, ...from() };
      expect(await host.bus.request(getLoginChallenge, about, anyone)).toEqual({
        skip_login: false,
        needs_signup: true,
        email,
        fullname: 'Grace',
        company: 'Acme',
      });
      expect(await host.bus.request(showSignUpPage, about, anyone)).toMatchObject({ name: 'Grace', email });
      const body = { password: PASSWORD, login_challenge };
      expect(await host.bus.request(signUp, { body, ...from() }, anyone)).toEqual({ action: 'check-mail' });
      expect((await host.mailsTo(email)).length).toBe(1);
    }
    const unknown = await challenge({ signup_token: 'unknown' });
    const body = { password: PASSWORD, login_challenge: unknown };
    expect(await refusalOf(host.bus.request(signUp, { body, ...from() }, anyone))).toMatch(/^invalid_request/);
  });
});
