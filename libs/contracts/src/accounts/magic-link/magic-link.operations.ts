import { failsWithoutRoom } from '../../core/failures';
import { operation } from '../../core/operation';
import { OpenRequestHeaders } from '../password/password.dto';
import { MagicLinkQuery, MagicStep } from './magic-link.dto';

/**
 * Uses the link of a mail once: it confirms a sign-up or a new address, or accepts an invitation. Invitations to
 * knowledge boxes have tokens that begin with `kb.`; their zone accepts them at the same path.
 */
export const followMagicLink = operation({
  name: 'accounts.magic-link.follow',
  summary: 'Use the link of a mail',
  http: { method: 'POST', path: '/api/auth/magic', host: 'accounts', success: 200, tellsNetwork: true },
  policy: { credentials: ['none'], role: 'any', on: 'nothing' },
  headers: OpenRequestHeaders,
  query: MagicLinkQuery,
  answer: MagicStep,
  fails: {
    ...failsWithoutRoom,
    bad_request:
      'The link was used, cancelled or replaced, has expired or is unknown (`login_challenge_expired_or_invalid`), or ' +
      'somebody else became a user with this address before (`local_user_already_exists`).',
    not_found: 'There is no user with the mail address of the invitation.',
    quota_exceeded: 'The knowledge box or the account has as many users as it may have.',
    rate_limited: 'Too many wrong links came from this network; `Retry-After` says when to try again.',
  },
  deadlineMs: 20_000,
});
