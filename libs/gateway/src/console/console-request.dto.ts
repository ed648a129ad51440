import { IsOptional, IsString, MaxLength } from 'class-validator';

const SECRET_CHARS_MAX = 8_192;
const PATH_CHARS_MAX = 2_000;

/** Body of `POST /console/session`: a token, the code of a link, or what the authorization server sent back. */
export class SessionRequest {
  /** A personal access token. */
  @IsOptional() @IsString() @MaxLength(SECRET_CHARS_MAX) token?: string;
  /** The code of a sign-in link. */
  @IsOptional() @IsString() @MaxLength(SECRET_CHARS_MAX) code?: string;
  /** The code in the address of `/user/callback`. */
  @IsOptional() @IsString() @MaxLength(SECRET_CHARS_MAX) authorization_code?: string;
  /** The state in that address. */
  @IsOptional() @IsString() @MaxLength(SECRET_CHARS_MAX) state?: string;
}

/** Body of `POST /console/authorization`. */
export class AuthorizationRequest {
  /** Path of the console to return to. */
  @IsOptional() @IsString() @MaxLength(PATH_CHARS_MAX) from?: string;
}
