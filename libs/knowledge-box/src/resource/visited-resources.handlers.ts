import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { getResource } from '@lectern/contracts/knowledge-box';
import { Controller } from '@nestjs/common';
import { VisitedResources } from './visited-resources';

@Controller()
export class VisitedResourcesHandlers {
  constructor(private readonly visited: VisitedResources) {}

  @Handles(getResource)
  get({ params, query, principal }: Request<typeof getResource>) {
    return this.visited.get(params, query, principal);
  }
}
