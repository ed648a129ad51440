import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { retrieveParagraphs } from '@lectern/contracts/search';
import { Controller } from '@nestjs/common';
import { RetrieveService } from './retrieve.service';

@Controller()
export class RetrieveHandlers {
  constructor(private readonly retrieval: RetrieveService) {}

  @Handles(retrieveParagraphs)
  retrieve(request: Request<typeof retrieveParagraphs>) {
    return this.retrieval.retrieve(request.params.kbid, request.body, request);
  }
}
