import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { processField } from '@lectern/contracts/understanding';
import { Controller } from '@nestjs/common';
import { ProcessService } from './process.service';

@Controller()
export class ProcessHandlers {
  constructor(private readonly processing: ProcessService) {}

  @Handles(processField)
  process({ body, signal }: Request<typeof processField>) {
    return this.processing.process(body, signal);
  }
}
