import type { PresentedCredential } from '@lectern/contracts/accounts';
import type { Policy, WireNames } from '@lectern/contracts/core';

type Carrier = PresentedCredential['carrier'];

/** Kind of a token by its header, and the place where that kind belongs. */
const kinds = new Map<unknown, readonly [kind: string, carrier: 'authorization' | 'service-account' | 'nua']>([
  ['api-key+jwt', ['an API key of a service account', 'service-account']],
  ['temporal+jwt', ['a temporal key', 'service-account']],
  ['nua-key+jwt', ['a NUA key', 'nua']],
  ['pat+jwt', ['a token of a user', 'authorization']],
  ['ephemeral+jwt', ['an ephemeral token', 'authorization']],
  ['scim+jwt', ['a SCIM token', 'authorization']],
]);
const headers = {
  authorization: 'Authorization',
  'service-account': 'X-SVC-SERVICEACCOUNT',
  nua: 'X-SVC-NUAKEY',
} as const;

/**
 * Advice about a credential that is refused where it was sent, as far as it says itself that it is of another kind;
 * nothing is known of whether it counts.
 */
export function adviceOn({ carrier, token }: PresentedCredential, names: WireNames): string | undefined {
  const [kind, place] = kinds.get(typeOf(token)) ?? [];
  if (kind === undefined || place === undefined || carrier === place || isQueryToken(carrier, place)) return undefined;
  const header = names.headerOut(headers[place]);
  // An OpenAI client sends its NUA key as others send tokens of users.
  if (carrier === 'nua')
    return `Unauthorized: a NUA key is expected here, and this is ${kind}, which other operations take in ${header}`;
  return `Unauthorized: this is ${kind}, which belongs in the header ${header}`;
}

/** Whether an unverified token says that it is one of an identity provider. */
export function isScimToken(token: string): boolean {
  return typeOf(token) === 'scim+jwt';
}

/** What a bearer token is taken for where the policy of an operation allows other tokens than those of users. */
export function bearerCarrier(token: string, bearer: Policy['bearer']): Carrier {
  if (bearer !== 'any-key') return bearer ?? 'authorization';
  const [, place] = kinds.get(typeOf(token)) ?? [];
  return place === 'service-account' ? place : 'authorization';
}

function isQueryToken(carrier: Carrier, place: string): boolean {
  return carrier === 'query' && place === 'authorization';
}

function typeOf(token: string): unknown {
  try {
    const header: unknown = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString());
    return header instanceof Object ? Reflect.get(header, 'typ') : undefined;
  } catch {
    return undefined;
  }
}
