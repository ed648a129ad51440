import { samlKeys } from '../saml-settings/saml-keys.fixture';
import { checkAssertion, type ReceivedResponse } from './assertion';
import {
  base64,
  ENTITY_ID,
  type ReceivedRequest,
  type ResponseParts,
  SamlProvider,
  sign,
  type Signing,
} from './identity-provider.fixture';
import { metadataOf, serviceNames } from './service-provider';

const ACCOUNT = '11111111-1111-4111-8111-111111111111';
const names = serviceNames('https://lectern.example', ACCOUNT);
let idp: SamlProvider;
const request: ReceivedRequest = { id: '_request', relayState: 'state' };
const received: Omit<ReceivedResponse, 'response'> = {
  ...names,
  certificates: [samlKeys.idp.certificate],
  entityId: ENTITY_ID,
  requestId: request.id,
  requestedMs: Date.now(),
};
const ADA = { emails: ['ada@acme.example'] };

const check = (response: string, more: Partial<ReceivedResponse> = {}) =>
  checkAssertion({ ...received, response, ...more });
const signed = (parts: ResponseParts = {}, signing: Signing = {}) => idp.signed(request, parts, signing);
const verdict = (xml: string, more: Partial<ReceivedResponse> = {}) => check(base64(xml), more);

const assertionIn = (xml: string) => /<saml:Assertion .*<\/saml:Assertion>/s.exec(xml)?.[0] ?? '';
const signatureIn = (xml: string) => /<ds:Signature .*<\/ds:Signature>/s.exec(xml)?.[0] ?? '';
/** An assertion without a signature that says somebody else signed in. */
const evil = (id = '_evil') => assertionIn(idp.xml(request, { email: 'eve@acme.example', assertionId: id }));

beforeAll(async () => {
  idp = new SamlProvider(await metadataOf(names));
});

describe('an accepted response', () => {
  it('says who signed in, as samlify makes it', async () => {
    expect(await check(await idp.respond(request, { assertionId: '_one' }))).toMatchObject({ id: '_one', ...ADA });
  });

  it.each(['message', 'both'] as const)('has a signature over: %s', async (what) => {
    expect(await verdict(signed({}, { what }))).toMatchObject(ADA);
  });

  it('may be signed with SHA-512, and with the second of several certificates', async () => {
    const algorithm = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512';
    const certificates = [samlKeys.attacker.certificate, samlKeys.idp.certificate];
    expect(await verdict(signed({}, { algorithm }), { certificates })).toMatchObject(ADA);
  });

  it('may come from a clock that is a minute off', async () => {
    expect(await verdict(signed({ notBefore: 60, issued: 60, notOnOrAfter: 360 }))).toMatchObject(ADA);
    expect(await verdict(signed({ notBefore: -360, issued: -360, notOnOrAfter: -60 }))).toMatchObject(ADA);
  });

  it('may have been sent to the address with the account in its path', async () => {
    const [, recipient] = names.recipients;
    expect(await verdict(signed({ recipient, destination: recipient }))).toMatchObject(ADA);
  });

  it('has the address in its name or in an attribute, and the name of the person', async () => {
    const attributes = {
      'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress': 'Ada@Acme.example',
      givenName: 'Ada',
      sn: 'Lovelace',
    };
    const nameFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
    expect(await verdict(signed({ email: 'x-17', nameFormat, attributes }))).toMatchObject({
      ...ADA,
      subject: 'x-17',
      name: 'Ada Lovelace',
    });
  });
});

/** Responses that are refused, by what is wrong with them. */
const said: readonly (readonly [what: string, parts: ResponseParts, problem: RegExp])[] = [
  ['expired', { notOnOrAfter: -121 }, /expired|No valid subject confirmation/],
  ['expired as a whole, not its confirmation', { notOnOrAfter: -121, confirmedUntil: 300 }, /expired/],
  ['confirmed until a time that has passed', { confirmedUntil: -121 }, /confirm/],
  ['not valid yet', { notBefore: 121 }, /not yet valid|valid yet/],
  [
    'of a clock that is five minutes ahead',
    { notBefore: 300, issued: 300, notOnOrAfter: 600 },
    /not yet valid|valid yet/,
  ],
  [
    'of a clock that is five minutes late',
    { notBefore: -600, issued: -600, notOnOrAfter: -300 },
    /expired|confirmation/,
  ],
  ['issued more than ten minutes ago', { issued: -800 }, /too old|No valid subject confirmation/],
  ['meant for another service', { audience: 'https://other.example' }, /audience/],
  ['meant for the same service of another account', { audience: names.audience.replace('1111', '2222') }, /audience/],
  ['received by another service', { recipient: 'https://other.example/acs' }, /recipient/],
  ['sent to another destination', { destination: 'https://other.example/acs' }, /destination/],
  ['from another identity provider', { issuer: 'https://evil.example' }, /identity provider/],
  ['within a response of another identity provider', { responseIssuer: 'https://evil.example' }, /identity provider/],
  [
    'by another issuer than that of the response',
    { issuer: 'https://evil.example', responseIssuer: ENTITY_ID },
    /provider/,
  ],
  ['the answer to another request', { inResponseTo: '_another' }, /another request/],
  ['confirmed for another request', { confirmedRequest: '_another' }, /SubjectInResponseTo|subjectInResponseTo/i],
  ['confirmed in another way than by its bearer', { method: 'sender-vouches' }, /not confirmed/],
  ['a failure', { status: 'Responder' }, /did not sign the person in/],
  ['of another version', { version: '1.1' }, /SAML 2\.0/],
  ['without an address', { email: 'somebody' }, /no mail address/],
  ['about nobody', { email: '' }, /name/],
];

const edited: readonly (readonly [what: string, edit: (xml: string) => string, problem: RegExp])[] = [
  ['without conditions', (xml) => xml.replace(/<saml:Conditions.*<\/saml:Conditions>/, ''), /./],
  ['without an audience', (xml) => xml.replace(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, ''), /./],
  [
    'without an end',
    (xml) => xml.replace(/(<saml:Conditions [^>]*) NotOnOrAfter="[^"]*"/, '$1'),
    /no end|NotOnOrAfter/,
  ],
  [
    'without an end of its confirmation',
    (xml) => xml.replace(/(ConfirmationData )NotOnOrAfter="[^"]*"/, '$1'),
    /confirm|NotOnOrAfter/,
  ],
  ['without a recipient', (xml) => xml.replace(/ Recipient="[^"]*"/, ''), /confirmed/],
  ['without a confirmation', (xml) => xml.replace(/<saml:SubjectConfirmation .*<\/saml:SubjectConfirmation>/, ''), /./],
  [
    'without a request that it confirms',
    (xml) => xml.replace(/(Recipient="[^"]*") InResponseTo="[^"]*"/, '$1'),
    /confirmed/,
  ],
  ['of a provider on its own account', (xml) => xml.replace(/ InResponseTo="[^"]*"/g, ''), /another request/],
  ['without an issuer', (xml) => xml.replace(/(<saml:Assertion [^>]*>)<saml:Issuer>[^<]*<\/saml:Issuer>/, '$1'), /./],
  ['without a sign-in', (xml) => xml.replace(/<saml:AuthnStatement.*<\/saml:AuthnStatement>/, ''), /signed in/],
  [
    'of a session that has ended',
    (xml) => xml.replace('SessionIndex', 'SessionNotOnOrAfter="2020-01-01T00:00:00Z" SessionIndex'),
    /ended/,
  ],
  [
    'on a condition that is not known',
    (xml) => xml.replace('</saml:Conditions>', '<saml:Sunny/></saml:Conditions>'),
    /condition/,
  ],
  ['with two sets of conditions', (xml) => xml.replace(/<saml:Conditions.*<\/saml:Conditions>/, '$&$&'), /conditions/],
  ['about two subjects', (xml) => xml.replace(/<saml:Subject>.*<\/saml:Subject>/, '$&$&'), /./],
  ['about two names', (xml) => xml.replace(/<saml:NameID.*<\/saml:NameID>/, '$&$&'), /name/],
];

/** Attacks on a genuine response: it is signed, and then changed. */
const forged: readonly (readonly [what: string, forge: (xml: string) => string, problem: RegExp])[] = [
  ['changed after it was signed', (xml) => xml.replace('ada@acme.example', 'eve@acme.example'), /signature/],
  ['cut in its name by a comment', (xml) => xml.replace('ada@', 'a<!-- -->da@'), /comment/],
  ['cut in its name by an instruction', (xml) => xml.replace('ada@', 'a<?x?>da@'), /comment/],
  ['with a CDATA section', (xml) => xml.replace('ada@', '<![CDATA[ada]]>@'), /CDATA/],
  ['with entities', (xml) => `<!DOCTYPE a [<!ENTITY b "c">]>${xml}`, /declaration/],
  ['without its signature', (xml) => xml.replace(signatureIn(xml), ''), /signature/],
  [
    'signed by nobody, in a copy of the signature',
    (xml) => xml.replace(/<ds:SignatureValue>[^<]*/, '<ds:SignatureValue>AAAA'),
    /signature/,
  ],
  ['without the digest', (xml) => xml.replace(/<ds:DigestValue>[^<]*/, '<ds:DigestValue>'), /signature/],
  ['with a second assertion before it', (xml) => xml.replace('<saml:Assertion', `${evil()}$&`), /several/],
  ['with a second assertion after it', (xml) => xml.replace('</saml:Assertion>', `$&${evil()}`), /several/],
  ['in an extension of another', (xml) => wrapIn('samlp:Extensions', xml), /another place|several|Extensions/],
  ['in an object of the signature', (xml) => wrapInObject(xml), /./],
  [
    'within another assertion',
    (xml) =>
      xml.replace(assertionIn(xml), `${evil().replace('</saml:Assertion>', '')}${assertionIn(xml)}</saml:Assertion>`),
    /several|place/,
  ],
  ['beside one with the same id', (xml) => xml.replace('<saml:Assertion', `${evil(idOf(xml))}$&`), /twice|several/],
  [
    'replaced, its signature kept',
    (xml) => xml.replace(assertionIn(xml), evil(idOf(xml)).replace('</saml:Issuer>', `$&${signatureIn(xml)}`)),
    /signature/,
  ],
  [
    'replaced, its signature elsewhere',
    (xml) => xml.replace(assertionIn(xml), `${signatureIn(xml)}${evil(idOf(xml))}`),
    /signature/,
  ],
  ['with its signature around the original', (xml) => wrapInSignature(xml), /./],
  [
    'within a second response',
    (xml) =>
      `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" Version="2.0" ID="_o" InResponseTo="_request">${xml}</samlp:Response>`,
    /response/,
  ],
  ['followed by a second document', (xml) => `${xml}${xml}`, /./],
  ['signed with a reference to everything', (xml) => xml.replace(/URI="#[^"]*"/, 'URI=""'), /signature/i],
  ['signed with a reference to something else', (xml) => xml.replace(/URI="#[^"]*"/, 'URI="#_other"'), /signature/i],
  ['signed with a further reference', (xml) => xml.replace(/<ds:Reference .*<\/ds:Reference>/, '$&$&'), /signature/i],
  [
    'signed with an XPath filter',
    (xml) =>
      xml.replace(
        'http://www.w3.org/2001/10/xml-exc-c14n#"/></ds:Transforms>',
        'http://www.w3.org/TR/1999/REC-xpath-19991116"/></ds:Transforms>',
      ),
    /algorithm/,
  ],
  ['encrypted', (xml) => xml.replace('<saml:Assertion', '<saml:EncryptedAssertion/>$&'), /encrypted/],
];

function idOf(xml: string): string {
  return /<saml:Assertion ID="([^"]*)"/.exec(xml)?.[1] ?? '';
}

function wrapIn(name: string, xml: string): string {
  return xml.replace(assertionIn(xml), `<${name}>${assertionIn(xml)}</${name}>${evil()}`);
}

/** The genuine assertion moves into an `Object` of its signature, which moves to a new one. */
function wrapInObject(xml: string): string {
  const bare = assertionIn(xml).replace(signatureIn(xml), '');
  const signature = signatureIn(xml).replace('</ds:Signature>', `<ds:Object>${bare}</ds:Object></ds:Signature>`);
  return xml.replace(assertionIn(xml), evil().replace('</saml:Issuer>', `$&${signature}`));
}

function wrapInSignature(xml: string): string {
  const bare = assertionIn(xml).replace(signatureIn(xml), '');
  const signature = signatureIn(xml).replace('</ds:Signature>', `${bare}</ds:Signature>`);
  return xml.replace(assertionIn(xml), evil().replace('</saml:Issuer>', `$&${signature}`));
}

describe('a response is refused', () => {
  it.each(said)('%s', async (_, parts, problem) => {
    expect(await verdict(signed(parts))).toEqual({ problem: expect.stringMatching(problem) });
    expect(await verdict(signed(parts, { what: 'message' }))).toEqual({ problem: expect.any(String) });
  });

  it.each(edited)('%s', async (_, edit, problem) => {
    expect(idp.xml(request, { edit })).not.toHaveLength(idp.xml(request).length);
    expect(await verdict(signed({ edit }, { what: 'message' }))).toEqual({ problem: expect.stringMatching(problem) });
  });

  it.each(forged)('%s', async (_, forge, problem) => {
    for (const what of ['assertion', 'message'] as const) {
      const genuine = signed({}, { what });
      expect(await verdict(genuine)).toMatchObject(ADA);
      expect(forge(genuine)).not.toBe(genuine);
      expect(await verdict(forge(genuine))).toEqual({ problem: expect.any(String) });
    }
    expect(await verdict(forge(signed()))).toEqual({ problem: expect.stringMatching(problem) });
  });

  it.each(['assertion', 'message', 'both'] as const)(
    'signed by somebody else, with their certificate: %s',
    async (what) => {
      const stolen = signed({}, { what, keys: samlKeys.attacker });
      expect(await verdict(stolen)).toEqual({ problem: expect.stringMatching(/signature/) });
      expect(await verdict(stolen, { certificates: [samlKeys.attacker.certificate] })).toMatchObject(ADA);
    },
  );

  it('signed by somebody else around an assertion that is not theirs', async () => {
    const resigned = sign(signed({}, { keys: samlKeys.attacker }), { what: 'message', keys: samlKeys.attacker });
    expect(await verdict(resigned)).toEqual({ problem: expect.any(String) });
  });

  it('signed as a message by somebody else, where the assertion is genuine: only the assertion counts', async () => {
    const mixed = sign(signed(), { what: 'message', keys: samlKeys.attacker });
    expect(await verdict(mixed)).toMatchObject(ADA);
    expect(await verdict(mixed.replace(assertionIn(mixed), evil()))).toEqual({ problem: expect.any(String) });
  });

  it('signed with SHA-1, or with a MAC whose key is the certificate', async () => {
    for (const algorithm of [
      'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
      'http://www.w3.org/2000/09/xmldsig#hmac-sha1',
    ]) {
      const xml = signed().replace(/(<ds:SignatureMethod Algorithm=")[^"]*/, `$1${algorithm}`);
      expect(await verdict(xml)).toEqual({ problem: expect.stringMatching(/algorithm/) });
    }
    expect(await verdict(signed({}, { algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }))).toEqual({
      problem: expect.stringMatching(/algorithm/),
    });
  });

  it('with more than fits', async () => {
    const deep = '<a>'.repeat(20_000);
    const wide = '<a/>'.repeat(20_000);
    for (const more of [deep, wide])
      expect(await verdict(signed().replace('</samlp:Response>', `${more}$&`))).toEqual({
        problem: expect.stringMatching(/too many elements/),
      });
  });

  it.each(['', '<', 'no XML', '<a/>', '<Response/>', '\u0000', '<samlp:LogoutResponse Version="2.0"/>'])(
    'when it is %j',
    async (xml) => {
      expect(await verdict(xml)).toEqual({ problem: expect.any(String) });
    },
  );
});
