import type { BlockList } from 'node:net';
import { readFileSync } from 'node:fs';
import { readConfig } from '@lectern/config';
import { WireNames } from '@lectern/contracts';
import { Injectable } from '@nestjs/common';
import { type Carriers, carriersOf } from './access/credential';
import { blockListOf } from './access/origin';
import { type GatewayConfig, gatewaySlice } from './gateway.config';

/** How this deployment meets the outside: its configuration, made ready for use once. */
@Injectable()
export class Edge {
  readonly names: WireNames;
  readonly carriers: Carriers;
  readonly proxies: BlockList;

  constructor(readonly config: GatewayConfig) {
    this.names = config.WIRE_NAMES_FILE === undefined ? WireNames.canonical : wireNamesIn(config.WIRE_NAMES_FILE);
    this.carriers = carriersOf(this.names);
    this.proxies = blockListOf(config.TRUSTED_PROXIES);
  }

  /** @throws ConfigError, or Error saying what is wrong with the alias file */
  static fromEnvironment(environment: Readonly<Record<string, string | undefined>> = process.env): Edge {
    return new Edge(readConfig(gatewaySlice, environment));
  }
}

function wireNamesIn(path: string): WireNames {
  try {
    return WireNames.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`WIRE_NAMES_FILE ${path} is not usable:\n  ${reason.replaceAll('\n', '\n  ')}`, { cause: error });
  }
}
