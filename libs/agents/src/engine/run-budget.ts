import { AppError } from '@lectern/contracts/core';

/** Steps of modules of one interaction, those that are tried again and those within modules, too. */
export const STEPS_MAX = 500;

/** What one interaction may do. */
export class RunBudget {
  private readonly ended = new AbortController();
  private steps = 0;

  /** Aborted when the budget is used up. */
  get signal(): AbortSignal {
    return this.ended.signal;
  }

  /** @throws AppError `quota_exceeded` for a step too many, which ends the interaction */
  noteStep(): void {
    this.steps += 1;
    if (this.steps <= STEPS_MAX) return;
    this.end(`The interaction needs more than ${STEPS_MAX} steps of modules: make the workflow smaller`);
    this.ended.signal.throwIfAborted();
  }

  /** Ends the interaction, with a limit that it reached. */
  end(message: string): void {
    this.ended.abort(new AppError('quota_exceeded', message));
  }
}
