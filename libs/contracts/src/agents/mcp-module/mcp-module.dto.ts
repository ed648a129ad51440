import { IsBoolean, IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min, MinLength } from 'class-validator';
import type { Integer } from '../../core/integer';
import { Is, ListOf, Literal, MapOf, Widget } from '../../validation/decorators';
import { keyWithin } from '../../validation/json-bounds';
import { listOf, tagged, text } from '../../validation/node';
import { contextTable, ContextMembers } from '../context-members/context-members.dto';
import { IDENTIFIER_CHARS_MAX } from '../driver-members/driver-members.dto';
import { type AgentModule, type ModelName, TakesModel } from '../module/module.dto';

const HEADERS_MAX = 50;
const HEADER_CHARS_MAX = 256;
const ROOTS_MAX = 50;
const ROOT_CHARS_MAX = 2_048;
const FUNCTIONS_MAX = 200;
const FUNCTION_CHARS_MAX = 128;
const TURNS_MAX = 20;
const READ_S_MAX = 900;
const FEEDBACK_MS_MAX = 240_000;
const SERVERS_MAX = 10;
/** With its scheme, such as `file:///reports`. */
const URI = /^[a-z][a-z0-9+.-]*:\S*$/i;

/** How the model and the user take part in calls of tools. */
class ToolCallMembers extends ContextMembers {
  /** Model that chooses the tools. */
  @TakesModel() tool_choice_model?: ModelName | null;
  /** Milliseconds to wait for the user, who has not agreed when they are over. */
  @IsInt() @Min(0) @Max(FEEDBACK_MS_MAX) feedback_timeout: Integer = 10_000;
  /** Whether the model sees results and chooses again; otherwise it chooses once. */
  @IsBoolean() work_chain: boolean = true;
  /** How often the model chooses at most. */
  @IsInt() @Min(1) @Max(TURNS_MAX) max_turns: Integer = 5;
}

/** A model calls tools of an MCP server; what they return is the context. */
@contextTable.entry('mcp')
export class McpModuleConfig extends ToolCallMembers {
  /** Name of the module. */
  @Literal('mcp') module!: 'mcp';
  /** Identifier of the driver of the server. */
  @IsString() @MinLength(1) @MaxLength(IDENTIFIER_CHARS_MAX) @Widget('driver_select') source!: string;
  /** How the server is reached: `STDIO` for a driver of `mcpstdio`, otherwise one of `mcphttp` or `mcpsse`. */
  @IsIn(['STDIO', 'HTTP', 'SSE']) @Widget('transport_field') transport: 'STDIO' | 'HTTP' | 'SSE' = 'HTTP';
  /** Headers of the caller that the server gets; those of the driver win. */
  @ListOf(text({ minLength: 1, maxLength: HEADER_CHARS_MAX }), { max: HEADERS_MAX })
  @Widget('array_string_field')
  valid_headers: string[] = [];
  /** Seconds that the server may take for an answer. */
  @IsInt() @Min(1) @Max(READ_S_MAX) read_timeout_seconds: Integer = 400;
  /** Addresses that the server is told to work in, by name. */
  @MapOf(text({ maxLength: ROOT_CHARS_MAX, patterns: [URI] }), { sizeMax: ROOTS_MAX, keyRules: [keyWithin(250)] })
  @Widget('key_value_field')
  roots: Record<string, string> = {};
  /**
   * Whether the user agrees to each call of a tool, and is asked what the server wants to know. Works over WebSockets;
   * over HTTP the interaction then fails.
   */
  @IsBoolean() interaction: boolean = false;
  /** Whether frames tell how far a call is. */
  @IsBoolean() progress_feedback: boolean = true;
  /** Model that writes texts for the server, when it asks for one; without it, the server is refused. */
  @TakesModel() sampling_model?: ModelName | null;
  /** Whether prompts of the server are used. */
  @IsBoolean() include_mcp_prompts: boolean = false;
  /** With `include_mcp_prompts`: whether the model calls them like tools; otherwise the user chooses one. */
  @IsBoolean() expose_prompts_as_tools: boolean = true;
  /** Tools of the server that may be called, by their names; all when absent. */
  @IsOptional()
  @ListOf(text({ minLength: 1, maxLength: FUNCTION_CHARS_MAX }), { max: FUNCTIONS_MAX })
  published_functions?: string[] | null;
}

/** A model calls tools of several MCP servers. */
@contextTable.entry('multi_mcp')
export class MultiMcpConfig extends ToolCallMembers {
  /** Name of the module. */
  @Literal('multi_mcp') module!: 'multi_mcp';
  /** The servers: modules `mcp`, whose own choice of tools is not used. */
  @Is(() => listOf(tagged('module', { mcp: () => McpModuleConfig }), { min: 1, max: SERVERS_MAX }))
  configs!: AgentModule[];
  /** Whether the user agrees to each call of a tool, as in `mcp`. */
  @IsBoolean() interaction: boolean = true;
}
