import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { getDeletion, verifyDeletion } from '@lectern/contracts/knowledge-box';
import { Controller } from '@nestjs/common';
import { DeletionService } from './deletion.service';

@Controller()
export class DeletionHandlers {
  constructor(private readonly deletions: DeletionService) {}

  @Handles(getDeletion)
  get({ params }: Request<typeof getDeletion>) {
    return this.deletions.get(params);
  }

  @Handles(verifyDeletion)
  verify({ params }: Request<typeof verifyDeletion>) {
    return this.deletions.verify(params);
  }
}
