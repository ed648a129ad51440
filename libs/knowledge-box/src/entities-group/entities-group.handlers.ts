import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { getEntitiesGroup, listEntitiesGroups } from '@lectern/contracts/knowledge-box';
import { Controller } from '@nestjs/common';
import { EntitiesGroupService } from './entities-group.service';

@Controller()
export class EntitiesGroupHandlers {
  constructor(private readonly groups: EntitiesGroupService) {}

  @Handles(listEntitiesGroups)
  list({ params, query, principal }: Request<typeof listEntitiesGroups>) {
    return this.groups.list(params.kbid, query, principal);
  }

  @Handles(getEntitiesGroup)
  get({ params, principal }: Request<typeof getEntitiesGroup>) {
    return this.groups.get(params, principal);
  }
}
