import type { Principal } from '@lectern/contracts/core';

/** A user whose credential was verified, perhaps a while ago. */
export interface KnownUser extends Pick<Principal, 'id' | 'key'> {
  readonly kind: 'user' | 'pat';
}

/** The user behind a principal, if there is one. */
export function userOf({ kind, id, key }: Principal): KnownUser | undefined {
  return kind === 'user' || kind === 'pat' ? { kind, id, ...(key !== undefined && { key }) } : undefined;
}
