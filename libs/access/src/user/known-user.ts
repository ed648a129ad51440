import type { Principal } from '@lectern/contracts/core';

/** A user whose credential has been verified, possibly some time ago. */
export interface KnownUser extends Pick<Principal, 'id' | 'key'> {
  readonly kind: 'user' | 'pat';
}

/** The user that a principal represents, if any. */
export function userOf({ kind, id, key }: Principal): KnownUser | undefined {
  return kind === 'user' || kind === 'pat' ? { kind, id, ...(key !== undefined && { key }) } : undefined;
}
