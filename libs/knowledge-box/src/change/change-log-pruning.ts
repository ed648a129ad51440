import { readConfig } from '@lectern/config';
import { Transactions } from '@lectern/database';
import { ChangeLogRepository, DeletionReceiptRepository } from '@lectern/knowledge-box-rows';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { changeLogConfig } from './change-log.config';

const EVERY_MS = 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
const ROWS_PER_STEP = 10_000;
/** A run ends after so many rows; the next one goes on. */
const STEPS_MAX = 1_000;

/** Forgets old changes and receipts of deletions once an hour. Several processes may do it at once. */
@Injectable()
export class ChangeLogPruning implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(ChangeLogPruning.name);
  private readonly ageMsMax = readConfig(changeLogConfig).CHANGE_LOG_DAYS * DAY_MS;
  private timer: NodeJS.Timeout | undefined;
  private isStopping = false;

  constructor(
    private readonly transactions: Transactions,
    private readonly log: ChangeLogRepository,
    private readonly receipts: DeletionReceiptRepository,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.tryToPrune(), EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    this.isStopping = true;
    clearInterval(this.timer);
  }

  /** @returns how many changes were forgotten @throws AppError `unavailable` */
  async prune(now: Date): Promise<number> {
    const before = new Date(now.getTime() - this.ageMsMax);
    let pruned = 0;
    for (let step = 0; step < STEPS_MAX && !this.isStopping; step += 1) {
      const count = await this.transactions.single((tx) => this.log.prune(before, ROWS_PER_STEP, tx));
      await this.transactions.single((tx) => this.receipts.prune(before, ROWS_PER_STEP, tx));
      pruned += count;
      if (count < ROWS_PER_STEP) break;
    }
    return pruned;
  }

  private async tryToPrune(): Promise<void> {
    try {
      await this.prune(new Date());
    } catch (error) {
      this.logger.warn(`Old changes are kept for now: ${String(error)}`);
    }
  }
}
