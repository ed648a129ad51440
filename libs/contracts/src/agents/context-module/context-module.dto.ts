import type { Constructor } from '../../core/input';
import { TaggedBody } from '../../validation/decorators';
import type { A2aModuleConfig } from '../a2a-module/a2a-module.dto';
import type { AdvancedAskConfig, AskConfig } from '../ask-module/ask-module.dto';
import type { BasicAskConfig, KbdbAgentConfig } from '../box-module/box-module.dto';
import type { ContextConditionalConfig } from '../context-conditional/context-conditional.dto';
import { contextTable } from '../context-members/context-members.dto';
import type { CypherModuleConfig, SqlModuleConfig } from '../database-module/database-module.dto';
import type { HttpConfig, StaticStringConfig } from '../fixed-module/fixed-module.dto';
import type { McpModuleConfig, MultiMcpConfig } from '../mcp-module/mcp-module.dto';
import type { RestrictedConfig } from '../restricted-module/restricted-module.dto';
import type { SmartConfig } from '../smart-module/smart-module.dto';
import type {
  BraveModuleConfig,
  GoogleModuleConfig,
  PerplexityModuleConfig,
  PerplexitySearchModuleConfig,
  TavilyModuleConfig,
} from '../web-module/web-module.dto';
import type { SparqlModuleConfig } from '../sparql-module/sparql-module.dto';
import '../a2a-module/a2a-module.dto';
import '../ask-module/ask-module.dto';
import '../box-module/box-module.dto';
import '../context-conditional/context-conditional.dto';
import '../database-module/database-module.dto';
import '../fixed-module/fixed-module.dto';
import '../mcp-module/mcp-module.dto';
import '../restricted-module/restricted-module.dto';
import '../smart-module/smart-module.dto';
import '../sparql-module/sparql-module.dto';
import '../web-module/web-module.dto';

/** Any module that finds context. */
export type AnyContextModule =
  | A2aModuleConfig
  | AdvancedAskConfig
  | AskConfig
  | BasicAskConfig
  | BraveModuleConfig
  | ContextConditionalConfig
  | CypherModuleConfig
  | GoogleModuleConfig
  | HttpConfig
  | KbdbAgentConfig
  | McpModuleConfig
  | MultiMcpConfig
  | PerplexityModuleConfig
  | PerplexitySearchModuleConfig
  | RestrictedConfig
  | SmartConfig
  | SparqlModuleConfig
  | SqlModuleConfig
  | StaticStringConfig
  | TavilyModuleConfig;

/** Classes of these modules by name. */
// Each class in the table is one of them.
export const contextModules = contextTable.branches as Readonly<Record<string, () => Constructor<AnyContextModule>>>;

/** A module that finds context: `module` says which one. */
@TaggedBody('module', contextModules)
export class ContextModuleBody {}
