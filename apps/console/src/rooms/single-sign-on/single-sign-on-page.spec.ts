/** @jest-environment <rootDir>/tools/jest-dom-environment.cjs */
import { ACCOUNT, Refusal, refused } from '../../console-server.fixture';
import { openPage, screen, serverOfTests, waitFor, within } from '../../page.fixture';

const server = serverOfTests();
const RECORD = 'GET /api/v1/account/a1';
const SAVE = 'PATCH /api/v1/account/a1';
const SAML = {
  domains: ['sea.example'],
  sso_url: 'https://idp.example/sso',
  entity_id: 'https://idp.example/m',
  x509_cert: 'PEM',
  authn_context: 'minimum',
};
const METADATA = `<EntityDescriptor entityID="http://kb/m"><SPSSODescriptor>
  <AssertionConsumerService Location="http://kb/acs"/></SPSSODescriptor></EntityDescriptor>`;
const PROVIDER = `<EntityDescriptor entityID="https://new.example/m"><IDPSSODescriptor>
  <KeyDescriptor><KeyInfo><X509Data><X509Certificate>QUJD</X509Certificate></X509Data></KeyInfo></KeyDescriptor>
  <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://new.example/sso"/>
  </IDPSSODescriptor></EntityDescriptor>`;

const DOMAINS = 'GET /api/v1/account/a1/domains';
const VERIFY = 'POST /api/v1/account/a1/domain/sea.example/verify';
const CONFIRM = 'POST /api/manage/@account/a1/domain/sea.example/confirm';
const DOMAIN = {
  domain: 'sea.example',
  verified: null,
  verified_by: null,
  record: { name: '_lectern-challenge.sea.example', value: 'lectern-domain-verification=f00' },
};

beforeEach(() => {
  server.on(DOMAINS, [DOMAIN]);
  server.on('GET /api/v1/user', { id: 'u1', type: 'USER' });
  server.on(RECORD, { ...ACCOUNT, saml_config: SAML });
  server.on('GET /api/auth/saml/metadata', () => new Refusal(200, METADATA, 'application/samlmetadata+xml'));
  server.on(SAVE, null);
});

const open = () => openPage(server, '/single-sign-on');
const box = (name: RegExp) => screen.findByRole('textbox', { name });

describe('single sign-on', () => {
  it('shows what the identity provider has to know', async () => {
    await open();
    expect(await box(/^Entity ID \(audience\)/)).toHaveProperty('value', 'http://kb/m');
    expect(await box(/^Assertion consumer/)).toHaveProperty('value', 'http://kb/acs');
    expect(server.unknown).toEqual([]);
  });

  it('is set up from the file of the provider and a domain', async () => {
    server.on(RECORD, { ...ACCOUNT, saml_config: null });
    const person = await open();
    const input = await screen.findByLabelText('Read its metadata file', { selector: 'input' });
    await person.upload(input, new File([PROVIDER], 'idp.xml', { type: 'text/xml' }));
    await screen.findByText('Metadata read. Add your domains, then save.');
    await person.type(await box(/^Mail domains/), 'sea.example, lake.example{Enter}');
    await waitFor(() =>
      expect(server.lastBody(SAVE)).toEqual({
        saml_config: {
          domains: ['sea.example', 'lake.example'],
          sso_url: 'https://new.example/sso',
          entity_id: 'https://new.example/m',
          x509_cert: '-----BEGIN CERTIFICATE-----\nQUJD\n-----END CERTIFICATE-----',
          authn_context: 'exact',
        },
      }),
    );
  });

  it('says that a file is no metadata', async () => {
    const person = await open();
    const input = await screen.findByLabelText('Read its metadata file', { selector: 'input' });
    await person.upload(input, new File(['<a/>'], 'idp.xml', { type: 'text/xml' }));
    expect((await screen.findByRole('alert')).textContent).toContain('describes no SAML identity provider');
    expect(await box(/^Sign-in URL/)).toHaveProperty('value', SAML.sso_url);
  });

  it('keeps what was typed when the server refuses it', async () => {
    server.on(SAVE, refused(409, 'Another account declares sea.example'));
    const person = await open();
    await box(/^Sign-in URL/);
    await person.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Another account declares sea.example');
    expect(server.lastBody(SAVE)).toEqual({ saml_config: SAML });
  });

  it('names the attribute that has groups', async () => {
    const person = await open();
    await person.type(await box(/^Attribute with groups/), 'Groups{Enter}');
    await waitFor(() =>
      expect(server.lastBody(SAVE)).toEqual({ saml_config: { ...SAML, groups_attribute: 'Groups' } }),
    );
  });

  it('shows the record that proves a domain, and verifies it', async () => {
    server.on(VERIFY, refused(412, 'There is no TXT record'));
    const person = await open();
    const domain = within(await screen.findByRole('region', { name: 'sea.example' }));
    expect(domain.getByRole('textbox', { name: 'Text of the TXT record' })).toHaveProperty(
      'value',
      DOMAIN.record.value,
    );
    expect(domain.queryByRole('button', { name: /without a record/ })).toBeNull();
    await person.click(domain.getByRole('button', { name: 'Verify sea.example' }));
    expect((await domain.findByRole('alert')).textContent).toContain('There is no TXT record');
    const verified = { ...DOMAIN, verified: '2026-01-01T00:00:00+00:00', verified_by: 'dns' };
    server.on(VERIFY, verified);
    server.on(DOMAINS, [verified]);
    await person.click(domain.getByRole('button', { name: 'Verify sea.example' }));
    await screen.findByText('Verified by its record');
    expect(screen.queryByRole('button', { name: /Verify/ })).toBeNull();
  });

  it('lets an owner who runs the deployment confirm a domain by one click', async () => {
    server.on('GET /api/v1/user', { id: 'u1', type: 'ROOT' });
    server.on(CONFIRM, { ...DOMAIN, verified: '2026-01-01T00:00:00+00:00', verified_by: 'root' });
    const person = await open();
    await person.click(await screen.findByRole('button', { name: 'Confirm sea.example without a record' }));
    await waitFor(() => expect(server.sent(CONFIRM)).toHaveLength(1));
  });

  it('is removed once its domain is typed', async () => {
    const person = await open();
    await person.click(await screen.findByRole('button', { name: 'Remove single sign-on' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove single sign-on' }));
    await person.type(dialog.getByRole('textbox'), 'sea.example');
    await person.click(dialog.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(server.lastBody(SAVE)).toEqual({ saml_config: null }));
  });

  it('is for owners', async () => {
    server.on('GET /api/v1/accounts', [{ ...ACCOUNT, can_manage_account: false }]);
    await open();
    await screen.findByText('Only owners of the account set up single sign-on.');
    expect(server.sent(RECORD)).toEqual([]);
  });
});
