/** Work to be done later, which survives a crash. The type parameter is the payload, plain JSON. */
export interface TaskDefinition<T> {
  /** Imperative: `processResource`. */
  readonly name: string;
  /** Attempts before it counts as failed for good and waits for a replay. */
  readonly attemptsMax: number;
  /** How long an attempt may go without a sign of life. */
  readonly timeoutMs: number;
  /** Carries the type only; never set. */
  readonly payload?: T;
}

/** Declares a task. */
export function task<T>(definition: TaskDefinition<T>): TaskDefinition<T> {
  return definition;
}
