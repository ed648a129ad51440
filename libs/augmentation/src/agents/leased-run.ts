import type { AgentTaskEntity } from './agent-task.entity';
import type { AgentTaskProgress } from './agent-task.repository';
import { grownTally, type TallyGain } from './agent-tally';

/** The result of a run. */
export type RunEnd = AgentTaskProgress & {
  /** When it is due next; null when it is done. */
  readonly dueAt: Date | null;
};

/** A task during a run: its progress and the result of the run. */
export class AgentTaskWork {
  /** The current state of the task. */
  task: AgentTaskEntity;
  end: RunEnd | undefined;
  failure: { readonly error: unknown } | undefined;
  private readonly lost = new AbortController();
  readonly signal: AbortSignal;
  private countedMs = performance.now();

  /** @param run aborts when this process must stop working */
  constructor(task: AgentTaskEntity, run: AbortSignal) {
    this.task = task;
    this.signal = AbortSignal.any([this.lost.signal, run]);
  }

  /** Whether the task still has work in this run. */
  get isActive(): boolean {
    return !this.end && !this.failure && !this.isLost;
  }

  get isLost(): boolean {
    return this.lost.signal.aborted;
  }

  /** Marks the task as stopped, deleted or taken over by another process. */
  lose(): void {
    this.lost.abort();
  }

  note(progress: AgentTaskProgress): void {
    this.task = { ...this.task, ...progress };
  }

  /** Adds to the tally of the task, with the time since this was called before. */
  tally(gain: TallyGain): void {
    const now = performance.now();
    const workedMs = now - this.countedMs;
    this.countedMs = now;
    this.note({ progress: grownTally(this.task.progress, { ...gain, workedMs }) });
  }
}

/** A lease on tasks of one box, which alternates with other tasks of the box. */
export interface LeasedRun {
  readonly signal: AbortSignal;
  /** Stores the progress of tasks and marks lost ones. @throws the signal's reason */
  readonly keep: (works: readonly AgentTaskWork[]) => Promise<void>;
  /**
   * Called before anything is generated.
   *
   * @throws AppError `blocked` while the account is blocked, TaskWaits when the task has used what it may use in a day
   */
  readonly admit: (task: AgentTaskEntity) => Promise<void>;
}

export function activeOnes(works: readonly AgentTaskWork[]): readonly AgentTaskWork[] {
  return works.filter((one) => one.isActive);
}
