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
    /** MCP servers of drivers. */
    readonly servers: McpSources,
  ) {}
}
