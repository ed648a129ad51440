import type { HttpBinding } from '../../core/http-binding';
import { operation, type Policy } from '../../core/operation';
import { OauthHeaders } from '../oauth/oauth.dto';
import { authorizationRefusal } from '../oauth/oauth.pages';
import { pageHeaders, pageSources, scriptedPageSources } from '../../page/page';
import {
  ConsentForm,
  ConsentInfo,
  ConsentPage,
  ConsentPageQuery,
  ConsentQuery,
  Continuation,
  LoginForm,
  LoginInfo,
  LoginPage,
  LoginPageQuery,
  LoginQuery,
  PasskeyForm,
  SecondFactorForm,
} from './challenge.dto';
import { consentPage, loginPage } from './challenge.pages';

const anyone: Policy = { credentials: ['none'], role: 'any', on: 'nothing' };
const DEADLINE_MS = 20_000;
const at = { host: 'accounts', tellsOrigin: true } as const;
/** The challenge, which only the browser of the user knows, is what proves that a page of ours was shown. */
const form = {
  ...at,
  method: 'POST',
  success: 302,
  reply: 'redirect',
  bodyKind: 'form',
  takesForeignForms: true,
  member: 'location',
  answerHeaders: pageHeaders,
} as const satisfies Partial<HttpBinding<Continuation>>;
/** Browsers apply the rule to where the form leads in the end: the application. */
const formTargets = ["'self'", 'https://*', 'http://localhost:*', 'http://127.0.0.1:*'];
const page = {
  ...at,
  method: 'GET',
  success: 200,
  reply: 'html',
  answerHeaders: pageHeaders,
  refusal: authorizationRefusal,
  sources: { ...pageSources, 'form-action': formTargets },
} as const satisfies Partial<HttpBinding>;

/** Returns what a page of sign-in needs to know of the login that an authorization waits for. */
export const getLoginChallenge = operation({
  name: 'accounts.challenge.login',
  summary: 'Get a login that waits',
  http: { ...at, method: 'GET', path: '/api/auth/oauth/login', success: 200 },
  policy: anyone,
  headers: OauthHeaders,
  query: LoginQuery,
  answer: LoginInfo,
  fails: { not_found: 'No authorization waits for this login.' },
  deadlineMs: DEADLINE_MS,
});

/**
 * Signs a user in with a password. The answer leads to the authorization, to the page that asks for a code of the
 * second factor, or back to the page with `error` in its address: the text and the time it takes do not tell whether
 * there is such a user.
 */
export const submitLogin = operation({
  name: 'accounts.challenge.submit-login',
  summary: 'Submit a login',
  http: { ...form, path: '/api/auth/oauth/login', tellsNetwork: true },
  policy: anyone,
  headers: OauthHeaders,
  body: LoginForm,
  answer: Continuation,
  deadlineMs: DEADLINE_MS,
});

/**
 * Ends a sign-in whose password was right, with a code of the second factor. The answer leads to the authorization, or
 * back to the page with `error` in its address.
 */
export const submitSecondFactor = operation({
  name: 'accounts.challenge.submit-second-factor',
  summary: 'Submit the second factor of a login',
  http: { ...form, path: '/api/auth/oauth/second_factor', tellsNetwork: true },
  policy: anyone,
  headers: OauthHeaders,
  body: SecondFactorForm,
  answer: Continuation,
  deadlineMs: DEADLINE_MS,
});

/** Ends a sign-in by a passkey. The answer leads as that of `submitLogin`. */
export const submitPasskey = operation({
  name: 'accounts.challenge.submit-passkey',
  summary: 'Submit a login by passkey',
  http: { ...form, path: '/api/auth/oauth/passkey', tellsNetwork: true },
  policy: anyone,
  headers: OauthHeaders,
  body: PasskeyForm,
  answer: Continuation,
  deadlineMs: DEADLINE_MS,
});

/** Returns what a page of consent shows of the application that waits for it. */
export const getConsentChallenge = operation({
  name: 'accounts.challenge.consent',
  summary: 'Get a consent that waits',
  http: { ...at, method: 'GET', path: '/api/auth/oauth/consent', success: 200 },
  policy: anyone,
  headers: OauthHeaders,
  query: ConsentQuery,
  answer: ConsentInfo,
  fails: { not_found: 'No authorization waits for this consent.' },
  deadlineMs: DEADLINE_MS,
});

/** Allows an application what the user chose, or nothing. The answer leads to the authorization. */
export const submitConsent = operation({
  name: 'accounts.challenge.submit-consent',
  summary: 'Submit a consent',
  http: { ...form, path: '/api/auth/oauth/consent' },
  policy: anyone,
  headers: OauthHeaders,
  body: ConsentForm,
  answer: Continuation,
  deadlineMs: DEADLINE_MS,
});

/** The page on which users sign in. It works without script, but for passkeys. */
export const showLoginPage = operation({
  name: 'accounts.challenge.login-page',
  summary: 'Show the page of sign-in',
  http: {
    ...page,
    path: '/user/login',
    respond: loginPage,
    sources: { ...scriptedPageSources, 'form-action': formTargets },
  },
  policy: anyone,
  headers: OauthHeaders,
  query: LoginPageQuery,
  answer: LoginPage,
  deadlineMs: DEADLINE_MS,
});

/** The page on which users allow an application of others what it asks for. It works without script. */
export const showConsentPage = operation({
  name: 'accounts.challenge.consent-page',
  summary: 'Show the page of consent',
  http: { ...page, path: '/user/consent', respond: consentPage },
  policy: anyone,
  headers: OauthHeaders,
  query: ConsentPageQuery,
  answer: ConsentPage,
  deadlineMs: DEADLINE_MS,
});
