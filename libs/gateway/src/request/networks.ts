import type { IncomingMessage } from 'node:http';
import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js';
import addressBehind from 'proxy-addr';

/** Longer than any address. */
const ADDRESS_CHARS_MAX = 64;
const GROUPS_PER_CUSTOMER = 4;

type Address = IPv4 | IPv6;

/** An address with the number of its bits that count. */
type Network = readonly [address: Address, bits: number];

/** Networks that an address may belong to. */
export class Networks {
  private constructor(private readonly networks: readonly Network[]) {}

  /** @param networks addresses, or networks as CIDR @throws Error naming one that is neither */
  static of(networks: readonly string[]): Networks {
    return new Networks(networks.map(networkIn));
  }

  /** False for an invalid address. */
  contains(text: string): boolean {
    const address = addressIn(text);
    return address !== undefined && this.networks.some((network) => isWithin(address, network));
  }
}

/** Where a request comes from: the nearest address that is not one of our own proxies. */
export function clientAddress(request: IncomingMessage, proxies: Networks): string {
  return addressBehind(request, (address) => proxies.contains(address)) ?? '';
}

/** Those who share an address: an IPv4 address, or the 64 bits of an IPv6 address that one customer has. */
export function networkOf(text: string): string {
  const address = addressIn(text);
  if (!address) return text.slice(0, ADDRESS_CHARS_MAX).toLowerCase();
  if (isIPv4(address)) return address.toString();
  const groups = address.parts.slice(0, GROUPS_PER_CUSTOMER).map((group) => group.toString(16));
  return `${groups.join(':')}::/64`;
}

/** An IPv4 address in the form of IPv6, as sockets of both kinds write it, is read as IPv4. */
function addressIn(text: string): Address | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  return ipaddr.IPv6.isValid(text) ? ipaddr.process(text) : undefined;
}

function networkIn(text: string): Network {
  const [head = '', prefix, ...rest] = text.split('/');
  const address = addressIn(head);
  const bitsMax = address && isIPv4(address) ? 32 : 128;
  const bits = prefix === undefined ? bitsMax : /^\d+$/.test(prefix) ? Number(prefix) : Infinity;
  if (!address || rest.length > 0 || bits > bitsMax) throw new Error(`${text} is neither an address nor a network`);
  return [address, bits];
}

function isWithin(address: Address, [network, bits]: Network): boolean {
  if (isIPv4(address)) return isIPv4(network) && address.match(network, bits);
  return !isIPv4(network) && address.match(network, bits);
}

function isIPv4(address: Address): address is IPv4 {
  return address.kind() === 'ipv4';
}
