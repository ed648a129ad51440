import type { IncomingMessage } from 'node:http';
import type { Networks } from './networks';

/** A name or address with an optional port, as in a `Host` header. */
const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
const LOOPBACK = /^https?:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/i;
const HOST_CHARS_MAX = 260;

/** Settings of a deployment that determine how callers reach it. */
export interface OriginSettings {
  readonly proxies: Networks;
  /** Where clients reach the operations of this host, where that is configured. */
  readonly configuredOrigin?: string;
  /** Where clients reach users and accounts, where that is configured. */
  readonly configuredAccounts?: string;
  /** Whether those are another host. */
  readonly areAccountsElsewhere?: boolean;
}

/**
 * Scheme, host and port of addresses in an answer. A trusted proxy says how it was reached. Otherwise the configured
 * origin counts, unless it names the machine itself, which callers from elsewhere cannot reach: then it is the host
 * that the request names.
 *
 * @returns undefined when nothing says a usable host
 */
export function reachedOrigin(
  request: IncomingMessage,
  { proxies, configuredOrigin }: OriginSettings,
): string | undefined {
  const { headers, socket } = request;
  const isProxy = proxies.contains(socket.remoteAddress ?? '');
  const forwardedHost = isProxy ? hostIn(headers['x-forwarded-host']) : undefined;
  const scheme = (isProxy ? schemeIn(headers['x-forwarded-proto']) : undefined) ?? schemeOf(request);
  if (forwardedHost !== undefined) return `${scheme}://${forwardedHost}`;
  if (configuredOrigin !== undefined && !LOOPBACK.test(configuredOrigin)) return configuredOrigin;
  const host = hostIn(headers.host);
  return host === undefined ? configuredOrigin : `${scheme}://${host}`;
}

/** The same for users and accounts, which the origin that the caller reached serves where no other is configured. */
export function accountsOrigin(request: IncomingMessage, settings: OriginSettings): string | undefined {
  const { configuredAccounts: accounts, areAccountsElsewhere = false } = settings;
  return accounts !== undefined && (areAccountsElsewhere || !LOOPBACK.test(accounts))
    ? accounts
    : (reachedOrigin(request, settings) ?? accounts);
}

function schemeOf({ socket }: IncomingMessage): 'http' | 'https' {
  return 'encrypted' in socket ? 'https' : 'http';
}

/** Of a chain of proxies the first entry is what the caller said. */
function firstOf(header: string | readonly string[] | undefined): string {
  return [header].flat().join(',').split(',')[0]?.trim() ?? '';
}

function hostIn(header: string | readonly string[] | undefined): string | undefined {
  const host = firstOf(header);
  return host.length <= HOST_CHARS_MAX && HOST.test(host) ? host : undefined;
}

function schemeIn(header: string | readonly string[] | undefined): 'http' | 'https' | undefined {
  const scheme = firstOf(header).toLowerCase();
  return scheme === 'http' || scheme === 'https' ? scheme : undefined;
}
