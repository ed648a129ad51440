import type { MemberChanges } from '@lectern/contracts/accounts';
import type { Act } from '../audit-log/note-act';
import type { MemberRoleGrant } from '../account/member.repository';

/** Changes without repetitions. */
export interface ChangedMembers {
  /** One for each user. */
  readonly grants: readonly MemberRoleGrant[];
  /** Ids of users who leave, and do not come back in the same request. */
  readonly leaving: readonly string[];
}

/** The same, and who changes it. */
export interface MembershipChange extends ChangedMembers {
  readonly by: Act['principal'];
}

/** Removals come first; of several roles for one user the last one counts. */
export function changedMembers({ add, delete: removed }: MemberChanges): ChangedMembers {
  const grants = new Map((add ?? []).map(({ id, role }) => [id.toLowerCase(), { userId: id.toLowerCase(), role }]));
  const leaving = [...new Set((removed ?? []).map((id) => id.toLowerCase()))].filter((id) => !grants.has(id));
  return { grants: [...grants.values()], leaving };
}

/** Whether nothing else is asked than that this user leaves. */
export function leavesOnly({ add, delete: removed }: MemberChanges, userId: string): boolean {
  return (
    (add ?? []).length === 0 && (removed ?? []).length > 0 && (removed ?? []).every((id) => id.toLowerCase() === userId)
  );
}
