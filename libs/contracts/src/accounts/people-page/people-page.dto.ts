import { IsOptional, IsString, MaxLength } from 'class-validator';
import { PASSWORD_CHARS_MAX } from '../../validation/new-password';
import { USER_ADDRESS_CHARS_MAX, USER_NAME_CHARS_MAX } from '../sign-up/sign-up.dto';

const TOKEN_CHARS_MAX = 2_048;
const CHALLENGE_CHARS_MAX = 8_192;

/** The sign-in that a page interrupts. */
export class InterruptedSignIn {
  /** Of the authorization server. */
  @IsOptional() @IsString() @MaxLength(CHALLENGE_CHARS_MAX) login_challenge: string = '';
}

/** The token of the link of a mail. */
export class LinkedPage {
  /** From the mail. */
  @IsString() @MaxLength(TOKEN_CHARS_MAX) token!: string;
}

/** The form of the page for sign-up. */
export class SignUpForm extends InterruptedSignIn {
  /** Name for people. */
  @IsOptional() @IsString() @MaxLength(USER_NAME_CHARS_MAX) name: string = '';
  /** Mail address. */
  @IsOptional() @IsString() @MaxLength(USER_ADDRESS_CHARS_MAX) email: string = '';
  /** The password. */
  @IsOptional() @IsString() @MaxLength(PASSWORD_CHARS_MAX) password: string = '';
}

/** The form of the page for a forgotten password. */
export class RecoveryForm extends InterruptedSignIn {
  /** Mail address. */
  @IsOptional() @IsString() @MaxLength(USER_ADDRESS_CHARS_MAX) email: string = '';
}

/** The form of the page that a recovery mail leads to. */
export class ResetForm extends LinkedPage {
  /** The new password. */
  @IsOptional() @IsString() @MaxLength(PASSWORD_CHARS_MAX) password: string = '';
}

/** The form of the page that an invitation leads to. */
export class SetUpForm extends ResetForm {
  /** Name for people. */
  @IsOptional() @IsString() @MaxLength(USER_NAME_CHARS_MAX) name: string = '';
  /** Mail address, where the link lets the user choose it. */
  @IsOptional() @IsString() @MaxLength(USER_ADDRESS_CHARS_MAX) email: string = '';
}

/** What a page about people shows. */
export class PeoplePage {
  /**
   * `form` asks; `mailed` says that a mail is on its way; `done` says what has happened; `stale`: the link is void;
   * `unknown`: the invitation is for an address that no user has; `closed`: nobody may sign up.
   */
  state!: 'form' | 'mailed' | 'done' | 'stale' | 'unknown' | 'closed';
  /** Why the form is shown again. */
  problem?: 'missing' | 'wrongAddress' | 'passwordRules' | 'personalAddress' | 'taken';
  /** Values of its fields; never a password. */
  name?: string;
  /** As `name`. */
  email?: string;
  /** Whether the form asks for a mail address. */
  asksAddress?: boolean;
  /** From the mail. */
  token?: string;
  /** The sign-in that continues. */
  challenge?: string;
  /** Where the page leads on. */
  next?: string;
}
