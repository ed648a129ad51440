import { IsNumber, IsOptional, IsString, MaxLength, Max, Min } from 'class-validator';
import { Literal, Nested, Together } from '../../validation/decorators';
import {
  DRIVER_NAME_CHARS_MAX,
  DriverSettings,
  SecretHeaders,
  SecretText,
  TakesUrl,
} from '../driver-members/driver-members.dto';
import { IsAddress } from '../driver-secrets';

const TIMEOUT_S_MAX = 120;

/** Access to a graph by SPARQL over HTTP. */
@Together<SparqlConfig>(({ username, password, headers }) => {
  if (Boolean(username) !== Boolean(password)) return 'username and password belong together';
  const isNamed = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
  return username && isNamed ? 'username excludes the header authorization' : undefined;
})
export class SparqlConfig {
  /** Address for queries, such as `https://graph.example.org/sparql`. */
  @TakesUrl('http', 'https') @IsAddress() url!: string;
  /** Who signs in. */
  @IsOptional() @IsString() @MaxLength(DRIVER_NAME_CHARS_MAX) username?: string | null;
  /** Password. Secret. */
  @IsOptional() @SecretText() password?: string | null;
  /** HTTP headers of every query, such as an `authorization` with a token. Secret. */
  @SecretHeaders() headers: Record<string, string> = {};
  /** Seconds of a query. */
  @IsNumber() @Min(1) @Max(TIMEOUT_S_MAX) timeout: number = 30;
}

/** A driver of a graph that is queried with SPARQL. */
export class SparqlDriver extends DriverSettings {
  /** Kind of source. */
  @Literal('sparql') provider!: 'sparql';
  /** Access to it. */
  @Nested(() => SparqlConfig) config!: SparqlConfig;
}
