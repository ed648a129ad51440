import { membersOf } from '../../validation/answers.fixture';
import { changed, required, tooLong, wireOf } from '../../validation/members.fixture';
import { conductOf, faults, list, received, routesOf, text } from '../../validation/requests.fixture';
import { SamlConfiguration, SingleDomainSaml } from './saml.dto';
import { consumeAssertion, exchangeSignInToken, getSamlMetadata, inquireSaml, startSaml } from './saml.operations';

const id = '11111111-1111-4111-8111-111111111111';
const operations = [inquireSaml, startSaml, consumeAssertion, getSamlMetadata, exchangeSignInToken];

describe('single sign-on by SAML', () => {
  it('is for everyone, on the accounts host', () => {
    expect(routesOf(...operations)).toEqual({
      'GET /api/auth/saml/inquiry': '200 json; any of nothing; none',
      'GET /api/auth/saml/sso': '302 redirect; any of nothing; none',
      'POST /api/auth/saml/acs': '302 redirect; any of nothing; none',
      'POST /api/auth/saml/{account_id}/acs': '302 redirect; any of nothing; none',
      'GET /api/auth/saml/metadata': '200 text; any of nothing; none',
      'POST /api/auth/saml/token': '200 json; any of nothing; none',
    });
    expect(new Set(operations.map(({ http }) => http?.host))).toEqual(new Set(['accounts']));
    expect(conductOf(consumeAssertion, startSaml)).toEqual({
      'accounts.saml.consume': '30 s',
      'accounts.saml.start': '10 s',
    });
  });

  it('begins with the account or its token', () => {
    for (const query of [{ account_id: id }, { token: id }, { account_id: id, came_from: 'https://app.example/' }])
      expect(faults(startSaml, { query })).toEqual([]);
    const bad = [{ account_id: 'acme' }, { came_from: 'https://app.example/path' }, { login_challenge: '' }];
    for (const query of bad) expect(faults(startSaml, { query })).toHaveLength(1);
    expect(faults(inquireSaml, {})).toEqual([`query.domain: ${required}`]);
    expect(faults(inquireSaml, { query: { domain: text(254) } })).toEqual([`query.domain: ${tooLong(253)}`]);
  });

  it('ends with a form, of at most 350,000 characters, from the page of another origin', () => {
    const form = (SAMLResponse: string) => faults(consumeAssertion, { body: { SAMLResponse, RelayState: 's' } });
    expect([form(text(350_000)), form(text(350_001))]).toEqual([[], [`body.SAMLResponse: ${tooLong(350_000)}`]]);
    expect(consumeAssertion.http).toMatchObject({ bodyKind: 'form', takesForeignForms: true, leavesOrigin: true });
  });

  it('gives tokens for a token', () => {
    expect(faults(exchangeSignInToken, { body: {} })).toEqual([`body.token: ${required}`]);
    expect(membersOf(`${__dirname}/saml.dto.ts`, 'SignedInTokens')).toBe('access_token, refresh_token');
  });
});

describe('the identity provider of an account', () => {
  const config = { domains: ['acme.example'], sso_url: 'https://idp', entity_id: 'idp', x509_cert: 'MII' };
  const operation = { ...exchangeSignInToken, body: SamlConfiguration };

  it('has at least a domain, an address, a name and a certificate', () => {
    expect(wireOf(SamlConfiguration, config)).toMatchObject({ domains: 'list!', sso_url: 'text!' });
    expect(received(operation, { body: config }).body).toEqual({ ...config, authn_context: 'exact' });
    expect(faults(operation, { body: {} })).toEqual(
      ['domains', 'sso_url', 'entity_id', 'x509_cert'].map((member) => `body.${member}: ${required}`),
    );
  });

  it.each([
    ['domains', [], ['acme']],
    ['domains', list(101, (index) => `d${index}.example`), ['-a.example']],
    ['authn_context', 'most', 1],
    ['sso_url', text(2_049), 5],
  ])('has a proper %s only', (at, bad, worse) => {
    for (const value of [bad, worse])
      expect(faults(operation, { body: changed<object>(config, at, value) })).not.toEqual([]);
  });

  it('may have one domain in the form of older clients', () => {
    expect(wireOf(SingleDomainSaml, { ...config, domain: 'acme.example' })).toMatchObject({ domain: 'text!' });
  });
});
