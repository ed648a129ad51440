import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { getProcessingRequest, pushToProcessing } from '@lectern/contracts/understanding';
import { Controller } from '@nestjs/common';
import { PushService } from './push.service';
import { RecordService } from './record.service';

@Controller()
export class PushHandlers {
  constructor(
    private readonly pushes: PushService,
    private readonly records: RecordService,
  ) {}

  @Handles(pushToProcessing)
  push({ body, principal }: Request<typeof pushToProcessing>) {
    return this.pushes.push(body, principal);
  }

  @Handles(getProcessingRequest)
  get({ params, principal }: Request<typeof getProcessingRequest>) {
    return this.records.get(params.processing_id, principal);
  }
}
