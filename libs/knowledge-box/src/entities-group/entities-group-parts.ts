import { EntitiesGroupHandlers } from './entities-group.handlers';
import { EntitiesGroupService } from './entities-group.service';

/** Entities by type. */
export const entitiesGroupParts = {
  controllers: [EntitiesGroupHandlers],
  providers: [EntitiesGroupService],
};
