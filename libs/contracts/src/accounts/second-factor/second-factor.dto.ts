import { IsOptional, IsString, IsUUID, MaxLength } from 'class-validator';
import { PASSWORD_CHARS_MAX } from '../../validation/new-password';
import { CODE_CHARS_MAX } from '../password/password.dto';

/** A user, named in a path. */
export class UserTarget {
  /** Id of the user, UUID. */
  @IsUUID() user_id!: string;
}

/** Whether a user proves more than a password when it signs in. */
export class SecondFactor {
  /** Whether sign-ins with a password ask for a code. */
  enabled!: boolean;
  /** When it was turned on, UTC with offset; null while it is off. */
  since!: string | null;
  /** Recovery codes that were not used yet. */
  recovery_codes_left!: number;
}

/**
 * Proof that the caller is the user. It can be left out with the access token of a sign-in in the last five minutes.
 */
export class OwnProof {
  /** The password of the user. */
  @IsOptional() @IsString() @MaxLength(PASSWORD_CHARS_MAX) password?: string | null;
  /** Where the second factor is on: a code of the app, or a recovery code. */
  @IsOptional() @IsString() @MaxLength(CODE_CHARS_MAX) code?: string | null;
}

/** A secret for an app that makes codes. */
export class SecondFactorSetUp {
  /** The secret in Base32, to be typed. */
  secret!: string;
  /** The same as an address `otpauth://`, which apps open. */
  uri!: string;
  /** The address as a QR code: an SVG document. */
  qr_svg!: string;
}

/** A code of the app that got the secret. */
export class SecondFactorCode {
  /** Six digits. */
  @IsString() @MaxLength(CODE_CHARS_MAX) code!: string;
}

/** Codes for users who lost the app. */
export class RecoveryCodes {
  /** Each counts once. They are returned here and never again. */
  recovery_codes!: readonly string[];
}
