import { IsIn, IsString, MaxLength } from 'class-validator';
import { betweenHosts } from '../core/between-hosts';
import { event } from '../core/event';
import { operation } from '../core/operation';
import type { AccountRole, CredentialKind, KnowledgeBoxRole } from '../core/principal';

/** Longer than any token that is issued. */
export const TOKEN_CHARS_MAX = 8_192;

/** What came in one credential header, or in `eph-token` of the query. */
export class PresentedCredential {
  /** Which of the canonical headers carried it. */
  @IsIn(['authorization', 'service-account', 'nua', 'query'])
  carrier!: 'authorization' | 'service-account' | 'nua' | 'query';
  /** The token without the scheme word. */
  @IsString() @MaxLength(TOKEN_CHARS_MAX) token!: string;
}

/** What a user's credential proves. */
export class VerifiedUser {
  /** Whether the token is a user key or a personal access token. */
  kind!: Extract<CredentialKind, 'user' | 'pat'>;
  /** Id of the user. */
  id!: string;
  /** Type of the user: `ROOT`, `USER`, … */
  type!: string;
  /** Accounts that the user is a member of. */
  accounts!: readonly {
    /** Id of the account, UUID with hyphens. */
    readonly id: string;
    /** Slug of the account. */
    readonly slug: string;
    /** Role of the user in the account. */
    readonly role: AccountRole;
  }[];
  /** Id of the token. */
  key!: string;
  /** When the token expires, milliseconds since the epoch; absent when it never does. */
  expiresMs?: number;
}

/** What a zone's credential proves. */
export class VerifiedKey {
  /** Kind of the credential. */
  kind!: Extract<CredentialKind, 'sa' | 'temporal' | 'nua' | 'eph'>;
  /** Id of the service account or NUA client, or of the maker of an ephemeral token. */
  id!: string;
  /** Id of the account. */
  account!: string;
  /** Id of the knowledge box; absent for NUA keys. */
  kb?: string;
  /** Role on the knowledge box; absent for NUA keys. */
  role?: KnowledgeBoxRole;
  /** Groups that a temporal key is restricted to. */
  securityGroups?: readonly string[];
  /** Whether a NUA key may manage knowledge boxes. */
  allowKbManagement?: boolean;
  /** Id of the key; for what was made with a key, that of its maker. */
  key!: string;
  /** When it expires, milliseconds since the epoch; absent for NUA keys. */
  expiresMs?: number;
  /** The only URL path that it opens, when set. */
  path?: string;
}

/** Whose access to which knowledge box is wanted. */
export class KnowledgeBoxAccessQuery {
  /** Id of the knowledge box. */
  kbid!: string;
  /** Whose role is wanted; absent for keys, which bring theirs. */
  userId?: string;
}

/** What the gateway must know of a knowledge box before it lets a request through. */
export class KnowledgeBoxAccess {
  /** Id of the knowledge box. */
  kbid!: string;
  /** Id of the account that owns it. */
  account!: string;
  /** Whether anyone may read it. */
  state!: 'PRIVATE' | 'PUBLISHED';
  /** Origins of browsers that may call; null is any. */
  allowedOrigins!: readonly string[] | null;
  /** IP addresses and ranges that may call; null is any. */
  allowedIpAddresses!: readonly string[] | null;
  /** Role that the user was granted on the knowledge box; null without one. */
  userRole!: KnowledgeBoxRole | null;
}

/** Of an id or a slug. */
const ACCOUNT_CHARS_MAX = 256;

/** An account, named by id or slug. */
export class AccountReference {
  /** Id or slug. */
  @IsString() @MaxLength(ACCOUNT_CHARS_MAX) account!: string;
}

/** An account by both of its names. */
export class ResolvedAccount {
  /** UUID with hyphens. */
  id!: string;
  /** Name in addresses. */
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

/** Returns what decides whether a request is let through. @throws AppError `not_found` */
export const resolveKnowledgeBoxAccess = operation({
  name: 'kb.access.resolve',
  summary: 'Find out who may do what with a knowledge box',
  body: KnowledgeBoxAccessQuery,
  answer: KnowledgeBoxAccess,
  deadlineMs: 10_000,
});

/** Looks an account up by its id first, then by its slug. @throws AppError `not_found` */
export const resolveAccount = operation({
  ...betweenHosts('accounts.account.resolve', 'accounts'),
  summary: 'Find an account by id or slug',
  body: AccountReference,
  answer: ResolvedAccount,
  deadlineMs: 10_000,
});

/** Something that caches of credentials and access may hold has changed: they drop what the data names. */
export const accessChanged = event<{
  readonly kbid?: string;
  readonly account?: string;
  readonly user?: string;
  readonly key?: string;
}>('access.changed');
