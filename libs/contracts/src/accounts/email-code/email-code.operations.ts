import { failsWithoutRoom } from '../../core/failures';
import { operation } from '../../core/operation';

/** Mails a code of six digits to the user, which counts once, within ten minutes. A new code voids the one before. */
export const sendEmailCode = operation({
  name: 'accounts.email-code.send',
  summary: 'Mail a one-time code to the authenticated user',
  http: { method: 'POST', path: '/api/auth/otp/email', host: 'accounts', success: 200, reply: 'null' },
  policy: { credentials: ['user', 'pat'], role: 'any', on: 'self' },
  fails: { ...failsWithoutRoom, rate_limited: 'The user got 10 codes within the hour.' },
  deadlineMs: 20_000,
});
