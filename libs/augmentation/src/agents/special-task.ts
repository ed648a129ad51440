import type { AgentTaskWork, LeasedRun } from './leased-run';

/** A task that does something else than to go through resources field by field. */
export interface SpecialTask {
  /** Works for a turn, and ends the run. Safe to repeat. */
  run(work: AgentTaskWork, leased: LeasedRun): Promise<void>;
  /** Takes back what a task did; only of tasks that can be taken back. */
  undo?(work: AgentTaskWork, leased: LeasedRun): Promise<void>;
}
