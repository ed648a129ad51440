import { readConfig } from '@lectern/config';
import { removeOldChanges } from '@lectern/contracts/knowledge-box';
import { Runs, type TaskRun, Transactions } from '@lectern/database';
import { ChangeLogRepository } from '@lectern/resource-store';
import { DeletionReceiptRepository } from '@lectern/indexing';
import { inSteps, type StepsOptions } from '@lectern/runtime';
import { Injectable } from '@nestjs/common';
import { changeLogConfig } from './change-log.config';

const DAY_MS = 24 * 60 * 60_000;
const ROWS_PER_STEP = 10_000;

/** Deletes old changes and deletion receipts once per hour. */
@Injectable()
export class ChangeLogPruning {
  private readonly ageMsMax = readConfig(changeLogConfig).CHANGE_LOG_DAYS * DAY_MS;

  constructor(
    private readonly transactions: Transactions,
    private readonly log: ChangeLogRepository,
    private readonly receipts: DeletionReceiptRepository,
  ) {}

  @Runs(removeOldChanges)
  async run(_: object, run: TaskRun): Promise<void> {
    await this.prune(new Date(), run);
  }

  /**
   * @returns number of deleted changes
   * @throws AppError `unavailable`
   */
  async prune(now: Date, options?: StepsOptions): Promise<number> {
    const before = new Date(now.getTime() - this.ageMsMax);
    await inSteps(() => this.transactions.single((tx) => this.receipts.prune(before, ROWS_PER_STEP, tx)), options);
    return inSteps(() => this.transactions.single((tx) => this.log.prune(before, ROWS_PER_STEP, tx)), options);
  }
}
