import { operation } from '../../core/operation';
import { OpenedSession, SessionOpening } from './session.dto';

/**
 * Opens a session of the console: a personal access token that only the cookie of a browser can carry. It ends with the
 * token that opened it, or with the sign-in of the browser that brought its code.
 *
 * @throws AppError `unauthorized` for a token that is not a living personal access token, and for a code that is
 * unknown, used or expired
 */
export const openSession = operation({
  name: 'accounts.session.open',
  summary: 'Open a session of the console',
  body: SessionOpening,
  answer: OpenedSession,
  deadlineMs: 10_000,
});
