/** What an identity provider says about itself in a document of SAML metadata. */
export interface ProviderFacts {
  readonly entity_id: string;
  readonly sso_url: string;
  readonly x509_cert: string;
}

/** The names by which an identity provider knows this service. */
export interface ServiceFacts {
  readonly entityId: string;
  readonly consumer: string;
}

const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const LINE_CHARS = 64;

/** Undefined for a document that describes no identity provider to which browsers can be redirected. */
export function providerFacts(xml: string): ProviderFacts | undefined {
  const [provider] = elements(parsed(xml), 'IDPSSODescriptor');
  const entity_id = provider?.parentElement?.getAttribute('entityID') ?? '';
  const service = elements(provider, 'SingleSignOnService').find((one) => one.getAttribute('Binding') === REDIRECT);
  const sso_url = service?.getAttribute('Location') ?? '';
  const keys = elements(provider, 'KeyDescriptor').filter((one) => one.getAttribute('use') !== 'encryption');
  const certificates = keys
    .flatMap((key) => elements(key, 'X509Certificate'))
    .map(({ textContent }) => pem(textContent));
  if (entity_id === '' || sso_url === '' || certificates.length === 0) return undefined;
  return { entity_id, sso_url, x509_cert: [...new Set(certificates)].join('\n') };
}

/** Undefined for a document that describes no service. */
export function serviceFacts(xml: string): ServiceFacts | undefined {
  const [service] = elements(parsed(xml), 'SPSSODescriptor');
  const entityId = service?.parentElement?.getAttribute('entityID') ?? '';
  const [consumer] = elements(service, 'AssertionConsumerService');
  const location = consumer?.getAttribute('Location') ?? '';
  return entityId === '' || location === '' ? undefined : { entityId, consumer: location };
}

function parsed(xml: string): Document {
  return new DOMParser().parseFromString(xml, 'application/xml');
}

/** By their names without prefix, which documents choose. */
function elements(within: Document | Element | undefined, name: string): Element[] {
  return [...(within?.getElementsByTagName('*') ?? [])].filter(
    ({ tagName }) => tagName.slice(tagName.indexOf(':') + 1) === name,
  );
}

function pem(base64: string | null): string {
  const lines = (base64 ?? '').replaceAll(/\s/g, '').match(new RegExp(`.{1,${LINE_CHARS}}`, 'g')) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----'].join('\n');
}
