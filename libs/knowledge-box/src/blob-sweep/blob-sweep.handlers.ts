import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { sweepBlobs } from '@lectern/contracts/knowledge-box';
import { Controller } from '@nestjs/common';
import { BlobSweepService } from './blob-sweep.service';

@Controller()
export class BlobSweepHandlers {
  constructor(private readonly blobs: BlobSweepService) {}

  @Handles(sweepBlobs)
  sweep({ body, signal }: Request<typeof sweepBlobs>) {
    return this.blobs.sweep(body, signal);
  }
}
