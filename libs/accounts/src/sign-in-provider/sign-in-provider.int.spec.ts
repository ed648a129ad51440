import {
  completeProviderSignIn,
  listSignInProviders,
  type ProviderStart,
  resolveUser,
  startProviderSignIn,
  verifyUserCredential,
} from '@lectern/contracts/accounts';
import { systemPrincipal } from '@lectern/contracts/core';
import { AccountsHost, refusalOf } from '../accounts-host.fixture';
import { UserEntity } from '../user/user.entity';
import { type Forgery, ForgingServer } from './forging-server.fixture';
import { OpenIdServer } from './openid-server.fixture';

const PUBLIC = 'https://lectern.example';
const APP = 'https://app.example';
const client = { client_id: 'lectern', client_secret: 'a-secret-of-the-deployment' };

/** The members of the state that an app reads. */
interface State {
  readonly login_url: string;
  readonly came_from: string;
  readonly login_challenge?: string;
}

describe('signing in with a provider', () => {
  let host: AccountsHost;
  let openid: OpenIdServer;
  let forging: ForgingServer;
  const asSystem = { principal: systemPrincipal };

  const start = async (provider = 'acme', query: ProviderStart = {}) =>
    (await host.bus.request(startProviderSignIn, { params: { provider }, query }, asSystem)).to;
  const stateIn = (url: URL): State =>
    JSON.parse(Buffer.from(url.searchParams.get('state') ?? '', 'base64').toString('utf8'));
  const complete = (url: URL, { provider = 'acme', ...more }: { provider?: string; login_challenge?: string } = {}) => {
    const attempt = new URL(stateIn(url).login_url).searchParams.get('attempt') ?? '';
    const body = { code: url.searchParams.get('code') ?? '', ...more };
    return host.bus.request(completeProviderSignIn, { params: { provider }, query: { attempt }, body }, asSystem);
  };
  const signIn = async (person: Partial<OpenIdServer['person']>, provider = 'acme') => {
    openid.person = { sub: 'ada', email: 'ada@acme.example', email_verified: true, name: 'Ada', ...person };
    return complete(await openid.visit(await start(provider)), { provider });
  };
  const userOf = async (token: string | undefined) => {
    const body = { carrier: 'authorization', token: token ?? '' } as const;
    return (await host.bus.request(verifyUserCredential, { body }, asSystem)).id;
  };

  beforeAll(async () => {
    const pages = ['acme', 'closed', 'members'].map((name) => `${PUBLIC}/user/callbacks/${name}`);
    openid = await OpenIdServer.start([...pages, `${APP}/user/callbacks/acme`]);
    forging = await ForgingServer.start();
    const { issuer } = openid;
    const providers = [
      { name: 'acme', title: 'Acme', issuer, makes_users: true, account: 'lectern', ...client },
      { name: 'members', issuer, makes_users: true, domains: ['ACME.example'], ...client },
      { name: 'closed', issuer, ...client },
      { name: 'forging', issuer: forging.issuer, makes_users: true, ...client },
      { name: 'away', issuer: 'http://127.0.0.1:9', ...client },
      { name: 'github', issuer: forging.issuer, makes_users: true, client_id: 'gh', client_secret: 'gh-secret' },
    ];
    const SIGN_IN_PROVIDERS = JSON.stringify(providers);
    const EGRESS_ALLOW = '127.0.0.1';
    host = await AccountsHost.start({ SIGN_IN_PROVIDERS, EGRESS_ALLOW, PUBLIC_URL: PUBLIC, APP_ORIGINS: APP });
  });
  afterAll(async () => {
    await host.close();
    await Promise.all([openid.close(), forging.close()]);
  });

  it('is offered by those of the settings', async () => {
    expect((await host.bus.request(listSignInProviders, {}, asSystem)).providers).toEqual([
      { name: 'acme', title: 'Acme' },
      { name: 'members', title: 'members' },
      { name: 'closed', title: 'closed' },
      { name: 'forging', title: 'forging' },
      { name: 'away', title: 'away' },
      { name: 'github', title: 'GitHub' },
    ]);
  });

  it('sends the browser there with a challenge of PKCE, a nonce and a state for the app', async () => {
    const address = new URL(await start('acme', { came_from: APP, login_challenge: 'c' }));
    expect(`${address.origin}${address.pathname}`).toBe(`${openid.issuer}/auth`);
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      client_id: 'lectern',
      response_type: 'code',
      redirect_uri: `${APP}/user/callbacks/acme`,
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      nonce: expect.stringMatching(/^[\w-]{40,}$/),
    });
    expect(stateIn(address)).toEqual({
      login_url: expect.stringMatching(`^${PUBLIC}/api/auth/acme/login\\?attempt=[\\w-]{43}$`),
      came_from: APP,
      login_challenge: 'c',
    });
  });

  it('sends the browser to GitHub in its way', async () => {
    const address = new URL(await start('github'));
    expect(`${address.origin}${address.pathname}`).toBe(`${forging.issuer}/login/oauth/authorize`);
    expect(address.searchParams.get('scope')).toBe('read:user user:email');
    expect(address.searchParams.has('nonce')).toBe(false);
  });

  it('takes the primary address at GitHub, when it is verified', async () => {
    const signInAtGithub = async (...addresses: object[]) => {
      forging.addresses = addresses;
      const url = new URL(await start('github'));
      url.searchParams.set('code', 'any');
      return complete(url, { provider: 'github' });
    };
    const other = { email: 'other@acme.example', primary: false, verified: true };
    const primary = { email: 'Octo@acme.example', primary: true, verified: true };
    expect(await refusalOf(signInAtGithub(other))).toMatch('forbidden');
    expect(await refusalOf(signInAtGithub(other, { ...primary, verified: false }))).toMatch('forbidden');
    const id = await userOf((await signInAtGithub(other, primary)).access_token);
    const user = await host.run((tx) => tx.findOneByOrFail(UserEntity, { id }));
    expect(user).toMatchObject({ email: 'octo@acme.example', name: 'ada' });
  });

  it('makes a user, who is a member of the account of the settings, and finds the user again', async () => {
    const { access_token } = await signIn({});
    const id = await userOf(access_token);
    const user = await host.run((tx) => tx.findOneByOrFail(UserEntity, { id }));
    expect(user).toMatchObject({ email: 'ada@acme.example', name: 'Ada', type: 'USER' });
    const memberships = await host.bus.request(resolveUser, { body: { kind: 'user', id } }, asSystem);
    expect(memberships.accounts).toMatchObject([{ slug: 'lectern', role: 'AMEMBER' }]);
    expect(await userOf((await signIn({ email: 'renamed@acme.example' })).access_token)).toBe(id);
  });

  it('finds a user by a verified address only', async () => {
    const { id, email } = await host.createUser();
    expect(await refusalOf(signIn({ sub: 'eve', email, email_verified: false }))).toMatch('forbidden: Acme has not');
    expect(await refusalOf(signIn({ sub: 'eve', email, email_verified: undefined }))).toMatch(
      'forbidden: Acme has not',
    );
    expect(await refusalOf(signIn({ sub: 'eve', email: undefined }))).toMatch('forbidden');
    expect(await userOf((await signIn({ sub: 'new', email: email.toUpperCase() })).access_token)).toBe(id);
  });

  it('makes no user where the settings do not say so', async () => {
    expect(await refusalOf(signIn({ sub: 'x', email: 'x@acme.example' }, 'closed'))).toBe(
      'forbidden: user_not_registered',
    );
  });

  it('lets in people of the domains of the settings only', async () => {
    expect(await refusalOf(signIn({ sub: 'y', email: 'y@gmail.example' }, 'members'))).toBe(
      'precondition_failed: no_personal_email',
    );
    expect(await signIn({ sub: 'z', email: 'z@acme.example' }, 'members')).toHaveProperty('refresh_token');
  });

  it('lets in no disabled user', async () => {
    const { email } = await host.createUser({ disabled: true });
    expect(await refusalOf(signIn({ sub: 'gone', email }))).toMatch('forbidden: This user is disabled');
  });

  it('takes each answer once, under the provider and with the challenge of its start', async () => {
    openid.person = { sub: 'ada', email: 'ada@acme.example', email_verified: true };
    const once = await openid.visit(await start());
    expect(await refusalOf(complete(once, { provider: 'closed' }))).toMatch('bad_request: This sign-in did not begin');
    expect(await refusalOf(complete(once))).toBe('accepted');
    expect(await refusalOf(complete(once))).toMatch('bad_request: This sign-in did not begin here');
    const challenged = await openid.visit(await start('acme', {}));
    expect(await refusalOf(complete(challenged, { login_challenge: 'another' }))).toMatch('bad_request');
  });

  it('takes no code of another sign-in', async () => {
    const [one, two] = [await openid.visit(await start()), await openid.visit(await start())];
    two.searchParams.set('code', one.searchParams.get('code') ?? '');
    expect(await refusalOf(complete(two))).toMatch('bad_request: Acme refused the sign-in');
    const made = await openid.visit(await start());
    made.searchParams.set('code', 'made-up');
    expect(await refusalOf(complete(made))).toMatch('bad_request');
  });

  it('begins nowhere without a provider, or when it is away', async () => {
    expect(await refusalOf(start('nobody'))).toMatch('not_found');
    expect(await refusalOf(start('away'))).toMatch('unavailable');
    expect(await refusalOf(start('acme', { came_from: 'https://evil.example' }))).toMatch('invalid_request');
  });

  describe('refuses an ID token', () => {
    async function answered(forgery: Forgery): Promise<string> {
      const address = new URL(await start('forging'));
      forging.nonce = address.searchParams.get('nonce') ?? '';
      forging.forgery = forgery;
      const url = new URL(`${PUBLIC}/user/callbacks/forging?code=any`);
      url.searchParams.set('state', address.searchParams.get('state') ?? '');
      return refusalOf(complete(url, { provider: 'forging' }));
    }

    it('unless it is right', async () => {
      expect(await answered({})).toBe('accepted');
      const sent = forging.received.at(-1);
      expect(sent?.get('code_verifier')).toMatch(/^[\w-]{43,}$/);
      expect(sent?.get('client_secret')).toBe(client.client_secret);
    });

    it.each<[string, Forgery]>([
      ['of another nonce', { claims: { nonce: 'another' } }],
      ['without a nonce', { claims: { nonce: undefined } }],
      ['for another client', { claims: { aud: 'another' } }],
      ['of another issuer', { claims: { iss: 'https://evil.example' } }],
      ['that has expired', { claims: { exp: 1_700_000_000 } }],
      ['that has no end', { claims: { exp: undefined } }],
      ['about nobody', { claims: { sub: '' } }],
      ['signed by somebody else', { signedBy: 'somebody else' }],
      ['signed by nobody', { signedBy: 'nobody' }],
      ['that is not there', { omitsIdToken: true }],
      ['and a failure', { tokenStatus: 400 }],
      ['and a breakdown', { tokenStatus: 500 }],
    ])('%s', async (_, forgery) => {
      expect(await answered(forgery)).toMatch(/^(bad_request|forbidden): /);
    });
  });
});
