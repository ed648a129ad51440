import type { AgentTaskProgress } from '@lectern/understanding-rows';

/** How a turn of work ended. */
export type TurnEnd = AgentTaskProgress & {
  /** When it is worked on next; null when it is done. */
  readonly dueAt: Date | null;
};

/** Someone's right to work on a task. */
export interface Turn {
  readonly signal: AbortSignal;
  /** Stores how far it got. @throws the signal's reason when the task was stopped or given to somebody else */
  readonly keep: (progress: AgentTaskProgress) => Promise<void>;
  /** Asked before anything is generated. @throws AppError `blocked` while the account is blocked */
  readonly admit: () => Promise<void>;
}
