import { type Failures, failsWithoutRoom } from '../../core/failures';
import { operation } from '../../core/operation';
import { scheduledTask, task } from '../../core/task';
import { AgentRequest, AgentTasks, AgentTasksQuery, AgentTaskState } from '../agent-task/agent-task.dto';
import { DatasetTarget } from '../dataset/dataset.dto';
import { processesForAccount } from '../processing-interface';
import { DatasetTaskTarget, StartDatasetTaskPayload } from './dataset-task.dto';

const deadlineMs = 15_000;
const base = '/api/v1/dataset/{dataset_id}';
const item = `${base}/task/{task_id}`;

const unknownDataset: Failures = { not_found: 'The account has no such dataset.' };
const unknown: Failures = { not_found: 'The account has no such dataset, or the dataset no such task.' };

/**
 * Starts an agent on all rows of a dataset of the type `FIELD_STREAMING`. It works in the background. Each row is one
 * field; what the agent finds in it is a processed message in the queue of the NUA client that started the task
 * (`processing/pull`). Rows without findings have a message, too. Each row is delivered once, also when the process is
 * killed; a partition that is replaced while it is read is read again. The task waits while the queue has 10,000
 * messages. A dataset has at most 100 tasks.
 */
export const startDatasetTask = operation({
  name: 'understanding.dataset-task.start',
  feature: 'generative',
  summary: 'Start a task on a dataset',
  http: { method: 'POST', path: `${base}/task/start`, host: 'zone', success: 200 },
  policy: processesForAccount,
  params: DatasetTarget,
  body: StartDatasetTaskPayload,
  answer: AgentTaskState,
  fails: {
    ...failsWithoutRoom,
    ...unknownDataset,
    invalid_request:
      'The request is not valid, the parameters are not those of the task, the model cannot do it, or the dataset is ' +
      'not of the type `FIELD_STREAMING`.',
    quota_exceeded: 'The dataset has 100 tasks.',
  },
  deadlineMs,
});

/** Lists the tasks that can be started on the dataset, and the started ones. */
export const listDatasetTasks = operation({
  name: 'understanding.dataset-task.list',
  summary: 'List the tasks of a dataset',
  http: { method: 'GET', path: `${base}/tasks`, host: 'zone', success: 200 },
  policy: processesForAccount,
  params: DatasetTarget,
  query: AgentTasksQuery,
  answer: AgentTasks,
  fails: unknownDataset,
  deadlineMs,
});

/** Returns how far a task is. */
export const inspectDatasetTask = operation({
  name: 'understanding.dataset-task.inspect',
  summary: 'Inspect a task of a dataset',
  http: { method: 'GET', path: `${item}/inspect`, host: 'zone', success: 200 },
  policy: processesForAccount,
  params: DatasetTaskTarget,
  answer: AgentRequest,
  fails: unknown,
  deadlineMs,
});

/** Stops a task. Delivered messages stay in the queue. Stopping a task that has ended changes nothing. */
export const stopDatasetTask = operation({
  name: 'understanding.dataset-task.stop',
  summary: 'Stop a task of a dataset',
  http: { method: 'POST', path: `${item}/stop`, host: 'zone', success: 200 },
  policy: processesForAccount,
  params: DatasetTaskTarget,
  answer: AgentTaskState,
  fails: { ...failsWithoutRoom, ...unknown },
  worksWithoutRoom: true,
  deadlineMs,
});

/** Deletes the record of a task that has ended. Messages in the queue stay. */
export const deleteDatasetTask = operation({
  name: 'understanding.dataset-task.delete',
  summary: 'Delete a task of a dataset',
  http: { method: 'DELETE', path: item, host: 'zone', success: 200, reply: 'null' },
  policy: processesForAccount,
  params: DatasetTaskTarget,
  fails: {
    ...failsWithoutRoom,
    ...unknown,
    invalid_request: 'The task waits or runs: it must be stopped first.',
  },
  deadlineMs,
});

/** Works on a task of a dataset, for a turn. */
export const workOnDatasetTask = task<{ readonly taskId: string }>({
  name: 'workOnDatasetTask',
  attemptsMax: 8,
  timeoutMs: 10 * 60_000,
  leaseMs: 20_000,
});

/** Ends tasks of datasets that were given up because their processes ended again and again. */
export const endGivenUpDatasetTasks = scheduledTask('endGivenUpDatasetTasks', { intervalMs: 60_000 });
