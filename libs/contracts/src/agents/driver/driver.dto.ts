import { IsObject, IsOptional, IsString, MaxLength, MinLength } from 'class-validator';
import type { Constructor } from '../../core/input';
import { JSON_DEPTH_MAX } from '../../knowledge-box/limits';
import { Satisfies, TaggedBody } from '../../validation/decorators';
import { jsonWithin } from '../../validation/json-bounds';
import { KbdbConfig, KbdbDriver, SyncConfig, SyncDriver } from '../box-driver/box-driver.dto';
import { CypherConfig, CypherDriver, SqlConfig, SqlDriver } from '../data-driver/data-driver.dto';
import { DRIVER_NAME_CHARS_MAX } from '../driver-members/driver-members.dto';
import {
  A2aConfig,
  A2aDriver,
  McpHttpConfig,
  McpHttpDriver,
  McpSseConfig,
  McpSseDriver,
  McpStdioConfig,
  McpStdioDriver,
} from '../mcp-driver/mcp-driver.dto';
import { SparqlConfig, SparqlDriver } from '../sparql-driver/sparql-driver.dto';
import {
  AliniaDriver,
  BraveConfig,
  BraveDriver,
  GoogleConfig,
  GoogleDriver,
  KeyConfig,
  PerplexityDriver,
  TavilyDriver,
} from '../web-driver/web-driver.dto';

const CONFIG_CHARS_MAX = 200_000;

/** Any driver. */
export type AnyDriver =
  | A2aDriver
  | AliniaDriver
  | BraveDriver
  | CypherDriver
  | GoogleDriver
  | KbdbDriver
  | McpHttpDriver
  | McpSseDriver
  | McpStdioDriver
  | PerplexityDriver
  | SparqlDriver
  | SqlDriver
  | SyncDriver
  | TavilyDriver;

/** Classes of drivers by provider. */
export const driverProviders: Readonly<Record<string, () => Constructor<AnyDriver>>> = {
  kbdb: () => KbdbDriver,
  sync: () => SyncDriver,
  google: () => GoogleDriver,
  perplexity: () => PerplexityDriver,
  brave: () => BraveDriver,
  tavily: () => TavilyDriver,
  alinia: () => AliniaDriver,
  cypher: () => CypherDriver,
  sql: () => SqlDriver,
  sparql: () => SparqlDriver,
  mcphttp: () => McpHttpDriver,
  mcpstdio: () => McpStdioDriver,
  mcpsse: () => McpSseDriver,
  a2a: () => A2aDriver,
};

/** Classes of the settings of drivers by provider. */
export const driverConfigs: Readonly<Record<string, Constructor>> = {
  kbdb: KbdbConfig,
  sync: SyncConfig,
  google: GoogleConfig,
  perplexity: KeyConfig,
  brave: BraveConfig,
  tavily: KeyConfig,
  alinia: KeyConfig,
  cypher: CypherConfig,
  sql: SqlConfig,
  sparql: SparqlConfig,
  mcphttp: McpHttpConfig,
  mcpstdio: McpStdioConfig,
  mcpsse: McpSseConfig,
  a2a: A2aConfig,
};

/** Settings of drivers by provider, with their secrets. */
export interface ProviderSettings {
  readonly kbdb: KbdbConfig;
  readonly sync: SyncConfig;
  readonly google: GoogleConfig;
  readonly perplexity: KeyConfig;
  readonly brave: BraveConfig;
  readonly tavily: KeyConfig;
  readonly alinia: KeyConfig;
  readonly cypher: CypherConfig;
  readonly sql: SqlConfig;
  readonly sparql: SparqlConfig;
  readonly mcphttp: McpHttpConfig;
  readonly mcpstdio: McpStdioConfig;
  readonly mcpsse: McpSseConfig;
  readonly a2a: A2aConfig;
}

/** A driver: `provider` says of what. */
@TaggedBody('provider', driverProviders)
export class DriverBody {}

/** Changes of a driver. Its identifier and provider stay. */
export class DriverChange {
  /** For people. */
  @IsOptional() @IsString() @MinLength(1) @MaxLength(DRIVER_NAME_CHARS_MAX) name?: string | null;
  /** Members to change, merged deeply; absent ones stay, and secrets that are null or absent stay, too. */
  @IsOptional()
  @IsObject()
  @Satisfies(jsonWithin({ depthMax: JSON_DEPTH_MAX, charsMax: CONFIG_CHARS_MAX }))
  config?: Record<string, unknown> | null;
}

/** A driver as it is shown: without secrets. */
export class DriverRecord {
  /** UUID, for paths. */
  id!: string;
  /** By which modules name it. */
  identifier!: string;
  /** For people. */
  name!: string;
  /** Kind of source. */
  provider!: string;
  /** Its settings; secret members are null. */
  config!: Readonly<Record<string, unknown>>;
}

/** A driver in a list. */
export class ListedDriver {
  /** The driver. */
  config!: DriverRecord;
}

/** Drivers of an agent. */
export class Drivers {
  /** In the order in which they were added. */
  drivers!: readonly ListedDriver[];
}
