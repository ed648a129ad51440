import type { IncomingMessage } from 'node:http';
import type { Carriers } from './credential';

/** Of the connection, of browsers and of proxies; and those that carry credentials besides the carriers. */
const KEPT =
  /^(?:host|connection|upgrade|keep-alive|te|trailer|transfer-encoding|cookie|forwarded|x-forwarded-.*|sec-.*|proxy-.*)$/;

/** The headers of a request that operations may learn and pass on: no credential is among them. */
export function toldHeaders({ headers }: IncomingMessage, carriers: Carriers): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value !== 'string' || carriers.has(name) || KEPT.test(name) ? [] : [[name, value]],
    ),
  );
}

/** Longer than all cookies of one feature together. */
const COOKIES_CHARS_MAX = 8_192;

/** The cookies whose names begin so, as in a header `Cookie`; undefined without any. */
export function cookiesNamed(prefix: string, { headers }: IncomingMessage): string | undefined {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const named = pairs.filter((pair) => pair.startsWith(prefix)).join('; ');
  return named === '' || named.length > COOKIES_CHARS_MAX ? undefined : named;
}
