import { failsWithoutRoom } from '../../core/failures';
import { operation, type Policy } from '../../core/operation';
import { scheduledTask, task } from '../../core/task';
import { KnowledgeBoxTarget } from '../../knowledge-box/params';
import {
  AgentConfig,
  AgentTask,
  AgentTaskEnabled,
  AgentTaskPatch,
  AgentTasks,
  AgentTasksQuery,
  AgentTaskState,
  AgentTaskTarget,
  AgentTaskWorker,
  DeleteAgentTaskQuery,
  StartAgentTaskPayload,
  StartAgentTaskQuery,
} from './agent-task.dto';

const credentials = ['nua', 'sa', 'user', 'pat'] as const;
const reads: Policy = { credentials, role: 'READER', on: 'kb' };
const writes: Policy = { credentials, role: 'WRITER', on: 'kb' };
const deadlineMs = 15_000;

const item = '/api/v1/kb/{kbid}/task/{task_id}';
const noRequest = 'The box has no task for existing resources with this id.';
const noConfig = 'The box has no task for new resources with this id.';

/**
 * Starts an agent that adds data to fields: labels, entities with relations, questions with answers, facts, or new text
 * fields; or another task of the box, such as a move to another embedding model. It works in the background;
 * `GET …/inspect` says how far it is. Without a model that follows prompts, texts are labelled by how close their
 * meaning is to that of the labels, and entities, questions and facts are found by rule; other agents are refused. A
 * box has at most 1,000 tasks.
 */
export const startKnowledgeBoxTask = operation({
  name: 'understanding.agent-task.start',
  summary: 'Start a data-augmentation task',
  http: { method: 'POST', path: '/api/v1/kb/{kbid}/task/start', host: 'zone', success: 200 },
  policy: writes,
  params: KnowledgeBoxTarget,
  query: StartAgentTaskQuery,
  body: StartAgentTaskPayload,
  answer: AgentTaskState,
  fails: {
    ...failsWithoutRoom,
    invalid_request:
      'The request is not valid, the parameters are not those of the task, the model cannot do it, or another task ' +
      'asks for the same destination.',
    quota_exceeded: 'The knowledge box has 1,000 tasks.',
  },
  deadlineMs,
  feature: 'generative',
});

/** Lists the agents that can be started, and the started tasks. */
export const listKnowledgeBoxTasks = operation({
  name: 'understanding.agent-task.list',
  summary: 'List data-augmentation tasks',
  http: { method: 'GET', path: '/api/v1/kb/{kbid}/tasks', host: 'zone', success: 200 },
  policy: reads,
  params: KnowledgeBoxTarget,
  query: AgentTasksQuery,
  answer: AgentTasks,
  deadlineMs,
});

/** Of an id that is not there, both members are null. */
export const inspectKnowledgeBoxTask = operation({
  name: 'understanding.agent-task.inspect',
  summary: 'Get a data-augmentation task',
  http: { method: 'GET', path: `${item}/inspect`, host: 'zone', success: 200 },
  policy: reads,
  params: AgentTaskTarget,
  answer: AgentTask,
  deadlineMs,
});

/**
 * Returns a task for existing resources with the definition of its kind. Lectern's own processes run tasks, so there
 * are no tokens for workers: these members are null.
 */
export const inspectKnowledgeBoxTaskWorker = operation({
  name: 'understanding.agent-task.worker',
  summary: 'Get a data-augmentation task as its worker needs it',
  http: { method: 'GET', path: `${item}/worker_config`, host: 'zone', success: 200 },
  policy: { credentials: ['nua'], role: 'any', on: 'kb' },
  params: AgentTaskTarget,
  answer: AgentTaskWorker,
  fails: { not_found: noRequest },
  deadlineMs,
});

/** Stops a task for existing resources between two fields. Its results stay. One that is done stays done. */
export const stopKnowledgeBoxTask = operation({
  name: 'understanding.agent-task.stop',
  summary: 'Stop a data-augmentation task',
  http: { method: 'POST', path: `${item}/stop`, host: 'zone', success: 200 },
  policy: writes,
  params: AgentTaskTarget,
  answer: AgentTaskState,
  fails: { ...failsWithoutRoom, not_found: noRequest },
  worksWithoutRoom: true,
  deadlineMs,
});

/** Has a task for existing resources walk through them once more. Work on unchanged content is not repeated. */
export const restartKnowledgeBoxTask = operation({
  name: 'understanding.agent-task.restart',
  summary: 'Restart a data-augmentation task',
  http: { method: 'POST', path: `${item}/restart`, host: 'zone', success: 200 },
  policy: writes,
  params: AgentTaskTarget,
  answer: AgentTaskState,
  fails: {
    ...failsWithoutRoom,
    not_found: noRequest,
    invalid_request: 'Another task asks for the same destination.',
  },
  deadlineMs,
  feature: 'generative',
});

/** Replaces the parameters of a task for new resources. Its results stay. */
export const patchKnowledgeBoxTask = operation({
  name: 'understanding.agent-task.patch',
  summary: 'Change a data-augmentation task',
  http: { method: 'PATCH', path: item, host: 'zone', success: 200 },
  policy: writes,
  params: AgentTaskTarget,
  body: AgentTaskPatch,
  answer: AgentConfig,
  fails: {
    ...failsWithoutRoom,
    not_found: noConfig,
    invalid_request:
      'The parameters are not those of the task, the model cannot do it, or another task asks for the same destination.',
  },
  deadlineMs,
});

/** Has a task process new resources, or ignore them; resources processed while it is off stay as they are. */
export const enableKnowledgeBoxTask = operation({
  name: 'understanding.agent-task.enable',
  summary: 'Enable or disable a data-augmentation task',
  http: { method: 'POST', path: `${item}/enable`, host: 'zone', success: 200, reply: 'null' },
  policy: writes,
  params: AgentTaskTarget,
  body: AgentTaskEnabled,
  fails: { ...failsWithoutRoom, not_found: noConfig },
  deadlineMs,
});

/**
 * Deletes a task. With `cleanup`, a new task removes what it wrote. A task for existing resources that waits or works
 * must be stopped first. An id that is not there is no error.
 */
export const deleteKnowledgeBoxTask = operation({
  name: 'understanding.agent-task.delete',
  summary: 'Delete a data-augmentation task',
  http: { method: 'DELETE', path: item, host: 'zone', success: 200, reply: 'null' },
  policy: writes,
  params: AgentTaskTarget,
  query: DeleteAgentTaskQuery,
  fails: { ...failsWithoutRoom, invalid_request: 'The task waits or works: stop it first.' },
  deadlineMs,
});

/** Starts a task that removes all that this one wrote: labels, entities, relations, questions, and text fields. */
export const cleanupKnowledgeBoxTask = operation({
  name: 'understanding.agent-task.cleanup',
  summary: 'Remove what a data-augmentation task wrote',
  http: { method: 'POST', path: `${item}/cleanup`, host: 'zone', success: 200 },
  policy: writes,
  params: AgentTaskTarget,
  answer: AgentTask,
  fails: {
    ...failsWithoutRoom,
    not_found: 'The box has no task with this id.',
    quota_exceeded: 'The knowledge box has 1,000 tasks.',
  },
  deadlineMs,
});

/** Works on tasks of a box that are due, for a turn. */
export const workOnAgentTasks = task<{ readonly kbid: string }>({
  name: 'workOnAgentTasks',
  attemptsMax: 25,
  // A quarter of it passes at most before a task that waits for a model learns that it was stopped.
  leaseMs: 12_000,
  timeoutMs: 10 * 60_000,
});

/** What an operation of a task found in a field, for one of its triggers. */
export interface AgentTriggerCall {
  /** Id of the knowledge box. */
  readonly kbid: string;
  /** Id of the task. */
  readonly task: string;
  /** Number of the operation, from 0. */
  readonly at: number;
  /** Number of the trigger in the operation, from 0. */
  readonly number: number;
  /** Id of the resource. */
  readonly rid: string;
  /** `{letter}/{id}` of the field. */
  readonly field_id: string;
  /** What was found; null when it is too large to be sent. */
  readonly payload: object | null;
}

/** Calls a trigger of a task, five times at most. */
export const deliverAgentTrigger = task<AgentTriggerCall>({
  name: 'deliverAgentTrigger',
  attemptsMax: 5,
  timeoutMs: 60_000,
  worksWithoutRoom: true,
});

/** Has tasks worked on that are due in boxes where nothing would do that: those that an earlier version began. */
export const resumeAgentTasks = scheduledTask('resumeAgentTasks', { intervalMs: 60 * 60_000, afterStartMs: 0 });
