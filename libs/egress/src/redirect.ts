/** Headers that do not identify the caller. All others go only to the origin that they were meant for. */
const harmless = new Set([
  'accept',
  'accept-charset',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'pragma',
  'range',
  'user-agent',
]);
const conditional = new Set(['if-match', 'if-modified-since', 'if-none-match', 'if-range', 'if-unmodified-since']);

export interface Hop {
  readonly url: URL;
  readonly method: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly hasBody: boolean;
}

export function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
}

/**
 * The request after a redirect, as browsers send it (RFC 9110 §15.4): after 303, and after 301 or 302 on POST, a GET
 * without a body; 307 and 308 repeat the request. Another origin (scheme, host or port) gets harmless headers only.
 */
export function nextHop(hop: Hop, { status, url }: { readonly status: number; readonly url: URL }): Hop {
  const becomesGet =
    (status === 303 && hop.method !== 'HEAD') || ((status === 301 || status === 302) && hop.method === 'POST');
  const hasBody = hop.hasBody && !becomesGet;
  const isSameOrigin = url.origin === hop.url.origin;
  const kept = Object.entries(hop.headers).filter(([name]) => {
    if (name.startsWith('content-') && !hasBody) return false;
    return isSameOrigin || harmless.has(name) || conditional.has(name) || name.startsWith('content-');
  });
  return { url, method: becomesGet ? 'GET' : hop.method, headers: Object.fromEntries(kept), hasBody };
}
