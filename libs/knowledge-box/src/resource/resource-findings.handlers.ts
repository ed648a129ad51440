import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { awaitFinding } from '@lectern/contracts/knowledge-box';
import { Controller } from '@nestjs/common';
import { ResourceFindings } from './resource-findings';

@Controller()
export class ResourceFindingsHandlers {
  constructor(private readonly findings: ResourceFindings) {}

  @Handles(awaitFinding)
  await({ body, signal }: Request<typeof awaitFinding>) {
    return this.findings.await(body, signal);
  }
}
