import type { VerifiedScimToken, VerifiedUser } from '@lectern/contracts/accounts';
import type { AccountRole, CredentialKind, DataRole, KnowledgeBoxRole } from '@lectern/contracts/core';
import type { VerifiedKey } from '@lectern/contracts/knowledge-box';

/** Owner of a credential, before the target of the request is known. */
export interface Caller {
  readonly kind: CredentialKind;
  readonly id: string;
  readonly key?: string;
  readonly expiresMs?: number;
  /** Of a user key: when the user last proved who they are, Unix seconds. */
  readonly verifiedAt?: number;
  /** Of a user: `ROOT`, `USER`, … */
  readonly userType?: string;
  /** Of a request without a credential, where the deployment takes its word: what it may do as the root user. */
  readonly ownRoles?: readonly DataRole[];
  /** Runs the deployment. */
  readonly isRoot: boolean;
  /** Of a user. */
  readonly memberships: readonly {
    readonly id: string;
    readonly slug: string;
    readonly role: AccountRole;
    /** Absent: the account has no groups. */
    readonly groups?: readonly string[];
  }[];
  /** Of a user: ids of accounts that demand a second factor, which the user has not set up. */
  readonly withheld?: readonly string[];
  /** Of a user: ids of accounts whose roles on boxes count no more. */
  readonly left?: readonly string[];
  /** Of a key. */
  readonly account?: string;
  readonly kb?: string;
  readonly role?: KnowledgeBoxRole;
  readonly securityGroups?: readonly string[];
  readonly allowKbManagement?: boolean;
  readonly path?: string;
  /** Of a token or key made for one session of its agent. */
  readonly session?: string;
}

export const nobody: Caller = { kind: 'none', id: '', isRoot: false, memberships: [] };

export function callerOfUser({ type, accounts, ...verified }: VerifiedUser): Caller {
  return { ...verified, userType: type, isRoot: type === 'ROOT', memberships: accounts };
}

export function callerOfPeer(verified: { readonly id: string; readonly expiresMs: number }): Caller {
  return { kind: 'peer', isRoot: false, memberships: [], ...verified };
}

export function callerOfScimToken({ id, ...verified }: VerifiedScimToken): Caller {
  return { kind: 'scim', id, key: id, isRoot: false, memberships: [], ...verified };
}

export function callerOfKey(verified: VerifiedKey): Caller {
  return { isRoot: false, memberships: [], ...verified };
}
