/** Work to be done later, which survives a crash. The type parameter is the payload, plain JSON. */
export interface TaskDefinition<T> {
  /** Imperative: `processResource`. */
  readonly name: string;
  /** Attempts before it counts as failed for good and waits for a replay. */
  readonly attemptsMax: number;
  /** How long an attempt may go without a heartbeat. */
  readonly timeoutMs: number;
  /**
   * It is done even while less than the reserve of the disk is free, since it frees room or takes next to none. All
   * other tasks wait until there is room.
   */
  readonly worksWithoutRoom?: boolean;
  /** Carries the type only; never set. */
  readonly payload?: T;
}

/** Declares a task. */
export function task<T>(definition: TaskDefinition<T>): TaskDefinition<T> {
  return definition;
}
