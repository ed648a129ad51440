import { operation, type Policy } from '../../core/operation';
import { SignInAddress } from '../saml/saml.dto';
import { signInHeaders } from '../saml/saml.pages';
import {
  ProviderAnswer,
  ProviderAttempt,
  ProviderSignIn,
  ProviderStart,
  SignInProviderList,
  SignInProviderTarget,
} from './sign-in-provider.dto';

const anyone: Policy = { credentials: ['none'], role: 'any', on: 'nothing' };
/** The exchange of a code takes several requests to the provider. */
const DEADLINE_MS = 60_000;

/** Lists the providers of the deployment that people can sign in with. */
export const listSignInProviders = operation({
  name: 'accounts.sign-in-provider.list',
  summary: 'List the sign-in providers',
  http: { method: 'GET', path: '/api/auth/providers', host: 'accounts', success: 200, member: 'providers' },
  policy: anyone,
  answer: SignInProviderList,
  deadlineMs: 10_000,
});

/**
 * Sends the browser to a provider. It comes back to `/user/callbacks/{provider}` of the app with a code, and with a
 * state: base64 of JSON with `login_url`, where the app posts the code, `came_from` and `login_challenge`.
 */
export const startProviderSignIn = operation({
  name: 'accounts.sign-in-provider.start',
  summary: 'Start a sign-in with a provider',
  http: {
    method: 'GET',
    path: '/api/auth/{provider}/authorize',
    host: 'accounts',
    success: 302,
    reply: 'redirect',
    member: 'to',
    leavesOrigin: true,
    answerHeaders: signInHeaders,
  },
  policy: anyone,
  params: SignInProviderTarget,
  query: ProviderStart,
  answer: SignInAddress,
  fails: {
    not_found: 'The deployment has no such provider.',
    invalid_request: 'The request is not valid, or browsers may not be sent to `came_from`.',
    unavailable: 'The provider does not answer.',
  },
  deadlineMs: DEADLINE_MS,
});

/** Exchanges the code of a provider for the tokens of the user, or continues the authorization of the challenge. */
export const completeProviderSignIn = operation({
  name: 'accounts.sign-in-provider.complete',
  summary: 'Complete a sign-in with a provider',
  http: { method: 'POST', path: '/api/auth/{provider}/login', host: 'accounts', success: 200 },
  policy: anyone,
  params: SignInProviderTarget,
  query: ProviderAttempt,
  body: ProviderAnswer,
  answer: ProviderSignIn,
  fails: {
    bad_request: 'The sign-in is unknown or has ended, or the provider refused its code.',
    forbidden: '`user_not_registered`: nobody here has this address; or the user may not sign in this way.',
    precondition_failed: '`no_personal_email`: the address is of a domain that may not sign in.',
    not_found: 'The deployment has no such provider.',
    unavailable: 'The provider does not answer.',
  },
  deadlineMs: DEADLINE_MS,
});
