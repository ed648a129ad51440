import { IsBoolean, IsOptional, IsString, MaxLength, MinLength } from 'class-validator';
import { NewPassword, PASSWORD_CHARS_MAX } from '../../validation/new-password';

/** Of a code that somebody types. */
export const CODE_CHARS_MAX = 64;
const ADDRESS_CHARS_MAX = 254;
const APP_CHARS_MAX = 2_048;
const CHALLENGE_CHARS_MAX = 8_192;
const MAIL_TOKEN_CHARS_MAX = 2_048;
const VALIDATION_CHARS_MAX = 8_192;
const LANGUAGES_CHARS_MAX = 1_000;
const NAME_CHARS_MAX = 256;

/** Where a request of somebody without a credential comes from. */
export class OpenRequestHeaders {
  /** Answer to the captcha of the page, where the deployment has one. */
  @IsOptional() @IsString() @MaxLength(VALIDATION_CHARS_MAX) 'x-svc-validation'?: string;
  /** Languages that the browser prefers, for mails. */
  @IsOptional() @IsString() @MaxLength(LANGUAGES_CHARS_MAX) 'accept-language'?: string;
  /** Network of the caller, against guessing. Callers cannot set it. */
  network?: string;
}

/** The access token and the refresh token of a user. */
export class UserTokenPair {
  /** For the header `Authorization: Bearer …`; it expires within the hour. */
  access_token!: string;
  /** For one exchange at the token endpoint. */
  refresh_token!: string;
}

/** Mail address and password of a user. */
export class PasswordLogin {
  /** Mail address; upper and lower case are the same. */
  @IsString() @MaxLength(ADDRESS_CHARS_MAX) username!: string;
  /** The password. */
  @IsString() @MaxLength(PASSWORD_CHARS_MAX) password!: string;
  /** Where the second factor of the user is on: a code of the app, or a recovery code. */
  @IsOptional() @IsString() @MaxLength(CODE_CHARS_MAX) second_factor_code?: string | null;
}

/** Whose password is to be replaced. */
export class RecoveryRequest {
  /** Mail address; upper and lower case are the same. */
  @IsString() @MaxLength(ADDRESS_CHARS_MAX) username!: string;
  /** Name or address of the app that asks. The link of the mail leads to this deployment in any case. */
  @IsOptional() @IsString() @MaxLength(APP_CHARS_MAX) app?: string | null;
  /** The sign-in that continues afterwards. */
  @IsOptional() @IsString() @MaxLength(CHALLENGE_CHARS_MAX) login_challenge?: string | null;
  /** Whether the user has no password yet; the mail is the same. */
  @IsOptional() @IsBoolean() initial_setpassword?: boolean | null;
}

/** Nothing: the answer does not tell whether there is such a user. */
export class RecoveryStarted {}

/** A new password, and the token of a recovery mail. */
export class PasswordReset {
  /** The new password. */
  @NewPassword() password!: string;
  /** From the mail. */
  @IsString() @MaxLength(MAIL_TOKEN_CHARS_MAX) token!: string;
}

/** Where a sign-in continues after the password was set. */
export class PasswordResetDone {
  /** The sign-in that the recovery interrupted; empty without one. */
  login_challenge!: string;
}

/** Name and first password of somebody who was invited. */
export class UserSetUp extends PasswordReset {
  /** Name for people. */
  @IsString() @MinLength(1) @MaxLength(NAME_CHARS_MAX) name!: string;
}

/** Where a sign-in continues after the set-up. */
export class UserSetUpDone extends PasswordResetDone {
  /** Mail address of the user, for the sign-in page. */
  user_hint!: string;
}

/** A new password of the authenticated user. */
export class OwnPassword {
  /** The new password. */
  @NewPassword() password!: string;
  /** The present password; needed where the user has one. */
  @IsOptional() @IsString() @MaxLength(PASSWORD_CHARS_MAX) current_password?: string | null;
}
