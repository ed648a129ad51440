import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import {
  extendProcessingPull,
  getProcessingPullStatus,
  pullProcessing,
  pullProcessingLegacy,
  pushToProcessing,
} from '@lectern/contracts/understanding';
import { Controller } from '@nestjs/common';
import { PushService } from './push.service';
import { QueueService } from './queue.service';

@Controller()
export class PushHandlers {
  constructor(
    private readonly pushes: PushService,
    private readonly queue: QueueService,
  ) {}

  @Handles(pushToProcessing)
  push({ body, principal }: Request<typeof pushToProcessing>) {
    return this.pushes.push(body, principal);
  }

  @Handles(pullProcessing)
  pull({ body, principal, signal }: Request<typeof pullProcessing>) {
    return this.queue.pull(body, { principal, signal });
  }

  @Handles(extendProcessingPull)
  extend({ body, principal }: Request<typeof extendProcessingPull>) {
    return this.queue.extend(body.ack, principal);
  }

  @Handles(getProcessingPullStatus)
  status({ principal }: Request<typeof getProcessingPullStatus>) {
    return this.queue.status(principal);
  }

  @Handles(pullProcessingLegacy)
  pullLegacy({ query, principal, signal }: Request<typeof pullProcessingLegacy>) {
    return this.queue.pullLegacy(query, { principal, signal });
  }
}
