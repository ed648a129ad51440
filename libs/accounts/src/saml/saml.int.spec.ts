import { randomUUID } from 'node:crypto';
import {
  consumeAssertion,
  exchangeSignInToken,
  getSamlMetadata,
  getUser,
  inquireSaml,
  resolveUser,
  type SamlConfiguration,
  type SamlStart,
  startSaml,
  verifyUserCredential,
} from '@lectern/contracts/accounts';
import { systemPrincipal } from '@lectern/contracts/core';
import { MoreThan } from 'typeorm';
import { MemberEntity } from '../account/member.entity';
import { AccountsHost, refusalOf } from '../accounts-host.fixture';
import { insertAccount, setVerified } from '../saml-settings/account.fixture';
import { samlKeys } from '../saml-settings/saml-keys.fixture';
import { SignInAttemptEntity } from '../single-sign-on/sign-in-attempt.entity';
import { SignInGrantEntity } from '../single-sign-on/sign-in-grant.entity';
import { UserEntity } from '../user/user.entity';
import {
  ENTITY_ID,
  type ReceivedRequest,
  type ResponseParts,
  SamlProvider,
  SSO_URL,
} from './identity-provider.fixture';

const APP = 'https://app.example';
const PUBLIC = 'https://lectern.example';
const configuration: SamlConfiguration = {
  domains: ['acme.example', 'Acme.Test'],
  sso_url: `${SSO_URL}?tenant=acme`,
  entity_id: ENTITY_ID,
  x509_cert: samlKeys.idp.certificate,
  authn_context: 'minimum',
};

describe('single sign-on by SAML', () => {
  let host: AccountsHost;
  let account: string;
  let other: string;
  let idp: SamlProvider;
  const asSystem = { principal: systemPrincipal };
  const set = (id: string, config: SamlConfiguration | null) => host.run((tx) => setVerified(id, config, tx));
  const start = async (query: SamlStart) => (await host.bus.request(startSaml, { query }, asSystem)).to;
  const begin = async (query: SamlStart = {}) => idp.read(await start({ account_id: account, ...query }));
  const post = async (form: { SAMLResponse: string; RelayState?: string }, account_id?: string) => {
    const params = account_id === undefined ? {} : { account_id };
    return new URL((await host.bus.request(consumeAssertion, { params, body: form }, asSystem)).to);
  };
  const answer = async (request: ReceivedRequest, parts: ResponseParts = {}) =>
    post({ SAMLResponse: await idp.respond(request, parts), RelayState: request.relayState });
  const signIn = async (parts: ResponseParts = {}) => answer(await begin(), parts);
  const problemOf = ({ searchParams }: URL) => searchParams.get('error_description');
  const userBy = (email: string) => host.run((tx) => tx.findOneByOrFail(UserEntity, { email }));
  const membershipsOf = async (id: string) =>
    (await host.bus.request(resolveUser, { body: { kind: 'user', id } }, asSystem)).accounts;

  beforeAll(async () => {
    host = await AccountsHost.start({ APP_ORIGINS: APP, PUBLIC_URL: PUBLIC });
    account = await insertAccount(host, 'acme');
    other = await insertAccount(host, 'other');
    await set(account, configuration);
    const { xml } = await host.bus.request(getSamlMetadata, { query: { account_id: account } }, asSystem);
    idp = new SamlProvider(xml);
  });
  afterAll(() => host.close());

  it('is found by the domain of an address, in any case', async () => {
    const inquire = (domain: string) => host.bus.request(inquireSaml, { query: { domain } }, asSystem);
    for (const domain of ['acme.example', 'ACME.test'])
      expect(await inquire(domain)).toEqual({ account_id: account, token: account });
    expect(await refusalOf(inquire('example'))).toMatch('not_found');
  });

  it('describes the service to the identity provider', async () => {
    expect([idp.audience, idp.recipient]).toEqual([
      `${PUBLIC}/api/auth/saml/metadata?account_id=${account}`,
      `${PUBLIC}/api/auth/saml/acs`,
    ]);
    const query = { account_id: randomUUID() };
    expect(await refusalOf(host.bus.request(getSamlMetadata, { query }, asSystem))).toMatch('not_found');
  });

  it('sends the browser to the identity provider with a request', async () => {
    const address = new URL(await start({ token: account, came_from: `${APP}/` }));
    expect(address.href).toMatch(`${SSO_URL}?tenant=acme&`);
    expect(address.searchParams.get('RelayState')).toMatch(/^[\w-]{43}$/);
    expect((await idp.read(address.href)).id).toMatch(/^_[0-9a-f]{40}$/);
  });

  it('starts for no account without it, and returns to no app that nobody configured', async () => {
    expect(await refusalOf(start({ account_id: other }))).toMatch('not_found');
    expect(await refusalOf(start({}))).toMatch('invalid_request');
    const elsewhere = start({ account_id: account, came_from: 'https://evil.example' });
    expect(await refusalOf(elsewhere)).toMatch('invalid_request: Browsers may not be sent to came_from');
  });

  it('makes the user at the first sign-in, a member of the account, and finds the user at the second', async () => {
    const page = await answer(await begin({ came_from: APP }), {
      email: 'New@acme.example',
      attributes: { cn: 'Newt' },
    });
    expect(`${page.origin}${page.pathname}`).toBe(`${APP}/user/callbacks/saml`);
    expect(page.searchParams.get('token')).toMatch(/^[\w-]{43}$/);
    const state = Buffer.from(page.searchParams.get('state') ?? '', 'base64').toString();
    expect(JSON.parse(state)).toEqual({ came_from: APP });
    const user = await userBy('new@acme.example');
    expect(user).toMatchObject({ name: 'Newt', type: 'USER', lastLogin: expect.any(Date) });
    expect(await membershipsOf(user.id)).toEqual([{ id: account, slug: 'acme', role: 'AMEMBER' }]);
    expect(host.heard).toContainEqual({ user: user.id });
    expect((await signIn({ email: 'new@acme.example' })).searchParams.has('token')).toBe(true);
    expect(await userBy('new@acme.example')).toMatchObject({ id: user.id });
    const principal = { kind: 'user', id: user.id, roles: [] } as const;
    expect(await host.bus.request(getUser, {}, { principal })).toMatchObject({ email: 'new@acme.example' });
  });

  it('gives tokens of the user for the token of the page, once', async () => {
    const token = (await signIn({ email: 'new@acme.example' })).searchParams.get('token') ?? '';
    const exchange = () => host.bus.request(exchangeSignInToken, { body: { token } }, asSystem);
    const tokens = await exchange();
    const body = { carrier: 'authorization', token: tokens.access_token } as const;
    const { id } = await userBy('new@acme.example');
    expect(await host.bus.request(verifyUserCredential, { body }, asSystem)).toMatchObject({ kind: 'user', id });
    expect(tokens.refresh_token).toMatch(/.{20}/);
    expect(await refusalOf(exchange())).toBe('bad_request: The token is unknown, used or expired: sign in again');
  });

  it('gives no tokens after a minute, and none for a login that nobody waits for', async () => {
    const token = (await signIn()).searchParams.get('token') ?? '';
    await host.run((tx) => tx.update(SignInGrantEntity, { expires: MoreThan(new Date(0)) }, { expires: new Date() }));
    expect(await refusalOf(host.bus.request(exchangeSignInToken, { body: { token } }, asSystem))).toMatch(
      'bad_request',
    );
    expect(problemOf(await answer(await begin({ login_challenge: 'unknown' })))).toMatch('login_challenge');
  });

  it('ends after ten minutes', async () => {
    const request = await begin();
    await host.run((tx) => tx.update(SignInAttemptEntity, { expires: MoreThan(new Date(0)) }, { expires: new Date() }));
    expect(problemOf(await answer(request))).toMatch('took more than ten minutes');
  });

  it('returns to this host without an app', async () => {
    expect((await signIn()).href).toMatch(`${PUBLIC}/user/callbacks/saml?token=`);
  });

  it('takes each answer once, also of many at the same time', async () => {
    const request = await begin();
    const form = { SAMLResponse: await idp.respond(request), RelayState: request.relayState };
    const pages = await Promise.all(Array.from({ length: 5 }, () => post(form)));
    expect(pages.filter((page) => page.searchParams.has('token'))).toHaveLength(1);
    expect(problemOf(await post(form))).toMatch('did not begin here');
  });

  it('takes no assertion twice, even in the answer to another request', async () => {
    const assertionId = '_the-same';
    expect(problemOf(await signIn({ assertionId }))).toBeNull();
    expect(problemOf(await signIn({ assertionId }))).toMatch('used already');
  });

  it('takes no answer to another request, without a state, or under another account', async () => {
    const [one, two] = [await begin(), await begin()];
    const SAMLResponse = await idp.respond(one);
    expect(problemOf(await post({ SAMLResponse, RelayState: two.relayState }))).toMatch('another request');
    expect(problemOf(await post({ SAMLResponse }))).toMatch('did not begin here');
    expect(problemOf(await post({ SAMLResponse, RelayState: one.relayState }, other))).toMatch('did not begin here');
  });

  it('takes answers at the address with the account in its path', async () => {
    const request = await begin();
    const form = { SAMLResponse: await idp.respond(request), RelayState: request.relayState };
    expect(problemOf(await post(form, account.toUpperCase()))).toBeNull();
  });

  it('takes no answer of the identity provider of another account', async () => {
    await set(other, { ...configuration, domains: ['other.example'], x509_cert: samlKeys.attacker.certificate });
    const request = await begin({ account_id: other });
    expect(problemOf(await answer(request))).toMatch('refused');
    await set(other, null);
  });

  it('signs in no person of another domain', async () => {
    for (const email of ['ada@other.example', 'ada@sub.acme.example', 'ada@acme.example.evil.example'])
      expect(problemOf(await signIn({ email }))).toMatch('domain');
  });

  it('signs in no disabled user', async () => {
    const { id } = await host.createUser({ email: 'gone@acme.example', disabled: true });
    expect(problemOf(await signIn({ email: 'gone@acme.example' }))).toMatch('disabled');
    expect(await host.run((tx) => tx.countBy(MemberEntity, { userId: id }))).toBe(0);
  });

  it('signs in a user who has the address and belongs nowhere else, but nobody of other accounts, and no root', async () => {
    const free = await host.createUser({ email: 'free@acme.example' });
    expect(problemOf(await signIn({ email: 'free@acme.example' }))).toBeNull();
    expect(await membershipsOf(free.id)).toMatchObject([{ id: account }]);
    // The user joins another account, whose owners did not agree to this identity provider.
    await host.run((tx) => tx.insert(MemberEntity, { accountId: other, userId: free.id, role: 'AOWNER' }));
    expect(problemOf(await signIn({ email: 'free@acme.example' }))).toMatch('other accounts');
    await host.createUser({ email: 'boss@acme.example', type: 'ROOT' });
    expect(problemOf(await signIn({ email: 'boss@acme.example' }))).toMatch('run the deployment');
  });

  it('ends with the identity provider of the account, also for sign-ins that began before', async () => {
    const request = await begin();
    await set(account, null);
    expect(problemOf(await answer(request))).toMatch('no single sign-on any more');
    expect(await refusalOf(start({ account_id: account }))).toMatch('not_found');
    await set(account, configuration);
  });
});
