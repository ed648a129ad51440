import { type PresentedCredential, TOKEN_CHARS_MAX } from '@lectern/contracts/accounts';
import { AppError, type WireNames } from '@lectern/contracts/core';

/** Credential of a request. */
export type Presented = PresentedCredential | undefined;

export const SEVERAL_CREDENTIALS = 'Only one authorization header is allowed per request';

type Carrier = PresentedCredential['carrier'];

/** Which spelling of which header carries which kind of credential, lower case. */
export type Carriers = ReadonlyMap<string, Carrier>;

export function carriersOf(names: WireNames): Carriers {
  return new Map<string, Carrier>([
    ...names.spellingsOf('authorization').map((name) => [name, 'authorization'] as const),
    ...names.spellingsOf('x-svc-serviceaccount').map((name) => [name, 'service-account'] as const),
    ...names.spellingsOf('x-svc-nuakey').map((name) => [name, 'nua'] as const),
  ]);
}

/**
 * Finds the one credential among the raw headers, where repeated ones are still apart.
 *
 * @param rawHeaders names and values in turn
 * @throws AppError `several_credentials`, before anything is looked at closer
 */
export function credentialHeader(
  rawHeaders: readonly string[],
  carriers: Carriers,
): { readonly carrier: Carrier; readonly value: string } | undefined {
  let found: { readonly carrier: Carrier; readonly value: string } | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const carrier = carriers.get((rawHeaders[index] ?? '').toLowerCase());
    if (!carrier) continue;
    if (found) throw new AppError('several_credentials', SEVERAL_CREDENTIALS);
    found = { carrier, value: rawHeaders[index + 1] ?? '' };
  }
  return found;
}

const BEARER = /^bearer +([^\s]+) *$/i;

/** @throws AppError `unauthorized` when the scheme is not `Bearer` */
export function bearerToken(value: string): string {
  const token = value.length <= TOKEN_CHARS_MAX ? BEARER.exec(value)?.[1] : undefined;
  if (token === undefined) throw unauthorized();
  return token;
}

export function unauthorized(message = 'Unauthorized'): AppError {
  return new AppError('unauthorized', message);
}
