import { operation, type Policy } from '../../core/operation';
import { signInHeaders } from './saml.pages';
import {
  SamlAccount,
  SamlConsumer,
  SamlInquiry,
  SamlMetadata,
  SamlMetadataQuery,
  SamlReturn,
  SamlStart,
  SignedInTokens,
  SignInAddress,
  SignInToken,
} from './saml.dto';

const METADATA_TYPE = 'application/samlmetadata+xml';
const anyone: Policy = { credentials: ['none'], role: 'any', on: 'nothing' };

/** Tells whether people with addresses of a mail domain sign in through an account's identity provider. */
export const inquireSaml = operation({
  name: 'accounts.saml.inquire',
  summary: 'Find the single sign-on of a mail domain',
  http: { method: 'GET', path: '/api/auth/saml/inquiry', host: 'accounts', success: 200 },
  policy: anyone,
  query: SamlInquiry,
  answer: SamlAccount,
  fails: { not_found: 'No account declares this domain.' },
  deadlineMs: 10_000,
});

/**
 * Sends the browser to the identity provider of an account, with an authentication request. The sign-in must be
 * completed within ten minutes.
 */
export const startSaml = operation({
  name: 'accounts.saml.start',
  summary: 'Start single sign-on by SAML',
  http: {
    method: 'GET',
    path: '/api/auth/saml/sso',
    host: 'accounts',
    success: 302,
    reply: 'redirect',
    member: 'to',
    leavesOrigin: true,
    answerHeaders: signInHeaders,
  },
  policy: anyone,
  query: SamlStart,
  answer: SignInAddress,
  fails: {
    not_found: 'The account does not exist or has no single sign-on.',
    invalid_request: 'The request is not valid, or browsers may not be sent to `came_from`.',
  },
  deadlineMs: 10_000,
});

/**
 * Takes the assertion of an identity provider: one that is signed by the account's certificate, meant for this service,
 * current, about a sign-in that began here, and used for the first time. The user is created at the first sign-in and
 * becomes a member of the account. The browser returns to the app with a one-time token or the address that continues
 * the authorization, or with `error` and `error_description`.
 */
export const consumeAssertion = operation({
  name: 'accounts.saml.consume',
  summary: 'Complete single sign-on by SAML',
  http: {
    method: 'POST',
    path: ['/api/auth/saml/acs', '/api/auth/saml/{account_id}/acs'],
    host: 'accounts',
    success: 302,
    reply: 'redirect',
    member: 'to',
    leavesOrigin: true,
    answerHeaders: signInHeaders,
    bodyKind: 'form',
    // It comes from the page of the identity provider; the assertion answers a request that was made here.
    takesForeignForms: true,
  },
  policy: anyone,
  params: SamlConsumer,
  body: SamlReturn,
  answer: SignInAddress,
  deadlineMs: 30_000,
});

/** Describes this service to the identity provider of an account. The address of the document is its entity id. */
export const getSamlMetadata = operation({
  name: 'accounts.saml.metadata',
  summary: 'Get the SAML metadata of the service for an account',
  http: {
    method: 'GET',
    path: '/api/auth/saml/metadata',
    host: 'accounts',
    success: 200,
    reply: 'text',
    contentType: METADATA_TYPE,
    respond: ({ xml }) => ({ headers: { 'content-type': METADATA_TYPE }, body: xml }),
    read: (body) => ({ xml: String(body) }),
  },
  policy: anyone,
  query: SamlMetadataQuery,
  answer: SamlMetadata,
  fails: { not_found: 'The account does not exist.' },
  deadlineMs: 10_000,
});

/** Exchanges the one-time token of a completed sign-in for the tokens of the user. */
export const exchangeSignInToken = operation({
  name: 'accounts.saml.exchange',
  summary: 'Exchange the token of a single sign-on',
  http: { method: 'POST', path: '/api/auth/saml/token', host: 'accounts', success: 200 },
  policy: anyone,
  body: SignInToken,
  answer: SignedInTokens,
  fails: { bad_request: 'The token is unknown, used or expired.' },
  deadlineMs: 10_000,
});
