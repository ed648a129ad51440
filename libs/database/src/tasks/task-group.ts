import { runTaskList, type TaskList, type WorkerEvents, type WorkerPool } from 'graphile-worker';
import { EventEmitter } from 'node:events';
import type { Pool } from 'pg';
import { graphileLogger } from './graphile-logger';

/** How often jobs that other processes added, and those whose time has come, are looked for. */
const POLL_MS = 1_000;
/**
 * When a job is done, those that waited for it are looked for after so long: its end must have been written. Then once
 * more.
 */
const NEXT_MS = 5;
const NEXT_AGAIN_MS = 50;
/** Running handlers are aborted by the runner, which knows why: graphile's own signal is not used. */
const NEVER_MS = 2 ** 31 - 1;

export interface TaskGroupOptions {
  readonly schema: string;
  readonly concurrency: number;
  readonly tasks: TaskList;
  /**
   * Called at most once: the group takes no more jobs although nobody stopped it. graphile does so when it loses the
   * database.
   */
  readonly onGivenUp: () => void;
}

/** Workers that share a limit. */
export interface TaskGroup {
  /** What their jobs are locked by. */
  readonly id: string;
  /** Settles when all its work has ended; never fails. */
  readonly ended: Promise<void>;
  wake(count: number): void;
  /** Takes no more jobs and waits for the running ones. */
  stop(): Promise<void>;
}

export function startGroup(pgPool: Pool, { schema, concurrency, tasks, onGivenUp }: TaskGroupOptions): TaskGroup {
  const events: WorkerEvents = new EventEmitter();
  const group = runTaskList(
    {
      schema,
      concurrency,
      events,
      pollInterval: POLL_MS,
      noHandleSignals: true,
      gracefulShutdownAbortTimeout: NEVER_MS,
      logger: graphileLogger(schema),
      // One fetcher for all; completions are written in batches, since a single one that fails would end the process.
      preset: { worker: { localQueue: { size: concurrency }, completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    },
    tasks,
    pgPool,
  );
  const ended = group.promise.catch(() => undefined);
  let isEnding = false;
  events.once('pool:gracefulShutdown', () => {
    if (!isEnding) onGivenUp();
    isEnding = true;
  });
  events.on('job:complete', lookAgain(group));
  const stop = async () => {
    if (!isEnding) {
      isEnding = true;
      await group.gracefulShutdown();
    }
    await ended;
  };
  return { id: group.id, ended, wake: (count) => group.nudge(count), stop };
}

/**
 * graphile fetches again at once only after a full batch. A batch of jobs from queues is rarely full, since it takes
 * one per queue: without this, 10,000 of them ran at 39 a second instead of 2,000.
 */
function lookAgain(group: WorkerPool): () => void {
  const soon = debounced(() => group.nudge(1), NEXT_MS);
  const later = debounced(() => group.nudge(1), NEXT_AGAIN_MS);
  return () => {
    soon();
    later();
  };
}

/** Calls once, that long after the first of any number of calls. */
function debounced(call: () => void, timeMs: number): () => void {
  let timer: NodeJS.Timeout | undefined;
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      call();
    }, timeMs).unref();
  };
}
