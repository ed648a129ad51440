import { IsString, MaxLength } from 'class-validator';
import type { UserTokenPair } from '../password/password.dto';

const LINK_TOKEN_CHARS_MAX = 2_048;

/** Token of the link in a mail. */
export class MagicLinkQuery {
  /** From the mail. */
  @IsString() @MaxLength(LINK_TOKEN_CHARS_MAX) token!: string;
}

/** Next step of the page after the link of a mail was used. */
export class MagicStep {
  /**
   * `startonboarding`: the person is a user now. `account_ready_please_login`: the same, and the sign-in that it
   * interrupted has ended. `login`: a new mail address counts from now on. `goaccount`: the person is in the account.
   * `redict_to_kb`: the person has a role on the box.
   */
  action!: 'startonboarding' | 'account_ready_please_login' | 'login' | 'goaccount' | 'redict_to_kb';
  /** Tokens of the user, for `startonboarding`. */
  token?: UserTokenPair;
  /** Where the sign-in continues that the sign-up interrupted. */
  consent_url?: string;
  /** Slug of the account. */
  account?: string;
  /** Slug of the knowledge box. */
  kb?: string;
  /** Origin of the page that the person came from. */
  came_from?: string;
  /** Whether the user has no password yet. */
  needs_initial_setpassword?: boolean;
  /** With which a user without a password chooses one, at `/api/auth/setupuser`. */
  setup_token?: string;
}
