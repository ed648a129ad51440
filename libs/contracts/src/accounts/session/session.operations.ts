import { betweenHosts } from '../../core/between-hosts';
import { failsWithoutRoom } from '../../core/failures';
import { operation } from '../../core/operation';
import { OpenedSession, SessionEnd, SessionOpening, SignInLinks } from './session.dto';

/**
 * Opens a session of the console: a personal access token that only the cookie of a browser can carry. It ends with the
 * token that opened it, or with the sign-in of the browser that brought its code. Zones ask for their consoles.
 *
 * @throws AppError `unauthorized` for a token that is not a living personal access token, and for a code that is
 * unknown, used or expired
 */
export const openSession = operation({
  ...betweenHosts('accounts.session.open', 'accounts'),
  summary: 'Open a session of the console',
  body: SessionOpening,
  answer: OpenedSession,
  deadlineMs: 10_000,
});

/** Ends a session of the console, and the sign-in of its browser. Does nothing when it has ended before. */
export const endSession = operation({
  ...betweenHosts('accounts.session.end', 'accounts'),
  summary: 'End a session of the console',
  body: SessionEnd,
  deadlineMs: 10_000,
});

/**
 * Makes a new link with which the first user signs in to the console, as a start of the product prints it: it works
 * once, within an hour, and voids the one before.
 */
export const makeSignInLink = operation({
  name: 'accounts.session.link',
  summary: 'Make a sign-in link for the console',
  http: { method: 'POST', path: '/api/v1/admin/sign-in-link', host: 'accounts', success: 200 },
  policy: { credentials: ['user', 'pat'], role: 'ROOT', on: 'nothing' },
  answer: SignInLinks,
  fails: { ...failsWithoutRoom, not_found: 'The deployment has no console, or no first user.' },
  deadlineMs: 10_000,
});
