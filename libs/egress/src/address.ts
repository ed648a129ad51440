import { type IPv4, type IPv6, isValid, parse, parseCIDR } from 'ipaddr.js';

/**
 * Everything outside is special, deprecated or unallocated:
 * https://www.iana.org/assignments/ipv6-address-space
 */
const globalUnicast = parseCIDR('2000::/3');
/** A public address that only answers inside one cloud, where it serves metadata. */
const CLOUD_HOST = '168.63.129.16';

/**
 * Whether an IP address is on the public internet: not private, loopback, link-local (where clouds serve metadata),
 * shared, multicast, reserved or unspecified, and not an IPv6 form that carries an IPv4 address (mapped, NAT64, 6to4,
 * Teredo). Tables: IANA's special-purpose address registries, through `ipaddr.js`.
 */
export function isPublicAddress(address: string): boolean {
  if (!isValid(address) || address.includes('%')) return false;
  const parsed = parse(address);
  if (parsed.range() !== 'unicast') return false;
  return isIpv6(parsed) ? parsed.match(globalUnicast) : parsed.toString() !== CLOUD_HOST;
}

/** Whether `address` lies in `[network, bits]`, both of the same family. */
export function isWithin(address: string, [network, bits]: [IPv4 | IPv6, number]): boolean {
  if (!isValid(address)) return false;
  const parsed = parse(address);
  return parsed.kind() === network.kind() && parsed.match([network, bits]);
}

function isIpv6(address: IPv4 | IPv6): address is IPv6 {
  return address.kind() === 'ipv6';
}
