import type { Policy } from './operation';
import type { Role } from './principal';

/** Whether somebody with these roles on the target satisfies the policy, regardless of the credential. */
export function isGranted({ role }: Pick<Policy, 'role'>, roles: readonly Role[]): boolean {
  return [role].flat().some((wanted) => wanted === 'any' || roles.includes(wanted));
}
