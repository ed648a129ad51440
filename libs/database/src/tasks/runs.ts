import type { TaskDefinition } from '@lectern/contracts/core';
import type { EntityManager } from 'typeorm';

/** Information for a handler about its attempt. */
export interface TaskRun {
  readonly id: string;
  /**
   * Aborted after the task's `timeoutMs` (reason: AppError), and when the process stops or loses the job (reason:
   * InterruptedError): the job is then retried, unless it was stopped.
   */
  readonly signal: AbortSignal;
  /** Long work calls this at each step: `timeoutMs` counts from the last call. */
  readonly alive: () => void;
  /** From 1. */
  readonly attempt: number;
  readonly attemptsMax: number;
  /** Whether an operator replayed the job after it was given up. */
  readonly isReplay: boolean;
}

/** An attempt that can save progress. */
export interface HeldRun extends TaskRun {
  /** The progress saved by an earlier attempt. */
  readonly progress: unknown;
  /**
   * Saves progress for the next attempt and for observers, and renews the lease. Within a transaction of the service,
   * its writes are committed only if this process still has the job.
   *
   * @param progress plain JSON
   * @throws InterruptedError when the job was stopped, or another process has it
   */
  readonly save: (progress: unknown, options?: { readonly tx?: EntityManager }) => Promise<void>;
  /** Calls `check` after each renewal of the lease, every few seconds, until the attempt ends. */
  readonly whileHeld: (check: () => Promise<void>) => void;
}

export type TaskHandler<T> = (payload: T, run: HeldRun) => Promise<void>;

export interface RunsOptions {
  /** Maximum concurrent jobs in this process, separate from all other tasks. Default: they share `TASK_CONCURRENCY`. */
  readonly concurrency?: number;
  /** Maximum of these per tenant, in all processes. Default: all. Requires `concurrency`. */
  readonly tenantMax?: number;
}

export interface RunsMark extends RunsOptions {
  readonly task: TaskDefinition<unknown>;
}

const MARK = 'lectern:runs';

/**
 * Marks the provider method that handles a task. A job may run more than once (a process can be killed after the work
 * and before its completion is recorded): handlers are idempotent. When a handler throws, the job is retried later,
 * with growing delays.
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
