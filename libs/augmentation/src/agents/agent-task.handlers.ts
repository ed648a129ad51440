import { Handles } from '@lectern/bus';
import type { Principal, Request } from '@lectern/contracts/core';
import {
  cleanupKnowledgeBoxTask,
  deleteKnowledgeBoxTask,
  enableKnowledgeBoxTask,
  inspectKnowledgeBoxTask,
  listKnowledgeBoxTasks,
  patchKnowledgeBoxTask,
  restartKnowledgeBoxTask,
  startKnowledgeBoxTask,
  stopKnowledgeBoxTask,
} from '@lectern/contracts/understanding';
import { Controller } from '@nestjs/common';
import { AgentTaskService, type TaskReference } from './agent-task.service';

@Controller()
export class AgentTaskHandlers {
  constructor(private readonly tasks: AgentTaskService) {}

  @Handles(startKnowledgeBoxTask)
  start({ params: { kbid }, query, body, principal }: Request<typeof startKnowledgeBoxTask>) {
    return this.tasks.start({ kbid, principal }, body, query.apply);
  }

  @Handles(listKnowledgeBoxTasks)
  list({ params, query }: Request<typeof listKnowledgeBoxTasks>) {
    return this.tasks.list(params.kbid, query.count);
  }

  @Handles(inspectKnowledgeBoxTask)
  inspect(request: Request<typeof inspectKnowledgeBoxTask>) {
    return this.tasks.inspect(referenceOf(request));
  }

  @Handles(stopKnowledgeBoxTask)
  stop(request: Request<typeof stopKnowledgeBoxTask>) {
    return this.tasks.stop(referenceOf(request));
  }

  @Handles(restartKnowledgeBoxTask)
  restart(request: Request<typeof restartKnowledgeBoxTask>) {
    return this.tasks.restart(referenceOf(request));
  }

  @Handles(patchKnowledgeBoxTask)
  patch(request: Request<typeof patchKnowledgeBoxTask>) {
    return this.tasks.patch(referenceOf(request), request.body.parameters);
  }

  @Handles(enableKnowledgeBoxTask)
  enable(request: Request<typeof enableKnowledgeBoxTask>) {
    return this.tasks.enable(referenceOf(request), request.body);
  }

  @Handles(deleteKnowledgeBoxTask)
  delete(request: Request<typeof deleteKnowledgeBoxTask>) {
    return this.tasks.delete(referenceOf(request), request.query.cleanup);
  }

  @Handles(cleanupKnowledgeBoxTask)
  cleanup(request: Request<typeof cleanupKnowledgeBoxTask>) {
    return this.tasks.cleanup(referenceOf(request));
  }
}

function referenceOf({
  params: { kbid, task_id: id },
  principal,
}: {
  readonly params: { readonly kbid: string; readonly task_id: string };
  readonly principal: Principal;
}): TaskReference {
  return { kbid, id, principal };
}
