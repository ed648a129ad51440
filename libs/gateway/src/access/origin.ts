import { BlockList, isIP } from 'node:net';
import type { IncomingMessage } from 'node:http';
import type { KnowledgeBoxAccess } from '@lectern/contracts';
import { forbidden } from './policy';

/** @param networks addresses, or networks as CIDR @throws Error naming one that is neither */
export function blockListOf(networks: readonly string[]): BlockList {
  const found = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    const family = isIP(address);
    if (family === 0) throw new Error(`${network} is neither an address nor a network`);
    const type = family === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) found.addAddress(address, type);
    else found.addSubnet(address, Number(prefix), type);
  }
  return found;
}

function contains(networks: BlockList, address: string): boolean {
  const plain = address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address;
  const family = isIP(plain);
  return family !== 0 && networks.check(plain, family === 6 ? 'ipv6' : 'ipv4');
}

/** Where a request comes from: the nearest address that is not one of our own proxies. */
export function clientAddress(request: IncomingMessage, proxies: BlockList): string {
  const nearest = request.socket.remoteAddress ?? '';
  const forwarded = request.headers['x-forwarded-for'];
  if (forwarded === undefined || !contains(proxies, nearest)) return nearest;
  const hops = String(forwarded)
    .split(',')
    .map((hop) => hop.trim())
    .reverse();
  return hops.find((hop) => !contains(proxies, hop)) ?? hops.at(-1) ?? nearest;
}

export interface Whereabouts {
  readonly origin: string | undefined;
  readonly address: string;
}

/**
 * A request without an origin does not come from a page, so only its address counts.
 *
 * @throws AppError `forbidden`
 */
export function checkWhereabouts(box: KnowledgeBoxAccess, { origin, address }: Whereabouts): void {
  const { allowedOrigins, allowedIpAddresses } = box;
  if (
    allowedOrigins &&
    allowedOrigins.length > 0 &&
    origin !== undefined &&
    !allowedOrigins.some((allowed) => sameOrigin(allowed, origin))
  ) {
    throw forbidden('Origin not allowed');
  }
  if (allowedIpAddresses && allowedIpAddresses.length > 0 && !isAllowed(allowedIpAddresses, address)) {
    throw forbidden('IP address not allowed');
  }
}

function sameOrigin(allowed: string, origin: string): boolean {
  return allowed === '*' || allowed.replace(/\/$/, '').toLowerCase() === origin.toLowerCase();
}

function isAllowed(networks: readonly string[], address: string): boolean {
  return networks.some((network) => {
    try {
      return contains(blockListOf([network]), address);
    } catch {
      return false;
    }
  });
}
