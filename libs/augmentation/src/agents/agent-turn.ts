import type { AgentTaskEntity, AgentTaskProgress } from '@lectern/understanding-rows';

/** How a turn of work ended. */
export type TurnEnd = AgentTaskProgress & {
  /** When it is worked on next; null when it is done. */
  readonly dueAt: Date | null;
};

/** A task during a turn: how far it got, and how the turn ended for it. */
export class AgentTaskWork {
  /** As it is now. */
  task: AgentTaskEntity;
  end: TurnEnd | undefined;
  failure: { readonly error: unknown } | undefined;
  private readonly lost = new AbortController();
  readonly signal: AbortSignal;

  /** @param turn aborts when nothing more is to be done in this process */
  constructor(task: AgentTaskEntity, turn: AbortSignal) {
    this.task = task;
    this.signal = AbortSignal.any([this.lost.signal, turn]);
  }

  /** Whether there is something to be done for it in this turn. */
  get isActive(): boolean {
    return !this.end && !this.failure && !this.isLost;
  }

  get isLost(): boolean {
    return this.lost.signal.aborted;
  }

  /** It was stopped, deleted or given to somebody else. */
  lose(): void {
    this.lost.abort();
  }

  note(progress: AgentTaskProgress): void {
    this.task = { ...this.task, ...progress };
  }
}

/** Someone's right to work on tasks of one box, which takes turns with other tasks of the box. */
export interface Turn {
  readonly signal: AbortSignal;
  /** Stores how far tasks got, and finds out which of them are lost. @throws the signal's reason */
  readonly keep: (works: readonly AgentTaskWork[]) => Promise<void>;
  /** Asked before anything is generated. @throws AppError `blocked` while the account is blocked */
  readonly admit: (account: string) => Promise<void>;
}

export function activeOnes(works: readonly AgentTaskWork[]): readonly AgentTaskWork[] {
  return works.filter((one) => one.isActive);
}
