import type { TaskDefinition } from '@lectern/contracts/core';
import type { EntityManager } from 'typeorm';

/** What a handler knows about its attempt. */
export interface TaskRun {
  readonly id: string;
  /**
   * Aborted when the task's `timeoutMs` is over (reason: AppError), and when the process stops or loses the job
   * (reason: InterruptedError): the job is then tried again, unless it was stopped.
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

/** An attempt that keeps something with its job. */
export interface HeldRun extends TaskRun {
  /** What an earlier attempt saved. */
  readonly progress: unknown;
  /**
   * Saves how far it got, for the next attempt and for those who look, and renews the lease. Within a transaction of
   * the service, what that writes is committed only by the process that has the job.
   *
   * @param progress plain JSON
   * @throws InterruptedError when the job was stopped, or another process has it
   */
  readonly save: (progress: unknown, options?: { readonly tx?: EntityManager }) => Promise<void>;
  /** Calls `check` each time that the lease is renewed, which takes some seconds, until the attempt ends. */
  readonly whileHeld: (check: () => Promise<void>) => void;
}

export type TaskHandler<T> = (payload: T, run: HeldRun) => Promise<void>;

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
