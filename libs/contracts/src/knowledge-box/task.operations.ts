import { IsIn, IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import { operation, type Policy } from '../core/operation';

/** `retrying` has failed before and will be tried again; `failed` has used up its attempts and waits for a replay. */
export const taskStates = ['waiting', 'running', 'retrying', 'failed'] as const;
export type TaskState = (typeof taskStates)[number];

export class TasksQuery {
  @IsOptional() @IsIn(taskStates) state?: TaskState;
  /** Of this name. */
  @IsOptional() @IsString() task?: string;
  /** Of the page before. */
  @IsOptional() @IsString() cursor?: string;
  @IsInt() @Min(1) @Max(200) limit: number = 200;
}

export class TaskView {
  id!: string;
  task!: string;
  /** What it is about: ids. */
  payload!: unknown;
  state!: TaskState;
  attempts!: number;
  attempts_max!: number;
  /** Why the last attempt failed. */
  error!: string | null;
  /** UTC without suffix, as below: when it is tried next. */
  next!: string;
  created!: string;
}

export class Tasks {
  tasks!: readonly TaskView[];
  /** Null on the last page. */
  cursor!: string | null;
}

export class TaskReplayPayload {
  /** The one task; all that have failed for good when absent. */
  @IsOptional() @IsString() id?: string | null;
}

export class TasksReplayed {
  replayed!: number;
}

/** Whoever runs the deployment. Not part of what applications use. */
const runsDeployment: Policy = { credentials: ['user', 'pat'], role: 'ROOT', on: 'nothing' };
const DEADLINE_MS = 30_000;

/** Oldest first. @throws AppError `invalid_request` for a cursor that is none */
export const listTasks = operation({
  name: 'kb.task.list',
  summary: 'List work of the zone that waits, runs or has failed',
  http: { method: 'GET', path: '/api/v1/admin/tasks', host: 'zone', success: 200 },
  policy: runsDeployment,
  query: TasksQuery,
  answer: Tasks,
  deadlineMs: DEADLINE_MS,
});

/** With all attempts anew. @throws AppError `not_found`, `conflict` for one that runs */
export const replayTasks = operation({
  name: 'kb.task.replay',
  summary: 'Try work again that has failed for good',
  http: { method: 'POST', path: '/api/v1/admin/tasks/replay', host: 'zone', success: 202 },
  policy: runsDeployment,
  body: TaskReplayPayload,
  answer: TasksReplayed,
  deadlineMs: DEADLINE_MS,
});
