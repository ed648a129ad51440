import { failsWithoutRoom } from '../../core/failures';
import type { HttpBinding } from '../../core/http-binding';
import { operation } from '../../core/operation';
import { pageHeaders, scriptedPageSources } from '../../page/page';
import { OauthHeaders } from '../oauth/oauth.dto';
import { OAUTH_COOKIES, OAUTH_DEADLINE_MS, openToAll } from '../oauth/oauth.operations';
import { authorizationRefusal } from '../oauth/oauth.pages';
import { SecurityForm, SecurityPage, SecurityPageQuery } from './security-page.dto';
import { securityPage } from './security-page.pages';

const page = {
  host: 'accounts',
  path: '/user/security',
  success: 200,
  reply: 'html',
  respond: securityPage,
  sources: scriptedPageSources,
  alsoAnswers: [302, 422],
  tellsOrigin: true,
  tellsCookies: OAUTH_COOKIES,
  tellsNetwork: true,
  answerHeaders: pageHeaders,
  refusal: authorizationRefusal,
} as const satisfies Partial<HttpBinding<SecurityPage>>;

/**
 * The page on which users manage their second factor and their passkeys, in a browser that is signed in at the
 * authorization server. It works without script, but for new passkeys.
 */
export const showSecurityPage = operation({
  name: 'accounts.security-page.show',
  summary: 'Show how the user signs in',
  http: { ...page, method: 'GET' },
  policy: openToAll,
  headers: OauthHeaders,
  query: SecurityPageQuery,
  answer: SecurityPage,
  fails: { bad_request: 'The sign-in failed.' },
  deadlineMs: OAUTH_DEADLINE_MS,
});

/** Changes how the user signs in, from that page, within five minutes of a sign-in. */
export const sendSecurityPage = operation({
  name: 'accounts.security-page.send',
  summary: 'Change how the user signs in',
  http: { ...page, method: 'POST', bodyKind: 'form' },
  policy: openToAll,
  headers: OauthHeaders,
  body: SecurityForm,
  answer: SecurityPage,
  fails: failsWithoutRoom,
  deadlineMs: OAUTH_DEADLINE_MS,
});
