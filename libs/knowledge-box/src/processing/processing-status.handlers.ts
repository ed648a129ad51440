import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { listProcessingStatus } from '@lectern/contracts/knowledge-box';
import { Controller } from '@nestjs/common';
import { ProcessingStatusService } from './processing-status.service';

@Controller()
export class ProcessingStatusHandlers {
  constructor(private readonly status: ProcessingStatusService) {}

  @Handles(listProcessingStatus)
  list({ params, query, principal }: Request<typeof listProcessingStatus>) {
    return this.status.list(params.kbid, query, principal);
  }
}
