import { createHash } from 'node:crypto';
import {
  completeProviderSignIn,
  confirmAccountDomain,
  consumeAssertion,
  exchangeSignInToken,
  getAccount,
  getSamlMetadata,
  getUser,
  inquireSaml,
  listAccountDomains,
  listAccountGroups,
  listAccounts,
  listSignInProviders,
  modifyAccount,
  type SamlConfiguration,
  showReturnPage,
  startProviderSignIn,
  startSaml,
  verifyAccountDomain,
} from '@lectern/contracts/accounts';
import { freePort } from '@lectern/testing';
import { NameServer } from '../../libs/accounts/src/domain/name-server.fixture';
import { base64, ENTITY_ID, SamlProvider, SSO_URL } from '../../libs/accounts/src/saml/identity-provider.fixture';
import { samlKeys } from '../../libs/accounts/src/saml-settings/saml-keys.fixture';
import { OpenIdServer } from '../../libs/accounts/src/sign-in-provider/openid-server.fixture';
import { Client } from '../harness/client';
import { conformingFetch } from '../harness/conformance';
import { bearer } from '../harness/credentials';
import type { Deployment } from '../harness/deployment';
import { Distributed } from '../harness/distributed';
import { inModes } from '../harness/in-modes';
import { Standalone } from '../harness/standalone';

const saml_config: SamlConfiguration = {
  domains: ['acme.example', 'lab.example'],
  sso_url: SSO_URL,
  entity_id: ENTITY_ID,
  x509_cert: samlKeys.idp.certificate,
  authn_context: 'exact',
  groups_attribute: 'Groups',
};

type Environment = Readonly<Record<string, string>>;

/** One process, and an accounts host without a zone. */
const starts = {
  standalone: (env: Environment): Promise<Deployment> => Standalone.start({ env }),
  'distributed-embedded': (env: Environment): Promise<Deployment> =>
    Distributed.start({ env: { ...env, GATEWAY_HOSTS: 'accounts' }, only: ['accounts', 'gateway'] }),
};

inModes(['standalone', 'distributed-embedded'], 'single sign-on, %s', (mode) => {
  let names: NameServer;
  let openid: OpenIdServer;
  let host: Deployment;
  let root: Client;
  let anyone: Client;
  let account: string;
  let idp: SamlProvider;

  /** The address that a browser is sent to. */
  const sentTo = async (path: string, init: RequestInit = {}) => {
    const answer = await conformingFetch(`${host.origin}${path}`, { redirect: 'manual', ...init });
    expect(answer.status).toBe(302);
    return new URL(answer.headers.get('location') ?? '', host.origin);
  };
  const userOf = (token: string | undefined) => new Client(host.origin, bearer(token ?? '')).api.call(getUser);
  const samlRequest = async () => {
    const query = new URLSearchParams({ account_id: account, came_from: host.origin });
    return idp.read((await sentTo(`${startSaml.http?.path}?${query}`)).href);
  };
  const post = (form: Record<string, string>, path = '/api/auth/saml/acs') =>
    sentTo(path, { method: 'POST', body: new URLSearchParams(form), headers: { origin: new URL(SSO_URL).origin } });

  /** Follows redirects within the product, as one browser does. @returns the first address elsewhere, or of the app */
  async function travel(browser: Map<string, string>, address: string): Promise<URL> {
    const isHere = (url: URL) => url.origin === host.origin && url.pathname !== '/user/callback';
    let at = new URL(address, host.origin);
    for (let hops = 0; hops < 10 && isHere(at) && at.pathname !== '/user/login'; hops++) {
      const cookie = [...browser].map((pair) => pair.join('=')).join('; ');
      const send = at.pathname.startsWith('/oauth2/') ? fetch : conformingFetch;
      const answer = await send(at.href, { redirect: 'manual', headers: { cookie } });
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        browser.set(name, value);
      }
      const next = answer.headers.get('location');
      if (next === null) throw new Error(`${at.pathname} answered ${answer.status}: ${await answer.text()}`);
      at = new URL(next, at);
    }
    return at;
  }

  /** Begins an authorization of the console. @returns the challenge of its login */
  async function loginChallenge(browser: Map<string, string>): Promise<string> {
    const query = new URLSearchParams({
      client_id: 'console',
      response_type: 'code',
      redirect_uri: `${host.origin}/user/callback`,
      scope: 'openid offline_access',
      state: Buffer.from(JSON.stringify({ came_from: host.origin })).toString('base64'),
      code_challenge: createHash('sha256').update('v'.repeat(43)).digest('base64url'),
      code_challenge_method: 'S256',
    });
    const login = await travel(browser, `/oauth2/auth?${query}`);
    return login.searchParams.get('login_challenge') ?? '';
  }

  beforeAll(async () => {
    const port = await freePort();
    names = await NameServer.start();
    openid = await OpenIdServer.start([`http://127.0.0.1:${port}/user/callbacks/acme`]);
    const client = { client_id: 'lectern', client_secret: 'a-secret-of-the-deployment' };
    const provider = { name: 'acme', title: 'Acme', issuer: openid.issuer, makes_users: true, ...client };
    const SIGN_IN_PROVIDERS = JSON.stringify([provider]);
    const env = {
      HTTP_PORT: String(port),
      SIGN_IN_PROVIDERS,
      EGRESS_ALLOW: '127.0.0.1',
      DOMAIN_NAME_SERVERS: names.address,
    };
    host = await starts[mode](env);
    root = new Client(host.origin, bearer(host.token));
    anyone = new Client(host.origin);
    account = (await root.api.call(listAccounts)).accounts[0]?.id ?? '';
  }, 180_000);
  afterAll(async () => {
    await host?.stop();
    await openid?.close();
    await names?.close();
  });

  it('is set up by the owner of an account, and found by the domain of an address', async () => {
    await root.api.call(modifyAccount, { params: { account }, body: { saml_config } });
    const record = await root.api.call(getAccount, { params: { account } });
    expect(record).toMatchObject({ domain: 'acme.example', saml_sso_url: SSO_URL, saml_config });
    const inquiry = '/api/auth/saml/inquiry?domain=acme.example';
    expect((await anyone.send('GET', inquiry)).status).toBe(404);
    const verify = `/account/${account}/domain/acme.example/verify`;
    expect((await root.send('POST', verify)).status).toBe(412);
    const { domains } = await root.api.call(listAccountDomains, { params: { account } });
    names.records.set(domains[0]?.record.name ?? '', [domains[0]?.record.value ?? '']);
    const target = { account, domain: 'acme.example' };
    expect(await root.api.call(verifyAccountDomain, { params: target })).toMatchObject({ verified_by: 'dns' });
    const second = await root.api.call(confirmAccountDomain, { params: { account, domain: 'lab.example' } });
    expect(second).toMatchObject({ domain: 'lab.example', verified_by: 'root' });
    const found = await anyone.api.call(inquireSaml, { query: { domain: 'Acme.Example' } });
    expect(found).toEqual({ account_id: account, token: account });
    expect((await anyone.send('GET', '/api/auth/saml/inquiry?domain=other.example')).status).toBe(404);
    const unusable = { saml_config: { ...saml_config, x509_cert: 'none' } };
    expect((await root.send('PATCH', `/account/${account}`, { body: unusable })).status).toBe(422);
    const metadata = await conformingFetch(`${host.origin}${getSamlMetadata.http?.path}?account_id=${account}`);
    expect(metadata.headers.get('content-type')).toBe('application/samlmetadata+xml');
    idp = new SamlProvider(await metadata.text());
    expect(idp.recipient).toBe(`${host.origin}${[consumeAssertion.http?.path].flat()[0]}`);
  });

  it('signs people in whom the identity provider knows, who are members then', async () => {
    const request = await samlRequest();
    const SAMLResponse = await idp.respond(request, {
      email: 'grace@acme.example',
      attributes: { cn: 'Grace', Groups: 'chefs' },
    });
    const page = await post({ SAMLResponse, RelayState: request.relayState });
    expect(`${page.origin}${page.pathname}`).toBe(`${host.origin}/user/callbacks/saml`);
    const token = page.searchParams.get('token') ?? '';
    const tokens = await anyone.api.call(exchangeSignInToken, { body: { token } });
    expect(await userOf(tokens.access_token)).toMatchObject({ email: 'grace@acme.example', name: 'Grace' });
    const hers = await new Client(host.origin, bearer(tokens.access_token)).api.call(listAccounts);
    expect(hers.accounts).toMatchObject([{ id: account, can_manage_account: false }]);
    expect((await anyone.send('POST', '/api/auth/saml/token', { body: { token } })).status).toBe(400);
    const { groups } = await root.api.call(listAccountGroups, { params: { account } });
    expect(groups).toMatchObject([{ name: 'chefs', origin: 'saml', members: 1 }]);
  });

  it('continues the authorization that people sign in for', async () => {
    const browser = new Map<string, string>();
    const query = new URLSearchParams({ account_id: account, login_challenge: await loginChallenge(browser) });
    const request = await idp.read((await sentTo(`${startSaml.http?.path}?${query}`)).href);
    const page = await post({ SAMLResponse: await idp.respond(request), RelayState: request.relayState });
    expect(page.pathname).toBe('/user/callbacks/saml');
    const app = await travel(browser, page.href);
    expect(app.pathname).toBe('/user/callback');
    expect(app.searchParams.get('code')).toMatch(/^[\w-]{20,}$/);
  });

  it('says on a page of its own why it failed', async () => {
    const path = String(showReturnPage.http?.path).replace('{provider}', 'saml');
    const shown = async (members: Record<string, string>) => {
      const answer = await conformingFetch(`${host.origin}${path}?${new URLSearchParams(members)}`);
      return { status: answer.status, text: await answer.text() };
    };
    const failed = await shown({ error: 'oops', error_description: '<b>It was refused</b>' });
    expect(failed.status).toBe(400);
    expect(failed.text).toContain('&lt;b&gt;It was refused&lt;/b&gt;');
    for (const consent_url of ['https://evil.example/oauth2/auth', 'javascript:alert(1)', '//evil.example'])
      expect((await shown({ consent_url })).status).toBe(400);
    expect((await shown({ code: 'c', state: 'nonsense' })).status).toBe(400);
  });

  it('believes nobody else, and nothing twice', async () => {
    const request = await samlRequest();
    const forged = base64(idp.signed(request, { email: 'grace@acme.example' }, { keys: samlKeys.attacker }));
    const page = await post({ SAMLResponse: forged, RelayState: request.relayState });
    expect(page.searchParams.get('error')).toBe('oops');
    const again = await post({ SAMLResponse: await idp.respond(request), RelayState: request.relayState });
    expect(again.searchParams.get('error_description')).toMatch('did not begin here');
    const alias = `/api/auth/saml/${account}/acs`;
    expect((await post({ SAMLResponse: forged }, alias)).searchParams.has('token')).toBe(false);
  });

  it('ends when the owner removes it', async () => {
    await root.api.call(modifyAccount, { params: { account }, body: { saml_config: null } });
    expect((await anyone.send('GET', '/api/auth/saml/inquiry?domain=acme.example')).status).toBe(404);
  });

  it('signs people in with a provider of the deployment', async () => {
    const { providers } = await anyone.api.call(listSignInProviders);
    expect(providers).toEqual([{ name: 'acme', title: 'Acme' }]);
    const path = String(startProviderSignIn.http?.path).replace('{provider}', 'acme');
    openid.person = { sub: 'hedy', email: 'hedy@acme.example', email_verified: true, name: 'Hedy' };
    const returned = await openid.visit((await sentTo(path)).href);
    expect(`${returned.origin}${returned.pathname}`).toBe(`${host.origin}/user/callbacks/acme`);
    const { login_url }: { readonly login_url: string } = JSON.parse(
      Buffer.from(returned.searchParams.get('state') ?? '', 'base64').toString(),
    );
    const attempt = new URL(login_url).searchParams.get('attempt') ?? '';
    const body = { code: returned.searchParams.get('code') ?? '' };
    const params = { provider: 'acme' };
    const tokens = await anyone.api.call(completeProviderSignIn, { params, query: { attempt }, body });
    expect(await userOf(tokens.access_token)).toMatchObject({ email: 'hedy@acme.example', name: 'Hedy' });
  });

  it('continues the authorization that people sign in for with a provider', async () => {
    const browser = new Map<string, string>();
    const query = new URLSearchParams({ login_challenge: await loginChallenge(browser) });
    const returned = await openid.visit((await sentTo(`/api/auth/acme/authorize?${query}`)).href);
    const app = await travel(browser, returned.href);
    expect(app.pathname).toBe('/user/callback');
    expect(app.searchParams.get('code')).toMatch(/^[\w-]{20,}$/);
  });
});
