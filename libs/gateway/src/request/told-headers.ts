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
