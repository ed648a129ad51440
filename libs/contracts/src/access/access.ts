import { IsIn, IsString, MaxLength } from 'class-validator';
import { betweenHosts } from '../core/between-hosts';
import { event } from '../core/event';
import { operation } from '../core/operation';
import type { AccountRole, CredentialKind, KnowledgeBoxRole } from '../core/principal';

/** Longer than any token that is issued. */
export const TOKEN_CHARS_MAX = 8_192;

/** What came in one credential header (or, for `eph`, in the query). */
export class PresentedCredential {
  /** Which of the canonical headers carried it. */
  @IsIn(['authorization', 'service-account', 'nua', 'query'])
  carrier!: 'authorization' | 'service-account' | 'nua' | 'query';
  /** Without the scheme word. */
  @IsString() @MaxLength(TOKEN_CHARS_MAX) token!: string;
}

/** What a user's credential proves. */
export class VerifiedUser {
  kind!: Extract<CredentialKind, 'user' | 'pat'>;
  id!: string;
  /** `ROOT`, `USER`, … */
  type!: string;
  /** Accounts the user belongs to. */
  accounts!: readonly { readonly id: string; readonly slug: string; readonly role: AccountRole }[];
  /** Id of the token. */
  key!: string;
  expiresMs?: number;
}

/** What a zone's credential proves. */
export class VerifiedKey {
  kind!: Extract<CredentialKind, 'sa' | 'temporal' | 'nua' | 'eph'>;
  /** Service account or NUA client. */
  id!: string;
  account!: string;
  /** Absent for NUA keys. */
  kb?: string;
  role?: KnowledgeBoxRole;
  securityGroups?: readonly string[];
  allowKbManagement?: boolean;
  key!: string;
  expiresMs?: number;
  /** The only URL path it opens, when set. */
  path?: string;
}

export class KnowledgeBoxAccessQuery {
  kbid!: string;
  /** Whose role is wanted; absent for keys, which bring theirs. */
  userId?: string;
}

/** What the gateway must know of a knowledge box before it lets a request through. */
export class KnowledgeBoxAccess {
  kbid!: string;
  account!: string;
  state!: 'PRIVATE' | 'PUBLISHED';
  allowedOrigins!: readonly string[] | null;
  allowedIpAddresses!: readonly string[] | null;
  /** Null when the user has no role of its own on the knowledge box. */
  userRole!: KnowledgeBoxRole | null;
}

/** Of an id or a slug. */
const ACCOUNT_CHARS_MAX = 256;

export class AccountReference {
  /** Id or slug. */
  @IsString() @MaxLength(ACCOUNT_CHARS_MAX) account!: string;
}

export class ResolvedAccount {
  id!: string;
  slug!: string;
  /** Plan of the account, such as `v3pro`; clients ask for it. */
  type?: string;
}

/** Verifies a user token or personal access token. @throws AppError `unauthorized` */
export const verifyUserCredential = operation({
  ...betweenHosts('accounts.credential.verify', 'accounts'),
  summary: 'Verify a user credential',
  body: PresentedCredential,
  answer: VerifiedUser,
  deadlineMs: 10_000,
});

/** Verifies an API key, temporal key, ephemeral token or NUA key. @throws AppError `unauthorized` */
export const verifyZoneCredential = operation({
  name: 'kb.credential.verify',
  summary: 'Verify a credential of this zone',
  body: PresentedCredential,
  answer: VerifiedKey,
  deadlineMs: 10_000,
});

/** @throws AppError `not_found` */
export const resolveKnowledgeBoxAccess = operation({
  name: 'kb.access.resolve',
  summary: 'Tell who may do what with a knowledge box',
  body: KnowledgeBoxAccessQuery,
  answer: KnowledgeBoxAccess,
  deadlineMs: 10_000,
});

/** Id first, then slug. @throws AppError `not_found` */
export const resolveAccount = operation({
  ...betweenHosts('accounts.account.resolve', 'accounts'),
  summary: 'Find an account by id or slug',
  body: AccountReference,
  answer: ResolvedAccount,
  deadlineMs: 10_000,
});

/** Something that caches of credentials and access may hold has changed; whoever caches forgets what fits. */
export const accessChanged = event<{
  readonly kbid?: string;
  readonly account?: string;
  readonly user?: string;
  readonly key?: string;
}>('access.changed');
