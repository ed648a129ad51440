import { betweenHosts } from '../../core/between-hosts';
import { failsWithoutRoom } from '../../core/failures';
import { operation } from '../../core/operation';
import { AccountTarget } from '../account/account.dto';
import {
  PresentedScimToken,
  ScimTokenCreated,
  ScimTokenList,
  ScimTokenPayload,
  ScimTokenTarget,
  VerifiedScimToken,
} from './scim-token.dto';

const path = '/api/v1/account/{account}/scim_tokens';
const asOwner = { credentials: ['user', 'pat'], role: 'AOWNER', on: 'account' } as const;

/**
 * Returns the secret of a new token for an identity provider, which no later answer shows. The token reads and changes
 * the people and groups of the account by SCIM, and opens nothing else. An account has at most 20 tokens.
 */
export const createScimToken = operation({
  name: 'accounts.scim-token.create',
  summary: 'Create a SCIM token',
  http: { method: 'POST', path, host: 'accounts', success: 201 },
  policy: asOwner,
  params: AccountTarget,
  body: ScimTokenPayload,
  answer: ScimTokenCreated,
  fails: { ...failsWithoutRoom, quota_exceeded: 'The account has 20 tokens.' },
  deadlineMs: 10_000,
});

/** Returns the tokens without their secrets, with their last use, newest first. */
export const listScimTokens = operation({
  name: 'accounts.scim-token.list',
  summary: 'List the SCIM tokens of an account',
  http: { method: 'GET', path, host: 'accounts', success: 200, member: 'tokens' },
  policy: asOwner,
  params: AccountTarget,
  answer: ScimTokenList,
  deadlineMs: 10_000,
});

/** The token is refused from now on. People and groups that it provisioned stay. */
export const deleteScimToken = operation({
  name: 'accounts.scim-token.delete',
  summary: 'Revoke a SCIM token',
  http: {
    method: 'DELETE',
    path: '/api/v1/account/{account}/scim_token/{token_id}',
    host: 'accounts',
    success: 204,
    reply: 'empty',
  },
  policy: asOwner,
  params: ScimTokenTarget,
  fails: { ...failsWithoutRoom, not_found: 'The account has no such token.' },
  deadlineMs: 10_000,
});

/** Verifies a SCIM token. @throws AppError `unauthorized` */
export const verifyScimToken = operation({
  ...betweenHosts('accounts.scim-token.verify', 'accounts'),
  summary: 'Verify a SCIM token',
  body: PresentedScimToken,
  answer: VerifiedScimToken,
  deadlineMs: 10_000,
});
