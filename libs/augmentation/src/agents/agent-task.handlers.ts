import { handlersOf } from '@lectern/bus';
import type { Principal } from '@lectern/contracts/core';
import {
  cleanupKnowledgeBoxTask,
  deleteKnowledgeBoxTask,
  enableKnowledgeBoxTask,
  inspectKnowledgeBoxTask,
  inspectKnowledgeBoxTaskWorker,
  listKnowledgeBoxTasks,
  patchKnowledgeBoxTask,
  restartKnowledgeBoxTask,
  startKnowledgeBoxTask,
  stopKnowledgeBoxTask,
} from '@lectern/contracts/understanding';
import { AgentTaskService, type TaskReference } from './agent-task.service';

export const AgentTaskHandlers = handlersOf(AgentTaskService)
  .answer(startKnowledgeBoxTask, (tasks, { params: { kbid }, query, body, principal }) =>
    tasks.start({ kbid, principal }, body, query.apply),
  )
  .answer(listKnowledgeBoxTasks, (tasks, { params, query }) => tasks.list(params.kbid, query.count))
  .answer(inspectKnowledgeBoxTask, (tasks, request) => tasks.inspect(referenceOf(request)))
  .answer(inspectKnowledgeBoxTaskWorker, (tasks, request) => tasks.worker(referenceOf(request)))
  .answer(stopKnowledgeBoxTask, (tasks, request) => tasks.stop(referenceOf(request)))
  .answer(restartKnowledgeBoxTask, (tasks, request) => tasks.restart(referenceOf(request)))
  .answer(patchKnowledgeBoxTask, (tasks, request) => tasks.patch(referenceOf(request), request.body.parameters))
  .answer(enableKnowledgeBoxTask, (tasks, request) => tasks.enable(referenceOf(request), request.body))
  .answer(deleteKnowledgeBoxTask, (tasks, request) => tasks.delete(referenceOf(request), request.query.cleanup))
  .answer(cleanupKnowledgeBoxTask, (tasks, request) => tasks.cleanup(referenceOf(request)));

function referenceOf({
  params: { kbid, task_id: id },
  principal,
}: {
  readonly params: { readonly kbid: string; readonly task_id: string };
  readonly principal: Principal;
}): TaskReference {
  return { kbid, id, principal };
}
