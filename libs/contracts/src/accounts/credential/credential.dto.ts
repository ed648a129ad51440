import { IsIn, IsString, MaxLength } from 'class-validator';
import type { AccountRole, CredentialKind } from '../../core/principal';

/** Longer than any token that is issued. */
export const TOKEN_CHARS_MAX = 8_192;

/**
 * Credentials of one header, of `eph-token` of the query, or in the cookie of a session of the console; or
 * that roles alone came to a deployment that takes them (`self-hosted`).
 */
export class PresentedCredential {
  /** Which of the canonical headers carried it; `query`, `session` and `self-hosted` are other places. */
  @IsIn(['authorization', 'service-account', 'nua', 'query', 'session', 'self-hosted'])
  carrier!: 'authorization' | 'service-account' | 'nua' | 'query' | 'session' | 'self-hosted';
  /** The token without the scheme word. */
  @IsString() @MaxLength(TOKEN_CHARS_MAX) token!: string;
}

/** Identity that a user's credential proves. */
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
    /** Names of its groups that the user is in; absent while the account has no groups at all. */
    readonly groups?: readonly string[];
  }[];
  /** Ids of further accounts, which demand a second factor that the user has not set up: nothing of them is open. */
  withheld?: readonly string[];
  /** Ids of accounts that the user left lately, while roles on their knowledge boxes remain: these count no more. */
  readonly left?: readonly string[];
  /** Id of the token. */
  key!: string;
  /** When the token expires, milliseconds since the epoch; absent when it never does. */
  expiresMs?: number;
  /**
   * When the user last proved who they are, Unix seconds; absent for a personal access token, and for sessions that one
   * of them or a link opened, which prove nothing.
   */
  verifiedAt?: number;
}
