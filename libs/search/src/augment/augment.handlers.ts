import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { augmentContext, clientOf } from '@lectern/contracts/search';
import { Controller } from '@nestjs/common';
import { RecordedCalls } from '@lectern/activity';
import { AugmentService } from './augment.service';

@Controller()
export class AugmentHandlers {
  constructor(
    private readonly augmentation: AugmentService,
    private readonly calls: RecordedCalls,
  ) {}

  @Handles(augmentContext)
  augment(request: Request<typeof augmentContext>) {
    const { params, headers, body, principal } = request;
    const { kbid } = params;
    const recorded = { kbid, principal, client: clientOf(headers), event: 'augment' as const };
    return this.calls.call(recorded, () => this.augmentation.augment(kbid, body, request));
  }
}
