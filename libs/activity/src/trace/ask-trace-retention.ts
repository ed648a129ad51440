import { readConfig } from '@lectern/config';
import { removeOldAskTraces } from '@lectern/contracts/search';
import { Runs, type TaskRun, Transactions } from '@lectern/database';
import { inSteps, type StepsOptions } from '@lectern/runtime';
import { Injectable } from '@nestjs/common';
import { askTracesConfig } from './ask-traces.config';
import { AskTracesRepository } from './ask-traces.repository';

const DAY_MS = 24 * 60 * 60_000;
const ROWS_PER_STEP = 500;
const STEPS_MAX = 5_000;

/** Deletes old traces once per hour, and those of deleted boxes immediately. */
@Injectable()
export class AskTraceRetention {
  private readonly ageMsMax = readConfig(askTracesConfig).ASK_TRACE_DAYS * DAY_MS;

  constructor(
    private readonly transactions: Transactions,
    private readonly repository: AskTracesRepository,
  ) {}

  @Runs(removeOldAskTraces)
  async run(_: object, run: TaskRun): Promise<void> {
    await this.prune(new Date(), run);
  }

  /** Deletes all traces of a box that is marked as deleted. Safe to repeat. @throws AppError `unavailable` */
  async purge(kbid: string, signal: AbortSignal): Promise<void> {
    const step = () => this.transactions.single((tx) => this.repository.purge(kbid, ROWS_PER_STEP, tx));
    await inSteps(step, { signal, stepsMax: STEPS_MAX });
  }

  /**
   * @returns number of deleted traces
   * @throws AppError `unavailable`
   */
  async prune(now: Date, options?: StepsOptions): Promise<number> {
    const before = new Date(now.getTime() - this.ageMsMax);
    const step = () => this.transactions.single((tx) => this.repository.prune(before, ROWS_PER_STEP, tx));
    return inSteps(step, { ...options, stepsMax: STEPS_MAX });
  }
}
