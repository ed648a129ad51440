import { ConfigError } from '@lectern/config';

/** A place where people sign in, by OpenID Connect or as GitHub does it. */
export interface ProviderSettings {
  /** In addresses. */
  readonly name: string;
  /** For people. */
  readonly title: string;
  readonly kind: 'openid' | 'github';
  /** Of OpenID Connect: where its description is found. Of GitHub: its address. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: readonly string[];
  /** Whether users are made at their first sign-in. */
  readonly makesUsers: boolean;
  /** Account that its users become members of: id or slug. */
  readonly account?: string;
  /** Mail domains that may sign in, lower case; all when empty. */
  readonly domains: readonly string[];
  /** Whether its addresses count although it does not say that it has verified them. */
  readonly trustsAddresses: boolean;
}

const SETTING = 'SIGN_IN_PROVIDERS';
const PROVIDERS_MAX = 20;
const NAME = /^[a-z][a-z0-9-]{0,31}$/;
/** Words that other addresses below `/api/auth` have. */
const RESERVED = new Set(['magic', 'oauth', 'otp', 'passkey', 'providers', 'saml', 'signup']);
const OPENID_SCOPES = ['openid', 'email', 'profile'];
const GITHUB_SCOPES = ['read:user', 'user:email'];
const MEMBERS = new Set([
  'name',
  'title',
  'issuer',
  'tenant',
  'client_id',
  'client_secret',
  'scopes',
  'makes_users',
  'account',
  'domains',
  'trusts_addresses',
]);

type Entry = Readonly<Record<string, unknown>>;

/** Reads the setting. @throws ConfigError without the secrets in it */
export function providersIn(text: string | undefined): readonly ProviderSettings[] {
  if (text === undefined) return [];
  const entries = entriesIn(text);
  if (!Array.isArray(entries) || entries.length > PROVIDERS_MAX)
    throw wrong(`must be a list of at most ${PROVIDERS_MAX} objects`);
  const providers = entries.map(providerIn);
  const names = new Set(providers.map(({ name }) => name));
  if (names.size < providers.length) throw wrong('has a name twice');
  return providers;
}

function entriesIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The text of a syntax error quotes what is near it.
    throw wrong('must be JSON');
  }
}

function providerIn(entry: unknown, index: number): ProviderSettings {
  if (typeof entry !== 'object' || entry === null) throw wrong(`[${index}] must be an object`);
  // Its members are checked one by one.
  const members = entry as Entry;
  const unknown = Object.keys(members).find((member) => !MEMBERS.has(member));
  if (unknown !== undefined) throw wrong(`[${index}] has an unknown member ${unknown}`);
  const name = textIn(members, 'name', index);
  if (!NAME.test(name) || RESERVED.has(name)) throw wrong(`[${index}].name must match ${NAME.source} and not be taken`);
  const kind = name === 'github' ? 'github' : 'openid';
  const account = members['account'] === undefined ? undefined : textIn(members, 'account', index);
  return {
    name,
    kind,
    title: members['title'] === undefined ? defaultTitle(name) : textIn(members, 'title', index),
    issuer: issuerOf(name, members, index),
    clientId: textIn(members, 'client_id', index),
    clientSecret: textIn(members, 'client_secret', index),
    scopes: textListIn(members, 'scopes', index) ?? (kind === 'github' ? GITHUB_SCOPES : OPENID_SCOPES),
    makesUsers: flagIn(members, 'makes_users', index),
    ...(account !== undefined && { account }),
    domains: (textListIn(members, 'domains', index) ?? []).map((domain) => domain.toLowerCase()),
    trustsAddresses: flagIn(members, 'trusts_addresses', index),
  };
}

function issuerOf(name: string, members: Entry, index: number): string {
  if (members['issuer'] === undefined) {
    if (name === 'google') return 'https://accounts.google.com';
    if (name === 'github') return 'https://github.com';
    if (name === 'microsoft') return `https://login.microsoftonline.com/${textIn(members, 'tenant', index)}/v2.0`;
  }
  const issuer = textIn(members, 'issuer', index);
  const url = URL.parse(issuer);
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') throw wrong(`[${index}].issuer must be an address`);
  return issuer.replace(/\/$/, '');
}

function defaultTitle(name: string): string {
  return { google: 'Google', github: 'GitHub', microsoft: 'Microsoft' }[name] ?? name;
}

function textIn(members: Entry, member: string, index: number): string {
  const value = members[member];
  if (typeof value === 'string' && value !== '') return value;
  throw wrong(`[${index}].${member} must be a text`);
}

function textListIn(members: Entry, member: string, index: number): readonly string[] | undefined {
  const value = members[member];
  if (value === undefined) return undefined;
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
  throw wrong(`[${index}].${member} must be a list of texts`);
}

function flagIn(members: Entry, member: string, index: number): boolean {
  const value = members[member] ?? false;
  if (typeof value === 'boolean') return value;
  throw wrong(`[${index}].${member} must be true or false`);
}

function wrong(problem: string): ConfigError {
  return new ConfigError([`${SETTING} ${problem}`]);
}
