import type { IncomingMessage } from 'node:http';
import { AppError } from '@lectern/contracts/core';
import { SEVERAL_CREDENTIALS } from './credential';

/** Header of every call of the console: a page of another origin cannot send it along with a cookie. */
export const CONSOLE_HEADER = 'x-lectern-console';
/** Header in which a zone, with a token of its own, passes on the session of its console. */
export const RELAYED_SESSION = 'x-lectern-session';
const COOKIE = 'lectern-session';
/** Browsers take a cookie of such a name over TLS only, and from no other host. */
const SECURE_PREFIX = '__Host-';
/** Longer than the secret of any session. */
const SECRET_CHARS_MAX = 256;

/** How the console of a deployment is reached. */
export interface ConsoleAddress {
  /** Whether there is a console. */
  readonly isOn: boolean;
  /** Where clients reach it, as scheme, host and port, where that is not what their requests say. */
  readonly publicUrl: string;
}

/** Whether a page of this origin sent it, as far as the browser says. Programs that are no browsers say nothing. */
export function isSameOrigin({ headers }: IncomingMessage, { publicUrl }: Pick<ConsoleAddress, 'publicUrl'>): boolean {
  const { origin, host = '', 'sec-fetch-site': site } = headers;
  if (site !== undefined) return site === 'same-origin';
  // Without TLS, browsers omit that header, and for reading requests also the origin.
  if (origin === undefined) return true;
  return origin === publicUrl || origin === `http://${host}` || origin === `https://${host}`;
}

/** Whether the console of this deployment sent it. */
export function isFromConsole(request: IncomingMessage, place: ConsoleAddress): boolean {
  return place.isOn && request.headers[CONSOLE_HEADER] === '1' && isSameOrigin(request, place);
}

/**
 * The secret of the session that a request comes with; undefined unless the console of this deployment sent it.
 *
 * @throws AppError `several_credentials`
 */
export function sessionSecret(request: IncomingMessage, place: ConsoleAddress): string | undefined {
  return isFromConsole(request, place) ? cookieValue(COOKIE, request, place) : undefined;
}

/**
 * The secret of the session of a browser that opens a page of this origin, or submits a form of one; undefined for what
 * another origin makes it send.
 *
 * @throws AppError `several_credentials`
 */
export function pageSecret(request: IncomingMessage, place: ConsoleAddress): string | undefined {
  const { 'sec-fetch-site': site } = request.headers;
  // Of an address that somebody typed, or chose from bookmarks.
  const isOpened = site === 'none' && (request.method === 'GET' || request.method === 'HEAD');
  return isOpened || isSameOrigin(request, place) ? cookieValue(COOKIE, request, place) : undefined;
}

/**
 * The value of one of our cookies; undefined where none usable comes with the request.
 *
 * @throws AppError `several_credentials`
 */
export function cookieValue(
  cookie: string,
  request: IncomingMessage,
  place: Pick<ConsoleAddress, 'publicUrl'>,
): string | undefined {
  const name = `${cookieName(cookie, request, place)}=`;
  const [value, ...more] = (request.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(name))
    .map((pair) => pair.slice(name.length));
  if (more.length > 0) throw new AppError('several_credentials', SEVERAL_CREDENTIALS);
  return value === undefined || value === '' || value.length > SECRET_CHARS_MAX ? undefined : value;
}

/** A header that sets one of our cookies, with these further attributes. */
export function cookieHeader(
  { name, value, attributes }: { readonly name: string; readonly value: string; readonly attributes: string },
  request: IncomingMessage,
  place: Pick<ConsoleAddress, 'publicUrl'>,
): string {
  const secure = isSecure(request, place) ? '; Secure' : '';
  return `${cookieName(name, request, place)}=${value}; Path=/; HttpOnly${secure}; ${attributes}`;
}

/** The secret of the session for which a zone asks; the caller must have found that a zone asks. */
export function relayedSecret({ headers }: IncomingMessage): string | undefined {
  const value = headers[RELAYED_SESSION];
  return typeof value === 'string' && value !== '' && value.length <= SECRET_CHARS_MAX ? value : undefined;
}

/** The header that begins a session in the browser. */
export function sessionCookie(
  secret: string,
  expires: Date,
  { request, place }: { readonly request: IncomingMessage; readonly place: ConsoleAddress },
): string {
  const attributes = `SameSite=Strict; Expires=${expires.toUTCString()}`;
  return cookieHeader({ name: COOKIE, value: secret, attributes }, request, place);
}

/** The header that ends it there. */
export function noSessionCookie(request: IncomingMessage, place: ConsoleAddress): string {
  return sessionCookie('', new Date(0), { request, place });
}

function cookieName(cookie: string, request: IncomingMessage, place: Pick<ConsoleAddress, 'publicUrl'>): string {
  const name = isSecure(request, place) ? `${SECURE_PREFIX}${cookie}` : cookie;
  // Browsers send a cookie to every port of a host: two deployments on one host must not end each other's sessions.
  const [, port] = /:(\d+)$/.exec(request.headers.host ?? '') ?? [];
  return port === undefined ? name : `${name}-${port}`;
}

/** A client that lies about it only makes its own cookie stricter, so this does not ask whether a proxy is trusted. */
function isSecure({ socket, headers }: IncomingMessage, { publicUrl }: Pick<ConsoleAddress, 'publicUrl'>): boolean {
  const [forwarded] = String(headers['x-forwarded-proto'] ?? '').split(',');
  return 'encrypted' in socket || forwarded?.trim() === 'https' || publicUrl.startsWith('https:');
}
