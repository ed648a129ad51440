import { handlersOf } from '@lectern/bus';
import { getResource } from '@lectern/contracts/knowledge-box';
import { VisitedResources } from './visited-resources';

export const VisitedResourcesHandlers = handlersOf(VisitedResources).answer(
  getResource,
  (visited, { params, query, principal }) => visited.get(params, query, principal),
);
