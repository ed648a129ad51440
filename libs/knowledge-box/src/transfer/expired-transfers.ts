import { Transactions } from '@lectern/database';
import { ExportRepository, ImportRepository } from '@lectern/knowledge-box-rows';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { TransferPurge } from './transfer-purge';

const EVERY_MS = 60_000;
const ROWS_PER_STEP = 100;
/** A run ends after so many; the next one goes on. */
const STEPS_MAX = 1_000;

/** Removes exports and imports that have expired, with their files, once a minute. Several processes may do it at once. */
@Injectable()
export class ExpiredTransfers implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(ExpiredTransfers.name);
  private timer: NodeJS.Timeout | undefined;
  private isStopping = false;

  constructor(
    private readonly transactions: Transactions,
    private readonly exports: ExportRepository,
    private readonly imports: ImportRepository,
    private readonly purge: TransferPurge,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.tryToSweep(), EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    this.isStopping = true;
    clearInterval(this.timer);
  }

  /** @returns how many were removed @throws AppError `unavailable` */
  async sweep(now: Date): Promise<number> {
    let removed = 0;
    for (let step = 0; step < STEPS_MAX && !this.isStopping; step += 1) {
      const count = (await this.removeExports(now)) + (await this.removeImports(now));
      removed += count;
      if (count === 0) break;
    }
    return removed;
  }

  private removeExports(now: Date): Promise<number> {
    return this.transactions.run(async (tx) => {
      const expired = await this.exports.lockExpired(now, ROWS_PER_STEP, tx);
      for (const row of expired) {
        await this.exports.delete(row, tx);
        await this.purge.blobs(row, row.isBackup ? [] : [row.blobKey], tx);
      }
      return expired.length;
    });
  }

  private removeImports(now: Date): Promise<number> {
    return this.transactions.run(async (tx) => {
      const expired = await this.imports.lockExpired(now, ROWS_PER_STEP, tx);
      for (const row of expired) {
        await this.imports.delete(row, tx);
        await this.purge.importEnded(row, tx);
      }
      return expired.length;
    });
  }

  private async tryToSweep(): Promise<void> {
    try {
      await this.sweep(new Date());
    } catch (error) {
      this.logger.warn(`Expired exports and imports are kept for now: ${String(error)}`);
    }
  }
}
