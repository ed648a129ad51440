import { failsWithoutRoom } from '../../core/failures';
import { operation } from '../../core/operation';
import {
  OpenRequestHeaders,
  OwnPassword,
  PasswordLogin,
  PasswordReset,
  PasswordResetDone,
  RecoveryRequest,
  RecoveryStarted,
  UserSetUp,
  UserSetUpDone,
  UserTokenPair,
} from './password.dto';

/** Who has no credential yet. */
const anyone = { credentials: ['none'], role: 'any', on: 'nothing' } as const;
const http = { method: 'POST', host: 'accounts', success: 200, tellsNetwork: true } as const;

const failsByLink = {
  ...failsWithoutRoom,
  bad_request: 'The link was used, has expired or is unknown.',
  forbidden: 'The captcha is missing or wrong, where the deployment has one.',
  rate_limited: 'Too many wrong links came from this network; `Retry-After` says when to try again.',
} as const;

/**
 * Sends a mail with a link by which the user of this address chooses a new password, once, within an hour. The answer
 * is the same whether there is such a user or not.
 */
export const recoverPassword = operation({
  name: 'accounts.password.recover',
  summary: 'Send a mail that replaces a password',
  http: { ...http, path: '/api/auth/recover' },
  policy: anyone,
  headers: OpenRequestHeaders,
  body: RecoveryRequest,
  answer: RecoveryStarted,
  fails: {
    ...failsWithoutRoom,
    forbidden: 'The captcha is missing or wrong, where the deployment has one.',
    rate_limited: 'Too many mails were asked for from this network; `Retry-After` says when to try again.',
  },
  deadlineMs: 20_000,
});

/** Replaces the password of a user by the link of a mail. All sessions and tokens of earlier sign-ins end. */
export const resetPassword = operation({
  name: 'accounts.password.reset',
  summary: 'Replace a forgotten password',
  http: { ...http, path: '/api/auth/reset' },
  policy: anyone,
  headers: OpenRequestHeaders,
  body: PasswordReset,
  answer: PasswordResetDone,
  fails: failsByLink,
  deadlineMs: 20_000,
});

/** Gives a user who was invited a name and a first password, by the link of a mail. */
export const setUpUser = operation({
  name: 'accounts.password.set-up',
  summary: 'Set up an invited user',
  http: { ...http, path: '/api/auth/setupuser' },
  policy: anyone,
  headers: OpenRequestHeaders,
  body: UserSetUp,
  answer: UserSetUpDone,
  fails: failsByLink,
  deadlineMs: 20_000,
});

/** Tokens for a mail address and a password, for scripts; applications use the authorization server. */
export const logIn = operation({
  name: 'accounts.password.login',
  summary: 'Sign in with a password',
  http: { ...http, path: '/api/auth/login' },
  policy: anyone,
  headers: OpenRequestHeaders,
  body: PasswordLogin,
  answer: UserTokenPair,
  fails: {
    ...failsWithoutRoom,
    unauthorized:
      'The mail address or the password is wrong; or the second factor of the user is on, and its code is missing ' +
      '(`second_factor_required`) or wrong (`second_factor_wrong`).',
    rate_limited:
      'Too many wrong passwords or codes for this address, or from this network; `Retry-After` says when to retry.',
  },
  deadlineMs: 20_000,
});

/** Ends the sign-in that gave the token. A personal access token stays as it is. */
export const logOut = operation({
  name: 'accounts.password.logout',
  summary: 'Sign out',
  http: { method: 'POST', path: '/api/auth/logout', host: 'accounts', success: 200, reply: 'null' },
  policy: { credentials: ['user', 'pat'], role: 'any', on: 'self' },
  doors: [
    {
      name: 'accounts.password.logout-by-get',
      summary: 'Sign out by GET',
      description: 'As `POST /api/auth/logout`.',
      http: { method: 'GET', path: '/api/auth/logout' },
    },
  ],
  fails: failsWithoutRoom,
  worksWithoutRoom: true,
  deadlineMs: 10_000,
});

/**
 * Sets the password of the user and ends all other sign-ins. A user who has a password sends it as well: a token alone
 * is not enough to replace it.
 */
export const setOwnPassword = operation({
  name: 'accounts.password.set',
  summary: 'Set the password of the authenticated user',
  http: { ...http, path: '/api/auth/setpassword' },
  policy: { credentials: ['user', 'pat'], role: 'any', on: 'self' },
  headers: OpenRequestHeaders,
  body: OwnPassword,
  answer: UserTokenPair,
  fails: {
    ...failsWithoutRoom,
    forbidden: 'The user has a password, and `current_password` is missing or wrong.',
    rate_limited: 'Too many wrong passwords; `Retry-After` says when to retry.',
  },
  deadlineMs: 20_000,
});
