import type { SamlConfiguration } from '@lectern/contracts/accounts';
import { resolveAccount } from '@lectern/contracts/accounts';
import { systemPrincipal } from '@lectern/contracts/core';
import { AccountsHost, refusalOf } from '../accounts-host.fixture';
import { insertAccount, setVerified } from './account.fixture';
import { samlKeys, unfitCertificates } from './saml-keys.fixture';
import { SamlSettings } from './saml-settings';

const { certificate } = samlKeys.idp;
const configuration: SamlConfiguration = {
  domains: ['B.example', 'a.example', 'b.EXAMPLE'],
  sso_url: 'https://idp.example/sso',
  entity_id: 'https://idp.example/metadata',
  x509_cert: certificate,
  authn_context: 'exact',
};

describe('the identity provider of an account', () => {
  let host: AccountsHost;
  let account: string;
  const settings = new SamlSettings();
  const set = (config: SamlConfiguration | null, id = account) => host.run((tx) => settings.set(id, config, tx));
  const record = () => host.run((tx) => settings.record(account, tx));
  const changed = (more: Partial<SamlConfiguration>) => refusalOf(set({ ...configuration, ...more }));

  beforeAll(async () => {
    host = await AccountsHost.start();
    const body = { account: 'lectern' };
    account = (await host.bus.request(resolveAccount, { body }, { principal: systemPrincipal })).id;
  });
  afterAll(() => host.close());

  it('is none at first', async () => {
    expect(Object.values(await record())).toEqual([null, null, null, null, null]);
  });

  it('is shown as it was set, with its domains once each, and in both forms', async () => {
    await set(configuration);
    expect(await record()).toEqual({
      domain: 'b.example',
      saml_entity_id: 'https://idp.example/metadata',
      saml_sso_url: 'https://idp.example/sso',
      saml_x509_cert: certificate,
      saml_config: { ...configuration, domains: ['b.example', 'a.example'] },
    });
  });

  it('is replaced as a whole', async () => {
    await set({ ...configuration, domains: ['c.example'], authn_context: 'better' });
    expect(await record()).toMatchObject({ saml_config: { domains: ['c.example'], authn_context: 'better' } });
  });

  it('has a certificate as PEM, as base64, or several of them', async () => {
    const base64 = certificate.replaceAll(/-----[A-Z ]+-----/g, '');
    for (const x509_cert of [base64, base64.replaceAll('\n', ''), `${certificate}\n${samlKeys.attacker.certificate}`])
      expect(await changed({ x509_cert })).toBe('accepted');
  });

  it.each([
    ['nonsense', 'no certificate!', 'neither PEM nor base64'],
    ['the base64 of something else', 'AAAA', 'cannot be read'],
    ['a damaged certificate', certificate.replace('MII', 'MIJ'), 'cannot be read'],
    ['a private key', samlKeys.idp.key, 'neither PEM nor base64'],
    ['a short key', unfitCertificates.weak, '2048 bits'],
    ['a key of another kind', unfitCertificates.curve, 'RSA'],
    ['six certificates', Array(6).fill(certificate).join('\n'), 'more than 5'],
  ])('has no certificate that is %s', async (_, x509_cert, why) => {
    expect(await changed({ x509_cert })).toMatch(`invalid_request: Value error, the certificate`);
    expect(await changed({ x509_cert })).toMatch(why);
  });

  it.each([
    'javascript:alert(1)',
    'http://idp.example',
    'https://user@idp.example',
    'https://idp.example/ä',
    'nowhere',
  ])('has no address that browsers should not be sent to: %s', async (sso_url) => {
    expect(await changed({ sso_url })).toMatch('invalid_request: Value error, sso_url');
  });

  it('names the attribute of assertions that has groups, where there is one', async () => {
    await set({ ...configuration, groups_attribute: 'Groups' });
    expect(await record()).toMatchObject({ saml_config: { groups_attribute: 'Groups' } });
    await set(configuration);
    expect((await record()).saml_config).not.toHaveProperty('groups_attribute');
  });

  it('shares no verified domain with another account, and keeps what it had', async () => {
    await host.run((tx) => setVerified(account, { ...configuration, domains: ['mine.example'] }, tx));
    const id = await insertAccount(host, 'two');
    const domains = ['theirs.example', 'MINE.example'];
    expect(await refusalOf(set({ ...configuration, domains }, id))).toMatch('conflict: Another account');
    expect(await host.run((tx) => settings.find(id, tx))).toBeUndefined();
    expect(await record()).toMatchObject({ domain: 'mine.example' });
  });

  it('can be removed', async () => {
    await set(null);
    expect(await record()).toMatchObject({ saml_config: null, domain: null });
    expect(await host.run((tx) => settings.accountOf('mine.example', tx))).toBeUndefined();
  });
});
