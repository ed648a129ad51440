import { BAD_CURSOR, failsWithoutRoom } from '../../core/failures';
import { operation, type Policy } from '../../core/operation';
import { TaskReplayPayload, Tasks, TasksQuery, TasksReplayed } from './task.dto';

/** Users who run the deployment. Not part of what applications use. */
const runsDeployment: Policy = { credentials: ['user', 'pat'], role: 'ROOT', on: 'nothing' };

const DEADLINE_MS = 30_000;

/**
 * Returns work oldest first; work that is done is not kept. `cursor` of an answer names the next page. @throws AppError
 * `invalid_request` for a bad cursor
 */
export const listTasks = operation({
  name: 'kb.task.list',
  summary: 'List work of the zone that waits, runs or has failed',
  http: { method: 'GET', path: '/api/v1/admin/tasks', host: 'zone', success: 200 },
  policy: runsDeployment,
  query: TasksQuery,
  answer: Tasks,
  fails: { invalid_request: BAD_CURSOR },
  deadlineMs: DEADLINE_MS,
});

/**
 * Gives one task, or all that have failed for good, their attempts back and has them tried at once. A named task may
 * also be one that waits. @throws AppError `not_found`, `conflict` while it runs
 */
export const replayTasks = operation({
  name: 'kb.task.replay',
  summary: 'Try work again that has failed for good',
  http: { method: 'POST', path: '/api/v1/admin/tasks/replay', host: 'zone', success: 202 },
  policy: runsDeployment,
  body: TaskReplayPayload,
  answer: TasksReplayed,
  fails: {
    ...failsWithoutRoom,
    not_found: 'There is no task with this id; work that is done is not kept.',
    conflict: 'The task is running.',
  },
  worksWithoutRoom: true,
  deadlineMs: DEADLINE_MS,
});
