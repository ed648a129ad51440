import type { HttpBinding } from '../../core/http-binding';
import { operation, type Policy } from '../../core/operation';
import { scheduledTask } from '../../core/task';
import { pageHeaders, pageSources } from '../../page/page';
import {
  AuthorizationParams,
  AuthorizationQuery,
  BrowserStep,
  ContinuationQuery,
  DeviceAuthorization,
  DeviceCodes,
  DeviceDecision,
  DevicePage,
  DevicePageQuery,
  GrantedTokens,
  OauthAnswer,
  OauthHeaders,
  OauthRefusal,
  PublishedKeys,
  ServerMetadata,
  SignOutPage,
  SignOutPageQuery,
  SignOutQuery,
  TokenPage,
  TokenPageQuery,
  TokenRequest,
  TokenRevocation,
  UserClaims,
} from './oauth.dto';
import {
  authorizationRefusal,
  browserStep,
  devicePage,
  oauthAnswer,
  oauthRefusal,
  signOutPage,
  tokenPage,
} from './oauth.pages';

/** Applications and users prove who they are to the authorization server itself. */
export const openToAll: Policy = { credentials: ['none'], role: 'any', on: 'nothing' };
export const OAUTH_DEADLINE_MS = 20_000;
/** Prefix of the names of cookies of the authorization server. */
export const OAUTH_COOKIES = 'lectern-oauth';

const at = { host: 'accounts', tellsOrigin: true } as const;

/** A JSON operation of the authorization server: its refusals have an envelope of their own. */
export const oauthJson = {
  ...at,
  respond: oauthAnswer,
  read: (body: unknown, status: number) => ({ status, headers: {}, body }) as OauthAnswer, // what `oauthAnswer` wrote
  refusal: oauthRefusal,
  refusalWrites: OauthRefusal,
  tellsAuthorization: true,
} as const satisfies Partial<HttpBinding<OauthAnswer>>;

/** A form that programs send. */
const form = {
  ...oauthJson,
  method: 'POST',
  bodyKind: 'form',
  takesForeignForms: true,
} as const;

const page = {
  ...at,
  success: 200,
  reply: 'html',
  sources: pageSources,
  tellsCookies: OAUTH_COOKIES,
  answerHeaders: pageHeaders,
  refusal: authorizationRefusal,
} as const satisfies Partial<HttpBinding>;

const step = {
  ...page,
  alsoAnswers: [302],
  leavesOrigin: true,
  respond: browserStep,
} as const satisfies Partial<HttpBinding<BrowserStep>>;

const failsWhenStale = {
  bad_request: 'The request is wrong in a way that its application may not learn, or it is over.',
};

/**
 * Begins an authorization (OAuth 2.1 with PKCE, OpenID Connect): the browser is led to the page of sign-in, to the page
 * of consent, or with a code or an error to the application. Only addresses that the application registered get codes.
 */
export const authorize = operation({
  name: 'accounts.oauth.authorize',
  summary: 'Authorize an application',
  http: { ...step, method: 'GET', path: '/oauth2/auth' },
  policy: openToAll,
  headers: OauthHeaders,
  query: AuthorizationQuery,
  answer: BrowserStep,
  fails: failsWhenStale,
  deadlineMs: OAUTH_DEADLINE_MS,
});

/**
 * Continues an authorization after a sign-in or a consent, in the browser that began it and, after a sign-in, with the
 * `login_verifier` that only the browser got that signed in.
 */
export const continueAuthorization = operation({
  name: 'accounts.oauth.continue',
  summary: 'Continue an authorization',
  http: { ...step, method: 'GET', path: '/oauth2/auth/{uid}' },
  policy: openToAll,
  headers: OauthHeaders,
  params: AuthorizationParams,
  query: ContinuationQuery,
  answer: BrowserStep,
  fails: failsWhenStale,
  deadlineMs: OAUTH_DEADLINE_MS,
});

/**
 * Exchanges a code, a refresh token or a code of a device for tokens. A refresh token counts once: the answer has the
 * next one, and using an older one ends the grant with all of its tokens.
 */
export const exchangeToken = operation({
  name: 'accounts.oauth.token',
  summary: 'Exchange a code or a refresh token for tokens',
  http: { ...form, path: '/oauth2/token', success: 200, writes: GrantedTokens },
  policy: openToAll,
  headers: OauthHeaders,
  body: TokenRequest,
  answer: OauthAnswer,
  deadlineMs: OAUTH_DEADLINE_MS,
});

/** Ends a token and, for a refresh token, its grant (RFC 7009). An unknown token is no failure. */
export const revokeToken = operation({
  name: 'accounts.oauth.revoke',
  summary: 'Revoke a token',
  http: { ...form, path: '/oauth2/revoke', success: 200 },
  policy: openToAll,
  headers: OauthHeaders,
  body: TokenRevocation,
  answer: OauthAnswer,
  deadlineMs: OAUTH_DEADLINE_MS,
});

/**
 * Tells an application who the user of its access token is (OpenID Connect), as far as the scopes of the token allow:
 * `openid` the id, `profile` name and language, `email` the mail address.
 */
export const getUserInfo = operation({
  name: 'accounts.oauth.userinfo',
  summary: 'Get the user of an access token',
  http: { ...oauthJson, method: 'GET', path: '/oauth2/userinfo', success: 200, writes: UserClaims },
  doors: [
    {
      name: 'accounts.oauth.userinfo-by-post',
      summary: 'Get the user of an access token by POST',
      description: 'As `GET /oauth2/userinfo`.',
      http: { method: 'POST', path: '/oauth2/userinfo', bodyKind: 'form', takesForeignForms: true },
    },
  ],
  policy: openToAll,
  headers: OauthHeaders,
  answer: OauthAnswer,
  deadlineMs: OAUTH_DEADLINE_MS,
});

/** The keys that sign access tokens and id tokens, as a JSON Web Key Set. */
export const getJwks = operation({
  name: 'accounts.oauth.jwks',
  summary: 'Get the keys of the authorization server',
  http: { ...oauthJson, method: 'GET', path: '/.well-known/jwks.json', success: 200, writes: PublishedKeys },
  policy: openToAll,
  headers: OauthHeaders,
  answer: OauthAnswer,
  deadlineMs: OAUTH_DEADLINE_MS,
});

/** What OpenID Connect clients need to know of this server. */
export const getOpenIdConfiguration = operation({
  name: 'accounts.oauth.openid-configuration',
  summary: 'Get the OpenID configuration',
  http: {
    ...oauthJson,
    method: 'GET',
    path: '/.well-known/openid-configuration',
    success: 200,
    writes: ServerMetadata,
  },
  policy: openToAll,
  headers: OauthHeaders,
  answer: OauthAnswer,
  deadlineMs: OAUTH_DEADLINE_MS,
});

/** What OAuth clients need to know of this server (RFC 8414). */
export const getAuthorizationServerMetadata = operation({
  name: 'accounts.oauth.metadata',
  summary: 'Get the metadata of the authorization server',
  http: {
    ...oauthJson,
    method: 'GET',
    path: '/.well-known/oauth-authorization-server',
    success: 200,
    writes: ServerMetadata,
  },
  policy: openToAll,
  headers: OauthHeaders,
  answer: OauthAnswer,
  deadlineMs: OAUTH_DEADLINE_MS,
});

/**
 * Signs a user out of this browser (OpenID Connect RP-Initiated Logout). With the `id_token_hint` of the user nobody is
 * asked; otherwise the browser is led to a page that asks.
 */
export const logout = operation({
  name: 'accounts.oauth.logout',
  summary: 'Sign out',
  http: { ...step, method: 'GET', path: '/oauth2/sessions/logout' },
  policy: openToAll,
  headers: OauthHeaders,
  query: SignOutQuery,
  answer: BrowserStep,
  fails: failsWhenStale,
  deadlineMs: OAUTH_DEADLINE_MS,
});

/** The page that asks whether to sign out. */
export const showSignOutPage = operation({
  name: 'accounts.oauth.logout-page',
  summary: 'Show the page of sign-out',
  http: { ...page, method: 'GET', path: '/user/logout', respond: signOutPage },
  policy: openToAll,
  headers: OauthHeaders,
  query: SignOutPageQuery,
  answer: SignOutPage,
  deadlineMs: OAUTH_DEADLINE_MS,
});

/** Signs out of this browser, from that page. */
export const confirmLogout = operation({
  name: 'accounts.oauth.confirm-logout',
  summary: 'Confirm a sign-out',
  http: { ...step, method: 'POST', path: '/user/logout', bodyKind: 'form' },
  policy: openToAll,
  headers: OauthHeaders,
  body: SignOutQuery,
  answer: BrowserStep,
  fails: failsWhenStale,
  deadlineMs: OAUTH_DEADLINE_MS,
});

/** Begins an authorization of a device without a browser (RFC 8628), such as a terminal on another machine. */
export const authorizeDevice = operation({
  name: 'accounts.oauth.device',
  summary: 'Authorize a device',
  http: { ...form, path: '/oauth2/device/auth', success: 200, writes: DeviceCodes },
  policy: openToAll,
  headers: OauthHeaders,
  body: DeviceAuthorization,
  answer: OauthAnswer,
  deadlineMs: OAUTH_DEADLINE_MS,
});

/** The page on which a user types the code that a device shows. */
export const showDevicePage = operation({
  name: 'accounts.oauth.device-page',
  summary: 'Show the page for codes of devices',
  http: { ...page, method: 'GET', path: '/oauth2/device', respond: devicePage },
  policy: openToAll,
  headers: OauthHeaders,
  query: DevicePageQuery,
  answer: DevicePage,
  deadlineMs: OAUTH_DEADLINE_MS,
});

/** Connects the device, from that page, or tells it that the user does not want to. */
export const decideOnDevice = operation({
  name: 'accounts.oauth.decide-on-device',
  summary: 'Connect a device',
  http: { ...step, method: 'POST', path: '/oauth2/device', bodyKind: 'form' },
  policy: openToAll,
  headers: OauthHeaders,
  body: DeviceDecision,
  answer: BrowserStep,
  fails: failsWhenStale,
  deadlineMs: OAUTH_DEADLINE_MS,
});

/** Continues the authorization of a device after a sign-in or a consent. */
export const continueDevice = operation({
  name: 'accounts.oauth.continue-device',
  summary: 'Continue the authorization of a device',
  http: { ...step, method: 'GET', path: '/oauth2/device/{uid}' },
  policy: openToAll,
  headers: OauthHeaders,
  params: AuthorizationParams,
  query: ContinuationQuery,
  answer: BrowserStep,
  fails: failsWhenStale,
  deadlineMs: OAUTH_DEADLINE_MS,
});

/** The page with an access token of the user, who signs in first. */
export const showTokenPage = operation({
  name: 'accounts.oauth.token-page',
  summary: 'Show a token of the user',
  http: { ...page, method: 'GET', path: '/redirect', alsoAnswers: [302], respond: tokenPage },
  policy: openToAll,
  headers: OauthHeaders,
  query: TokenPageQuery,
  answer: TokenPage,
  deadlineMs: OAUTH_DEADLINE_MS,
});

/** Forgets what the authorization server no longer needs, and changes keys that are old. */
export const removeExpiredOauth = scheduledTask(
  'removeExpiredOauth',
  { intervalMs: 15 * 60_000 },
  { worksWithoutRoom: true },
);
