import { IdentityProvider, SamlLib, ServiceProvider, setSchemaValidator } from 'samlify';
import { samlKeys } from '../saml-settings/saml-keys.fixture';

setSchemaValidator({ validate: async () => 'not checked against schemas' });

export const ENTITY_ID = 'https://idp.example/metadata';
export const SSO_URL = 'https://idp.example/sso';
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const PATH_OF_ASSERTION = "/*[local-name(.)='Response']/*[local-name(.)='Assertion']";

/** A request as the identity provider reads it. */
export interface ReceivedRequest {
  readonly id: string;
  readonly relayState: string;
}

/** What a response says, where it is not what it should. */
export interface ResponseParts {
  readonly email?: string;
  readonly nameFormat?: string;
  readonly assertionId?: string;
  readonly responseId?: string;
  readonly issuer?: string;
  readonly responseIssuer?: string;
  readonly audience?: string;
  readonly recipient?: string;
  readonly destination?: string;
  readonly inResponseTo?: string;
  readonly confirmedRequest?: string;
  readonly status?: string;
  /** Seconds from now. */
  readonly notBefore?: number;
  readonly notOnOrAfter?: number;
  readonly issued?: number;
  readonly confirmedUntil?: number;
  readonly method?: string;
  readonly version?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  /** Changes the XML before it is signed. */
  readonly edit?: (xml: string) => string;
}

export interface Signing {
  readonly keys?: { readonly certificate: string; readonly key: string };
  /** What is signed; by default the assertion. */
  readonly what?: 'assertion' | 'message' | 'both' | 'nothing';
  readonly algorithm?: string;
}

let counter = 0;

/** An identity provider, run by samlify, that knows this service by its metadata. */
export class SamlProvider {
  private readonly entity = IdentityProvider({
    entityID: ENTITY_ID,
    privateKey: samlKeys.idp.key,
    signingCert: samlKeys.idp.certificate,
    requestSignatureAlgorithm: RSA_SHA256,
    nameIDFormat: [EMAIL_FORMAT],
    singleSignOnService: [{ Binding: REDIRECT, Location: SSO_URL }],
    singleLogoutService: [{ Binding: REDIRECT, Location: SSO_URL }],
  });
  private readonly service;

  /** @param metadata of this service */
  constructor(metadata: string) {
    this.service = ServiceProvider({ metadata });
  }

  get audience(): string {
    return this.service.entityMeta.getEntityID();
  }

  get recipient(): string {
    return String(this.service.entityMeta.getAssertionConsumerService('post'));
  }

  /** Reads the request in the address that a browser was sent to. */
  async read(address: string): Promise<ReceivedRequest> {
    const query = Object.fromEntries(new URL(address).searchParams);
    const { extract } = await this.entity.parseLoginRequest(this.service, 'redirect', { query });
    const { id } = extract.request as { readonly id: string };
    return { id, relayState: query['RelayState'] ?? '' };
  }

  /** A response as samlify makes it: base64. */
  async respond(request: ReceivedRequest, parts: ResponseParts = {}): Promise<string> {
    const xml = this.xml(request, parts);
    const made = await this.entity.createLoginResponse(
      this.service,
      { extract: { request: { id: request.id } } },
      'post',
      {},
      {
        customTagReplacement: () => ({ id: 'unused', context: xml }),
      },
    );
    return made.context;
  }

  /** A response signed by anybody in any way: XML. */
  signed(request: ReceivedRequest, parts: ResponseParts = {}, signing: Signing = {}): string {
    return sign(this.xml(request, parts), signing);
  }

  /** A response without a signature. */
  xml(request: ReceivedRequest, parts: ResponseParts = {}): string {
    const { email = 'ada@acme.example', nameFormat = EMAIL_FORMAT, attributes = {} } = parts;
    const unique = ++counter;
    const { issuer = ENTITY_ID, responseIssuer = issuer, status = 'Success', version = '2.0' } = parts;
    const at = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();
    const { notBefore = -10, notOnOrAfter = 300, issued = 0, confirmedUntil = notOnOrAfter } = parts;
    const { inResponseTo = request.id, confirmedRequest = inResponseTo } = parts;
    const { recipient = this.recipient, destination = this.recipient, method = 'bearer' } = parts;
    const xml = `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" \
xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${parts.responseId ?? `_r${unique}`}" Version="${version}" \
IssueInstant="${at(issued)}" Destination="${destination}" InResponseTo="${inResponseTo}">\
<saml:Issuer>${responseIssuer}</saml:Issuer><samlp:Status>\
<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${status}"/></samlp:Status>\
<saml:Assertion ID="${parts.assertionId ?? `_a${unique}`}" Version="2.0" IssueInstant="${at(issued)}">\
<saml:Issuer>${issuer}</saml:Issuer><saml:Subject><saml:NameID Format="${nameFormat}">${email}</saml:NameID>\
<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:${method}"><saml:SubjectConfirmationData \
NotOnOrAfter="${at(confirmedUntil)}" Recipient="${recipient}" InResponseTo="${confirmedRequest}"/>\
</saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${at(notBefore)}" \
NotOnOrAfter="${at(notOnOrAfter)}"><saml:AudienceRestriction><saml:Audience>${parts.audience ?? this.audience}\
</saml:Audience></saml:AudienceRestriction></saml:Conditions>\
<saml:AuthnStatement AuthnInstant="${at(issued)}" SessionIndex="s${unique}"><saml:AuthnContext>\
<saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef>\
</saml:AuthnContext></saml:AuthnStatement>${attributeStatement(attributes)}</saml:Assertion></samlp:Response>`;
    return parts.edit?.(xml) ?? xml;
  }
}

/** Signs a response in the way that samlify does. */
export function sign(
  xml: string,
  { keys = samlKeys.idp, what = 'assertion', algorithm = RSA_SHA256 }: Signing,
): string {
  const config = {
    privateKey: keys.key,
    signingCert: keys.certificate.replaceAll(/-----[A-Z ]+-----|\s/g, ''),
    signatureAlgorithm: algorithm,
    isBase64Output: false,
  };
  const after = (reference: string) => ({ prefix: 'ds', location: { reference, action: 'after' as const } });
  const signAssertion = (rawSamlMessage: string) =>
    SamlLib.constructSAMLSignature({
      ...config,
      rawSamlMessage,
      referenceTagXPath: PATH_OF_ASSERTION,
      signatureConfig: after(`${PATH_OF_ASSERTION}/*[local-name(.)='Issuer']`),
    });
  const signMessage = (rawSamlMessage: string) =>
    SamlLib.constructSAMLSignature({
      ...config,
      rawSamlMessage,
      isMessageSigned: true,
      signatureConfig: after("/*[local-name(.)='Response']/*[local-name(.)='Issuer']"),
    });
  if (what === 'nothing') return xml;
  if (what === 'assertion') return signAssertion(xml);
  return signMessage(what === 'both' ? signAssertion(xml) : xml);
}

export function base64(xml: string): string {
  return Buffer.from(xml).toString('base64');
}

function attributeStatement(attributes: Readonly<Record<string, string>>): string {
  const entries = Object.entries(attributes);
  if (entries.length === 0) return '';
  const written = entries.map(
    ([name, value]) =>
      `<saml:Attribute Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`,
  );
  return `<saml:AttributeStatement>${written.join('')}</saml:AttributeStatement>`;
}
