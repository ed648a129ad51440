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

beforeEach(() => {
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
