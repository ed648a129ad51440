import { On } from '@lectern/bus';
import { type ResourceReference, resourceProgressed, type ResourceStep } from '@lectern/contracts/knowledge-box';
import { Controller } from '@nestjs/common';
import { ResourceActivity } from './resource-activity';

@Controller()
export class ResourceActivityListener {
  constructor(private readonly activity: ResourceActivity) {}

  @On(resourceProgressed)
  progressed({ kbid }: ResourceReference & ResourceStep): void {
    this.activity.tell(kbid);
  }
}
