import { failsWithoutRoom } from '../../core/failures';
import { operation } from '../../core/operation';
import { OpenRequestHeaders } from '../password/password.dto';
import { SignUpInfo, SignUpQuery, SignUpRequest, SignUpReturn, SignUpStart, SignUpStarted } from './sign-up.dto';

const anyone = { credentials: ['none'], role: 'any', on: 'nothing' } as const;

const failsForStrangers = {
  ...failsWithoutRoom,
  forbidden: 'The setting `SIGN_UP` does not let this person sign up, or the captcha is missing or wrong.',
  precondition_failed: '`no_personal_email`: the deployment refuses addresses of personal mail services.',
  rate_limited: 'Too many sign-ups came from this network; `Retry-After` says when to try again.',
} as const;

/**
 * Sends a mail with a link that makes the person a user, once, within 24 hours; until then nothing exists but the
 * pending sign-up. Somebody who is a user already gets a mail that says so. The answer is the same in both cases.
 */
export const signUp = operation({
  name: 'accounts.sign-up.create',
  summary: 'Sign up',
  http: { method: 'POST', path: '/api/auth/signup', host: 'accounts', success: 200, tellsNetwork: true },
  policy: anyone,
  headers: OpenRequestHeaders,
  body: SignUpRequest,
  answer: SignUpStarted,
  fails: failsForStrangers,
  deadlineMs: 20_000,
});

/** Keeps name and address of a person for a day, while an app asks for the rest. There is no user yet. */
export const startSignUp = operation({
  name: 'accounts.sign-up.start',
  summary: 'Start a sign-up',
  http: {
    method: 'POST',
    path: '/api/auth/signup/start',
    host: 'accounts',
    success: 302,
    reply: 'redirect',
    bodyKind: 'form',
    takesForeignForms: true,
    answerHeaders: {
      'content-security-policy': 'The browser loads nothing on the way.',
      'cross-origin-opener-policy': 'The app is apart from the page that opened it.',
      'referrer-policy': 'The address of the page before is told to nobody.',
    },
    leavesOrigin: true,
    member: 'location',
    tellsNetwork: true,
  },
  policy: anyone,
  headers: OpenRequestHeaders,
  body: SignUpStart,
  answer: SignUpReturn,
  fails: {
    ...failsForStrangers,
    invalid_request: 'The request is not valid, or `app` is not an app of the deployment.',
  },
  deadlineMs: 20_000,
});

/** Returns what was said when the sign-up started. */
export const readSignUp = operation({
  name: 'accounts.sign-up.read',
  summary: 'Read a sign-up that was started',
  http: { method: 'GET', path: '/api/auth/signup/info', host: 'accounts', success: 200 },
  policy: anyone,
  query: SignUpQuery,
  answer: SignUpInfo,
  fails: { not_found: 'The sign-up is unknown, or older than a day.' },
  deadlineMs: 10_000,
});
