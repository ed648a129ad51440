import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { listVisibleResources } from '@lectern/contracts/knowledge-box';
import { Controller } from '@nestjs/common';
import { ResourceVisibility } from './resource-visibility';

@Controller()
export class VisibleResourcesHandlers {
  constructor(private readonly visible: ResourceVisibility) {}

  @Handles(listVisibleResources)
  list({ body }: Request<typeof listVisibleResources>) {
    return this.visible.list(body);
  }
}
