/** @jest-environment <rootDir>/tools/jest-dom-environment.cjs */
import { providerFacts, serviceFacts } from './saml-document';

const certificate = 'A'.repeat(70);
const provider = (inner: string) =>
  `<?xml version="1.0"?><md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://idp.example/m">${inner}</md:EntityDescriptor>`;
const key = (use: string, text: string) =>
  `<md:KeyDescriptor${use}><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>
    ${text}
  </ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`;
const service = (binding: string, at: string) =>
  `<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" Location="${at}"/>`;

describe('the metadata of an identity provider', () => {
  it('have its name, the address for redirects, and the certificates that sign', () => {
    const xml = provider(
      `<md:IDPSSODescriptor>${key(' use="signing"', certificate)}${key('', certificate)}${key(' use="encryption"', 'B')}
      ${service('HTTP-POST', 'https://idp.example/post')}${service('HTTP-Redirect', 'https://idp.example/sso')}
      </md:IDPSSODescriptor>`,
    );
    expect(providerFacts(xml)).toEqual({
      entity_id: 'https://idp.example/m',
      sso_url: 'https://idp.example/sso',
      x509_cert: `-----BEGIN CERTIFICATE-----\n${'A'.repeat(64)}\nAAAAAA\n-----END CERTIFICATE-----`,
    });
  });

  it.each(['', 'no xml', '<a/>', provider('<md:SPSSODescriptor/>'), provider('<md:IDPSSODescriptor/>')])(
    'are not in %j',
    (xml) => expect(providerFacts(xml)).toBeUndefined(),
  );
});

describe('the metadata of this service', () => {
  it('have its name and the address of assertions', () => {
    const xml = `<EntityDescriptor entityID="https://kb.example/m"><SPSSODescriptor>
      <AssertionConsumerService index="1" Location="https://kb.example/acs"/></SPSSODescriptor></EntityDescriptor>`;
    expect(serviceFacts(xml)).toEqual({ entityId: 'https://kb.example/m', consumer: 'https://kb.example/acs' });
    expect(serviceFacts('<a/>')).toBeUndefined();
  });
});
