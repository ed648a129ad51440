import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { clientOf, retrieveParagraphs } from '@lectern/contracts/search';
import { Controller } from '@nestjs/common';
import { RecordedRetrievals } from './recorded-retrievals';

@Controller()
export class RetrieveHandlers {
  constructor(private readonly retrievals: RecordedRetrievals) {}

  @Handles(retrieveParagraphs)
  retrieve(request: Request<typeof retrieveParagraphs>) {
    const { params, headers, body } = request;
    return this.retrievals.retrieve(params.kbid, body, { ...request, client: clientOf(headers) });
  }
}
