import { handlersOf } from '@lectern/bus';
import { listVisibleResources } from '@lectern/contracts/knowledge-box';
import { ResourceVisibility } from './resource-visibility';

export const VisibleResourcesHandlers = handlersOf(ResourceVisibility).answer(
  listVisibleResources,
  (visible, { body }) => visible.list(body),
);
