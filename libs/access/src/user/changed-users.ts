import { AppError } from '@lectern/contracts/core';
import type { KnowledgeBoxUserChanges, KnowledgeBoxUserGrant } from '@lectern/contracts/knowledge-box';
import type { Grant } from './knowledge-box-user.repository';

/** A change of the users of a knowledge box. */
export interface ChangedUsers {
  /** New roles; one for each user. */
  readonly granted: readonly Grant[];
  /** Users who lose their role and get no other. */
  readonly removed: readonly string[];
}

/** Of several roles for one user the last one counts: a statement cannot write a row twice. */
export function changedUsers({ add, update, delete: gone }: KnowledgeBoxUserChanges): ChangedUsers {
  const grants = [...(add ?? []), ...(update ?? [])].map(grantOf);
  const granted = new Map(grants.map((grant) => [grant.userId, grant]));
  const removed = new Set((gone ?? []).map((id) => id.toLowerCase()));
  return { granted: [...granted.values()], removed: [...removed].filter((id) => !granted.has(id)) };
}

/**
 * @param present users of the box before the changes
 * @throws AppError `not_found` for an update of somebody who is no user of the box, `conflict` when the box would lose
 *   its last owner
 */
export function refuseBadChanges(present: readonly Grant[], changes: KnowledgeBoxUserChanges): void {
  const users = new Set([...present, ...(changes.add ?? []).map(grantOf)].map(({ userId }) => userId));
  const stranger = (changes.update ?? []).map(grantOf).find(({ userId }) => !users.has(userId));
  if (stranger) throw new AppError('not_found', `User ${stranger.userId} has no role on this knowledge box`);
  const { granted, removed } = changedUsers(changes);
  const changed = new Set([...removed, ...granted.map(({ userId }) => userId)]);
  const after = [...present.filter(({ userId }) => !changed.has(userId)), ...granted];
  // A box that a NUA key created has no owner to begin with.
  if (present.some(isOwner) && !after.some(isOwner))
    throw new AppError('conflict', 'The last owner of a knowledge box cannot be removed or get another role');
}

function isOwner({ role }: Grant): boolean {
  return role === 'SOWNER';
}

function grantOf({ id, role }: KnowledgeBoxUserGrant): Grant {
  return { userId: id.toLowerCase(), role };
}
