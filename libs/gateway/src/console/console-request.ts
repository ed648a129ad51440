import type { IncomingMessage } from 'node:http';
import { AppError } from '@lectern/contracts/core';
import { SEVERAL_CREDENTIALS } from '../access/credential';

/** Header of every call of the console: a page of another origin cannot send it along with a cookie. */
export const CONSOLE_HEADER = 'x-lectern-console';
const COOKIE = 'lectern-session';
/** Browsers take a cookie of this name over TLS only, and from no other host. */
const SECURE_COOKIE = `__Host-${COOKIE}`;
/** Longer than the secret of any session. */
const SECRET_CHARS_MAX = 256;

/** How the console of a deployment is reached. */
export interface ConsolePlace {
  /** Whether there is a console. */
  readonly isOn: boolean;
  /** Where clients reach it, as scheme, host and port, where that is not what their requests say. */
  readonly publicUrl: string;
}

/** Whether a page of this origin sent it, as far as the browser says. Programs that are no browsers say nothing. */
export function isSameOrigin({ headers }: IncomingMessage, { publicUrl }: ConsolePlace): boolean {
  const { origin, host = '', 'sec-fetch-site': site } = headers;
  if (site !== undefined) return site === 'same-origin';
  // Without TLS, browsers omit that header, and for reading requests also the origin.
  if (origin === undefined) return true;
  return origin === publicUrl || origin === `http://${host}` || origin === `https://${host}`;
}

/** Whether the console of this deployment sent it. */
export function isFromConsole(request: IncomingMessage, place: ConsolePlace): boolean {
  return place.isOn && request.headers[CONSOLE_HEADER] === '1' && isSameOrigin(request, place);
}

/**
 * The secret of the session that a request comes with; undefined unless the console of this deployment sent it.
 *
 * @throws AppError `several_credentials`
 */
export function sessionSecret(request: IncomingMessage, place: ConsolePlace): string | undefined {
  const { cookie } = request.headers;
  if (cookie === undefined || !isFromConsole(request, place)) return undefined;
  const name = `${cookieName(request, place)}=`;
  const [secret, ...more] = cookie
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(name))
    .map((pair) => pair.slice(name.length));
  if (more.length > 0) throw new AppError('several_credentials', SEVERAL_CREDENTIALS);
  return secret === undefined || secret === '' || secret.length > SECRET_CHARS_MAX ? undefined : secret;
}

/** The header that begins a session in the browser. */
export function sessionCookie(
  secret: string,
  expires: Date,
  { request, place }: { readonly request: IncomingMessage; readonly place: ConsolePlace },
): string {
  const secure = isSecure(request, place) ? '; Secure' : '';
  const parts = `Path=/; HttpOnly; SameSite=Strict${secure}; Expires=${expires.toUTCString()}`;
  return `${cookieName(request, place)}=${secret}; ${parts}`;
}

/** The header that ends it there. */
export function noSessionCookie(request: IncomingMessage, place: ConsolePlace): string {
  return sessionCookie('', new Date(0), { request, place });
}

function cookieName(request: IncomingMessage, place: ConsolePlace): string {
  const name = isSecure(request, place) ? SECURE_COOKIE : COOKIE;
  // Browsers send a cookie to every port of a host: two deployments on one host must not end each other's sessions.
  const [, port] = /:(\d+)$/.exec(request.headers.host ?? '') ?? [];
  return port === undefined ? name : `${name}-${port}`;
}

/** A client that lies about it only makes its own cookie stricter, so this does not ask whether a proxy is trusted. */
function isSecure({ socket, headers }: IncomingMessage, { publicUrl }: ConsolePlace): boolean {
  const [forwarded] = String(headers['x-forwarded-proto'] ?? '').split(',');
  return 'encrypted' in socket || forwarded?.trim() === 'https' || publicUrl.startsWith('https:');
}
