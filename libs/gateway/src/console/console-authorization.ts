import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isObject } from '@lectern/contracts/core';
import { unauthorized } from '../request/credential';
import { type ConsoleAddress, cookieHeader, cookieValue } from '../request/console-request';

/** Cookie of a browser that is on its way through the pages of the authorization server. */
const COOKIE = 'lectern-sign-in';
const SECRET_BYTES = 32;
const TTL_S = 3_600;
/** The console as the authorization server knows it. */
const CLIENT = 'console';
const LOST = 'This sign-in took too long or began in another browser. Sign in again';

/** The way to the pages of the authorization server. */
export interface BegunAuthorization {
  readonly location: string;
  readonly setCookie: string;
}

/**
 * Begins an authorization with PKCE. The verifier and the name of the authorization stay in a cookie that no script
 * reads, so that only this browser can complete it.
 *
 * @param issuer scheme, host and port of the authorization server
 * @param own those of this console, to which the browser returns
 * @param from path of the console to return to
 */
export function beginAuthorization(
  request: IncomingMessage,
  { issuer, own, from }: { readonly issuer: string; readonly own: string; readonly from?: string },
  place: ConsoleAddress,
): BegunAuthorization {
  const [id, verifier] = [randomSecret(), randomSecret()];
  const state = { came_from: own, id, ...(from !== undefined && { from }) };
  const parameters = new URLSearchParams({
    response_type: 'code',
    client_id: CLIENT,
    redirect_uri: `${own}/user/callback`,
    scope: 'openid',
    state: Buffer.from(JSON.stringify(state)).toString('base64url'),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const setCookie = cookieOf(`${id}.${verifier}`, TTL_S, { request, place });
  return { location: `${issuer}/oauth2/auth?${parameters}`, setCookie };
}

/** The verifier for a state that came back. @throws AppError `unauthorized` in any browser but the one that began */
export function returnedVerifier(state: string | undefined, request: IncomingMessage, place: ConsoleAddress): string {
  const [id = '', verifier = ''] = (cookieValue(COOKIE, request, place) ?? '').split('.');
  const [expected, returned] = [Buffer.from(id), Buffer.from(idIn(state))];
  if (id === '' || expected.length !== returned.length || !timingSafeEqual(expected, returned))
    throw unauthorized(LOST);
  return verifier;
}

/** The header that removes the cookie. */
export function noAuthorizationCookie(request: IncomingMessage, place: ConsoleAddress): string {
  return cookieOf('', 0, { request, place });
}

function cookieOf(
  value: string,
  maxAgeS: number,
  { request, place }: { readonly request: IncomingMessage; readonly place: ConsoleAddress },
): string {
  return cookieHeader({ name: COOKIE, value, attributes: `SameSite=Strict; Max-Age=${maxAgeS}` }, request, place);
}

function idIn(state = ''): string {
  try {
    const value: unknown = JSON.parse(Buffer.from(state, 'base64url').toString());
    return isObject(value) && typeof value['id'] === 'string' ? value['id'] : '';
  } catch {
    return '';
  }
}

function randomSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}
