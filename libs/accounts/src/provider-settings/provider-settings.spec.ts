import { providersIn } from './provider-settings';

const client = { client_id: 'id', client_secret: 'very-secret' };
const read = (...providers: object[]) => providersIn(JSON.stringify(providers));

function problemOf(text: string): string {
  try {
    providersIn(text);
    return '';
  } catch (error) {
    return String(error);
  }
}

describe('the setting of sign-in providers', () => {
  it('may be absent', () => {
    expect(providersIn(undefined)).toEqual([]);
  });

  it('knows where the great ones are', () => {
    const known = read(
      { name: 'google', ...client },
      { name: 'github', ...client },
      { name: 'microsoft', tenant: 'acme.example', ...client },
    );
    expect(known.map(({ title, kind, issuer }) => [title, kind, issuer])).toEqual([
      ['Google', 'openid', 'https://accounts.google.com'],
      ['GitHub', 'github', 'https://github.com'],
      ['Microsoft', 'openid', 'https://login.microsoftonline.com/acme.example/v2.0'],
    ]);
    expect(known[0]).toMatchObject({ makesUsers: false, domains: [], trustsAddresses: false });
  });

  it('takes any other by its issuer, and a server of its own for GitHub', () => {
    expect(read({ name: 'keycloak', issuer: 'https://id.example/realms/a/', ...client })).toMatchObject([
      { kind: 'openid', issuer: 'https://id.example/realms/a', title: 'keycloak' },
    ]);
    expect(read({ name: 'github', issuer: 'https://git.example', ...client })).toMatchObject([{ kind: 'github' }]);
  });

  it.each([
    ['no JSON', '{"client_secret": "very-secret"', 'must be JSON'],
    ['an object', '{}', 'must be a list'],
    ['texts', '["google"]', '[0] must be an object'],
    ['an unknown member', JSON.stringify([{ name: 'google', secret: 'very-secret' }]), 'unknown member secret'],
    ['no secret', JSON.stringify([{ name: 'google', client_id: 'id' }]), '[0].client_secret must be a text'],
    ['no tenant', JSON.stringify([{ name: 'microsoft', ...client }]), '[0].tenant must be a text'],
    ['no issuer', JSON.stringify([{ name: 'other', ...client }]), '[0].issuer must be a text'],
    ['another scheme', JSON.stringify([{ name: 'other', issuer: 'ftp://a', ...client }]), 'issuer must be an address'],
    ['a name that is a path', JSON.stringify([{ name: 'a/b', ...client }]), '[0].name must match'],
    ['a name that is taken', JSON.stringify([{ name: 'saml', ...client }]), '[0].name must match'],
    ['one name twice', JSON.stringify(Array(2).fill({ name: 'google', ...client })), 'has a name twice'],
    [
      'a flag that is none',
      JSON.stringify([{ name: 'google', makes_users: 1, ...client }]),
      'makes_users must be true',
    ],
  ])('refuses %s, without telling secrets', (_, text, problem) => {
    expect(problemOf(text)).toContain(problem);
    expect(problemOf(text)).not.toContain('very-secret');
  });
});
