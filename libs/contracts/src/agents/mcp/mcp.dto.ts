import { IsOptional, IsString, MaxLength } from 'class-validator';
import { ClientHeaders } from '../../search/client-headers/client-headers.dto';
import { Anything } from '../../validation/decorators';

const HEADER_CHARS_MAX = 1_000;

/** Headers of a message over MCP. */
export class McpHeaders extends ClientHeaders {
  /** Must name `application/json` and `text/event-stream`. */
  @IsOptional() @IsString() @MaxLength(HEADER_CHARS_MAX) accept?: string;
  /** `application/json`. */
  @IsOptional() @IsString() @MaxLength(HEADER_CHARS_MAX) 'content-type'?: string;
  /** Version of the protocol that client and server have agreed on, after `initialize`. */
  @IsOptional() @IsString() @MaxLength(HEADER_CHARS_MAX) 'mcp-protocol-version'?: string;
  /** Id of the session, as the answer to `initialize` gave it. */
  @IsOptional() @IsString() @MaxLength(HEADER_CHARS_MAX) 'mcp-session-id'?: string;
  /** All headers without credentials, where the operation is told them. Callers cannot set it. */
  told?: Readonly<Record<string, string>>;
}

/** A message of JSON-RPC 2.0. Several messages are sent as a list of them. */
export class McpMessage {
  /** Always `2.0`. */
  @IsOptional() @Anything() jsonrpc?: unknown;
  /** Names the request, for its answer; absent in notifications. */
  @IsOptional() @Anything() id?: unknown;
  /** What is asked for, such as `tools/call`. */
  @IsOptional() @Anything() method?: unknown;
  /** Arguments of the method. */
  @IsOptional() @Anything() params?: unknown;
  /** Of an answer of the client. */
  @IsOptional() @Anything() result?: unknown;
  /** Of an answer of the client: why there is no result. */
  @IsOptional() @Anything() error?: unknown;
  /** What a list of messages is read as. */
  @IsOptional() @Anything() batch?: unknown;
}

/** What is written of an exchange of messages. */
export class McpReply {
  /** Status of the answer; absent when it is 200. */
  status?: number;
  /** Id of the session that begins with it. */
  session?: string;
  /** A message of JSON-RPC, or a list of them; absent: nothing is written. */
  message?: unknown;
}

/** Why a request failed. */
export interface McpError {
  /** Code of JSON-RPC, such as -32601 for an unknown method. */
  readonly code: number;
  /** For people. */
  readonly message: string;
  /** Further data. */
  readonly data?: unknown;
}

/** An answer of JSON-RPC 2.0: a result or an error. */
export class McpAnswer {
  /** Always `2.0`. */
  jsonrpc!: string;
  /** That of the request; null where it could not be read. */
  id!: string | number | null;
  /** What the method says. */
  result?: Readonly<Record<string, unknown>>;
  /** Why there is no result. */
  error?: McpError;
}
