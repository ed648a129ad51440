import { isIP } from 'node:net';
import { type IPv4, type IPv6, isValidCIDR, parse, parseCIDR } from 'ipaddr.js';
import { isWithin } from './address';

interface Host {
  readonly name: string;
  /** All ports when absent. */
  readonly port?: number;
}

/** Addresses that may be called although they are not public. */
export class AllowList {
  private readonly networks: [IPv4 | IPv6, number][] = [];
  private readonly hosts: Host[] = [];

  /**
   * @param entries networks (`10.0.0.0/8`), hosts (`wiki.intranet`, `10.1.2.3`, `[fd00::1]`), hosts with a port
   * (`wiki.intranet:8443`)
   * @throws Error naming the first entry in any other form
   */
  constructor(entries: readonly string[]) {
    for (const entry of entries) {
      if (isValidCIDR(entry)) this.networks.push(parseCIDR(entry));
      else this.hosts.push(hostOf(entry));
    }
  }

  /** Whether the operator listed this host, which allows all its addresses. */
  hasHost(hostname: string, port: number): boolean {
    const name = normalised(hostname);
    return this.hosts.some((host) => host.name === name && (host.port === undefined || host.port === port));
  }

  hasAddress(address: string): boolean {
    return this.networks.some((network) => isWithin(address, network));
  }
}

function hostOf(entry: string): Host {
  const url = isIP(entry) === 6 ? URL.parse(`http://[${entry}]`) : URL.parse(`http://${entry}`);
  const isHost = url !== null && url.hostname !== '' && /^[^/?#@\s]+$/.test(entry);
  if (!isHost)
    throw new Error(`contains ${JSON.stringify(entry)}, which is neither a network nor a host nor host:port`);
  const port = /:(\d+)$/.exec(isIP(entry) === 6 ? '' : entry.replace(/^\[[^\]]*\]/, ''))?.[1];
  return { name: normalised(url.hostname), ...(port !== undefined && { port: Number(port) }) };
}

function normalised(hostname: string): string {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) ? parse(bare).toString() : bare.toLowerCase().replace(/\.$/, '');
}
