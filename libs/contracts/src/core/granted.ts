import type { Policy } from './operation';
import type { Role } from './principal';

/** Whether somebody with these roles on the target may do what the policy is about, whatever the credential is. */
export function isGranted({ role }: Pick<Policy, 'role'>, roles: readonly Role[]): boolean {
  return [role].flat().some((wanted) => wanted === 'any' || roles.includes(wanted));
}
