import { handlersOf } from '@lectern/bus';
import type { Principal } from '@lectern/contracts/core';
import {
  deleteDatasetTask,
  inspectDatasetTask,
  listDatasetTasks,
  startDatasetTask,
  stopDatasetTask,
} from '@lectern/contracts/understanding';
import { type DatasetTaskCall, DatasetTaskService } from './dataset-task.service';

export const DatasetTaskHandlers = handlersOf(DatasetTaskService)
  .answer(startDatasetTask, (tasks, { params: { dataset_id: id }, principal, body }) =>
    tasks.start({ id, principal }, body),
  )
  .answer(listDatasetTasks, (tasks, { params: { dataset_id: id }, principal, query }) =>
    tasks.list({ id, principal }, query.count),
  )
  .answer(inspectDatasetTask, (tasks, request) => tasks.inspect(callOf(request)))
  .answer(stopDatasetTask, (tasks, request) => tasks.stop(callOf(request)))
  .answer(deleteDatasetTask, (tasks, request) => tasks.delete(callOf(request)));

function callOf({
  params: { dataset_id: id, task_id: task },
  principal,
}: {
  readonly params: { readonly dataset_id: string; readonly task_id: string };
  readonly principal: Principal;
}): DatasetTaskCall {
  return { id, task, principal };
}
