import { lookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { promisify } from 'node:util';
import { AppError } from '@lectern/contracts/core';
import { Logger } from '@nestjs/common';
import { buildConnector } from 'undici';
import { isPublicAddress } from './address';
import type { AllowList } from './allow-list';
import type { Certificates } from './certificates';
import { networkError, notReachable } from './network-errors';

const CONNECT_TIMEOUT_MS = 10_000;
const portOf: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** Resolves a name to all its addresses. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

const systemLookup = promisify(lookup);
/** Resolves like the operating system, including its hosts file. */
export const systemResolve: Resolve = (hostname) => systemLookup(hostname, { all: true, verbatim: true });

/**
 * Decides which addresses may be connected to. Names are resolved here, once per connection, and the connection uses
 * the checked addresses, so a name that resolves differently a moment later gains nothing.
 */
export class Guard {
  private readonly logger = new Logger('Egress');

  constructor(
    private readonly allowed: AllowList,
    private readonly resolve: Resolve = systemResolve,
  ) {}

  /** @throws AppError `invalid_request` when the URL may not be called, regardless of the addresses of its name */
  check(url: URL): void {
    if (!(url.protocol in portOf)) throw refusedAddress(url, 'only http and https are possible');
    if (url.username !== '' || url.password !== '') throw refusedAddress(url, 'it contains credentials');
    const { hostname, port } = targetOf(url);
    if (isIP(hostname)) this.checkAddress(hostname, { hostname, port });
  }

  /**
   * The addresses of a server that speaks another protocol than HTTP, all of them checked. Connect to one of them, not
   * to the name.
   *
   * @throws AppError `invalid_request` when one of them may not be connected to, or the name is unknown; `unavailable`
   */
  async addressesFor({ hostname, port }: Target): Promise<readonly string[]> {
    const bare = hostname.replace(/^\[|\]$/g, '');
    if (isIP(bare)) {
      this.checkAddress(bare, { hostname: bare, port });
      return [bare];
    }
    try {
      const found = await this.addressesOf({ hostname: bare, port });
      if (found.length === 0) throw noAddress(bare);
      return found.map(({ address }) => address);
    } catch (error) {
      throw networkError(error, new URL(`http://${bare}:${port}`));
    }
  }

  /** For `undici`: fails with `invalid_request` when an address may not be called. */
  connector({ ca, cert, key }: Certificates = {}): buildConnector.connector {
    const own = {
      ...(ca !== undefined && { ca }),
      ...(cert !== undefined && { cert }),
      ...(key !== undefined && { key }),
    };
    // The resolver must know the port, so each connection gets its own lookup; TLS sessions are still shared per port.
    const connectors = new Map<number, buildConnector.connector>();
    return (options, done) => {
      const hostname = options.hostname.replace(/^\[|\]$/g, '');
      const port = Number(options.port) || (portOf[options.protocol] ?? 0);
      try {
        if (isIP(hostname)) this.checkAddress(hostname, { hostname, port });
      } catch (error) {
        // Only an AppError is thrown.
        return done(error as Error, null);
      }
      if (connectors.size > PORTS_MAX) connectors.clear();
      const known = connectors.get(port);
      const connect =
        known ?? buildConnector({ ...own, timeout: CONNECT_TIMEOUT_MS, allowH2: false, lookup: this.lookup(port) });
      connectors.set(port, connect);
      connect(options, done);
    };
  }

  private lookup(port: number): LookupFunction {
    return (hostname, { all }, done) => {
      this.addressesOf({ hostname, port }).then(
        ([first, ...rest]) => {
          if (first === undefined) done(noAddress(hostname), '');
          else if (all) done(null, [first, ...rest]);
          else done(null, first.address, first.family);
        },
        (error: NodeJS.ErrnoException) => done(error, ''),
      );
    };
  }

  private async addressesOf(target: Target): Promise<LookupAddress[]> {
    const addresses = await this.resolve(target.hostname);
    for (const { address } of addresses) this.checkAddress(address, target);
    return [...addresses];
  }

  private checkAddress(address: string, { hostname, port }: Target): void {
    if (isPublicAddress(address) || this.allowed.hasHost(hostname, port) || this.allowed.hasAddress(address)) return;
    // Only the operator may learn the addresses of an internal name.
    this.logger.warn(`${hostname}:${port} (${address}) is not on the public internet; EGRESS_ALLOW can allow it`);
    throw notReachable(hostname);
  }
}

/** A server. */
export interface Target {
  /** Name or address; IPv6 addresses with or without brackets. */
  readonly hostname: string;
  readonly port: number;
}

const PORTS_MAX = 1_000;

function targetOf(url: URL): Target {
  return { hostname: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) || (portOf[url.protocol] ?? 0) };
}

function refusedAddress(url: URL, reason: string): AppError {
  return new AppError('invalid_request', `${url.protocol}//${url.host} cannot be asked: ${reason}`);
}

function noAddress(hostname: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${hostname} has no address`), { code: 'ENOTFOUND' });
}
