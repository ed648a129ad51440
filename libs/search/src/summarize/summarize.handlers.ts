import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { summarizeResources } from '@lectern/contracts/search';
import { Controller } from '@nestjs/common';
import { SummarizeService } from './summarize.service';

@Controller()
export class SummarizeHandlers {
  constructor(private readonly summaries: SummarizeService) {}

  @Handles(summarizeResources)
  summarize(request: Request<typeof summarizeResources>) {
    return this.summaries.summarize(request);
  }
}
