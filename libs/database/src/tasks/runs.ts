import type { TaskDefinition } from '@lectern/contracts/core';

/** What a handler knows about its attempt. */
export interface TaskRun {
  readonly id: string;
  /**
   * Aborted when the task's `timeoutMs` is over (reason: AppError), and when the process stops (reason:
   * InterruptedError): the job is then tried again.
   */
  readonly signal: AbortSignal;
  /** Work that takes long calls it with each step: `timeoutMs` counts from the last call. */
  readonly alive: () => void;
  /** From 1. */
  readonly attempt: number;
  readonly attemptsMax: number;
  /** Whether somebody had it tried again who saw that it was given up. */
  readonly isReplay: boolean;
}

export type TaskHandler<T> = (payload: T, run: TaskRun) => Promise<void>;

export interface RunsOptions {
  /** At most that many at once in this process, apart from all other tasks. Default: they share `TASK_CONCURRENCY`. */
  readonly concurrency?: number;
  /** Of these, at most that many for one tenant, in all processes. Default: all. Needs `concurrency`. */
  readonly tenantMax?: number;
}

export interface RunsMark extends RunsOptions {
  readonly task: TaskDefinition<unknown>;
}

const MARK = 'lectern:runs';

/**
 * Marks the provider method that does a task. A job may run more than once (a process can be killed after the work and
 * before the note that it is done): handlers are idempotent. A handler that throws is tried again later, with growing
 * pauses.
 */
export function Runs<T>(task: TaskDefinition<T>, options: RunsOptions = {}) {
  return <H extends TaskHandler<T>>(
    _target: object,
    _name: string | symbol,
    method: TypedPropertyDescriptor<H>,
  ): void => {
    if (method.value) Reflect.defineMetadata(MARK, { ...options, task } satisfies RunsMark, method.value);
  };
}

export function runsMark(method: unknown): RunsMark | undefined {
  // Only `Runs` writes it.
  return typeof method === 'function' ? (Reflect.getMetadata(MARK, method) as RunsMark | undefined) : undefined;
}
