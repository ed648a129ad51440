import { BlockList, isIP } from 'node:net';
import type { IncomingMessage } from 'node:http';
import type { KnowledgeBoxAccess } from '@lectern/contracts';
import { forbidden } from './policy';

/** Longer than any address. */
const ADDRESS_CHARS_MAX = 64;

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

/** An IPv4 address in the form of IPv6, as sockets of both kinds write it, in its own. */
function withoutMapping(address: string): string {
  return address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address;
}

function contains(networks: BlockList, address: string): boolean {
  const plain = withoutMapping(address);
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

/** Those who share an address: an IPv4 address, or the 64 bits of an IPv6 address that one customer has. */
export function networkOf(address: string): string {
  const plain = withoutMapping(address).slice(0, ADDRESS_CHARS_MAX).toLowerCase();
  if (isIP(plain) !== 6) return plain;
  const [head = '', tail] = plain.split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - groups.length - after.length;
  const whole = [...groups, ...Array.from({ length: zeros }, () => '0'), ...after];
  return `${whole
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
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
