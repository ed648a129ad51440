import { IsBoolean, IsNumber, IsOptional, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import { Anything, ListOf, Literal, Nested, Satisfies, Unsupported } from '../../validation/decorators';
import { saysNothing } from '../../validation/nothing';
import { text } from '../../validation/node';
import {
  DriverSettings,
  SecretHeaders,
  SecretText,
  SecretVariables,
  TakesUrl,
} from '../driver-members/driver-members.dto';
import { IsAddress } from '../driver-secrets';

const TIMEOUT_S_MAX = 3_600;
const TYPES_MAX = 20;
const CERTIFICATE_CHARS_MAX = 100_000;
const SCOPE_CHARS_MAX = 2_048;
const PROGRAM_NAME = /^[\w.-]{1,64}$/;
const oauthType = text({ minLength: 1, maxLength: 250 });

/** An MCP server over streamable HTTP, and how to sign in there. */
export class McpHttpConfig {
  /** Address of the server. */
  @TakesUrl('http', 'https') @IsAddress() uri!: string;
  /** Seconds of a call. */
  @IsNumber() @Min(1) @Max(TIMEOUT_S_MAX) timeout: number = 300;
  /** Headers of every request. Secret. */
  @SecretHeaders() headers: Record<string, string> = {};
  /** Seconds between two events of a stream. */
  @IsNumber() @Min(1) @Max(TIMEOUT_S_MAX) sse_read_timeout: number = 300;
  /** Certificate that signed that of the server, as PEM. Secret. */
  @IsOptional() @SecretText() ca_certificate?: string | null;
  /** Certificate of the client, as PEM. Secret. */
  @IsOptional() @SecretText() crt_certificate?: string | null;
  /** Address of the server that is signed in to, where it differs from `uri`. */
  @IsOptional() @TakesUrl('http', 'https') @IsAddress() server_url?: string | null;
  /** Ignored: the only callback is that of this server, which is shown. */
  @Unsupported(() => true) redirect_uris?: unknown;
  /** Address of the authorization server. */
  @IsOptional() @TakesUrl('http', 'https') @IsAddress() auth_server_url?: string | null;
  /** Kinds of grants. */
  @ListOf(oauthType, { max: TYPES_MAX }) grant_types: string[] = [];
  /** Kinds of responses. */
  @ListOf(oauthType, { max: TYPES_MAX }) response_types: string[] = [];
  /** Scope that is asked for. */
  @IsString() @MaxLength(SCOPE_CHARS_MAX) scope: string = 'user';
  /** Id of the OAuth client. */
  @IsOptional() @IsString() @MaxLength(SCOPE_CHARS_MAX) client_id?: string | null;
  /** Secret of the OAuth client. Secret. */
  @IsOptional() @SecretText() client_secret?: string | null;
  /** Address where users consent. */
  @IsOptional() @TakesUrl('http', 'https') @IsAddress() authorization_endpoint?: string | null;
  /** Address where codes are exchanged for tokens. */
  @IsOptional() @TakesUrl('http', 'https') @IsAddress() token_endpoint?: string | null;
  /** Whether codes are bound to the client that asked for them. */
  @IsBoolean() pkce: boolean = true;
}

/** An MCP server that is a program, on standard input and output. */
export class McpStdioConfig {
  /** Name of a program that the operator allows. */
  @IsString() @Matches(PROGRAM_NAME) server!: string;
  /** Variables of its environment that the operator lets drivers set. Secret. */
  @SecretVariables() env: Record<string, string> = {};
  /** Refused: this service runs no commands of callers. */
  @IsOptional() @Anything() @Satisfies(commandProblem) command?: unknown;
  /** Of a command. */
  @Unsupported() args?: unknown;
  /** Of a command. */
  @Unsupported() cwd?: unknown;
  /** Of a command. */
  @Unsupported() encoding?: unknown;
  /** Of a command. */
  @Unsupported() encoding_error_handler?: unknown;
}

/** An MCP server over server-sent events, as older ones have them. */
export class McpSseConfig {
  /** Address of the server. */
  @TakesUrl('http', 'https') @IsAddress() uri!: string;
  /** Token that is sent as bearer. Secret. */
  @IsOptional() @SecretText() key?: string | null;
  /** Headers of every request. Secret. */
  @SecretHeaders() headers: Record<string, string> = {};
  /** Seconds of a call. */
  @IsNumber() @Min(1) @Max(TIMEOUT_S_MAX) timeout: number = 300;
  /** Seconds between two events of the stream. */
  @IsNumber() @Min(1) @Max(TIMEOUT_S_MAX) sse_read_timeout: number = 300;
}

/** An agent elsewhere that speaks the protocol A2A. */
export class A2aConfig {
  /** Host and port, or address, of the agent. */
  @IsString() @MaxLength(SCOPE_CHARS_MAX) @IsAddress() endpoint!: string;
  /** Whether the connection is encrypted. Turning it off needs the secrets again. */
  @IsBoolean() @IsAddress() use_tls: boolean = true;
  /** Seconds of a call. */
  @IsNumber() @Min(1) @Max(TIMEOUT_S_MAX) read_timeout_seconds: number = 120;
  /** Certificate that signed that of the agent, as PEM. */
  @IsOptional() @IsString() @MaxLength(CERTIFICATE_CHARS_MAX) ca_certificate?: string | null;
  /** Certificates of the client, as PEM. */
  @IsOptional() @IsString() @MaxLength(CERTIFICATE_CHARS_MAX) client_certificate_chain?: string | null;
  /** Private key of the client, as PEM. Secret. */
  @IsOptional() @SecretText() client_private_key?: string | null;
  /** Header `Authorization` of every call. Secret. */
  @IsOptional() @SecretText() authorization?: string | null;
}

/** A driver of an MCP server over HTTP. */
export class McpHttpDriver extends DriverSettings {
  /** Kind of source. */
  @Literal('mcphttp') provider!: 'mcphttp';
  /** Where the server is. */
  @Nested(() => McpHttpConfig) config!: McpHttpConfig;
}

/** A driver of an MCP server that is a program. */
export class McpStdioDriver extends DriverSettings {
  /** Kind of source. */
  @Literal('mcpstdio') provider!: 'mcpstdio';
  /** Which program. */
  @Nested(() => McpStdioConfig) config!: McpStdioConfig;
}

/** A driver of an older MCP server over HTTP. */
export class McpSseDriver extends DriverSettings {
  /** Kind of source. */
  @Literal('mcpsse') provider!: 'mcpsse';
  /** Where the server is. */
  @Nested(() => McpSseConfig) config!: McpSseConfig;
}

/** A driver of an agent elsewhere. */
export class A2aDriver extends DriverSettings {
  /** Kind of source. */
  @Literal('a2a') provider!: 'a2a';
  /** Where the agent is. */
  @Nested(() => A2aConfig) config!: A2aConfig;
}

function commandProblem(command: unknown): string | undefined {
  return saysNothing(command)
    ? undefined
    : 'this service runs no commands of callers; name a program that the operator allows in `server`';
}
