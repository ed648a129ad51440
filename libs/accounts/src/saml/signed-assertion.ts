/** An element, as it is parsed: attributes, text, and children by local name. */
interface Element {
  readonly $?: Readonly<Record<string, string>>;
  readonly _?: string;
}

/** The members of an assertion that are read. */
export interface Assertion extends Element {
  readonly Issuer?: readonly Element[];
  readonly Subject?: readonly {
    readonly NameID?: readonly Element[];
    readonly SubjectConfirmation?: readonly (Element & { readonly SubjectConfirmationData?: readonly Element[] })[];
  }[];
  readonly Conditions?: readonly (Element & {
    readonly AudienceRestriction?: readonly { readonly Audience?: readonly Element[] }[];
  })[];
  readonly AuthnStatement?: readonly Element[];
  readonly AttributeStatement?: readonly {
    readonly Attribute?: readonly (Element & { readonly AttributeValue?: readonly (Element | string)[] })[];
  }[];
}

/** What an assertion must be about. */
export interface Expectations {
  readonly entityId: string;
  readonly audience: string;
  readonly recipients: readonly string[];
  readonly requestId: string;
}

/** A person, and the assertion that says so. */
export interface SignedPerson {
  /** Id of the assertion. */
  readonly id: string;
  /** When the assertion ends, milliseconds since the epoch. */
  readonly expiresMs: number;
  /** Id of the person at the identity provider, where it is one that stays; their address otherwise. */
  readonly subject?: string;
  /** Addresses, lower case, the most significant first; at most 20. */
  readonly emails: readonly string[];
  readonly name?: string;
  /** Values of the attribute for groups, at most 1,000; absent where the account names no attribute. */
  readonly groups?: readonly string[];
}

const SKEW_MS = 2 * 60_000;
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
const KNOWN_CONDITIONS = new Set(['$', '_', 'AudienceRestriction', 'OneTimeUse', 'ProxyRestriction']);
const EMAIL = /^[^\s@<>"]{1,64}@[^\s@<>"]{1,253}$/;
const EMAILS_MAX = 20;
const NAME_CHARS_MAX = 200;
const GROUPS_MAX = 1_000;
const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/';
const emailNames = ['email', 'mail', 'emailaddress', 'urn:oid:0.9.2342.19200300.100.1.3'];
const fullNames = ['displayname', 'cn', 'fullname', 'urn:oid:2.16.840.1.113730.3.1.241', 'urn:oid:2.5.4.3', 'name'];
const givenNames = ['givenname', 'firstname', 'urn:oid:2.5.4.42'];
const familyNames = ['surname', 'sn', 'lastname', 'urn:oid:2.5.4.4'];

/** Checks what a verified assertion says against what it must. @throws Error with the reason, for people */
export function refuseForeign(assertion: Assertion, expected: Expectations, nowMs: number): void {
  require(assertion.$?.['Version'] === '2.0', 'The assertion is not of SAML 2.0');
  require(innerText(only(assertion.Issuer)) ===
    expected.entityId, 'The assertion comes from another identity provider');
  const conditions = only(assertion.Conditions);
  require(conditions !== undefined, 'The assertion has no conditions');
  const unknown = Object.keys(conditions).find((name) => !KNOWN_CONDITIONS.has(name));
  require(unknown === undefined, 'The assertion has a condition that is not known here');
  require(isCurrent(conditions, nowMs), 'The assertion has expired, has no end, or is not valid yet');
  const audiences = conditions.AudienceRestriction ?? [];
  const isOurs = audiences.every(({ Audience = [] }) => Audience.some((one) => innerText(one) === expected.audience));
  require(audiences.length > 0 && isOurs, 'The assertion is meant for another service');
  const [confirmation] = (only(assertion.Subject)?.SubjectConfirmation ?? []).filter((one) => {
    const data = only(one.SubjectConfirmationData);
    const isAnswer = data?.$?.['InResponseTo'] === expected.requestId;
    const isHere = expected.recipients.includes(data?.$?.['Recipient'] ?? '');
    return one.$?.['Method'] === BEARER && isAnswer && isHere && data !== undefined && isCurrent(data, nowMs);
  });
  require(confirmation !==
    undefined, 'The assertion is not confirmed for this sign-in: recipient, request or time differ');
  const statements = assertion.AuthnStatement ?? [];
  require(statements.length > 0, 'The assertion does not say that the person signed in');
  const sessionEnds = statements.map(({ $ }) => $?.['SessionNotOnOrAfter']).filter((end) => end !== undefined);
  require(sessionEnds.every((end) => Date.parse(end) + SKEW_MS > nowMs), 'The session of the person has ended');
}

/**
 * The person of an assertion that was checked.
 *
 * @param groupsAttribute name of the attribute whose values are the groups of the person
 * @throws Error when it names nobody
 */
export function personIn(assertion: Assertion, groupsAttribute?: string): SignedPerson {
  const id = assertion.$?.['ID'] ?? '';
  const nameId = only(only(assertion.Subject)?.NameID);
  const named = innerText(nameId);
  require(id !== '' && named !== '', 'The assertion does not name the person');
  const attributes = attributesOf(assertion);
  const candidates = [named, ...valuesOf(attributes, emailNames)].map((text) => text.toLowerCase());
  const emails = [...new Set(candidates.filter((text) => EMAIL.test(text)))].slice(0, EMAILS_MAX);
  require(emails.length > 0, 'The assertion has no mail address');
  const name = nameIn(attributes);
  return {
    id,
    expiresMs: Date.parse(only(assertion.Conditions)?.$?.['NotOnOrAfter'] ?? '') + SKEW_MS,
    ...(nameId?.$?.['Format'] === PERSISTENT && { subject: named }),
    emails,
    ...(name !== '' && { name: name.slice(0, NAME_CHARS_MAX) }),
    ...(groupsAttribute !== undefined && { groups: groupsIn(assertion, groupsAttribute) }),
  };
}

/** Of all attributes with the name: some providers write one for each value. */
function groupsIn(assertion: Assertion, wanted: string): readonly string[] {
  const attributes = allAttributes(assertion).filter(({ $ = {} }) => plainName($['Name']) === plainName(wanted));
  const values = attributes.flatMap(({ AttributeValue = [] }) => AttributeValue.map(innerText));
  return values.filter((value) => value !== '').slice(0, GROUPS_MAX);
}

function require(isRight: boolean, problem: string): asserts isRight {
  if (!isRight) throw new Error(problem);
}

/** The one element of a name; of several, none. */
function only<T>(elements: readonly T[] | undefined): T | undefined {
  return elements?.length === 1 ? elements[0] : undefined;
}

/** Elements without attributes may be parsed to their text. */
function innerText(element: Element | string | undefined): string {
  return (typeof element === 'string' ? element : (element?._ ?? '')).trim();
}

/** Whether the time is between `NotBefore`, if there is one, and `NotOnOrAfter`, which there must be. */
function isCurrent({ $ = {} }: Element, nowMs: number): boolean {
  const from = $['NotBefore'] === undefined ? 0 : Date.parse($['NotBefore']);
  const until = Date.parse($['NotOnOrAfter'] ?? '');
  return nowMs + SKEW_MS >= from && nowMs - SKEW_MS < until;
}

/** By the last part of the name, in lower case, and by the whole one. */
function attributesOf(assertion: Assertion): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const { $ = {}, AttributeValue = [] } of allAttributes(assertion)) {
    const name = plainName($['Name']);
    if (!found.has(name))
      found.set(
        name,
        AttributeValue.map(innerText).filter((value) => value !== ''),
      );
  }
  return found;
}

function allAttributes({ AttributeStatement = [] }: Assertion) {
  return AttributeStatement.flatMap(({ Attribute = [] }) => Attribute);
}

function plainName(name = ''): string {
  return name.replace(CLAIMS, '').toLowerCase();
}

function valuesOf(attributes: ReadonlyMap<string, readonly string[]>, names: readonly string[]): readonly string[] {
  return names.flatMap((name) => attributes.get(name) ?? []);
}

function nameIn(attributes: ReadonlyMap<string, readonly string[]>): string {
  const first = (names: readonly string[]) => valuesOf(attributes, names)[0];
  const parts = [first(givenNames), first(familyNames)].filter((part) => part !== undefined).join(' ');
  const whole = first(fullNames) ?? '';
  return whole === '' || EMAIL.test(whole) ? parts : whole;
}
