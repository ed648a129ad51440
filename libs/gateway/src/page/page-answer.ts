import { Html, type HttpBinding, pageDirectives, type PageSources } from '@lectern/contracts/core';
import type { FastifyReply } from 'fastify';

/** A page that declares nothing loads nothing, runs nothing, is in no frame, and submits forms to its own origin. */
const base = { 'default-src': ["'none'"], 'base-uri': ["'none'"], 'frame-ancestors': ["'none'"] } as const;
const FORMS_OF_OWN = ["'self'"];
/** A keyword in quotes that lets nothing of the page itself run, a scheme, or an origin. */
const SOURCE = /^(?:'self'|'none'|data:|(?:https|wss|http|ws):\/\/[a-z0-9.*-]+(?::(?:\d+|\*))?)$/;
/** One style or script of the page itself, which is a constant of its declaration. */
const CONSTANT_HASH = /^'sha256-[A-Za-z0-9+/]{43}='$/;

/** The first source that would let content of others run, or that is not one source. */
export function unsafeSource(sources: PageSources = {}): string | undefined {
  return Object.entries(sources)
    .flatMap(([name, allowed]) => allowed.map((source) => ({ name, source })))
    .find(({ name, source }) => !isSafe(name, source))?.source;
}

function isSafe(name: string, source: string): boolean {
  if ((name === 'style-src' || name === 'script-src') && CONSTANT_HASH.test(source)) return true;
  return SOURCE.test(source) && !(name === 'script-src' && source === 'data:');
}

/** The content security policy of a page. */
function pagePolicy(sources: PageSources = {}): string {
  const wanted = { 'form-action': FORMS_OF_OWN, ...sources };
  const widened = pageDirectives.map((name) => [name, wanted[name] ?? []] as const);
  const directives = [...Object.entries(base), ...widened].filter(([, allowed]) => allowed.length > 0);
  return directives.map(([name, allowed]) => `${name} ${allowed.join(' ')}`).join('; ');
}

/** @throws Error for a text that is not made by `html` */
export function sendPage(reply: FastifyReply, page: unknown, sources?: PageSources): FastifyReply {
  if (!(page instanceof Html)) throw new Error('A page is made with html`…`, which escapes its texts');
  guard(reply, pagePolicy(sources));
  return reply.header('content-type', 'text/html; charset=utf-8').send(page.toString());
}

/** @throws Error for an address that the operation may not send browsers to */
export function sendRedirect(
  reply: FastifyReply,
  address: unknown,
  { leavesOrigin = false }: Pick<HttpBinding, 'leavesOrigin'>,
): FastifyReply {
  const text = String(address);
  if (!isOwnPath(text) && !(leavesOrigin && isOtherOrigin(text)))
    throw new Error('A redirect leads to a path of this origin, or to an address that its operation allows');
  guard(reply, pagePolicy());
  return reply.header('location', text).send();
}

/** Addresses hold codes and states, which no other page needs to know. */
function guard(reply: FastifyReply, policy: string): void {
  reply.headers({
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-store',
  });
}

/** Visible ASCII; browsers take `//` and `/\\` for the beginning of another host. */
function isOwnPath(text: string): boolean {
  return /^\/(?![/\\])[\x21-\x7e]*$/.test(text) && !text.includes('\\');
}

function isOtherOrigin(text: string): boolean {
  if (!/^[\x21-\x7e]+$/.test(text) || !URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return false;
  const isLoopback = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
  return protocol === 'https:' || (protocol === 'http:' && isLoopback);
}
