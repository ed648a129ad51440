import { betweenHosts } from '../../core/between-hosts';
import { operation } from '../../core/operation';
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
