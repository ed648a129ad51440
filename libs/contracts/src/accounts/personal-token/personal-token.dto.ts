import { IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import { IsInstant } from '../../validation/decorators';

/** Code points of the description of a personal access token. */
export const TOKEN_DESCRIPTION_CHARS_MAX = 1_000;

/** Request to create a personal access token. */
export class PersonalTokenPayload {
  /** Purpose of the token; shown in lists. */
  @IsString() @IsNotEmpty() @MaxLength(TOKEN_DESCRIPTION_CHARS_MAX) description!: string;
  /** When the token expires: ISO 8601, in the future. One year from now when absent or null. */
  @IsOptional() @IsInstant() expiration_date?: string | null;
}

/** A new personal access token. */
export class PersonalTokenCreated {
  /** Id of the token, UUID with hyphens; names it when it is revoked. */
  id!: string;
  /** The secret, a JWT for the header `Authorization: Bearer …`. No later answer shows it. */
  token!: string;
  /** When the token expires, UTC with offset. */
  expires!: string;
}

/** A personal access token in a list, without its secret. */
export class PersonalToken {
  /** Id of the token, UUID with hyphens. */
  id!: string;
  /** Purpose of the token, as given at creation. */
  description!: string;
  /** When the token expires, UTC with offset; null when it never does. */
  expires!: string | null;
}

/** Personal access tokens of a user. */
export class PersonalTokenList {
  /** All of them, expired ones included, newest first. */
  tokens!: readonly PersonalToken[];
}

/** A personal access token, named in a path. */
export class PersonalTokenTarget {
  /** Id of the token, UUID. */
  @IsString() token_id!: string;
}
