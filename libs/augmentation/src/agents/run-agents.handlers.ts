import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { predictRunAgents, predictRunAgentsText, runAgentsOnResource } from '@lectern/contracts/understanding';
import { Controller } from '@nestjs/common';
import { boxOf } from '@lectern/understanding';
import { RunAgentsService } from './run-agents.service';

@Controller()
export class RunAgentsHandlers {
  constructor(private readonly agents: RunAgentsService) {}

  @Handles(predictRunAgents)
  onFields(request: Request<typeof predictRunAgents>) {
    return this.agents.onFields(request.body, { box: boxOf(request), signal: request.signal });
  }

  @Handles(predictRunAgentsText)
  onTexts(request: Request<typeof predictRunAgentsText>) {
    return this.agents.onTexts(request.body, { box: boxOf(request), signal: request.signal });
  }

  @Handles(runAgentsOnResource)
  onResource(request: Request<typeof runAgentsOnResource>) {
    const { params, body, principal, signal } = request;
    const filters = body.filters?.map(({ type, task_names }) => ({ operation_type: type, task_names }));
    const wanted = { ids: body.agent_ids ?? [], filters };
    return this.agents.onResource({ ...params, principal }, wanted, { box: boxOf(request), signal });
  }
}
