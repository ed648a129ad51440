import { Parser } from 'htmlparser2';

const DEPTH_MAX = 32;
const ELEMENTS_MAX = 2_000;
const ATTRIBUTES_MAX = 32;
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';
/** Elements that name an algorithm. */
const NAMES_ALGORITHM = new Set(['CanonicalizationMethod', 'SignatureMethod', 'DigestMethod', 'Transform']);
/** SHA-1 and MACs are not among them. */
const ALGORITHMS = new Set([
  'http://www.w3.org/2001/10/xml-exc-c14n#',
  'http://www.w3.org/2001/10/xml-exc-c14n#WithComments',
  'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
]);

/** The outside of a response, which a signature of the assertion alone does not cover. */
export interface ResponseOutline {
  readonly destination?: string;
  readonly inResponseTo?: string;
  readonly issuer?: string;
}

/** A response that is refused before its signature is looked at. */
export class OutlineProblem extends Error {}

/**
 * Reads the outline of a foreign response in one pass, within bounds. Only one shape passes: a successful response with
 * one assertion below it, signatures where SAML has them, ids that occur once, and none of what attacks on signatures
 * need: declarations, comments, CDATA sections, objects in signatures.
 *
 * @throws OutlineProblem
 */
export function outlineOf(xml: string): ResponseOutline {
  // Where parsers disagree, or texts are cut in two.
  if (xml.includes('<!') || xml.lastIndexOf('<?') > 0)
    throw new OutlineProblem('It has a declaration, a comment or CDATA');
  const reader = new OutlineReader();
  const parser = new Parser(
    {
      onopentag: (name, attributes) => reader.open(name, attributes),
      ontext: (text) => reader.text(text),
      onclosetag: () => reader.close(),
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return reader.outline();
}

class OutlineReader {
  private readonly path: string[] = [];
  private readonly ids = new Set<string>();
  private elements = 0;
  private assertions = 0;
  private isSuccess = false;
  private issuer: string | undefined;
  private response: Readonly<Record<string, string>> | undefined;

  open(qualified: string, attributes: Readonly<Record<string, string>>): void {
    const name = qualified.split(':').at(-1) ?? '';
    const parent = this.path.join('/');
    this.path.push(name);
    this.elements++;
    if (this.path.length > DEPTH_MAX || this.elements > ELEMENTS_MAX || Object.keys(attributes).length > ATTRIBUTES_MAX)
      throw new OutlineProblem('It has too many elements');
    if (parent === '') this.root(name, attributes);
    this.place(name, parent);
    this.remember(attributes);
    if (NAMES_ALGORITHM.has(name) && !ALGORITHMS.has(attributes['Algorithm'] ?? ''))
      throw new OutlineProblem('It is signed with an algorithm that is not accepted');
    if (this.path.join('/') === 'Response/Status/StatusCode') this.isSuccess = attributes['Value'] === SUCCESS;
  }

  text(text: string): void {
    if (this.path.join('/') === 'Response/Issuer') this.issuer = `${this.issuer ?? ''}${text}`;
  }

  close(): void {
    this.path.pop();
  }

  outline(): ResponseOutline {
    if (!this.response) throw new OutlineProblem('It is not a response');
    if (!this.isSuccess) throw new OutlineProblem('The identity provider did not sign the person in');
    if (this.assertions !== 1) throw new OutlineProblem('It has no assertion');
    const { Destination: destination, InResponseTo: inResponseTo } = this.response;
    return {
      ...(destination !== undefined && { destination }),
      ...(inResponseTo !== undefined && { inResponseTo }),
      ...(this.issuer !== undefined && { issuer: this.issuer.trim() }),
    };
  }

  private root(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name !== 'Response' || this.response) throw new OutlineProblem('It is not a response');
    if (attributes['Version'] !== '2.0') throw new OutlineProblem('It is not of SAML 2.0');
    this.response = attributes;
  }

  private place(name: string, parent: string): void {
    if (name === 'Response' && parent !== '') throw new OutlineProblem('It has a response within a response');
    if (name === 'EncryptedAssertion' || name === 'EncryptedID')
      throw new OutlineProblem('It is encrypted: configure the identity provider to sign assertions only');
    if (name === 'Assertion' && (parent !== 'Response' || ++this.assertions > 1))
      throw new OutlineProblem('It has several assertions, or one in another place');
    if (name === 'Signature' && parent !== 'Response' && parent !== 'Response/Assertion')
      throw new OutlineProblem('It has a signature in another place');
    if (name === 'Object' || name === 'Extensions') throw new OutlineProblem(`It has an element ${name}`);
  }

  private remember(attributes: Readonly<Record<string, string>>): void {
    for (const [name, id] of Object.entries(attributes)) {
      if (name.toLowerCase() !== 'id' && !name.toLowerCase().endsWith(':id')) continue;
      if (this.ids.has(id)) throw new OutlineProblem('It has an id twice');
      this.ids.add(id);
    }
  }
}
