import { betweenHosts } from '../../core/between-hosts';
import { failsWithoutRoom } from '../../core/failures';
import { operation } from '../../core/operation';
import { OnboardingInquiry, UserChanges } from '../user-changes/user-changes.dto';
import { UserIds, UserMemberships, UserNames, UserProfile, UserRecord, UserReference } from './user.dto';

const ofItself = { credentials: ['user', 'pat'], role: 'any', on: 'self' } as const;

/** Returns name, mail address, type and language of the user that the credential belongs to. */
export const getUser = operation({
  name: 'accounts.user.get',
  summary: 'Get the authenticated user',
  http: { method: 'GET', path: '/api/v1/user', host: 'accounts', success: 200 },
  policy: ofItself,
  answer: UserRecord,
  deadlineMs: 10_000,
});

/** Returns the user with its accounts and the actions that are open to it. Clients call it to check a session. */
export const getUserProfile = operation({
  name: 'accounts.user.welcome',
  summary: 'Get the profile of the authenticated user',
  http: { method: 'GET', path: '/api/v1/user/welcome', host: 'accounts', success: 200 },
  policy: ofItself,
  answer: UserProfile,
  deadlineMs: 10_000,
});

/**
 * Changes the user. A new mail address counts once its owner has used the link of a mail; the answer is the same when
 * another user has it.
 */
export const updateUser = operation({
  name: 'accounts.user.update',
  summary: 'Modify the authenticated user',
  http: { method: 'PATCH', path: '/api/v1/user', host: 'accounts', success: 200, reply: 'null' },
  policy: ofItself,
  body: UserChanges,
  fails: { ...failsWithoutRoom, rate_limited: 'The user asked for five mails to new addresses within the hour.' },
  deadlineMs: 10_000,
});

/** Deletes the user with all tokens, sessions and memberships, at once and for good. */
export const deleteUser = operation({
  name: 'accounts.user.delete',
  summary: 'Delete the authenticated user',
  http: { method: 'DELETE', path: '/api/v1/user', host: 'accounts', success: 204, reply: 'empty' },
  policy: ofItself,
  fails: { ...failsWithoutRoom, conflict: 'The user is the only owner of an account, or alone runs the deployment.' },
  deadlineMs: 20_000,
});

/** Keeps what a new user says about its plans; those who run the deployment read it in the database. */
export const answerOnboarding = operation({
  name: 'accounts.user.onboarding',
  summary: 'Answer the onboarding inquiry',
  http: { method: 'PUT', path: '/api/v1/user/onboarding_inquiry', host: 'accounts', success: 200, reply: 'null' },
  policy: ofItself,
  body: OnboardingInquiry,
  fails: failsWithoutRoom,
  deadlineMs: 10_000,
});

/**
 * Returns the present accounts of a user that was verified earlier.
 *
 * @throws AppError `unauthorized` when the user or its token is gone
 */
export const resolveUser = operation({
  ...betweenHosts('accounts.user.resolve', 'accounts'),
  summary: 'Find the accounts of a user',
  body: UserReference,
  answer: UserMemberships,
  deadlineMs: 10_000,
});

/** Leaves out users that do not exist. */
export const readUserNames = operation({
  ...betweenHosts('accounts.user.names', 'accounts'),
  summary: 'Find names and addresses of users',
  body: UserIds,
  answer: UserNames,
  deadlineMs: 10_000,
});
