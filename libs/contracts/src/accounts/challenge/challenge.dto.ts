import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { ListOf } from '../../validation/decorators';
import { text } from '../../validation/node';
import { PASSKEY_BODY_BYTES_MAX } from '../passkey/passkey.dto';
import { CODE_CHARS_MAX } from '../password/password.dto';

/** The code in `error` when the password must be entered again. */
export const STALE_STEP = 'stale_step';

/** The code in `error` when the mail domain has no single sign-on. */
export const NO_SINGLE_SIGN_ON = 'no_single_sign_on';
/** The code in `error` when a passkey did not sign in. */
export const NO_PASSKEY = 'passkey_refused';
/** The text of a refusal of a sign-in without a code, where one is needed. */
export const SECOND_FACTOR_REQUIRED = 'second_factor_required';
/** The code in `error` when an account of the user demands a passkey, which the user has. */
export const PASSKEY_REQUIRED = 'passkey_required';
/** The code in `error` when an account of the user demands its single sign-on. */
export const SINGLE_SIGN_ON_REQUIRED = 'single_sign_on_required';
/** Ways to sign in that an account may demand instead of a password. */
export const demandedWays: readonly string[] = [PASSKEY_REQUIRED, SINGLE_SIGN_ON_REQUIRED];
/** The code in `error` after too many wrong passwords or codes. */
export const TOO_MANY = 'too_many_attempts';

const CHALLENGE_CHARS_MAX = 512;
const ADDRESS_CHARS_MAX = 254;
const PASSWORD_CHARS_MAX = 1_024;
const TEXT_CHARS_MAX = 2_048;
const SCOPES_MAX = 50;

/** Names a login that an authorization waits for. */
export class LoginQuery {
  /** From the address of the page of sign-in. */
  @IsString() @MaxLength(CHALLENGE_CHARS_MAX) login_challenge!: string;
  /** Mail address of who is expected. */
  @IsOptional() @IsString() @MaxLength(ADDRESS_CHARS_MAX) user_hint?: string;
}

/** What a page of sign-in needs to know. */
export class LoginInfo {
  /** Whether the form can be sent without a password. */
  skip_login!: boolean;
  /** The user, where nobody needs to sign in. */
  subject?: string;
  /** Whether the person signs up first. */
  needs_signup!: boolean;
  /** Mail address of who is expected. */
  email?: string;
  /** Name of who signs up. */
  fullname?: string;
  /** Company of who signs up. */
  company?: string;
  /** Whether the person sets a first password. */
  needs_initial_setpassword?: boolean;
  /** Origin of the app that began. */
  came_from?: string;
  /** A message of that app. */
  message?: string;
}

/** The form of a page of sign-in. */
export class LoginForm {
  /** As in `LoginQuery`. */
  @IsString() @MaxLength(CHALLENGE_CHARS_MAX) login_challenge!: string;
  /** Mail address. */
  @IsOptional() @IsString() @MaxLength(ADDRESS_CHARS_MAX) username?: string;
  /** The password. */
  @IsOptional() @IsString() @MaxLength(PASSWORD_CHARS_MAX) password?: string;
  /** Present: not by the password, but at the identity provider of the mail domain. */
  @IsOptional() @IsIn(['1']) single_sign_on?: '1';
}

/** The form by which a browser signs in with a passkey. */
export class PasskeyForm {
  /** As in `LoginQuery`. */
  @IsString() @MaxLength(CHALLENGE_CHARS_MAX) login_challenge!: string;
  /** JSON: what `navigator.credentials.get` returned, by its `toJSON()`. */
  @IsOptional() @IsString() @MaxLength(PASSKEY_BODY_BYTES_MAX) credential?: string;
}

/** Another place where people sign in. */
export class OtherSignIn {
  /** For people. */
  title!: string;
  /** Path that leads there. */
  path!: string;
}

/** The form of the page that asks for a code after the password. */
export class SecondFactorForm {
  /** As in `LoginQuery`. */
  @IsString() @MaxLength(CHALLENGE_CHARS_MAX) login_challenge!: string;
  /** From the address of the page. */
  @IsString() @MaxLength(CHALLENGE_CHARS_MAX) step!: string;
  /** A code of the app, or a recovery code. */
  @IsOptional() @IsString() @MaxLength(CODE_CHARS_MAX) code?: string;
}

/** Where the browser continues. */
export class Continuation {
  /** A path of this origin. */
  location!: string;
}

/** Names a consent that an authorization waits for. */
export class ConsentQuery {
  /** From the address of the page of consent. */
  @IsString() @MaxLength(CHALLENGE_CHARS_MAX) consent_challenge!: string;
}

/** What a page of consent shows. */
export class ConsentInfo {
  /** Id of the user. */
  user_id!: string;
  /** Mail address of the user. */
  user_email!: string;
  /** Name of the user. */
  user_name!: string;
  /** The application. */
  client_id!: string;
  /** Its name. */
  client_name!: string;
  /** What it asks for. */
  requested_scope!: string[];
  /** Whether the form can be sent with all scopes, without asking. */
  skip_consent!: boolean;
  /** Origin of the app that began. */
  came_from?: string;
}

/** The form of a page of consent. */
export class ConsentForm {
  /** As in `ConsentQuery`. */
  @IsString() @MaxLength(CHALLENGE_CHARS_MAX) consent_challenge!: string;
  /** What the user allows. */
  @ListOf(text({ maxLength: CHALLENGE_CHARS_MAX }), { max: SCOPES_MAX }) grant_scope: string[] = [];
  /** `true`: nothing. */
  @IsOptional() @IsIn(['true', 'false']) reject?: 'true' | 'false';
}

/** Why the browser is back at a page. */
export class PageProblem {
  /** Code of what went wrong: `login_error`, `unknown_login_challenge`, … */
  @IsOptional() @IsString() @MaxLength(CHALLENGE_CHARS_MAX) error?: string;
  /** The same for people; pages show texts of their own. */
  @IsOptional() @IsString() @MaxLength(TEXT_CHARS_MAX) error_description?: string;
}

/** Address of the page of sign-in. */
export class LoginPageQuery extends PageProblem {
  /** As in `LoginQuery`. */
  @IsOptional() @IsString() @MaxLength(CHALLENGE_CHARS_MAX) login_challenge?: string;
  /** As in `LoginQuery`. */
  @IsOptional() @IsString() @MaxLength(ADDRESS_CHARS_MAX) user_hint?: string;
  /** The password was right: names the step that waits for a code. */
  @IsOptional() @IsString() @MaxLength(CHALLENGE_CHARS_MAX) step?: string;
}

/** What the page of sign-in shows. */
export class LoginPage {
  /** Absent: nothing waits for a sign-in. */
  challenge?: string;
  /** Where a browser signs in that came without a challenge. */
  start?: string;
  /** The step that waits for a code; absent: the page asks for a password. */
  step?: string;
  /** Mail address of who is expected. */
  email?: string;
  /** Name of the application. */
  client?: string;
  /** Code of what went wrong. */
  error?: string;
  /** Other places where people sign in. */
  places?: readonly OtherSignIn[];
  /** Whether accounts have identity providers. */
  hasSingleSignOn?: boolean;
  /** JSON of the options for a browser that has a passkey; absent where it cannot be used. */
  passkey?: string;
  /** Whether people sign up themselves. */
  canSignUp?: boolean;
}

/** Address of the page of consent. */
export class ConsentPageQuery extends PageProblem {
  /** As in `ConsentQuery`. */
  @IsOptional() @IsString() @MaxLength(CHALLENGE_CHARS_MAX) consent_challenge?: string;
}

/** What the page of consent shows. */
export class ConsentPage {
  /** Absent: nothing waits for a consent. */
  challenge?: string;
  /** As in `ConsentInfo`. */
  info?: ConsentInfo;
  /** Host that gets the code. */
  host?: string;
  /** Code of what went wrong. */
  error?: string;
}
