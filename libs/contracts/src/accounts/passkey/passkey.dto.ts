import { IsObject, IsOptional, IsString, MaxLength, MinLength } from 'class-validator';
import { OwnProof } from '../second-factor/second-factor.dto';

export const PASSKEY_NAME_CHARS_MAX = 100;
const ID_CHARS_MAX = 64;
const CHALLENGE_CHARS_MAX = 8_192;
/** Bytes of the JSON of a request with what a browser answered. */
export const PASSKEY_BODY_BYTES_MAX = 65_536;

/** A passkey of a user: signs in without a password. */
export class Passkey {
  /** Names it in paths. */
  id!: string;
  /** Chosen by the user. */
  name!: string;
  /** When it was added, UTC with offset. */
  created!: string;
  /** When it last signed in, UTC with offset; null when it never did. */
  last_used!: string | null;
  /** Whether it is kept elsewhere as well, and reaches other devices of the user. */
  is_synced!: boolean;
}

/** Passkeys of a user. */
export class PasskeyList {
  /** All of them, oldest first. */
  passkeys!: readonly Passkey[];
}

/** A passkey, named in a path. */
export class PasskeyTarget {
  /** Id of the passkey. */
  @IsString() @MaxLength(ID_CHARS_MAX) passkey_id!: string;
}

/** Options for a browser. */
export class PasskeyOptions {
  /** For `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`; five minutes. */
  options!: Readonly<Record<string, unknown>>;
}

/** A name for a passkey. */
export class PasskeyName {
  /** For the user, who may have several. */
  @IsString() @MinLength(1) @MaxLength(PASSKEY_NAME_CHARS_MAX) name!: string;
}

/** A passkey that a browser made. */
export class NewPasskey extends PasskeyName {
  /** What `navigator.credentials.create` returned, by its `toJSON()`. */
  @IsObject() credential!: Readonly<Record<string, unknown>>;
}

/** Proof that the caller is the user, before a passkey is made. */
export class PasskeyProof extends OwnProof {}

/** The login that a sign-in is for. */
export class PasskeySignInStart {
  /** Of the authorization server; absent for tokens of the console. */
  @IsOptional() @IsString() @MaxLength(CHALLENGE_CHARS_MAX) login_challenge?: string | null;
}

/** A sign-in with a passkey. */
export class PasskeySignIn extends PasskeySignInStart {
  /** What `navigator.credentials.get` returned, by its `toJSON()`. */
  @IsObject() credential!: Readonly<Record<string, unknown>>;
}

/** Tokens of a user who signed in, or where the authorization continues. */
export class PasskeySignedIn {
  /** Where the authorization of the login challenge continues. */
  consent_url?: string;
  /** Without a login challenge: for the header `Authorization: Bearer …`. */
  access_token?: string;
  /** For one exchange at the token endpoint. */
  refresh_token?: string;
}
