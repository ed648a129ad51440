import { IsNotEmpty, IsOptional, IsString, IsUUID, MaxLength } from 'class-validator';
import { IsInstant } from '../../validation/decorators';
import { AccountTarget } from '../account/account.dto';

/** Tokens of one account. */
export const SCIM_TOKENS_MAX = 20;
const DESCRIPTION_CHARS_MAX = 256;
const TOKEN_CHARS_MAX = 8_192;

/** Request to create a token for an identity provider. */
export class ScimTokenPayload {
  /** Name of the identity provider; shown in lists. */
  @IsString() @IsNotEmpty() @MaxLength(DESCRIPTION_CHARS_MAX) description!: string;
  /** When the token expires: ISO 8601, in the future. One year from now when absent or null. */
  @IsOptional() @IsInstant() expires?: string | null;
}

/** A token in a list, without its secret. */
export class ScimToken {
  /** Id of the token, UUID with hyphens; names it when it is revoked. */
  id!: string;
  /** Name of the identity provider, as given at creation. */
  description!: string;
  /** When it was created, UTC with offset. */
  created!: string;
  /** Id of the owner who created it; null when that user is gone. */
  created_by!: string | null;
  /** When the token expires, UTC with offset. */
  expires!: string;
  /** When it was used last, UTC with offset, to within a minute; null for never. */
  last_used!: string | null;
}

/** A new token. */
export class ScimTokenCreated extends ScimToken {
  /** The secret, a JWT for the header `Authorization: Bearer …`. No later answer shows it. */
  token!: string;
  /** Address that the identity provider asks for (base URL, tenant URL). */
  url!: string;
}

/** Tokens of an account. */
export class ScimTokenList {
  /** All of them, expired ones included, newest first. */
  tokens!: readonly ScimToken[];
}

/** A token, named in a path. */
export class ScimTokenTarget extends AccountTarget {
  /** Id of the token, UUID. */
  @IsUUID() token_id!: string;
}

/** A token that was presented. */
export class PresentedScimToken {
  /** The token without the scheme word. */
  @IsString() @MaxLength(TOKEN_CHARS_MAX) token!: string;
}

/** A token that counts. */
export class VerifiedScimToken {
  /** Id of the token. */
  id!: string;
  /** Id of its account. */
  account!: string;
  /** When it expires, milliseconds since the epoch. */
  expiresMs!: number;
}
