import { IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import { IsInstant } from '../validation/decorators';
import { operation } from '../core/operation';

export const TOKEN_DESCRIPTION_CHARS_MAX = 1_000;

export class PersonalTokenPayload {
  @IsString() @IsNotEmpty() @MaxLength(TOKEN_DESCRIPTION_CHARS_MAX) description!: string;
  /** ISO 8601, in the future; one year from now when absent. */
  @IsOptional() @IsInstant() expiration_date?: string | null;
}

export class PersonalTokenCreated {
  id!: string;
  /** Shown only now. */
  token!: string;
  /** UTC with offset. */
  expires!: string;
}

export class PersonalToken {
  id!: string;
  description!: string;
  /** UTC with offset; null when it never expires. */
  expires!: string | null;
}

export class PersonalTokenList {
  tokens!: readonly PersonalToken[];
}

export class PersonalTokenTarget {
  @IsString() token_id!: string;
}

const ofItself = { credentials: ['user', 'pat'], role: 'any', on: 'self' } as const;

export const createPersonalToken = operation({
  name: 'accounts.token.create',
  summary: 'Create a personal access token',
  http: { method: 'POST', path: '/api/v1/user/pa_tokens', host: 'accounts', success: 201 },
  policy: ofItself,
  body: PersonalTokenPayload,
  answer: PersonalTokenCreated,
  deadlineMs: 10_000,
});

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

export const deletePersonalToken = operation({
  name: 'accounts.token.delete',
  summary: 'Revoke a personal access token',
  http: { method: 'DELETE', path: '/api/v1/user/pa_token/{token_id}', host: 'accounts', success: 204, reply: 'empty' },
  policy: ofItself,
  params: PersonalTokenTarget,
  deadlineMs: 10_000,
});
