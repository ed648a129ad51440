import { failsWithoutRoom } from '../../core/failures';
import { operation } from '../../core/operation';
import { AccountMemberTarget } from '../account-member/account-member.dto';
import { OpenRequestHeaders } from '../password/password.dto';
import {
  OwnProof,
  RecoveryCodes,
  SecondFactor,
  SecondFactorCode,
  SecondFactorSetUp,
  UserTarget,
} from './second-factor.dto';

const ofItself = { credentials: ['user', 'pat'], role: 'any', on: 'self' } as const;
const PATH = '/api/v1/user/second_factor';
const http = { method: 'POST', host: 'accounts', success: 200, tellsNetwork: true } as const;
const DEADLINE_MS = 20_000;

export const failsUnproven = {
  ...failsWithoutRoom,
  forbidden: 'The sign-in is older than five minutes, and password or code are missing or wrong.',
  rate_limited: 'Too many wrong passwords or codes; `Retry-After` says when to retry.',
} as const;

/** Tells whether the second factor of the user is on. */
export const getSecondFactor = operation({
  name: 'accounts.second-factor.get',
  summary: 'Get the second factor of the authenticated user',
  http: { method: 'GET', path: PATH, host: 'accounts', success: 200 },
  policy: ofItself,
  answer: SecondFactor,
  deadlineMs: 10_000,
});

/**
 * Makes a secret for an app that makes codes (TOTP, RFC 6238). Nothing is asked for at sign-ins until a code of the app
 * confirmed it. A new secret replaces one that was not confirmed.
 */
export const beginSecondFactor = operation({
  name: 'accounts.second-factor.begin',
  summary: 'Begin to set up a second factor',
  http: { ...http, path: PATH, success: 201 },
  policy: ofItself,
  headers: OpenRequestHeaders,
  body: OwnProof,
  answer: SecondFactorSetUp,
  fails: { ...failsUnproven, conflict: 'The second factor is on: turn it off first.' },
  deadlineMs: DEADLINE_MS,
});

/** Turns the second factor on. Returns ten recovery codes, once. */
export const confirmSecondFactor = operation({
  name: 'accounts.second-factor.confirm',
  summary: 'Turn on a second factor',
  http: { ...http, path: `${PATH}/confirm` },
  policy: ofItself,
  headers: OpenRequestHeaders,
  body: SecondFactorCode,
  answer: RecoveryCodes,
  fails: {
    ...failsWithoutRoom,
    bad_request: 'The code is wrong, or no secret waits for one: begin within the last hour.',
    conflict: 'The second factor is on already.',
    rate_limited: 'Too many wrong codes; `Retry-After` says when to retry.',
  },
  deadlineMs: DEADLINE_MS,
});

/** Replaces the recovery codes of the user; those from before are void. */
export const renewRecoveryCodes = operation({
  name: 'accounts.second-factor.renew-recovery-codes',
  summary: 'Replace recovery codes',
  http: { ...http, path: `${PATH}/recovery_codes` },
  policy: ofItself,
  headers: OpenRequestHeaders,
  body: OwnProof,
  answer: RecoveryCodes,
  fails: { ...failsUnproven, conflict: 'The second factor is off.' },
  deadlineMs: DEADLINE_MS,
});

/** Turns the second factor off, and voids the recovery codes. It stays off where it is off. */
export const endSecondFactor = operation({
  name: 'accounts.second-factor.end',
  summary: 'Turn off a second factor',
  http: { ...http, path: `${PATH}/off`, reply: 'null' },
  policy: ofItself,
  headers: OpenRequestHeaders,
  body: OwnProof,
  fails: failsUnproven,
  deadlineMs: DEADLINE_MS,
});

const reset = {
  ...failsWithoutRoom,
  not_found: 'There is no such user, or no member of the account.',
  forbidden: 'The caller may not, or is the user.',
} as const;

/**
 * Removes second factor, recovery codes and passkeys of a member who lost them, and tells the member by mail. Owners
 * may for people who belong to no other account, or whom the identity provider of the account provisioned.
 */
export const resetSecondFactorOfMember = operation({
  name: 'accounts.second-factor.reset-member',
  summary: 'Reset the second factor of a member',
  http: {
    method: 'DELETE',
    path: '/api/v1/account/{account}/user/{user_id}/second_factor',
    host: 'accounts',
    success: 204,
    reply: 'empty',
  },
  policy: { credentials: ['user', 'pat'], role: 'AOWNER', on: 'account' },
  params: AccountMemberTarget,
  fails: reset,
  deadlineMs: 10_000,
});

/** The same for any user, by somebody who runs the deployment. */
export const resetSecondFactor = operation({
  name: 'accounts.second-factor.reset',
  summary: 'Reset the second factor of any user',
  http: {
    method: 'DELETE',
    path: '/api/manage/@user/{user_id}/second_factor',
    host: 'accounts',
    success: 204,
    reply: 'empty',
  },
  policy: { credentials: ['user', 'pat'], role: 'ROOT', on: 'nothing' },
  params: UserTarget,
  fails: reset,
  deadlineMs: 10_000,
});
