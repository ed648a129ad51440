import type { EgressResponse } from '@lectern/egress';

/** What a server says of how its user signs in. */
export interface SignInChallenge {
  /** Where its metadata is. */
  readonly resourceMetadataUrl?: URL;
  /** The scope that it wants. */
  readonly scope?: string;
}

/** A server wants its user to sign in, or with more rights. */
export class SignInNeeded extends Error {
  constructor(readonly challenge: SignInChallenge) {
    super('The server wants its user to sign in');
  }
}

/** Whether an answer refuses the credentials of a request. */
export function needsSignIn({ status, headers }: EgressResponse): boolean {
  return status === 401 || (status === 403 && /\berror="?insufficient_scope/.test(headers['www-authenticate'] ?? ''));
}

/** Reads RFC 9728, and discards the answer. */
export function signInChallengeOf(answer: EgressResponse): SignInChallenge {
  answer.discard();
  const header = (answer.headers['www-authenticate'] ?? '').slice(0, HEADER_CHARS_MAX);
  const address = parameterIn(header, 'resource_metadata');
  const resourceMetadataUrl = address === undefined ? null : URL.parse(address);
  const scope = parameterIn(header, 'scope');
  return { ...(resourceMetadataUrl && { resourceMetadataUrl }), ...(scope !== undefined && { scope }) };
}

const HEADER_CHARS_MAX = 4_096;

function parameterIn(header: string, name: 'resource_metadata' | 'scope'): string | undefined {
  const pattern = { resource_metadata: /\bresource_metadata="([^"]*)"/, scope: /\bscope="([^"]*)"/ }[name];
  return pattern.exec(header)?.[1];
}
