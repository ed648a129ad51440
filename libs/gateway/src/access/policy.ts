import {
  type AccountRole,
  ACCOUNTS_PEER,
  AppError,
  asUuid,
  type BlockableFeature,
  type CredentialKind,
  dataRoles,
  dataRolesOf,
  type Feature,
  isBlocked,
  isGranted,
  type KnowledgeBoxRole,
  type Policy,
  type Role,
} from '@lectern/contracts/core';
import type { KnowledgeBoxAccess } from '@lectern/contracts/knowledge-box';
import type { Caller } from './caller';
import { unauthorized } from '../request/credential';
import { rolesOfClaim } from './self-hosted-roles';

const NEEDS_FACTOR = 'This account demands a second factor: set one up on the page /user/security, then sign in again';

/** Open to everyone, with any credential. */
export function isPublic({ credentials, on }: Policy): boolean {
  return on !== 'kb' && credentials.every((kind) => kind === 'none');
}

/**
 * Open to callers without a role on the knowledge box, if it is published: to nobody, and so to guests, who may do no
 * more than nobody.
 */
export function opensWhenPublished({ credentials, on, role }: Policy): boolean {
  return on === 'kb' && credentials.includes('none') && [role].flat().includes('READER');
}

/**
 * @param host of the operation: a NUA key on the accounts host gets another text
 * @throws AppError `unauthorized`, or `forbidden` for a kind of credential that the policy does not list
 */
export function checkKind(policy: Policy, caller: Caller, host: 'zone' | 'accounts'): void {
  const { kind, id, securityGroups, session, allowKbManagement } = caller;
  const listed = (wanted: CredentialKind) => policy.credentials.includes(wanted);
  if (kind === 'none') {
    if (listed('none')) return;
    throw unauthorized();
  }
  if (kind === 'nua' && host === 'accounts') throw forbidden('Nuakeys are not valid in the global API');
  // Hosts of one kind have nothing to ask each other.
  if (kind === 'peer' && (id === ACCOUNTS_PEER) !== (host === 'zone')) throw forbidden();
  // A key for one session of an agent opens what a token for it does, and nothing else.
  const isOfSession = kind === 'temporal' && session !== undefined;
  if (isOfSession && !(policy.on === 'agent' && listed('eph'))) throw forbidden();
  const standsForParent = kind === 'temporal' && securityGroups === undefined && !policy.refusesTemporalKeys;
  if (!isOfSession && !listed(kind) && !(standsForParent && listed('sa'))) throw forbidden();
  if (kind === 'nua' && policy.nuaKeyNeeds === 'kb-management' && !allowKbManagement) throw forbidden();
}

/**
 * Tokens for browsers open one session of an agent, if they were made for one, and keys for a session that session.
 *
 * @param named session that the path of an operation on an agent names; undefined where it names none
 * @throws AppError `forbidden`
 */
export function checkSession({ kind, session }: Caller, named: string | undefined): void {
  if (kind !== 'eph' && session === undefined) return;
  if (session === undefined || named === undefined || idOrSlug(session) !== idOrSlug(named)) throw forbidden();
}

/** Ids in the one form that sessions have inside. */
function idOrSlug(session: string): string {
  return asUuid(session)?.replaceAll('-', '') ?? session;
}

/**
 * Permissions of a caller on a knowledge box, or on an agent, which grants the same roles.
 *
 * @throws AppError `forbidden` when the caller may not know
 */
export function rolesOnBox(
  policy: Policy,
  caller: Caller,
  box: Pick<KnowledgeBoxAccess, 'account' | 'state' | 'userRole'>,
): readonly Role[] {
  const guest: readonly Role[] = box.state === 'PUBLISHED' && opensWhenPublished(policy) ? ['READER'] : [];
  if (caller.isRoot) return ['ROOT', 'AOWNER', 'AMEMBER', 'SOWNER', ...dataRoles];
  if (caller.ownRoles) return rolesOfClaim(caller.ownRoles);
  if (caller.kind === 'nua') {
    if (caller.account !== box.account) throw forbidden();
    return [];
  }
  if (caller.role) return withDataRoles(caller.role);
  const membership = caller.memberships.find(({ id }) => id === box.account)?.role;
  const { left = [] } = caller;
  const granted = [
    // Of one who left the account, until the zone has taken it.
    ...(box.userRole && !left.includes(box.account) ? withDataRoles(box.userRole) : []),
    ...(membership === 'AOWNER' ? (['AOWNER', 'SOWNER'] as const) : []),
  ];
  const isWithheld = caller.withheld?.includes(box.account) ?? false;
  if (isWithheld && guest.length > 0) return guest;
  if (isWithheld) throw forbidden(NEEDS_FACTOR);
  if (granted.length === 0 && guest.length === 0) throw forbidden();
  return [...new Set([...granted, ...(membership ? (['AMEMBER'] as const) : []), ...guest])];
}

/** Whether the caller runs the knowledge box by this operation, instead of using it. */
export function isManaging({ management = false }: Policy, { kind }: Caller, onBox: readonly Role[]): boolean {
  return management && (kind === 'nua' || onBox.some((role) => role === 'SOWNER' || role === 'ROOT'));
}

/** @throws AppError `forbidden` */
export function rolesOnAccount(caller: Caller, account: string): readonly Role[] {
  if (caller.isRoot) return ['ROOT', 'AOWNER', 'AMEMBER'];
  if (caller.ownRoles) return rolesOfClaim(caller.ownRoles).filter((role) => role === 'AOWNER' || role === 'AMEMBER');
  if (caller.account === account) return caller.kind === 'nua' ? [] : ownRoles(caller);
  const membership = caller.memberships.find(({ id }) => id === account)?.role;
  if (!membership) throw forbidden(caller.withheld?.includes(account) ? NEEDS_FACTOR : undefined);
  return membershipRoles[membership];
}

const membershipRoles: Readonly<Record<AccountRole, readonly Role[]>> = {
  AOWNER: ['AOWNER', 'AMEMBER'],
  AMEMBER: ['AMEMBER'],
};

/** Permissions of a credential without regard to a target. */
export function ownRoles({ isRoot, role }: Caller): readonly Role[] {
  return [...(isRoot ? (['ROOT'] as const) : []), ...(role ? withDataRoles(role) : [])];
}

/**
 * @param caller whether it is nobody or a user without a role on a published box
 * @throws AppError `blocked` when the feature is blocked for the account of the target
 */
export function checkFeature(
  feature: Feature | undefined,
  blocked: readonly BlockableFeature[],
  caller: { readonly isGuest: boolean },
): void {
  if (feature === undefined || !isBlocked(blocked, feature, caller)) return;
  throw new AppError('blocked', `This account is blocked for ${feature}`);
}

/** @throws AppError `forbidden` */
export function checkRole(policy: Policy, caller: Caller, roles: readonly Role[]): void {
  if (caller.kind !== 'nua' && !isGranted(policy, roles)) throw forbidden();
}

function withDataRoles(role: KnowledgeBoxRole): readonly Role[] {
  return [role, ...dataRolesOf[role]];
}

export function forbidden(message = 'Forbidden'): AppError {
  return new AppError('forbidden', message);
}
