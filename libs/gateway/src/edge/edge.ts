import { readFileSync } from 'node:fs';
import { uploadSlice } from '@lectern/blob-store';
import {
  ConfigError,
  consoleSlice,
  deployment,
  deploymentSlice,
  readConfig,
  takesSelfHostedRoles,
} from '@lectern/config';
import { WireNames } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import { type Carriers, carriersOf } from '../request/credential';
import { Networks } from '../request/networks';
import type { ConsoleAddress } from '../request/console-request';
import { type GatewayConfig, gatewaySlice } from '../gateway.config';
import { peerSlice } from './peer.config';
import { Peers } from './peers';

/** How the outside reaches this deployment. */
interface Reach {
  readonly origin?: string;
  readonly accounts?: string;
  readonly takesRoles: boolean;
}

/** How this deployment meets the outside: its configuration, made ready for use once. */
@Injectable()
export class Edge {
  readonly names: WireNames;
  readonly carriers: Carriers;
  readonly proxies: Networks;

  constructor(
    readonly config: GatewayConfig,
    readonly peers: Peers,
    readonly uploadSizeBytesMax: number,
    readonly console: ConsoleAddress,
    private readonly reach: Reach = { takesRoles: false },
  ) {
    this.names = config.WIRE_NAMES_FILE === undefined ? WireNames.canonical : wireNamesIn(config.WIRE_NAMES_FILE);
    this.carriers = carriersOf(this.names);
    this.proxies = proxiesOf(config.TRUSTED_PROXIES);
  }

  /** Where clients reach the operations of the zone, where that is configured. */
  get configuredOrigin(): string | undefined {
    return this.reach.origin;
  }

  /** Where clients reach users and accounts, where that is configured. */
  get configuredAccounts(): string | undefined {
    return this.reach.accounts;
  }

  /** Whether users and accounts are another host, which is asked over HTTP. */
  get areAccountsElsewhere(): boolean {
    return this.peers.accountsOrigin !== undefined;
  }

  /** Whether a request whose only credential is the header of roles acts as the root user. */
  get takesRoles(): boolean {
    return this.reach.takesRoles;
  }

  /** @throws ConfigError, also for faults within the alias file */
  static fromEnvironment(environment: Readonly<Record<string, string | undefined>> = process.env): Edge {
    const config = readConfig(gatewaySlice, environment);
    const origins = readConfig(deploymentSlice, environment);
    const { zone, publicUrl } = deployment(origins, environment);
    const served = { hosts: config.GATEWAY_HOSTS, zone: zone.slug };
    const { UPLOAD_SIZE_BYTES_MAX } = readConfig(uploadSlice, environment);
    const peers = Peers.of(readConfig(peerSlice, environment), served);
    const { CONSOLE } = readConfig(consoleSlice, environment);
    // The console calls both halves of the interface at the origin that serves it; that of a zone passes calls on.
    const servesAll = ['zone', 'accounts'].every((host) => config.GATEWAY_HOSTS.includes(host));
    const isOfZone = config.GATEWAY_HOSTS.includes('zone') && peers.accountsOrigin !== undefined;
    const isOn = CONSOLE && (servesAll || isOfZone);
    const isConfigured = origins.ZONE_ORIGIN !== undefined || (servesAll && origins.PUBLIC_URL !== undefined);
    const reached = origins.ZONE_ORIGIN === undefined ? publicUrl : zone.origin;
    const isElsewhere = origins.PUBLIC_URL !== undefined || peers.accountsOrigin !== undefined;
    const place = { isOn, publicUrl: isOfZone ? zone.origin : publicUrl };
    // The root user belongs to the accounts of this deployment.
    const takesRoles = takesSelfHostedRoles(environment) && servesAll && peers.accountsOrigin === undefined;
    return new Edge(config, peers, UPLOAD_SIZE_BYTES_MAX, place, {
      takesRoles,
      ...(isConfigured && { origin: reached }),
      ...(isElsewhere && { accounts: origins.PUBLIC_URL === undefined ? peers.accountsOrigin : publicUrl }),
    });
  }
}

function wireNamesIn(path: string): WireNames {
  try {
    return WireNames.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const lines = reasonOf(error)
      .split('\n')
      .map((line) => `  ${line}`);
    throw new ConfigError([`WIRE_NAMES_FILE ${path} is not usable:`, ...lines]);
  }
}

function proxiesOf(networks: readonly string[]): Networks {
  try {
    return Networks.of(networks);
  } catch (error) {
    throw new ConfigError([`TRUSTED_PROXIES is not usable: ${reasonOf(error)}`]);
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
