import {
  IsBoolean,
  IsObject,
  IsOptional,
  IsString,
  IsUrl,
  IsUUID,
  Matches,
  MaxLength,
  MinLength,
} from 'class-validator';
import type { Constructor } from '../../core/input';
import { filterExpressionProblem } from '../../index/filter-bounds';
import { JSON_DEPTH_MAX } from '../../knowledge-box/limits';
import { IsAddress, IsSecret } from '../driver-secrets';
import { Anything, ListOf, Literal, Nested, Satisfies, TaggedBody, Together } from '../../validation/decorators';
import { jsonWithin } from '../../validation/json-bounds';
import { text } from '../../validation/node';

/** Characters of the identifier of a driver. */
export const IDENTIFIER_CHARS_MAX = 250;
const NAME_CHARS_MAX = 250;
const DESCRIPTION_CHARS_MAX = 10_000;
const SECRET_CHARS_MAX = 10_000;
const URL_CHARS_MAX = 2_048;
const FILTERS_MAX = 100;
const CONFIG_CHARS_MAX = 200_000;

const url = { protocols: ['http', 'https'], require_protocol: true, require_tld: false };

/** Members of every driver. */
export class DriverSettings {
  /** Given by the server; ignored. */
  @IsOptional() @IsString() @MaxLength(64) id?: string | null;
  /** By which modules name it; unique in its agent. */
  @IsString() @MinLength(1) @MaxLength(IDENTIFIER_CHARS_MAX) @Matches(/^[^\s/]+$/) identifier!: string;
  /** For people. */
  @IsString() @MinLength(1) @MaxLength(NAME_CHARS_MAX) name!: string;
}

/** A knowledge box as a source. */
export class KbdbConfig {
  /** API base of the zone of the box, which ends in `/api`; this zone when absent. */
  @IsOptional() @IsUrl(url) @MaxLength(URL_CHARS_MAX) @IsAddress() url?: string | null;
  /** The same. */
  @IsOptional() @IsUrl(url) @MaxLength(URL_CHARS_MAX) @IsAddress() manager?: string | null;
  /** Id of the knowledge box. */
  @IsUUID() @IsAddress() kbid!: string;
  /** What is in it; models choose by it. */
  @IsString() @MaxLength(DESCRIPTION_CHARS_MAX) description!: string;
  /** API key of the box: its answers are shown to everyone who may use the agent. Secret. */
  @IsOptional() @IsString() @MaxLength(SECRET_CHARS_MAX) @IsSecret() key?: string | null;
  /** A box of this account, asked with the rights of each caller. */
  @IsBoolean() internal: boolean = false;
  /** Deprecated: filters as texts, such as `/icon/image/png`. */
  @ListOf(text({ maxLength: 1_024 }), { max: FILTERS_MAX }) filters: string[] = [];
  /** What is searched, as in a find. */
  @IsOptional() @Anything() @Satisfies(filterExpressionProblem) filter_expression?: unknown;
  /** What is listed, as in the catalog. */
  @IsOptional() @Anything() @Satisfies(filterExpressionProblem) catalog_filter_expression?: unknown;
}

/** A driver of a knowledge box. */
@Together<KbdbDriver>(({ config: { internal, key } }) =>
  internal && key
    ? 'internal and key exclude each other: an internal driver asks with the rights of its caller'
    : undefined,
)
export class KbdbDriver extends DriverSettings {
  /** Kind of source. */
  @Literal('kbdb') provider!: 'kbdb';
  /** Where the box is. */
  @Nested(() => KbdbConfig) config!: KbdbConfig;
}

/** Any driver. */
export type AnyDriver = KbdbDriver;

/** Classes of drivers by provider. */
export const driverProviders: Readonly<Record<string, () => Constructor<AnyDriver>>> = { kbdb: () => KbdbDriver };

/** Classes of the settings of drivers by provider. */
export const driverConfigs: Readonly<Record<string, Constructor>> = { kbdb: KbdbConfig };

/** A driver: `provider` says of what. */
@TaggedBody('provider', driverProviders)
export class DriverBody {}

/** Changes of a driver. Its identifier and provider stay. */
export class DriverChange {
  /** For people. */
  @IsOptional() @IsString() @MinLength(1) @MaxLength(NAME_CHARS_MAX) name?: string | null;
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
