import { Egress } from '@lectern/egress';
import { ForeignDatabases } from '@lectern/foreign-databases';
import { Injectable } from '@nestjs/common';
import { McpSources } from '../mcp-client/mcp-sources';

/** What modules reach outside of this product. */
@Injectable()
export class ModuleReach {
  constructor(
    /** Addresses of configurations. */
    readonly web: Egress,
    /** Databases of drivers. */
    readonly databases: ForeignDatabases,
    private readonly servers: McpSources,
  ) {}

  /** The MCP server of a driver. @throws AppError `invalid_request` for a driver of something else */
  server(...call: Parameters<McpSources['open']>): ReturnType<McpSources['open']> {
    return this.servers.open(...call);
  }
}
