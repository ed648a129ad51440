import { handlersOf } from '@lectern/bus';
import { getEntitiesGroup, listEntitiesGroups } from '@lectern/contracts/knowledge-box';
import { EntitiesGroupService } from './entities-group.service';

export const EntitiesGroupHandlers = handlersOf(EntitiesGroupService)
  .answer(listEntitiesGroups, (groups, { params, query, principal }) => groups.list(params.kbid, query, principal))
  .answer(getEntitiesGroup, (groups, { params, principal }) => groups.get(params, principal));
