import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { hydrateParagraphs } from '@lectern/contracts/search';
import { Controller } from '@nestjs/common';
import { HydrateService } from './hydrate.service';

@Controller()
export class HydrateHandlers {
  constructor(private readonly hydration: HydrateService) {}

  @Handles(hydrateParagraphs)
  hydrate(request: Request<typeof hydrateParagraphs>) {
    return this.hydration.hydrate(request.params.kbid, request.body, request);
  }
}
