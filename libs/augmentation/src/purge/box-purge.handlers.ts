import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { purgeBoxConfiguration } from '@lectern/contracts/understanding';
import { Controller } from '@nestjs/common';
import { ConfigurationService } from '@lectern/understanding';
import { AgentTaskService } from '../agents/agent-task.service';
import { TaskAssetService } from '../report/task-asset.service';

/** Removes the rows of a deleted box. */
@Controller()
export class BoxPurgeHandlers {
  constructor(
    private readonly configurations: ConfigurationService,
    private readonly tasks: AgentTaskService,
    private readonly assets: TaskAssetService,
  ) {}

  @Handles(purgeBoxConfiguration)
  async purge({ body }: Request<typeof purgeBoxConfiguration>): Promise<null> {
    await this.tasks.purge(body.kbid);
    await this.assets.purge(body.kbid);
    return this.configurations.purge(body);
  }
}
