import { SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import { OutlineProblem, outlineOf } from './response-outline';
import { type Assertion, personIn, refuseForeign, type SignedPerson } from './signed-assertion';

/** Clocks of identity providers may differ by this. */
export const CLOCK_SKEW_MS = 2 * 60_000;
/** From its issue to its use. */
const AGE_MS_MAX = 10 * 60_000;

/** A response, and what it must be the answer to. */
export interface ReceivedResponse {
  /** Base64. */
  readonly response: string;
  /** Certificates of the identity provider, PEM. */
  readonly certificates: readonly string[];
  /** Name of the identity provider. */
  readonly entityId: string;
  /** Name of this service. */
  readonly audience: string;
  /** Addresses of this service that take responses. */
  readonly recipients: readonly string[];
  /** Id of the request that was sent. */
  readonly requestId: string;
  /** When it was sent, milliseconds since the epoch. */
  readonly requestedMs: number;
  /** Attribute whose values are the groups of the person. */
  readonly groupsAttribute?: string;
}

/** The person that an assertion is about, or why it is refused. */
export type AssertionVerdict = SignedPerson | { readonly problem: string };

/** Checks a response, and reads only what is signed. Never throws. */
export async function checkAssertion(received: ReceivedResponse): Promise<AssertionVerdict> {
  try {
    const outline = outlineOf(Buffer.from(received.response, 'base64').toString('utf8'));
    refuse(outline.inResponseTo !== received.requestId, 'It answers another request');
    refuse(isOther(outline.destination, received.recipients), 'It was sent to another destination');
    refuse(isOther(outline.issuer, [received.entityId]), 'It comes from another identity provider');
    const { profile } = await verifierFor(received).validatePostResponseAsync({ SAMLResponse: received.response });
    // Parsed from the bytes that the signature covers.
    const document = profile?.getAssertion?.() as { readonly Assertion?: Assertion } | undefined;
    if (!document?.Assertion) throw new OutlineProblem('It has no assertion');
    refuseForeign(document.Assertion, received, Date.now());
    return personIn(document.Assertion, received.groupsAttribute);
  } catch (error) {
    return { problem: error instanceof Error ? error.message : 'It cannot be read' };
  }
}

function refuse(isWrong: boolean, problem: string): void {
  if (isWrong) throw new OutlineProblem(problem);
}

function isOther(value: string | undefined, wanted: readonly string[]): boolean {
  return value !== undefined && !wanted.includes(value);
}

function verifierFor({ certificates, audience, recipients, requestId, requestedMs }: ReceivedResponse): SAML {
  const sent = new Date(requestedMs).toISOString();
  return new SAML({
    idpCert: [...certificates],
    issuer: audience,
    audience,
    callbackUrl: recipients[0] ?? '',
    wantAssertionsSigned: false,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: CLOCK_SKEW_MS,
    maxAssertionAgeMs: AGE_MS_MAX,
    validateInResponseTo: ValidateInResponseTo.always,
    requestIdExpirationPeriodMs: AGE_MS_MAX + CLOCK_SKEW_MS,
    cacheProvider: {
      saveAsync: async () => null,
      getAsync: async (id) => (id === requestId ? sent : null),
      removeAsync: async () => null,
    },
  });
}
