import type { UserProfile, UserRecord } from '@lectern/contracts/accounts';
import { utcWithOffset } from '@lectern/contracts/core';
import type { Membership } from '../account/account.repository';
import type { UserEntity } from '../user/user.entity';

export function userRecord({ id, name, email, type, avatar, language }: UserEntity): UserRecord {
  return { id, name, email, type, avatar, language };
}

/** What a profile says about accounts. */
export interface ProfileFacts {
  /** Ids of the accounts that have a single owner. */
  readonly withOneOwner: ReadonlySet<string>;
  /** Whether the user may create another account. */
  readonly mayCreate: boolean;
}

export function userProfile(
  user: UserEntity,
  memberships: readonly Membership[],
  { withOneOwner, mayCreate }: ProfileFacts,
): UserProfile {
  const { email, name, type, language, lastLogin, created } = user;
  const dependant = memberships.filter(({ account, role }) => role === 'AOWNER' && withOneOwner.has(account.id));
  return {
    // Clients expect a date; before the first login it is that of the user's creation.
    preferences: { last_login: utcWithOffset(lastLogin ?? created), email, name, type, language },
    accounts: memberships.map(({ account }) => account.id),
    create: mayCreate,
    can_be_deleted: dependant.length === 0,
    dependant_accounts: dependant.map(({ account: { id, slug } }) => ({ id, slug })),
  };
}
