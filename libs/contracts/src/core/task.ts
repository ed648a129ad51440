/** Work to be done later, which survives a crash. The type parameter is the payload, plain JSON. */
export interface TaskDefinition<T> {
  /** Imperative: `processResource`. */
  readonly name: string;
  /** Attempts before it counts as failed for good and waits for a replay. */
  readonly attemptsMax: number;
  /** How long an attempt may go without a heartbeat. */
  readonly timeoutMs: number;
  /**
   * How long a process that works on it may be silent, by the clock of the database, before others do it. Processes
   * report four times as often. Whole seconds; default one minute.
   */
  readonly leaseMs?: number;
  /**
   * It is done by itself, once per interval over all processes. One that was missed is done once when a process is
   * there again.
   */
  readonly every?: TaskInterval;
  /**
   * It is done even while less than the reserve of the disk is free, since it frees room or takes next to none. All
   * other tasks wait until there is room.
   */
  readonly worksWithoutRoom?: boolean;
  /** Carries the type only; never set. */
  readonly payload?: T;
}

export interface TaskInterval {
  readonly intervalMs: number;
  /** Also so long after the start of each process. Default: only when the interval since the last time is over. */
  readonly afterStartMs?: number;
}

/** Declares a task. */
export function task<T>(definition: TaskDefinition<T>): TaskDefinition<T> {
  return definition;
}

/** Declares a task without a payload that is done once per interval over all processes. */
export function scheduledTask(
  name: string,
  every: TaskInterval,
  more: Partial<TaskDefinition<object>> = {},
): TaskDefinition<object> & { readonly every: TaskInterval } {
  return { attemptsMax: 3, timeoutMs: 10 * 60_000, ...more, name, every };
}
