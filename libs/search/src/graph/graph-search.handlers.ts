import { handlersOf } from '@lectern/bus';
import { searchGraphNodes, searchGraphPaths, searchGraphRelations } from '@lectern/contracts/search';
import { GraphService } from './graph.service';

export const GraphSearchHandlers = handlersOf(GraphService)
  .answer(searchGraphPaths, (graph, request) => graph.paths(request.params.kbid, request.body, request))
  .answer(searchGraphNodes, (graph, request) => graph.nodes(request.params.kbid, request.body, request))
  .answer(searchGraphRelations, (graph, request) => graph.relations(request.params.kbid, request.body, request));
