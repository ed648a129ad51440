import type { HttpBinding } from './http-binding';
import type { Policy } from './operation';

/** Name of the accounts host among its peers. */
export const ACCOUNTS_PEER = 'accounts';
const ZONE_PREFIX = 'zone:';

/** Name of a zone among its peers. */
export function zonePeer(slug: string): string {
  return `${ZONE_PREFIX}${slug}`;
}

/** Slug of the zone that a peer is; undefined for the accounts host. */
export function zoneOfPeer(name: string): string | undefined {
  return name.startsWith(ZONE_PREFIX) ? name.slice(ZONE_PREFIX.length) : undefined;
}

const policy: Policy = { credentials: ['peer'], role: 'any', on: 'nothing' };

/** Path on which the other host takes the operation of this name. */
export function peerPath(name: string): string {
  return `/api/v1/peer/${name}`;
}

/**
 * Name, route and policy of an operation that the accounts host and its zones ask each other over HTTP. It must do no
 * harm to ask twice.
 *
 * @param host where it is handled
 */
export function betweenHosts(name: string, host: HttpBinding['host']) {
  const http = { method: 'POST', path: peerPath(name), host, success: 200 } as const;
  return { name, http, policy };
}

/** Whether it is one that nobody but the other host may ask. */
export function isBetweenHosts(operation: { readonly policy?: Policy }): boolean {
  return operation.policy === policy;
}
