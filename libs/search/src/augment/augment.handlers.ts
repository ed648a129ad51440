import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { augmentContext } from '@lectern/contracts/search';
import { Controller } from '@nestjs/common';
import { AugmentService } from './augment.service';

@Controller()
export class AugmentHandlers {
  constructor(private readonly augmentation: AugmentService) {}

  @Handles(augmentContext)
  augment(request: Request<typeof augmentContext>) {
    return this.augmentation.augment(request.params.kbid, request.body, request);
  }
}
