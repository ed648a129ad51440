import { IsIn, IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import type { Integer } from '../../core/integer';

/** States of background work. */
export const taskStates = ['waiting', 'running', 'retrying', 'failed'] as const;

/**
 * State of background work. `retrying` has failed before and is tried again; `failed` has used up its attempts and
 * waits for a replay.
 */
export type TaskState = (typeof taskStates)[number];

/** Which work is wanted, and which page of it. */
export class TasksQuery {
  /** Only work in this state; all when absent. */
  @IsOptional() @IsIn(taskStates) state?: TaskState;
  /** Only work of this name, such as `processResource`; all when absent. */
  @IsOptional() @IsString() task?: string;
  /** `cursor` of the previous page; the first page when absent. */
  @IsOptional() @IsString() cursor?: string;
  /** Most tasks on a page. */
  @IsInt() @Min(1) @Max(200) limit: number = 200;
}

/** A piece of background work. */
export class TaskView {
  /** Id of the task; names it when it is replayed. */
  id!: string;
  /** Name of the kind of work, such as `processResource`. */
  task!: string;
  /**
   * Objects of the work, such as ids of the knowledge box, the resource and the field.
   *
   * @asType object
   */
  payload!: unknown;
  /** Whether it waits, runs or has failed. */
  state!: TaskState;
  /** Attempts that were begun. */
  attempts!: Integer;
  /** Attempts after which it counts as failed. */
  attempts_max!: Integer;
  /** Why the last attempt failed; null when none has. */
  error!: string | null;
  /** When it is or was due, UTC without suffix. */
  next!: string;
  /** When it was added, UTC without suffix. */
  created!: string;
}

/** A page of background work. */
export class Tasks {
  /** At most `limit`, oldest first. */
  tasks!: readonly TaskView[];
  /** Names the next page; null on the last one. */
  cursor!: string | null;
}

/** Which work is tried again. */
export class TaskReplayPayload {
  /** Id of the one task; all that have failed for good when absent. */
  @IsOptional() @IsString() id?: string | null;
}

/** The replayed tasks. */
export class TasksReplayed {
  /** Tasks that are tried again. */
  replayed!: Integer;
}
