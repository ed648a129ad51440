import { type AccountPermissions, accountPermissions } from '@lectern/contracts/accounts';
import type { Principal } from '@lectern/contracts/core';

const ofMembers: readonly string[] = ['account:read', 'users:read', 'kbs:read', 'usage:read'];

/** Owners may do everything with an account, members read it. */
export function accountPermissionsOf({ roles }: Pick<Principal, 'roles'>): AccountPermissions {
  if (roles.includes('AOWNER')) return { role: 'AOWNER', permissions: accountPermissions };
  return { role: 'AMEMBER', permissions: accountPermissions.filter((one) => ofMembers.includes(one)) };
}
