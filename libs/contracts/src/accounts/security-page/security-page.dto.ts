import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { QrDrawing } from '../../page/qr-code';
import { type Passkey, PASSKEY_BODY_BYTES_MAX, PASSKEY_NAME_CHARS_MAX } from '../passkey/passkey.dto';
import { CODE_CHARS_MAX } from '../password/password.dto';
import type { SecondFactor } from '../second-factor/second-factor.dto';

const TEXT_CHARS_MAX = 8_192;

/** What the forms of the page do. */
export const securityActs = [
  'begin',
  'confirm',
  'renew',
  'end',
  'add-passkey',
  'rename-passkey',
  'remove-passkey',
] as const;
/** What the forms of the page do. */
export type SecurityAct = (typeof securityActs)[number];

/** The page on which users manage how they sign in. */
export class SecurityPageQuery {
  /** Of the sign-in that led here; nobody needs it. */
  @IsOptional() @IsString() @MaxLength(TEXT_CHARS_MAX) code?: string;
  /** As above. */
  @IsOptional() @IsString() @MaxLength(TEXT_CHARS_MAX) state?: string;
  /** As above. */
  @IsOptional() @IsString() @MaxLength(TEXT_CHARS_MAX) iss?: string;
  /** Why the sign-in failed. */
  @IsOptional() @IsString() @MaxLength(TEXT_CHARS_MAX) error?: string;
  /** The same for people. */
  @IsOptional() @IsString() @MaxLength(TEXT_CHARS_MAX) error_description?: string;
}

/** A form of that page. */
export class SecurityForm {
  /** What it does. */
  @IsIn(securityActs) act!: SecurityAct;
  /** Of `confirm`: the first code of the app. */
  @IsOptional() @IsString() @MaxLength(CODE_CHARS_MAX) code: string = '';
  /** The passkey. */
  @IsOptional() @IsString() @MaxLength(CODE_CHARS_MAX) passkey_id: string = '';
  /** Of the passkey. */
  @IsOptional() @IsString() @MaxLength(PASSKEY_NAME_CHARS_MAX) name: string = '';
  /** JSON: what `navigator.credentials.create` returned, by its `toJSON()`. */
  @IsOptional() @IsString() @MaxLength(PASSKEY_BODY_BYTES_MAX) credential: string = '';
}

/** A secret that waits for its first code. */
export class WaitingSecret {
  /** In Base32. */
  secret!: string;
  /** For apps. */
  uri!: string;
  /** The same as a picture. */
  drawing!: QrDrawing;
}

/** What that page shows. */
export class SecurityPage {
  /** Where the browser signs in first. */
  location?: string;
  /** Mail address of the user. */
  email?: string;
  /** Whether the sign-in is of the last minutes: nothing can be changed otherwise. */
  isFresh?: boolean;
  /** Where the user signs in again. */
  again?: string;
  /** The second factor of the user. */
  factor?: SecondFactor;
  /** For an app. */
  waiting?: WaitingSecret;
  /** Shown once. */
  recoveryCodes?: readonly string[];
  /** Of the user. */
  passkeys?: readonly Passkey[];
  /** JSON of the options for a browser that makes a passkey. */
  passkeyOptions?: string;
  /** Whether something was changed. */
  isDone?: boolean;
  /** Why nothing was changed. */
  problem?: 'wrongCode' | 'stale' | 'tooMany' | 'passkey' | 'changed';
}
