import { failsWithoutRoom } from '../../core/failures';
import { operation } from '../../core/operation';
import {
  PersonalTokenCreated,
  PersonalTokenList,
  PersonalTokenPayload,
  PersonalTokenTarget,
} from './personal-token.dto';

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
