import { randomBytes } from 'node:crypto';
import type { IdentityProvider } from '../saml-settings/saml-settings';

const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
const ID_BYTES = 20;
/** Where responses go. */
const CONSUMER_PATH = '/api/auth/saml/acs';

/** This service as identity providers know it. */
export interface ServiceNames {
  readonly audience: string;
  /** The first is in requests and metadata. */
  readonly recipients: readonly [main: string, ...others: string[]];
}

/** @param host address of the accounts host */
export function serviceNames(host: string, accountId: string): ServiceNames {
  const alias = `${host}/api/auth/saml/${accountId}/acs`;
  return {
    audience: `${host}/api/auth/saml/metadata?account_id=${accountId}`,
    recipients: [`${host}${CONSUMER_PATH}`, alias],
  };
}

/** @returns an id that no other request has; ids of XML begin with a letter or `_` */
export function newRequestId(): string {
  return `_${randomBytes(ID_BYTES).toString('hex')}`;
}

/** The address that a browser signs in at, with the request. */
export async function requestAddress(
  provider: IdentityProvider,
  { audience, recipients: [recipient] }: ServiceNames,
  { requestId, relayState }: { readonly requestId: string; readonly relayState: string },
): Promise<string> {
  const { SAML, ValidateInResponseTo } = await import('@node-saml/node-saml');
  const saml = new SAML({
    entryPoint: provider.sso_url,
    issuer: audience,
    callbackUrl: recipient,
    // Needed to verify answers only, which is done elsewhere.
    idpCert: provider.x509_cert,
    identifierFormat: EMAIL_FORMAT,
    racComparison: provider.authn_context,
    generateUniqueId: () => requestId,
    validateInResponseTo: ValidateInResponseTo.never,
  });
  return saml.getAuthorizeUrlAsync(relayState, undefined, {});
}

/** The metadata document of this service for an account. */
export async function metadataOf({ audience, recipients: [callbackUrl] }: ServiceNames): Promise<string> {
  const { generateServiceProviderMetadata } = await import('@node-saml/node-saml');
  return generateServiceProviderMetadata({
    issuer: audience,
    callbackUrl,
    identifierFormat: EMAIL_FORMAT,
    wantAssertionsSigned: true,
    generateUniqueId: newRequestId,
  });
}
