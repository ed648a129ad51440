import { IsBoolean, IsOptional, IsString, IsUUID, MaxLength } from 'class-validator';
import { filterExpressionProblem } from '../../index/filter-bounds';
import { Anything, ListOf, Literal, Nested, Satisfies, Together } from '../../validation/decorators';
import { text } from '../../validation/node';
import { DriverSettings, SecretText, TakesUrl } from '../driver-members/driver-members.dto';
import { IsAddress, IsWhole } from '../driver-secrets';

const DESCRIPTION_CHARS_MAX = 10_000;
const FILTERS_MAX = 100;
const CONNECTIONS_MAX = 100;

/** A knowledge box as a source. */
export class KbdbConfig {
  /** API base of the zone of the box, which ends in `/api`; this zone when absent. */
  @IsOptional() @TakesUrl('http', 'https') @IsAddress() url?: string | null;
  /** The same. */
  @IsOptional() @TakesUrl('http', 'https') @IsAddress() manager?: string | null;
  /** Id of the knowledge box. */
  @IsUUID() @IsAddress() kbid!: string;
  /** What is in it; models choose by it. */
  @IsString() @MaxLength(DESCRIPTION_CHARS_MAX) description!: string;
  /** API key of the box: its answers are shown to everyone who may use the agent. Secret. */
  @IsOptional() @SecretText() key?: string | null;
  /** A box of this account, asked with the rights of each caller. */
  @IsBoolean() internal: boolean = false;
  /** Deprecated: filters as texts, such as `/icon/image/png`. */
  @ListOf(text({ maxLength: 1_024 }), { max: FILTERS_MAX }) filters: string[] = [];
  /** What is searched, as in a find. */
  @IsOptional() @Anything() @Satisfies(filterExpressionProblem) @IsWhole() filter_expression?: unknown;
  /** What is listed, as in the catalog. */
  @IsOptional() @Anything() @Satisfies(filterExpressionProblem) @IsWhole() catalog_filter_expression?: unknown;
}

/** Parts of a knowledge box as a source. */
export class SyncConfig extends KbdbConfig {
  /**
   * Ids of connections: only documents whose `origin.source_id` is one of them are searched; without ids, those that
   * have any.
   */
  @ListOf(text({ minLength: 1, maxLength: 64 }), { max: CONNECTIONS_MAX }) connection_ids: string[] = [];
}

/** A driver of a knowledge box. */
@Together<KbdbDriver>(({ config }) => rightsProblem(config))
export class KbdbDriver extends DriverSettings {
  /** Kind of source. */
  @Literal('kbdb') provider!: 'kbdb';
  /** Where the box is. */
  @Nested(() => KbdbConfig) config!: KbdbConfig;
}

/** A driver of what connections brought into a knowledge box. */
@Together<SyncDriver>(({ config }) => rightsProblem(config))
export class SyncDriver extends DriverSettings {
  /** Kind of source. */
  @Literal('sync') provider!: 'sync';
  /** Where the box is. */
  @Nested(() => SyncConfig) config!: SyncConfig;
}

function rightsProblem({ internal, key }: KbdbConfig): string | undefined {
  return internal && key
    ? 'internal and key exclude each other: an internal driver asks with the rights of its caller'
    : undefined;
}
