import { IsOptional, IsString, IsUUID, Matches, MaxLength } from 'class-validator';
import { TOKEN_CHARS_MAX } from '../credential/credential.dto';

/** Credential that opens a session of the console: exactly one of a token, the code of a link and that of a sign-in. */
export class SessionOpening {
  /** A personal access token of the user. */
  @IsOptional() @IsString() @MaxLength(TOKEN_CHARS_MAX) token?: string;
  /** The code of a sign-in link, which is void afterwards. */
  @IsOptional() @IsString() @MaxLength(TOKEN_CHARS_MAX) code?: string;
  /** The code with which the authorization server sent the browser back; works once, within a minute. */
  @IsOptional() @IsString() @MaxLength(TOKEN_CHARS_MAX) authorization_code?: string;
  /** With an authorization code: the verifier whose hash began the authorization (PKCE). */
  @IsOptional() @IsString() @MaxLength(TOKEN_CHARS_MAX) code_verifier?: string;
  /** With an authorization code: scheme, host and port of the authorization server. */
  @IsOptional() @IsString() @MaxLength(TOKEN_CHARS_MAX) origin?: string;
  /** With an authorization code: scheme, host and port to which the browser was sent back; default: `origin`. */
  @IsOptional() @IsString() @Matches(/^https?:\/\/[^/?#\s]+$/) @MaxLength(512) returned_to?: string;
}

/** A new session of the console. */
export class OpenedSession {
  /** The token of the cookie; it is accepted from nowhere else, and only its hash is stored. */
  secret!: string;
  /** When the session ends, ISO 8601. */
  expires!: string;
  /** Of the user. */
  id!: string;
  /** Of the user. */
  name!: string;
}

/** Links that open the console without a token, each of them once. */
export class SignInLinks {
  /** Signs in the first user. Earlier links of this kind are void. */
  sign_in!: string;
  /** Where the first user chooses mail address and password; null where there is a password. */
  set_up!: string | null;
  /** When they stop working, ISO 8601. */
  expires!: string;
}

/** A session of the console that ends. */
export class SessionEnd {
  /** Id of its user. */
  @IsUUID() user!: string;
  /** Id of the session. */
  @IsUUID() key!: string;
}
