import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { AppError } from '@lectern/contracts/core';
import { type ConsoleAddress, cookieHeader, cookieValue, isSameOrigin, pageSecret } from '../request/console-request';

/** Cookie of a browser that was shown a page with forms. Its secret is the key of the tokens of these forms. */
const COOKIE = 'lectern-form';
const SECRET_BYTES = 32;
/** Sent also when a link of another site opens a page, but with no form of another site. */
const ATTRIBUTES = 'SameSite=Lax';

export interface FormToken {
  readonly token: string;
  /** The header that gives the browser its secret, where it had none. */
  readonly setCookie?: string;
}

/** The token for the forms of a page that answers this request. */
export function formTokenFor(request: IncomingMessage, place: ConsoleAddress): FormToken {
  const known = cookieValue(COOKIE, request, place);
  const secret = known ?? randomBytes(SECRET_BYTES).toString('base64url');
  const token = tokenOf(secret, request, place);
  if (known !== undefined) return { token };
  return { token, setCookie: cookieHeader({ name: COOKIE, value: secret, attributes: ATTRIBUTES }, request, place) };
}

/**
 * A form counts when a page of this origin sent it, to the browser and in the session for which the page was made.
 *
 * @throws AppError `forbidden`
 */
export function checkFormToken(request: IncomingMessage, sent: unknown, place: ConsoleAddress): void {
  if (!isSameOrigin(request, place))
    throw new AppError('forbidden', 'This form was sent from a page of another origin');
  const secret = cookieValue(COOKIE, request, place);
  const isValid = secret !== undefined && typeof sent === 'string' && equals(sent, tokenOf(secret, request, place));
  if (!isValid)
    throw new AppError('forbidden', 'This form is no longer valid: load its page again, with cookies allowed');
}

/** Bound to the session, so that a token from before a sign-in or of somebody else does not count. */
function tokenOf(secret: string, request: IncomingMessage, place: ConsoleAddress): string {
  return createHmac('sha256', secret)
    .update(pageSecret(request, place) ?? '')
    .digest('base64url');
}

function equals(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
