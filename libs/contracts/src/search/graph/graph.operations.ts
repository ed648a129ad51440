import type { Failures } from '../../core/failures';
import { operation } from '../../core/operation';
import { GraphNodes, GraphPaths, GraphRelations } from '../../knowledge-box/graph/graph.dto';
import { KnowledgeBoxTarget } from '../../knowledge-box/params';
import { readsKnowledgeBox } from '../../knowledge-box/policies';
import { GraphRequest } from './graph.dto';

const path = '/api/v1/kb/{kbid}/graph';
const fails: Failures = {
  invalid_query: 'A filter cannot be used; `detail` names it and says why.',
  deadline_exceeded: 'The knowledge box has too many edges to look through within 8 seconds.',
};

const searches = {
  policy: readsKnowledgeBox,
  lane: 'search' as const,
  params: KnowledgeBoxTarget,
  body: GraphRequest,
  fails,
  deadlineMs: 12_000,
};

/**
 * Finds paths of the knowledge graph: who worked on a resource, its labels, the names in its fields, and relations that
 * users state. Only edges of resources that the caller may see are found.
 */
export const searchGraphPaths = operation({
  ...searches,
  name: 'search.graph.paths',
  feature: 'search',
  summary: 'Find paths of the knowledge graph',
  http: { method: 'POST', path, host: 'zone', success: 200 },
  answer: GraphPaths,
});

/** Finds nodes of the knowledge graph: ends of edges of resources that the caller may see. */
export const searchGraphNodes = operation({
  ...searches,
  name: 'search.graph.nodes',
  feature: 'search',
  summary: 'Find nodes of the knowledge graph',
  http: { method: 'POST', path: `${path}/nodes`, host: 'zone', success: 200 },
  answer: GraphNodes,
});

/** Finds kinds and names of the relations of the knowledge graph, of resources that the caller may see. */
export const searchGraphRelations = operation({
  ...searches,
  name: 'search.graph.relations',
  feature: 'search',
  summary: 'Find relations of the knowledge graph',
  http: { method: 'POST', path: `${path}/relations`, host: 'zone', success: 200 },
  answer: GraphRelations,
});
