import { Is, Satisfies } from '../validation/decorators';
import { keyWithin } from '../validation/json-bounds';
import { mapOf, ruled, text } from '../validation/node';
import { HTTP_NAME_CHARS_MAX, HTTP_PAIRS_MAX, HTTP_VALUE_CHARS_MAX, URI_CHARS_MAX } from './limits';

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const COOKIE_VALUE = /^[\x20-\x3a\x3c-\x7e\x80-\xff]*$/;
const CONTROL = /[\u0000-\u001f\u007f]/;

/** Headers of the connection, or that delimit the message: only the client that fetches may set them. */
const RESERVED = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'te',
  'trailer',
  'expect',
  'connection',
  'keep-alive',
  'upgrade',
  'http2-settings',
  'proxy-authorization',
  'proxy-authenticate',
  'proxy-connection',
]);

const value = (pattern: RegExp, reason: string) =>
  ruled(text({ maxLength: HTTP_VALUE_CHARS_MAX }), (sent) => (pattern.test(String(sent)) ? undefined : reason));

const headers = mapOf(
  value(HEADER_VALUE, 'a header value has no line breaks, control characters or non-Latin letters'),
  {
    keyRules: [keyWithin(HTTP_NAME_CHARS_MAX), headerName],
    sizeMax: HTTP_PAIRS_MAX,
  },
);
const cookies = mapOf(value(COOKIE_VALUE, 'a cookie value has no line breaks, control characters or semicolons'), {
  keyRules: [keyWithin(HTTP_NAME_CHARS_MAX), (name) => (TOKEN.test(name) ? undefined : 'not a cookie name')],
  sizeMax: HTTP_PAIRS_MAX,
});

/** Headers by name, sent when an address is fetched. */
export const RequestHeaders = (): PropertyDecorator => Is(() => headers);

/** Cookies by name, sent when an address is fetched. */
export const RequestCookies = (): PropertyDecorator => Is(() => cookies);

/** An absolute http or https URL of at most `URI_CHARS_MAX` characters, without credentials. */
export const IsWebAddress = (): PropertyDecorator => Satisfies(webAddressProblem);

function headerName(name: string): string | undefined {
  if (!TOKEN.test(name)) return 'not a header name';
  return RESERVED.has(name.toLowerCase()) ? 'this header belongs to the connection and cannot be set' : undefined;
}

/**
 * The fault of an address to fetch; undefined without one. Credentials in it would be shown to every reader
 * of the resource.
 */
export function webAddressProblem(address: string): string | undefined {
  if (address.length > URI_CHARS_MAX) return `an address has at most ${URI_CHARS_MAX} characters`;
  if (address !== address.trim() || CONTROL.test(address)) return 'an address has no line breaks or spaces around it';
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:\/\//i.test(address)) return 'not an absolute http or https URL';
  return url.username || url.password ? 'an address has no user name or password; send them as a header' : undefined;
}
