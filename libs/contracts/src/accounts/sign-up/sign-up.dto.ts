import { IsIn, IsOptional, IsString, Matches, MaxLength, MinLength } from 'class-validator';
import { NewPassword } from '../../validation/new-password';

/** A mail address, as browsers check it. */
export const USER_ADDRESS =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_{|}~-]{1,64}@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;
/** Most characters of a mail address. */
export const USER_ADDRESS_CHARS_MAX = 254;
/** Most characters of the name of a user. */
export const USER_NAME_CHARS_MAX = 256;

const CHALLENGE_CHARS_MAX = 8_192;
const COMPANY_CHARS_MAX = 256;
const APP_CHARS_MAX = 2_048;
const SIGN_UP_TOKEN_CHARS_MAX = 2_048;

/** Somebody who wants to become a user. */
export class SignUpRequest {
  /** Name for people; needed unless `login_challenge` names somebody who started the sign-up before. */
  @IsOptional() @IsString() @MinLength(1) @MaxLength(USER_NAME_CHARS_MAX) name?: string | null;
  /** Mail address, needed in the same way; upper and lower case are the same. */
  @IsOptional() @IsString() @MaxLength(USER_ADDRESS_CHARS_MAX) @Matches(USER_ADDRESS) email?: string | null;
  /** The password: 8 characters with an upper-case and a lower-case letter, a digit and one of `!@#$%^&*._()+=-`. */
  @NewPassword() password!: string;
  /** The sign-in that continues afterwards. */
  @IsOptional() @IsString() @MaxLength(CHALLENGE_CHARS_MAX) login_challenge?: string | null;
}

/** What the person does next. */
export class SignUpStarted {
  /** Always `check-mail`: the answer does not tell whether there is a user with this address. */
  action!: 'check-mail';
}

/** Somebody who begins to sign up on another page. */
export class SignUpStart {
  /** Address of the app that the browser returns to: one of the deployment, or of `MAIL_LINK_ORIGINS`. */
  @IsString() @MaxLength(APP_CHARS_MAX) app!: string;
  /** Mail address; upper and lower case are the same. */
  @IsString() @MaxLength(USER_ADDRESS_CHARS_MAX) @Matches(USER_ADDRESS) email!: string;
  /** Name for people. */
  @IsString() @MinLength(1) @MaxLength(USER_NAME_CHARS_MAX) fullname!: string;
  /** Company of the person. */
  @IsString() @MaxLength(COMPANY_CHARS_MAX) company!: string;
  /** How the app guides the person. */
  @IsOptional() @IsIn(['classic', 'cowork']) workflow?: 'classic' | 'cowork' | null;
}

/** Where the browser goes. */
export class SignUpReturn {
  /** The address of the app with `signup_token`. */
  location!: string;
}

/** Names a sign-up that was started. */
export class SignUpQuery {
  /** The `signup_token` that the app got. */
  @IsString() @MaxLength(SIGN_UP_TOKEN_CHARS_MAX) signup_token!: string;
}

/** A sign-up that was started. */
export class SignUpInfo {
  /** Company of the person. */
  company!: string;
  /** Mail address. */
  email!: string;
  /** Name for people. */
  fullname!: string;
  /** How the app guides the person. */
  workflow?: 'classic' | 'cowork';
}
