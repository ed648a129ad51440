import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { searchGraphNodes, searchGraphPaths, searchGraphRelations } from '@lectern/contracts/search';
import { Controller } from '@nestjs/common';
import { GraphService } from './graph.service';

@Controller()
export class GraphSearchHandlers {
  constructor(private readonly graph: GraphService) {}

  @Handles(searchGraphPaths)
  paths(request: Request<typeof searchGraphPaths>) {
    return this.graph.paths(request.params.kbid, request.body, request);
  }

  @Handles(searchGraphNodes)
  nodes(request: Request<typeof searchGraphNodes>) {
    return this.graph.nodes(request.params.kbid, request.body, request);
  }

  @Handles(searchGraphRelations)
  relations(request: Request<typeof searchGraphRelations>) {
    return this.graph.relations(request.params.kbid, request.body, request);
  }
}
