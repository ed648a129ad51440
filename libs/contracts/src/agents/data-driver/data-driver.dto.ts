import { IsBoolean, IsNumber, IsObject, IsOptional, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import { JSON_DEPTH_MAX } from '../../knowledge-box/limits';
import { Literal, Nested, Satisfies } from '../../validation/decorators';
import { jsonWithin } from '../../validation/json-bounds';
import { DRIVER_NAME_CHARS_MAX, DriverSettings, SecretText, TakesUrl } from '../driver-members/driver-members.dto';
import { IsAddress } from '../driver-secrets';

const TIMEOUT_S_MAX = 3_600;
const OPTIONS_CHARS_MAX = 20_000;

/** Access to a graph database. */
export class CypherConfig {
  /** Who signs in. */
  @IsString() @MaxLength(DRIVER_NAME_CHARS_MAX) username!: string;
  /** Password. Secret. */
  @SecretText() password!: string;
  /** Address of the database, such as `neo4j://graph.example.org`. */
  @TakesUrl('bolt', 'bolt+s', 'neo4j', 'neo4j+s', 'http', 'https') @IsAddress() url!: string;
  /** Seconds of a query. */
  @IsOptional() @IsNumber() @Min(0) @Max(TIMEOUT_S_MAX) timeout?: number | null;
  /** Whether examples of values belong to the schema that models see. */
  @IsBoolean() enhanced_schema: boolean = false;
  /** Name of the database. */
  @IsOptional() @IsString() @MaxLength(DRIVER_NAME_CHARS_MAX) database?: string | null;
  /** Further options of the connection. Shown to everyone who configures the agent. */
  @IsObject()
  @Satisfies(jsonWithin({ depthMax: JSON_DEPTH_MAX, charsMax: OPTIONS_CHARS_MAX }))
  config: Record<string, unknown> = {};
}

/** Access to a relational database. */
export class SqlConfig {
  /** Address of the database with user and password, such as `postgresql://user:password@host/name`. Secret. */
  @SecretText() @Matches(/^[a-z][a-z0-9+.-]*:\/\//i) dsn!: string;
  /** Schema that is read. */
  @IsOptional() @IsString() @MaxLength(DRIVER_NAME_CHARS_MAX) sql_schema?: string | null;
  /** Certificates, as PEM, that may have signed that of the server; with them, it is always verified. Secret. */
  @IsOptional() @SecretText() ca_certificate?: string | null;
}

/** A driver of a graph database. */
export class CypherDriver extends DriverSettings {
  /** Kind of source. */
  @Literal('cypher') provider!: 'cypher';
  /** Access to it. */
  @Nested(() => CypherConfig) config!: CypherConfig;
}

/** A driver of a relational database. */
export class SqlDriver extends DriverSettings {
  /** Kind of source. */
  @Literal('sql') provider!: 'sql';
  /** Access to it. */
  @Nested(() => SqlConfig) config!: SqlConfig;
}
