import { IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import { failsWithoutRoom } from '../core/failures';
import { operation } from '../core/operation';
import { IsInstant } from '../validation/decorators';

/** Code points of the description of a personal access token. */
export const TOKEN_DESCRIPTION_CHARS_MAX = 1_000;

/** What a user sends to create a personal access token. */
export class PersonalTokenPayload {
  /** What the token is for; shown in lists. */
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
  /** What the token is for, as given at creation. */
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

const ofItself = { credentials: ['user', 'pat'], role: 'any', on: 'self' } as const;

/**
 * Returns the secret of the new token, which no later answer shows. The token acts for the user until it expires or is
 * revoked. A user has at most 1,000 tokens.
 */
export const createPersonalToken = operation({
  name: 'accounts.token.create',
  summary: 'Create a personal access token',
  http: { method: 'POST', path: '/api/v1/user/pa_tokens', host: 'accounts', success: 201 },
  policy: ofItself,
  body: PersonalTokenPayload,
  answer: PersonalTokenCreated,
  fails: { ...failsWithoutRoom, quota_exceeded: 'The user has 1,000 tokens.' },
  deadlineMs: 10_000,
});

/** Returns the tokens without their secrets, newest first, expired ones included. The list is not paged. */
export const listPersonalTokens = operation({
  name: 'accounts.token.list',
  summary: 'List the personal access tokens of the authenticated user',
  http: {
    method: 'GET',
    path: '/api/v1/user/pa_tokens',
    host: 'accounts',
    success: 200,
    member: 'tokens',
  },
  policy: ofItself,
  answer: PersonalTokenList,
  deadlineMs: 10_000,
});

/** The token is refused from now on; zones on other hosts may accept it for some seconds more. */
export const deletePersonalToken = operation({
  name: 'accounts.token.delete',
  summary: 'Revoke a personal access token',
  http: { method: 'DELETE', path: '/api/v1/user/pa_token/{token_id}', host: 'accounts', success: 204, reply: 'empty' },
  policy: ofItself,
  params: PersonalTokenTarget,
  fails: { ...failsWithoutRoom, not_found: 'The user has no such token.' },
  deadlineMs: 10_000,
});
